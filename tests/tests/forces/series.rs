//! Dampers in series with a spring; the length of the damper is a separate coordinate.

use crate::{agrees, compiled, for_states, runge_kutta_with, vehicle};
use wishbone::ports::Drive;
use wishbone_compiler::formulation::method::Method;
use wishbone_tests::{Acting, Interpreted, Subject};

/// Dampers between subsystems, within one subsystem, in a loop, and to the ground, with every law that has an inverse,
/// with and without a parallel spring.
pub const EVERYWHERE: &str = "
    spring across: between(base, b) {
        from: [0.2, 0, 0.5] m, to: [0.6, 0.5, 0.2] m, free_length: 600 mm, rate: 2 kN/m,
        damping: 300 N*s/m, series: 5 kN/m,
    }
    spring within: between(crank, rocker) {
        from: [0.1, -0.6, 0.3] m, to: [0.4, -0.6, 0.2] m, damping: split(compression: 200 N*s/m, rebound: 500 N*s/m), series: 3 kN/m,
    }
    spring far: between(a, h) {
        from: [0.2, 0.2, 0.1] m, to: [0.2, -1.7, 0.3] m, preload: 20 N, series: 2 kN/m,
        damping: table(speed: [-2, -0.3, 0, 0.5, 2] m/s, force: [-400, -150, 0, 90, 600] N, scale: 1.2, stretch: 0.7),
    }
    spring outside: between(ground, c) { from: [-0.5, 0.2, 0.6] m, to: [-0.4, 0.3, 0.1] m, damping: 80 N*s/m, series: 900 N/m }
";

#[test]
fn dampers_in_series_agree_with_the_oracle() {
    agrees(EVERYWHERE);
}

/// The force of the damper at its speed equals the force of the spring in series.
#[test]
fn forces_in_series_are_equal() {
    let elements = "
        spring s: between(base, a) {
            from: [0.2, 0, 0.5] m, to: [0.4, 0.3, 0.1] m, damping: 300 N*s/m, series: 5 kN/m
        }
        output force: force(s)";
    for_states(&vehicle(elements), |compiled, subject, (q, v, acting)| {
        let names = compiled.state.coordinate_names(&compiled.layout);
        let place = names.iter().position(|c| *c == "s.damper").expect("a coordinate");
        assert_eq!(place, q.len() - 1);
        let rate = subject.rates(q, v, acting).q[place];
        let told = subject.outputs(q, v, acting)[0];
        assert!(
            (told + 300.0 * rate).abs() < 1e-9 * told.abs().max(1.0),
            "{told} {rate}"
        );
    });
}

/// With a constant displacement `X`, the damper creeps by `X (1 - exp(-k t / c))`, and the force decays.
#[test]
fn a_held_displacement_relaxes() {
    let compiled = compiled(
        "Creep {
            body block { mass: 4 kg, com: [0, 0, 0] m, inertia: [1, 1, 1] kg*m^2 }
            body rider { mass: 1 kg, com: [0, 1, 0] m, inertia: [1, 1, 1] kg*m^2 }
            joint slide: prismatic(ground, block) { axis: x, drive: slide }
            joint other: prismatic(ground, rider) { axis: x }
            spring s: between(ground, block) {
                from: [-1, 0, 0] m, to: [0, 0, 0] m, damping: 200 N*s/m, series: 1 kN/m
            }
            output force: force(s)
        }",
        Method::Recursive,
    );
    let mut subject = Interpreted::new(&compiled);
    let held = 0.03;
    let acting = Acting {
        drives: vec![Drive {
            position: held,
            ..Drive::default()
        }],
        ..Acting::default()
    };
    let (mut q, mut v) = (subject.design(), vec![0.0; subject.speeds()]);
    let (h, steps) = (1e-3, 400);
    for _ in 0..steps {
        runge_kutta_with(&mut subject, &mut q, &mut v, h, &acting);
    }
    let left = held * (-1000.0 / 200.0 * h * f64::from(steps)).exp();
    let damper = q[q.len() - 1];
    assert!((damper - (held - left)).abs() < 1e-9, "{damper} {left}");
    let force = subject.outputs(&q, &v, &acting)[0];
    assert!((force + 1000.0 * left).abs() < 1e-6, "{force} {left}");
}

/// The lost energy is the energy dissipated in the damper: `c x'^2`, integrated over the motion by the trapezium rule.
#[test]
fn energy_is_lost_in_the_damper_alone() {
    let text = vehicle(
        "spring s: between(base, a) {
            from: [0.2, 0, 0.5] m, to: [0.4, 0.3, 0.1] m, damping: 300 N*s/m, series: 5 kN/m
        }",
    );
    let compiled = compiled(&text, Method::Recursive);
    let mut subject = Interpreted::new(&compiled);
    let acting = Acting::default();
    let mut q = subject.design();
    let mut v: Vec<f64> = (0..subject.speeds()).map(|i| 4.0 * (i as f64 + 1.0).sin()).collect();
    subject.correct_velocity(&q, &mut v, &acting);
    let total = |subject: &mut Interpreted, q: &[f64], v: &[f64]| {
        let energy = subject.energy(q, v, &Acting::default());
        energy.kinetic + energy.gravity + energy.elastic
    };
    let place = q.len() - 1;
    let heat = |subject: &mut Interpreted, q: &[f64], v: &[f64]| {
        300.0 * subject.rates(q, v, &Acting::default()).q[place].powi(2)
    };
    let start = total(&mut subject, &q, &v);
    let (h, mut lost) = (1e-4, 0.0);
    let mut before = heat(&mut subject, &q, &v);
    for _ in 0..1000 {
        runge_kutta_with(&mut subject, &mut q, &mut v, h, &acting);
        for _ in 0..3 {
            subject.correct_position(&mut q, &acting);
        }
        subject.correct_velocity(&q, &mut v, &acting);
        let now = heat(&mut subject, &q, &v);
        lost += 0.5 * h * (before + now);
        before = now;
    }
    let end = total(&mut subject, &q, &v);
    assert!(lost > 0.1, "{lost} J");
    assert!((start - end - lost).abs() < 1e-5 * lost, "{} of {lost} J", start - end);
}
