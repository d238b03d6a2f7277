//! Slopes of tyres in the Jacobian of a whole car: exact ones stand where differences stand.

use nalgebra::DMatrix;
use wishbone::prelude::*;
use wishbone::start;
use wishbone::state::Whole;
use wishbone::terrain::Ground;
use wishbone_compiler::pipeline::compile_text;
use wishbone_engine::Engine;
use wishbone_engine::equipment::{self, Road};
use wishbone_studies::whole::System;

/// A car on trailing arms, its front wheels steered by a king pin, with a column that has states of its own before those of the tyres.
const CAR: &str = include_str!("vehicles/trailing_car.txt");

/// Surroundings that tell no slopes.
#[derive(Clone)]
struct Silent<E>(E);

impl<E: Subsystem<Engine>> Subsystem<Engine> for Silent<E> {
    type State = E::State;

    fn initial(&self) -> E::State {
        self.0.initial()
    }

    fn drive(&mut self, time: f64, state: &E::State, inputs: &mut <Engine as Solver>::Inputs) {
        self.0.drive(time, state, inputs);
    }

    fn ground(&self, time: f64, point: [f64; 3]) -> Option<Ground> {
        self.0.ground(time, point)
    }

    fn load(&mut self, now: &Now<'_, E::State>, inputs: &mut <Engine as Solver>::Inputs) -> E::State {
        self.0.load(now, inputs)
    }
}

#[test]
fn exact_slopes_of_tyres_stand_where_differences_stand() {
    let compiled = compile_text(CAR).unwrap_or_else(|found| panic!("{found:?}"));
    let engine = Engine::new(&compiled);
    let fitted = equipment::fitted(&compiled, engine.description(), &Road::new(Flat)).expect("there is room");
    let radii = equipment::radii(&compiled);
    let lifted = start::lifted(&engine, &radii).expect("it is free");
    let mut vehicle = start::rolling_on(&engine, &radii, &lifted, 20.0).expect("it rolls");
    // Pressed into the road by 20 mm, drifting, turning and slipping.
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
    assert!(
        count > 4,
        "{count} states: deflections of the front tyres, and the column's before them"
    );
    let state = Whole { vehicle, subsystems };
    let exact = System::new(engine.clone(), fitted.clone())
        .expect("it has derivatives")
        .jacobian(&state);
    let differences = System::new(engine, Silent(fitted))
        .expect("it has derivatives")
        .jacobian(&state);
    let pairs: [(&str, &DMatrix<f64>, &DMatrix<f64>); 8] = [
        ("v_z", &exact.v_z, &differences.v_z),
        ("v_v", &exact.v_v, &differences.v_v),
        ("v_y", &exact.v_y, &differences.v_y),
        ("y_z", &exact.y_z, &differences.y_z),
        ("y_v", &exact.y_v, &differences.y_v),
        ("y_y", &exact.y_y, &differences.y_y),
        ("u_wheels", &exact.u_wheels, &differences.u_wheels),
        ("y_wheels", &exact.y_wheels, &differences.y_wheels),
    ];
    for (name, exact, differences) in pairs {
        let (apart, size) = ((exact - differences).amax(), exact.amax());
        assert!(apart < 1e-6 * size, "{name}: {apart} of {size}");
        assert!(apart > 0.0, "{name} is not exact anywhere");
    }
}
