//! Air springs.

use crate::{agrees, compiled, conserves, for_states, mirrors, runge_kutta, vehicle};
use wishbone_compiler::formulation::method::Method;
use wishbone_compiler::pipeline::Compiled;
use wishbone_tests::{Acting, Interpreted, Subject};

/// Air springs between subsystems, within one subsystem, in a loop, and to the ground. They are given by pressure or by
/// force, with every kind of exponent, with and without a reservoir. One is compressed below its least volume in many
/// states.
pub const EVERYWHERE: &str = "
    air_spring across: between(base, b) {
        from: [0.2, 0, 0.5] m, to: [0.6, 0.5, 0.2] m, area: 20 cm^2, volume: 0.8 L, pressure: 3 bar, exponent: 1.3
    }
    air_spring small: between(crank, rocker) {
        from: [0.1, -0.6, 0.3] m, to: [0.4, -0.6, 0.2] m, area: 20 cm^2, volume: 0.04 L, auxiliary: 0.02 L, preload: 50 N
    }
    air_spring slow: between(a, h) {
        from: [0.2, 0.2, 0.1] m, to: [0.2, -1.7, 0.3] m, area: 10 cm^2, volume: 0.5 L, auxiliary: 2 L, pressure: 40 psi,
        ambient: 0.8 bar, exponent: 1, damping: split(compression: 80 N*s/m, rebound: 200 N*s/m),
    }
    air_spring noble: between(ground, c) {
        from: [-0.5, 0.2, 0.6] m, to: [-0.4, 0.3, 0.1] m, area: 5 cm^2, volume: 0.03 L, preload: 0 N, ambient: 0 Pa, exponent: 1.67
    }
    air_spring thin: between(c, a) {
        from: [-0.4, 0.2, 0.2] m, to: [0.4, 0.3, 0.3] m, area: 5 cm^2, volume: 0.2 L, pressure: 2 bar, ambient: 0 Pa,
        damping: 30 N*s/m
    }
";

#[test]
fn air_springs_agree_with_the_oracle() {
    agrees(EVERYWHERE);
}

#[test]
fn mirrored_air_springs_are_mirror_images() {
    mirrors(
        "air_spring bag: between(ground, tip) {
            from: [0.3, 0.6, 0.8] m, to: [0.2, 0.8, 0.3] m, area: 20 cm^2, volume: 0.4 L, preload: 200 N, damping: 40 N*s/m
        }",
    );
}

/// Springs of several exponents, one of which is 1.
#[test]
fn air_springs_give_back_what_they_store() {
    for exponent in ["1", "1.0000001", "1.001", "1.4", "1.67"] {
        conserves(&format!(
            "air_spring across: between(base, b) {{
                from: [0.2, 0, 0.5] m, to: [0.6, 0.5, 0.2] m, area: 4 cm^2, volume: 0.1 L, pressure: 2 bar,
                exponent: {exponent}
            }}
            air_spring slow: between(a, h) {{
                from: [0.2, 0.2, 0.1] m, to: [0.2, -1.7, 0.3] m, area: 2 cm^2, volume: 0.1 L, preload: 2 N,
                exponent: {exponent}
            }}"
        ));
    }
}

/// A piston above the ground that slides up and down by `z`.
fn piston(mass: f64, attributes: &str) -> Compiled {
    let text = format!(
        "Piston {{
            gravity: 10 m/s^2
            body piston {{ mass: {mass} kg, com: [0, 0, 0.5] m, inertia: [1, 1, 1] kg*m^2 }}
            joint slide: prismatic(ground, piston) {{ axis: z }}
            air_spring gas: between(ground, piston) {{ from: [0, 0, 0.1] m, to: [0, 0, 0.5] m, {attributes} }}
            output force: force(gas)
        }}"
    );
    compiled(&text, Method::Recursive)
}

fn force(subject: &mut Interpreted, z: f64) -> f64 {
    subject.outputs(&[z], &[0.0], &Acting::default())[0]
}

#[test]
fn the_force_at_the_design_position_is_as_declared() {
    let given = [
        ("preload: 4905 N", 4905.0),
        ("pressure: 5 bar", 0.02 * (5e5 - 101_325.0)),
        ("pressure: 5 bar, ambient: 0 Pa", 0.02 * 5e5),
        ("preload: 4905 N, ambient: 0.7 bar, exponent: 1, auxiliary: 3 L", 4905.0),
    ];
    for (charge, expected) in given {
        let piston = piston(500.0, &format!("area: 200 cm^2, volume: 6 L, {charge}"));
        let mut subject = Interpreted::new(&piston);
        let found = force(&mut subject, 0.0);
        assert!(
            (found - expected).abs() < 1e-9 * expected,
            "{charge}: {found}, not {expected}"
        );
    }
}

/// The stiffness is `A² n p₀ / (V₀ + Va)` about the design position; the period of small oscillations follows from it.
#[test]
fn an_air_spring_oscillates_at_its_natural_frequency() {
    let (mass, area, n) = (500.0_f64, 0.02, 1.3);
    let weight = 10.0 * mass;
    for (auxiliary, full) in [("", 6e-3), ("auxiliary: 4 L,", 10e-3)] {
        let attributes = format!("area: 200 cm^2, volume: 6 L, {auxiliary} preload: {weight} N, exponent: {n}");
        let piston = piston(mass, &attributes);
        let mut subject = Interpreted::new(&piston);
        let stiffness = area * area * n * (101_325.0 + weight / area) / full;
        let small = 1e-5;
        let found = (force(&mut subject, -small) - force(&mut subject, small)) / (2.0 * small);
        assert!((found - stiffness).abs() < 1e-6 * stiffness, "{found} {stiffness}");
        // It starts at rest with a displacement of a micrometre, and is back there after a period.
        let period = std::f64::consts::TAU * (mass / stiffness).sqrt();
        let (mut q, mut v) = (vec![1e-6], vec![0.0]);
        let steps = 2000;
        for _ in 0..steps {
            runge_kutta(&mut subject, &mut q, &mut v, period / f64::from(steps));
        }
        let speed = 1e-6 * std::f64::consts::TAU / period;
        assert!((q[0] - 1e-6).abs() < 1e-9 && v[0].abs() < 1e-3 * speed, "{q:?} {v:?}");
    }
}

/// Down to a tenth of the volume the force follows the gas law. Below that, the stiffness is constant, without a jump, to any depth.
/// In extension, the spring never pulls by more than the ambient pressure.
#[test]
fn the_force_is_finite_however_far_the_ends_move() {
    let (area, full, charged) = (0.02, 6e-3, 5e5);
    let piston = piston(500.0, "area: 200 cm^2, volume: 6 L, pressure: 5 bar");
    let mut subject = Interpreted::new(&piston);
    let mut gas = |volume: f64| force(&mut subject, (volume - full) / area) / area + 101_325.0;
    for left in [0.1001, 0.5, 2.0, 30.0] {
        let expected = charged * f64::powf(left, -1.4);
        let found = gas(left * full);
        assert!(
            (found - expected).abs() < 1e-9 * expected,
            "{left}: {found}, not {expected}"
        );
    }
    let at_least = charged * f64::powf(0.1, -1.4);
    // At zero volume 0.1 m of the spring's length is left, so that its ends do not meet.
    for left in [0.0999, 0.05, 0.0, -0.2] {
        let expected = at_least * (1.0 + 1.4 * (0.1 - left) / 0.1);
        let found = gas(left * full);
        assert!(
            (found - expected).abs() < 1e-9 * expected,
            "{left}: {found}, not {expected}"
        );
    }
    assert!((gas(1e5) / 101_325.0).abs() < 1e-3, "{}", gas(1e5));
}

/// A piston that is thrown down passes the least volume and comes back with its energy.
#[test]
fn a_piston_comes_back_from_beyond_the_least_volume() {
    for exponent in ["1", "1.4"] {
        let piston = piston(
            500.0,
            &format!("area: 200 cm^2, volume: 1 L, preload: 5 kN, exponent: {exponent}"),
        );
        let mut subject = Interpreted::new(&piston);
        let (mut q, mut v) = (vec![0.0], vec![-3.0]);
        let total = |subject: &mut Interpreted, q: &[f64], v: &[f64]| {
            let energy = subject.energy(q, v, &Acting::default());
            energy.kinetic + energy.gravity + energy.elastic
        };
        let start = total(&mut subject, &q, &v);
        let mut least = 0.0_f64;
        for _ in 0..2000 {
            runge_kutta(&mut subject, &mut q, &mut v, 5e-5);
            least = least.min(q[0]);
            let now = total(&mut subject, &q, &v);
            assert!((now - start).abs() < 1e-6 * start.abs(), "{now} {start} J at {q:?}");
        }
        assert!(least < -0.046 && v[0] > 2.0, "{least} {v:?}");
    }
}

/// In random states, the force of an air spring follows from its length.
#[test]
fn the_force_reported_follows_the_declared_law() {
    let text = vehicle(&format!(
        "{EVERYWHERE}
        spring gauge: between(base, b) {{ from: [0.2, 0, 0.5] m, to: [0.6, 0.5, 0.2] m, preload: 0 N }}
        output force: force(across)  output length: length(gauge)"
    ));
    for_states(&text, |_, subject, (q, v, acting)| {
        let [force, length] = subject.outputs(q, v, acting)[..] else {
            panic!("two outputs")
        };
        let compression = f64::sqrt(0.16 + 0.25 + 0.09) - length;
        let expected = 2e-3 * (3e5 * (0.8e-3 / (0.8e-3 - 2e-3 * compression)).powf(1.3) - 101_325.0);
        assert!(
            (force - expected).abs() < 1e-9 * expected.abs().max(1.0),
            "{force} {expected}"
        );
    });
}
