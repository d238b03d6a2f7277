//! Torsion spring-dampers.

use crate::{agrees, compiled, conserves, for_states, mirrors, vehicle};
use std::f64::consts::TAU;
use wishbone_compiler::formulation::method::Method;
use wishbone_tests::{Acting, Interpreted, Subject};

/// Torsion springs on a joint of the tree from either side, on a joint of two freedoms, on independent and dependent
/// joints of a loop, and on a joint that closes a loop.
pub const EVERYWHERE: &str = "
    torsion bar: on(shoulder) { rate: 400 N*m/rad, free_angle: 12 deg, damping: 8 N*m*s/rad, preload: -30 N*m }
    torsion spring: on(elbow) {
        rate: table(deflection: [-10, -2, 0, 3, 20] deg, torque: [-90, -8, 0, 12, 160] N*m),
        damping: table(speed: [-2, 0, 1] rad/s, torque: [-12, 0, 9] N*m),
    }
    torsion coil: on(sleeve) { rate: 120 N*m/rad }
    torsion lead: on(crank_pivot) { rate: 70 N*m/rad, free_angle: -0.3 rad }
    torsion follow: on(rocker_pivot) { rate: 90 N*m/rad, damping: 2 N*m*s/rad }
    torsion pin: on(crank_pin) { preload: 5 N*m, damping: 1 N*m*s/rad }
    torsion cut: on(closing) { rate: 200 N*m/rad, free_angle: 0.1 rad, preload: 4 N*m }
";

#[test]
fn torsion_springs_agree_with_the_oracle() {
    agrees(EVERYWHERE);
}

#[test]
fn torsion_springs_give_back_what_they_store() {
    conserves(
        "torsion bar: on(shoulder) { rate: 400 N*m/rad, free_angle: 12 deg, preload: -30 N*m }
        torsion spring: on(elbow) { rate: table(deflection: [-200, 0, 200] deg, torque: [-500, 0, 500] N*m) }
        torsion coil: on(sleeve) { rate: 120 N*m/rad }
        torsion follow: on(rocker_pivot) { rate: 400 N*m/rad }
        torsion cut: on(closing) { rate: 200 N*m/rad, free_angle: 0.1 rad }",
    );
}

#[test]
fn mirrored_torsion_springs_are_mirror_images() {
    mirrors("torsion bar: on(pivot) { rate: 400 N*m/rad, free_angle: 12 deg, damping: 3 N*m*s/rad, preload: 9 N*m }");
}

#[test]
fn the_torque_told_follows_the_declared_law() {
    let outputs = "output torque: torque(bar)  output angle: coordinate(shoulder)  output speed: speed(shoulder)";
    for_states(
        &vehicle(&format!("{EVERYWHERE} {outputs}")),
        |_, subject, (q, v, acting)| {
            let [torque, angle, speed] = subject.outputs(q, v, acting)[..] else {
                panic!("three outputs")
            };
            let declared = -30.0 - 400.0 * (angle - 12.0_f64.to_radians()) - 8.0 * speed;
            assert!((torque - declared).abs() < 1e-9 * declared.abs(), "{torque} {declared}");
        },
    );
}

/// Whole turns of a coordinate wind a spring by as many turns. This holds for a free coordinate and for a coordinate
/// that follows from a loop closed without iteration, by every method.
#[test]
fn whole_revolutions_count() {
    for joint in ["shoulder", "sleeve", "crank_pivot", "rocker_pivot"] {
        let at = |free_angle: f64| {
            vehicle(&format!(
                "torsion bar: on({joint}) {{ rate: 40 N*m/rad, free_angle: {free_angle} rad }} output torque: torque(bar)"
            ))
        };
        for method in Method::ALL {
            let [plain, unwound] = [at(0.1), at(0.1 - 3.0 * TAU)].map(|text| compiled(&text, method));
            let name = if joint == "sleeve" { "sleeve.turn" } else { joint };
            let mut subject = Interpreted::new(&plain);
            let (q, v) = (subject.design(), vec![0.0; subject.speeds()]);
            let mut wound = q.clone();
            let names = plain.state.coordinate_names(&plain.layout);
            let wanted = names.iter().position(|c| *c == name);
            wound[wanted.expect("a coordinate of that name")] += 3.0 * TAU;
            let acting = Acting::default();
            let mut other = Interpreted::new(&unwound);
            let [found, expected, still] = [
                subject.rates(&wound, &v, &acting).v,
                other.rates(&q, &v, &acting).v,
                subject.rates(&q, &v, &acting).v,
            ];
            let apart = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(
                apart(&found, &expected) < 1e-9,
                "{joint} by {method}: {found:?} {expected:?}"
            );
            assert!(apart(&found, &still) > 1.0, "{joint} by {method}");
            let told = subject.outputs(&wound, &v, &acting)[0];
            assert!((told + 40.0 * (3.0 * TAU - 0.1)).abs() < 1e-9, "{told}");
        }
    }
}

/// `coordinate` contains whole turns of joints in the tree, both free and dependent, by every method.
#[test]
fn coordinates_are_told_with_their_turns() {
    for joint in ["shoulder", "crank_pivot", "rocker_pivot"] {
        let text = vehicle(&format!("output told: coordinate({joint})"));
        for method in Method::ALL {
            let compiled = compiled(&text, method);
            let mut subject = Interpreted::new(&compiled);
            let (mut q, v) = (subject.design(), vec![0.0; subject.speeds()]);
            let acting = Acting::default();
            let before = subject.outputs(&q, &v, &acting)[0];
            let names = compiled.state.coordinate_names(&compiled.layout);
            let wanted = names.iter().position(|name| *name == joint);
            q[wanted.expect("a coordinate of that name")] += 3.0 * TAU;
            let after = subject.outputs(&q, &v, &acting)[0];
            assert!((after - before - 3.0 * TAU).abs() < 1e-9, "{joint}: {before}, {after}");
        }
    }
}
