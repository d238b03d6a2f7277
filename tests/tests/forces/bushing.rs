//! Bushings.

use crate::{agrees, compiled, conserves, mirrors};
use wishbone_compiler::formulation::method::Method;
use wishbone_tests::{Acting, Interpreted, Subject};

pub const MOUNT: &str = "
    body mount { mass: 3 kg, com: [0.3, 0.9, 0.1] m, inertia: [0.03, 0.05, 0.04, 0.001, 0.002, 0.003] kg*m^2 }
    joint float: free(base, mount)
";

/// Bushings on a body that nothing else holds, between bodies of different subsystems, within a loop, to the ground,
/// and with damping only.
pub const EVERYWHERE: &str = "
    bushing mount: between(base, mount) {
        at: [0.3, 0.8, 0.2] m, axes: [[0.8, -0.6, 0], [0.6, 0.8, 0], [0, 0, 1]],
        stiffness: [20, 30, 25, 3, -2, 4] kN/m, torsional_stiffness: [200, 300, 250, 20, 10, -30] N*m/rad,
        coupling: [50, -100, 200, 150, 60, -80, 20, 300, -40] N/rad,
        damping: [20, 30, 25, 2, 1, 3] N*s/m, torsional_damping: [2, 3, 2.5] N*m*s/rad,
        damping_coupling: [0, 1, 0, 0.5, 0, 0, 0, 0, -1] N*s/rad,
    }
    bushing across: between(b, crank) { at: [0.3, -0.1, 0.2] m, stiffness: [2, 3, 4] kN/m }
    bushing within: between(rocker, crank) {
        at: [0.25, -0.6, 0.4] m, stiffness: [1, 2, 3] kN/m, torsional_stiffness: [10, 20, 30] N*m/rad, damping: [10, 20, 30] N*s/m
    }
    bushing outside: between(ground, c) { at: [-0.4, 0.3, 0.2] m, torsional_stiffness: [40, 50, 60] N*m/rad }
    bushing base: between(h, base) { at: [0, -1.6, 0.3] m, torsional_damping: [4, 5, 6] N*m*s/rad }
";

#[test]
fn bushings_agree_with_the_oracle() {
    agrees(&[MOUNT, EVERYWHERE].concat());
}

#[test]
fn bushings_give_back_what_they_store() {
    conserves(
        "bushing across: between(b, crank) {
            at: [0.3, -0.1, 0.2] m, stiffness: [2, 3, 4, 0.5, 0.2, -0.3] kN/m, torsional_stiffness: [20, 30, 40] N*m/rad,
            coupling: [5, 20, -30, 10, 5, 20, -10, 20, 30] N/rad,
        }
        bushing outside: between(ground, base) {
            at: [0.1, 0, 0.2] m, stiffness: [20, 30, 40] kN/m, torsional_stiffness: [400, 500, 600, 20, 30, 10] N*m/rad,
        }",
    );
}

#[test]
fn mirrored_bushings_are_mirror_images() {
    mirrors(
        "bushing mount: between(ground, tip) {
            at: [0.2, 0.7, 0.2] m, axes: [[0.8, -0.6, 0], [0.6, 0.8, 0], [0, 0, 1]],
            stiffness: [20, 30, 25, 3, -2, 4] kN/m, torsional_stiffness: [200, 300, 250, 20, 10, -30] N*m/rad,
            coupling: [50, -100, 200, 150, 60, -80, 20, 300, -40] N/rad, damping: [20, 30, 25, 2, 1, 3] N*s/m,
        }",
    );
}

/// A single floating body is turned by `φ` about the bushing's z axis and displaced along its x axis.
#[test]
fn the_forces_told_follow_the_declared_law() {
    let text = "Mount {
        body block { mass: 3 kg, com: [0, 0, 0] m, inertia: [0.03, 0.05, 0.04] kg*m^2 }
        joint float: free(ground, block) { at: [0.3, 0.8, 0.2] m }
        bushing mount: between(ground, block) {
            at: [0.3, 0.8, 0.2] m, axes: [[0, -1, 0], [1, 0, 0], [0, 0, 1]],
            stiffness: [20, 30, 25, 3, -2, 4] kN/m, torsional_stiffness: [200, 300, 250, 20, 10, -30] N*m/rad,
            coupling: [50, -100, 200, 150, 60, -80, 20, 300, -40] N/rad,
        }
        output x: force(mount) { along: x }    output y: force(mount) { along: y }    output z: force(mount) { along: z }
        output rx: torque(mount) { along: x }  output ry: torque(mount) { along: y }  output rz: torque(mount) { along: z }
    }";
    let compiled = compiled(text, Method::Recursive);
    let mut subject = Interpreted::new(&compiled);
    let (mut q, v) = (subject.design(), vec![0.0; subject.speeds()]);
    // The bushing's x axis is the vehicle's y axis.
    let (shift, angle) = (0.02, 0.5_f64);
    q[1] += shift;
    q[3] = (0.5 * angle).cos();
    q[6] = (0.5 * angle).sin();
    let theta = 2.0 * (0.5 * angle).sin();
    let expected = [
        -(20e3 * shift + 200.0 * theta),
        -(3e3 * shift - 80.0 * theta),
        -(-2e3 * shift - 40.0 * theta),
        -(50.0 * shift + 10.0 * theta),
        -(-100.0 * shift - 30.0 * theta),
        -(200.0 * shift + 250.0 * theta),
    ];
    let told = subject.outputs(&q, &v, &Acting::default());
    for (told, expected) in told.iter().zip(expected) {
        assert!((told - expected).abs() < 1e-9 * expected.abs(), "{told} {expected}");
    }
}
