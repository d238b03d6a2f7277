//! Linear systems at the kink of a damper with two rates: they are the mean of both sides, whatever rounding errors
//! remain in the rest.

use nalgebra::{Complex, Matrix4};
use wishbone::prelude::*;
use wishbone::state::{StateVector, Whole};
use wishbone_compiler::pipeline::compile_text;
use wishbone_engine::equipment::{self, Fitted, Road};
use wishbone_engine::{Engine, Numbers};
use wishbone_studies::equilibrium;
use wishbone_studies::linear::Linear;
use wishbone_studies::modes::eigenvalues;
use wishbone_studies::steps::{Method, largest};
use wishbone_studies::whole::System;

/// Masses [kg], rates [N/m] and damping [N s/m] of body and tyre, damping in compression and rebound.
const MASSES: [f64; 2] = [350.0, 45.0];
const RATES: [f64; 2] = [22e3, 190e3];
const TYRE_DAMPING: f64 = 100.0;
const DAMPING: [f64; 2] = [900.0, 2700.0];

const QUARTER: &str = "Quarter {
    derivatives: accept
    body chassis { mass: 350 kg, com: [0, 0, 0.6] m, inertia: [1, 1, 1] kg*m^2 }
    body carrier { mass: 45 kg, com: [0, 0, 0.3] m, inertia: [1, 1, 1] kg*m^2 }
    joint heave: prismatic(ground, chassis) { axis: z }
    joint hop: prismatic(chassis, carrier) { axis: z }
    spring coil: between(chassis, carrier) {
        from: [0, 0, 0.8] m, to: [0, 0, 0.3] m, rate: 22 kN/m, free_length: 0.656 m,
        damping: split(compression: 0.9 kN*s/m, rebound: 2.7 kN*s/m)
    }
    wheel tyre: on(carrier) { centre: [0, 0, 0.3] m, radius: 0.3 m }
    tyre standard: linear(all) { stiffness: 190 kN/m, damping: 100 N*s/m, response: steady }
}";

type State = Whole<Numbers, <Fitted as Subsystem<Engine>>::State>;

/// The vehicle at rest.
fn rest(declaration: &str) -> (System<Engine, Fitted>, State) {
    let compiled = compile_text(declaration).unwrap_or_else(|found| panic!("{found:?}"));
    let engine = Engine::new(&compiled);
    let fitted = equipment::fitted(&compiled, engine.description(), &Road::new(Flat)).expect("there is room");
    let own = Subsystem::<Engine>::initial(&fitted);
    let mut system = System::new(engine.clone(), fitted).expect("it has derivatives");
    let rest = equilibrium::of(&mut system, engine.design_state(), own.clone()).expect("it rests");
    let state = Whole {
        vehicle: rest.state,
        subsystems: own,
    };
    (system, state)
}

/// Eigenvalues above the real axis of the quarter car with this damping, with the slowest first.
fn closed_form(damping: f64) -> Vec<Complex<f64>> {
    let ([body, wheel], [spring, tyre]) = (MASSES, RATES);
    #[rustfmt::skip]
    let a = Matrix4::new(
        0.0, 0.0, 1.0, 0.0,
        0.0, 0.0, 0.0, 1.0,
        -spring / body, spring / body, -damping / body, damping / body,
        spring / wheel, -(spring + tyre) / wheel, damping / wheel, -(damping + TYRE_DAMPING) / wheel,
    );
    let found = a.complex_eigenvalues();
    let mut found: Vec<_> = found.iter().copied().filter(|value| value.im > 0.0).collect();
    found.sort_by(|one, other| one.norm().total_cmp(&other.norm()));
    found
}

fn assert_near(found: &[Complex<f64>], expected: &[Complex<f64>]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!(
            (found - expected).norm() < 1e-5 * expected.norm(),
            "{found} and {expected}"
        );
    }
}

/// A damper with the mean of both rates does equal work in a small harmonic motion. The side that rounding chose has no
/// influence.
#[test]
fn a_damper_with_two_rates_counts_with_their_mean() {
    let (mut system, rest) = rest(QUARTER);
    let [compression, rebound] = DAMPING;
    let mean = closed_form((compression + rebound) / 2.0);
    for rounding in [0.0, 1e-10, -1e-10] {
        let mut state = rest.clone();
        state
            .vehicle
            .speeds_mut()
            .iter_mut()
            .for_each(|speed| *speed += rounding);
        let linear = Linear::about(&mut system, &state).expect("it rests");
        assert_near(&eigenvalues(&linear.a), &mean);
    }
}

/// On the first side the wheel rises, and the damper is compressed.
#[test]
fn each_side_has_its_own_modes() {
    let (mut system, state) = rest(QUARTER);
    let linear = Linear::about(&mut system, &state).expect("it rests");
    assert_eq!(linear.kinked(), ["heave", "hop"]);
    let sides = linear.modes_aside();
    for (found, damping) in sides.iter().zip(DAMPING) {
        let found: Vec<Complex<f64>> = found.iter().map(|found| found.expect("it is followed")).collect();
        assert_near(&found, &closed_form(damping));
    }
    let strongest = closed_form(DAMPING[1]);
    let steps = strongest
        .iter()
        .filter_map(|&value| largest(Method::AdamsBashforth3, value));
    let step = steps.fold(f64::INFINITY, f64::min);
    let found = linear.largest_step(Method::AdamsBashforth3).expect("all modes decay");
    assert!((found / step - 1.0).abs() < 1e-5, "{found} and {step}");
}

/// A damper with one rate has no kink, so that both sides are equal to rounding.
#[test]
fn without_a_kink_there_is_one_system() {
    let smooth = QUARTER.replace("split(compression: 0.9 kN*s/m, rebound: 2.7 kN*s/m)", "1.8 kN*s/m");
    let (mut system, state) = rest(&smooth);
    let linear = Linear::about(&mut system, &state).expect("it rests");
    assert!(linear.kinked().is_empty());
    assert_near(&eigenvalues(&linear.a), &closed_form(1800.0));
}

/// A stiff part has slopes by displacements of another unit and size. It hides no kink of a damper.
#[test]
fn a_stiff_part_hides_no_kink() {
    let stiff = QUARTER.replace("stiffness: 190 kN/m", "stiffness: 190 MN/m");
    let (mut system, state) = rest(&stiff);
    let linear = Linear::about(&mut system, &state).expect("it rests");
    assert_eq!(linear.kinked(), ["heave", "hop"]);
}
