//! Dry friction.

use crate::{agrees, compiled, for_states, mirrors, vehicle};
use wishbone_compiler::formulation::method::Method;
use wishbone_tests::{Acting, Interpreted, Subject};

/// Friction on pivots and slides, in the tree from either side, in loops, and on a cut joint.
pub const EVERYWHERE: &str = "
    body slider { mass: 2 kg, com: [-0.5, 0.1, 0.3] m, inertia: [0.02, 0.03, 0.04] kg*m^2 }
    joint rail: prismatic(slider, base) { axis: [0.2, 0.1, 1], at: [-0.4, 0.1, 0.2] m }
    friction shoe: on(rail) { limit: 60 N, speed: 0.5 m/s }
    friction bush: on(shoulder) { limit: 9 N*m, speed: 0.2 rad/s }
    friction pin: on(elbow) { limit: 4 N*m, speed: 2 rad/s }
    friction lead: on(crank_pivot) { limit: 5 N*m, speed: 1 rad/s }
    friction follow: on(rocker_pivot) { limit: 6 N*m, speed: 1 rad/s }
    friction cut: on(closing) { limit: 7 N*m, speed: 1 rad/s }
";

#[test]
fn friction_agrees_with_the_oracle() {
    agrees(EVERYWHERE);
}

#[test]
fn mirrored_friction_is_a_mirror_image() {
    mirrors("friction bush: on(pivot) { limit: 9 N*m, speed: 0.2 rad/s }");
}

/// Friction is never larger than declared. It is `1/√2` of the declared value at the declared speed, and always acts
/// against the motion.
#[test]
fn friction_told_follows_the_declared_law() {
    let outputs = "output force: force(shoe)  output torque: torque(bush)
        output slide: speed(rail)  output turn: speed(shoulder)";
    for_states(
        &vehicle(&format!("{EVERYWHERE} {outputs}")),
        |_, subject, (q, v, acting)| {
            let [force, torque, slide, turn] = subject.outputs(q, v, acting)[..] else {
                panic!("four outputs")
            };
            for (told, limit, v, slow) in [(force, 60.0, slide, 0.5_f64), (torque, 9.0, turn, 0.2)] {
                assert!(told.abs() < limit && told * v < 0.0);
                assert!((told + limit * v / v.hypot(slow)).abs() < 1e-9 * limit, "{told} {v}");
            }
        },
    );
}

/// A block slides on a level rail. The block loses the power `F v` at all times, and comes to rest near the point given
/// by `m v²/2 = F x`.
#[test]
fn friction_brings_a_block_to_rest() {
    let text = "Block {
        body block { mass: 2 kg, com: [0, 0, 0] m, inertia: [0.02, 0.03, 0.04] kg*m^2 }
        joint rail: prismatic(ground, block) { axis: x, at: [0, 0, 0] m }
        friction shoe: on(rail) { limit: 4 N, speed: 1 mm/s }
    }";
    let compiled = compiled(text, Method::Recursive);
    let mut subject = Interpreted::new(&compiled);
    let (mut q, mut v) = (vec![0.0], vec![1.0]);
    for _ in 0..20_000 {
        crate::runge_kutta(&mut subject, &mut q, &mut v, 1e-4);
        assert!(subject.rates(&q, &v, &Acting::default()).v[0] <= 0.0);
    }
    assert!(v[0].abs() < 1e-9 && (q[0] - 0.25).abs() < 1e-3, "{q:?} {v:?}");
}
