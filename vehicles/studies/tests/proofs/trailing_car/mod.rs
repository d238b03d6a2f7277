//! A car on trailing arms whose tyres give their slopes, in a state in which all these slopes matter.

use wishbone::prelude::*;
use wishbone::start;
use wishbone::state::Vector;
use wishbone_compiler::pipeline::compile_text;
use wishbone_engine::equipment::{self, Fitted, Road};
use wishbone_engine::{Engine, Numbers};

/// The car. Its front tyres are relaxed, and the column of its rack has its own states, which come before the states of
/// the tyres.
pub const CAR: &str = include_str!("trailing_car.txt");

/// A declared car with its equipment, pressed into the road by 20 mm, which drifts, turns and slips.
pub fn pressed(declaration: &str) -> (Engine, Fitted, Numbers, <Fitted as Subsystem<Engine>>::State) {
    let compiled = compile_text(declaration).unwrap_or_else(|found| panic!("{found:?}"));
    let engine = Engine::new(&compiled);
    let fitted: Fitted = equipment::fitted(&compiled, engine.description(), &Road::new(Flat)).expect("there is room");
    let radii = equipment::radii(&compiled);
    let lifted = start::lifted(&engine, &radii).expect("it is free");
    let mut vehicle: Numbers =
        start::rolling_on(&engine, &radii, (&lifted, &engine.no_inputs()), 20.0).expect("it rolls");
    let place = |names: &[&str], name: &str| names.iter().position(|own| *own == name).expect("it is there");
    let names = engine.description();
    vehicle.q[place(names.coordinates, "motion.z")] -= 0.02;
    vehicle.v[place(names.speeds, "motion.vy")] += 0.5;
    vehicle.v[place(names.speeds, "motion.wz")] += 0.2;
    vehicle.v[place(names.speeds, "left.rear.spin")] += 1.0;
    let mut subsystems = Subsystem::<Engine>::initial(&fitted);
    let mut count = 0;
    subsystems.each(&mut |state| {
        count += 1;
        *state += 1e-3 * f64::from(count);
    });
    (engine, fitted, vehicle, subsystems)
}
