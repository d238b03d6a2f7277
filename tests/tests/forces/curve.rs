//! Characteristics of every kind, in every element that has a characteristic.

use crate::{agrees, compiled, conserves, for_states, mirrors, vehicle};
use wishbone_compiler::formulation::method::Method;
use wishbone_tests::Subject;

pub const EVERYWHERE: &str = "
    spring cubic: between(base, b) {
        from: [0.2, 0, 0.5] m, to: [0.6, 0.5, 0.2] m, free_length: 600 mm,
        rate: cubic(deflection: [-200, -60, 0, 40, 300] mm, force: [-9000, -2800, 0, 1500, 4000] N, scale: 1.1, stretch: 0.9),
        damping: polynomial(force: [300, -20, 15, 2] N, speed: 2 m/s),
        bump_stop: stop(length: 700 mm, rate: cubic(overtravel: [0, 50, 200] mm, force: [0, 400, 9000] N)),
        rebound_stop: stop(length: 600 mm, rate: polynomial(force: [200, 100] N, overtravel: 30 mm)),
    }
    torsion spring: on(elbow) {
        rate: polynomial(torque: [80, 5, 12] N*m, deflection: 10 deg),
        damping: cubic(speed: [-2, 0, 1] rad/s, torque: [-12, 0, 9] N*m, stretch: 1.2),
    }
    spring tired: between(base, a) {
        from: [0.1, 0.1, 0.4] m, to: [0.3, 0.2, 0.1] m, damping: degressive(rate: 900 N*s/m, speed: 0.7 m/s),
    }
    torsion tiring: on(shoulder) { damping: degressive(rate: 20 N*m*s/rad, speed: 2 rad/s) }
    torsion bar: on(shoulder) {
        rate: table(deflection: [-10, 0, 5] deg, torque: [-90, 0, 20] N*m, scale: 1.3, stretch: 0.8),
        damping: table(speed: [-2, 0, 1] rad/s, torque: [-12, 0, 9] N*m, scale: 0.5),
    }
    bushing across: between(b, crank) {
        at: [0.3, -0.1, 0.2] m, stiffness: [2, 0, 4] kN/m,
        along_x: polynomial(force: [1, 2, 3, -4, 5] N, deflection: 50 mm),
        along_y: cubic(deflection: [-300, -50, 20, 100] mm, force: [-900, -100, 50, 800] N),
        about_x: table(deflection: [-1, 0, 2] rad, torque: [-50, 0, 20] N*m),
        about_z: cubic(deflection: [-1, 0.1, 2] rad, torque: [-50, 1, 20] N*m, scale: 0.7, stretch: 1.1),
    }
    roll_bar stabiliser: between(a, crank) {
        via: base, from: [0.3, 0.2, 0.1] m, to: [0.1, -0.6, 0.3] m,
        rate: cubic(deflection: [-100, 0, 50, 100] mm, force: [-2500, 0, 700, 2500] N),
        damping: polynomial(force: [15, 0, 2] N, speed: 1 m/s),
    }
";

#[test]
fn characteristics_agree_with_the_oracle() {
    agrees(EVERYWHERE);
}

#[test]
fn characteristics_give_back_what_they_store() {
    conserves(
        "spring cubic: between(base, b) {
            from: [0.2, 0, 0.5] m, to: [0.6, 0.5, 0.2] m, free_length: 600 mm,
            rate: polynomial(force: [300, 20, 50] N, deflection: 100 mm),
        }
        torsion bar: on(shoulder) { rate: polynomial(torque: [80, 5, 12] N*m, deflection: 30 deg) }
        torsion spring: on(elbow) { rate: polynomial(torque: [40] N*m, deflection: 1 rad) }
        bushing outside: between(ground, base) {
            at: [0.1, 0, 0.2] m, along_x: polynomial(force: [2000, 10, 300] N, deflection: 100 mm),
            along_y: polynomial(force: [2] kN, deflection: 100 mm), along_z: polynomial(force: [2] kN, deflection: 100 mm),
            about_x: polynomial(torque: [40, 0, 20] N*m, deflection: 10 deg), torsional_stiffness: [0, 300, 300] N*m/rad,
        }",
    );
}

/// The characteristics are not symmetric, so that a wrong sign would show.
#[test]
fn mirrored_characteristics_are_mirror_images() {
    let progressive = "polynomial(force: [300, 100, 50] N, deflection: 100 mm)";
    let turning = "cubic(deflection: [-1, 0, 0.3, 1] rad, torque: [-5, 0, 20, 40] N*m)";
    mirrors(&format!(
        "bushing mount: between(ground, tip) {{
            at: [0.2, 0.7, 0.2] m, axes: [[0.8, -0.6, 0], [0.6, 0.8, 0], [0, 0, 1]],
            along_x: {progressive}, along_y: {progressive}, along_z: table(deflection: [-10, 0, 30] mm, force: [-5, 0, 90] N),
            about_x: {turning}, about_y: {turning}, about_z: {turning},
        }}
        torsion bar: on(pivot) {{ rate: {turning} }}"
    ));
}

/// The reported force follows the declared polynomial and the points of a scaled table.
#[test]
fn the_force_told_follows_the_declared_law() {
    let elements = "
        spring powers: between(base, a) {
            from: [0.2, 0, 0.5] m, to: [0.4, 0.3, 0.1] m, free_length: 500 mm,
            rate: polynomial(force: [300, 20, -50] N, deflection: 100 mm),
        }
        spring points: between(base, a) {
            from: [0.2, 0, 0.5] m, to: [0.4, 0.3, 0.1] m, free_length: 500 mm,
            rate: table(deflection: [0, 100] mm, force: [0, 400] N, scale: 3, stretch: 2),
        }
        output length: length(powers)
        output powers: force(powers)
        output points: force(points)";
    for_states(&vehicle(elements), |_, subject, (q, v, acting)| {
        let [length, powers, points] = subject.outputs(q, v, acting)[..] else {
            panic!("three outputs")
        };
        let x = (length - 0.5) / 0.1;
        let expected = -(300.0 * x + 20.0 * x * x - 50.0 * x * x * x);
        assert!((powers - expected).abs() < 1e-9, "{powers} {expected}");
        assert!((points + 600.0 * x).abs() < 1e-9, "{points}");
    });
}

/// A rate, a polynomial and tables that describe the same straight line give the same vehicle.
#[test]
fn a_line_is_a_line_however_it_is_written() {
    let spring = |rate: &str| {
        vehicle(&format!(
            "spring s: between(base, a) {{ from: [0.2, 0, 0.5] m, to: [0.4, 0.3, 0.1] m, free_length: 500 mm, rate: {rate} }}"
        ))
    };
    let forms = [
        "4 kN/m",
        "polynomial(force: [400] N, deflection: 100 mm)",
        "table(deflection: [-1, 1] mm, force: [-4, 4] N)",
        "cubic(deflection: [-1, 3] mm, force: [-4, 12] N)",
    ];
    let compiled = forms.map(|form| compiled(&spring(form), Method::Recursive));
    for_states(&spring(forms[0]), |_, subject, (q, v, acting)| {
        let expected = subject.rates(q, v, acting).v;
        for other in &compiled {
            let found = wishbone_tests::Interpreted::new(other).rates(q, v, acting).v;
            for (found, expected) in found.iter().zip(&expected) {
                assert!(
                    (found - expected).abs() < 1e-9 * expected.abs().max(1.0),
                    "{found} {expected}"
                );
            }
        }
    });
}
