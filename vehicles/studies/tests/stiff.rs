//! A car whose arms hang on bushings runs at 1 ms with implicit integrators, and not with explicit ones.

use std::sync::OnceLock;
use wishbone::integrate::{DormandPrince, GeneralisedAlpha, Heap, Rosenbrock, Sbdf2};
use wishbone::prelude::*;
use wishbone::start;
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::pipeline::compile_text;
use wishbone_engine::equipment::{self, Course, Fitted, Road};
use wishbone_engine::{Engine, Numbers};
use wishbone_studies::equilibrium;
use wishbone_studies::whole::System;

const CAR: &str = include_str!("vehicles/bushed_car.txt");

/// The step that is wanted [s].
const STEP: f64 = 1e-3;
/// Duration of the step steer [s].
const DURATION: f64 = 0.6;

/// The car, and its state rolling straight on at 20 m/s.
struct Car {
    engine: Engine,
    fitted: Fitted,
    rolling: Numbers,
}

impl Car {
    fn new() -> &'static Self {
        static CAR_AT_SPEED: OnceLock<Car> = OnceLock::new();
        CAR_AT_SPEED.get_or_init(|| {
            let compiled =
                compile_text(CAR).unwrap_or_else(|found| panic!("{}", render(&found, "bushed_car.txt", CAR)));
            let engine = Engine::new(&compiled);
            let radii = equipment::radii(&compiled);
            let resting = equipment::resting(&compiled, engine.description()).expect("there is room");
            let own = Subsystem::<Engine>::initial(&resting);
            let lifted = start::lifted(&engine, &radii).expect("it is free");
            let near = start::let_go(&engine, lifted, resting.clone(), 0.5).expect("it sinks");
            let mut system = System::new(engine.clone(), resting).expect("it has derivatives");
            let rest = equilibrium::of(&mut system, near, own).expect("it rests");
            let rolling = start::rolling_on(&engine, &radii, &rest.state, 20.0).expect("it rolls");
            let names = engine.description();
            let mut fitted = equipment::fitted(&compiled, names, &Road::new(Flat)).expect("there is room");
            let turn = Ramp {
                start: 0.1,
                duration: 0.1,
                amplitude: 1.05,
            };
            fitted.steering = equipment::steered(&compiled, names, Course::new(turn)).expect("it has a steering");
            Self {
                engine,
                fitted,
                rolling,
            }
        })
    }

    /// A step of the steering wheel by 60 degrees within 0.1 s, from 0.1 s on.
    fn steered<I: Integrator<StateOf<Engine, Fitted>>>(&self, integrator: I) -> Simulation<Engine, Fitted, I> {
        let mut simulation = Simulation::new(self.engine.clone(), self.fitted.clone(), integrator);
        simulation.set_state(self.rolling.clone());
        let _ = simulation.assemble().expect("it is assembled");
        simulation
    }
}

/// Yaw rate [rad/s], lateral acceleration [m/s²], roll rate [rad/s] and height [m] of the chassis, loads on the wheels [N].
fn seen<I: Integrator<StateOf<Engine, Fitted>>>(simulation: &mut Simulation<Engine, Fitted, I>) -> [f64; 8] {
    let chassis = simulation.bodies()[0];
    let [one, two, three, four] = [0, 1, 2, 3].map(|wheel| simulation.inputs.wheels[wheel].force[2]);
    let [roll_rate, _, yaw_rate] = chassis.angular_velocity;
    [
        yaw_rate,
        chassis.acceleration[1],
        roll_rate,
        chassis.com[2],
        one,
        two,
        three,
        four,
    ]
}

/// Every 10 ms.
fn history<I: Integrator<StateOf<Engine, Fitted>>>(integrator: I) -> Vec<[f64; 8]> {
    let mut simulation = Car::new().steered(integrator);
    let count = (DURATION / STEP).round() as usize;
    let mut rows = Vec::new();
    for step in 1..=count {
        let _ = simulation.step(STEP).unwrap_or_else(|refused| panic!("{refused}"));
        if step % 10 == 0 {
            rows.push(seen(&mut simulation));
        }
    }
    rows
}

/// The same by adaptive steps with a tight tolerance.
fn reference() -> &'static [[f64; 8]] {
    static ROWS: OnceLock<Vec<[f64; 8]>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let mut simulation = Car::new().steered(DormandPrince::new(Tolerance::of(1e-7)));
        let count = (DURATION / (10.0 * STEP)).round() as usize;
        let rows = (1..=count).map(|row| {
            let end = 10.0 * STEP * row as f64;
            simulation.run_to(end).unwrap_or_else(|refused| panic!("{refused}"));
            seen(&mut simulation)
        });
        rows.collect()
    })
}

/// Largest error of each number by the span of its values in the reference.
fn errors(found: &[[f64; 8]]) -> [f64; 8] {
    let reference = reference();
    std::array::from_fn(|k| {
        let values = reference.iter().map(|row| row[k]);
        let span = values.clone().fold(f64::MIN, f64::max) - values.clone().fold(f64::MAX, f64::min);
        let errors = found.iter().zip(values).map(|(row, exact)| (row[k] - exact).abs());
        errors.fold(0.0, f64::max) / span
    })
}

fn assert_follows<I: Integrator<StateOf<Engine, Fitted>>>(what: &str, integrator: I, allowed: f64) {
    let found = errors(&history(integrator));
    println!("{what}: {found:.6?}");
    assert!(found.iter().all(|error| *error < allowed), "{what}: {found:.6?}");
}

#[test]
fn explicit_integrators_are_refused() {
    fn refused<I: Integrator<StateOf<Engine, Fitted>>>(integrator: I) -> Refused {
        let mut simulation = Car::new().steered(integrator);
        let refused = (0..100).find_map(|_| simulation.step(STEP).err());
        refused.expect("it grows within 0.1 s")
    }
    for refused in [refused(AdamsBashforth3::new()), refused(RungeKutta4)] {
        println!("{refused}");
    }
}

#[test]
fn implicit_integrators_follow_the_reference() {
    let peak = reference().iter().map(|row| row[1]).fold(0.0, f64::max);
    println!("{peak}");
    assert_follows("Sbdf2", Sbdf2::<_, Heap>::new(), 1.0);
    assert_follows("Sbdf2, 20 steps", Sbdf2::<_, Heap>::new().every(20), 1.0);
    assert_follows(
        "alpha 0.8, 20 steps",
        GeneralisedAlpha::<_, Heap>::new(0.8, Tolerance::of(1e-6)).every(20),
        1.0,
    );
    assert_follows("Rosenbrock", Rosenbrock::<_, Heap>::new(Tolerance::of(1e-6)), 1.0);
}
