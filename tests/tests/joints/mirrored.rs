//! A mirrored declaration is the mirror image: if the joint on the left permits a motion, the joint on the right
//! permits the reflected motion, by the oracle's equations.

use crate::{JOINTS, Kind, LINKS, body, compiled};
use fastrand::Rng;
use nalgebra::{Matrix3, Vector3};
use wishbone_compiler::formulation::method::Method;
use wishbone_oracle::{Motion, Oracle};
use wishbone_tests::{Interpreted, Scatter, Subject, loads, motions, random_state};

/// The motion reflected in the XZ plane. Axial vectors keep the components that polar vectors reverse.
fn reflected(motion: &Motion) -> Motion {
    let mirror = Matrix3::from_diagonal(&Vector3::new(1.0, -1.0, 1.0));
    Motion {
        rotation: mirror * motion.rotation * mirror,
        com: mirror * motion.com,
        angular_velocity: -(mirror * motion.angular_velocity),
        velocity: mirror * motion.velocity,
    }
}

/// Asserts that the joints named `held` on both sides allow mirrored motions.
fn is_mirror_image(kind: &Kind, joint: String, other: &str) {
    let text = format!(
        "Sides {{ mirror left as right {{ {} {joint} {other} }} }}",
        body("arm", "0.3, 0.4, 0.1")
    );
    let compiled = compiled(&text, Method::Recursive);
    let oracle = Oracle::new(&compiled.model);
    let mut subject = Interpreted::new(&compiled);
    let mut rng = Rng::with_seed(3);
    let scatter = Scatter::default();
    let state = (0..20).find_map(|_| random_state(&mut subject, &scatter, &mut rng));
    let (q, v, acting) = state.expect("it closes");
    let moving = subject.bodies(&q, &v, &acting, &vec![0.0; v.len()]);
    let mut motions = motions(&moving, &compiled.state.spins, &v);
    motions.bodies[1] = reflected(&motions.bodies[0]);
    for residual in oracle.constraint_residuals(&motions, &loads(&acting)) {
        let open = residual.position.max(residual.velocity);
        assert!(open < 1e-10, "{}: {open} in {}", kind.word, residual.name);
    }
}

#[test]
fn every_joint_has_its_mirror_image() {
    for kind in JOINTS.iter().filter(|kind| kind.freedoms > 0) {
        is_mirror_image(kind, kind.joint("held", "ground, arm", "0.1, 0.2, 0.1", ""), "");
    }
}

#[test]
fn every_link_has_its_mirror_image() {
    for kind in &LINKS {
        let free = "joint floating: free(ground, arm)";
        is_mirror_image(kind, kind.link("held", "ground, arm", "0.1, 0.2, 0.1"), free);
    }
}
