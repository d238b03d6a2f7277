//! Slopes of tyres in the Jacobian of a whole car: the exact slopes are at the positions of the differences.

use crate::trailing_car::{CAR, pressed};
use nalgebra::DMatrix;
use wishbone::acting::{Acting, Reading};
use wishbone::control::Controls;
use wishbone::prelude::*;
use wishbone::state::{StateVector, Vector, Whole};
use wishbone::terrain::Ground;
use wishbone_engine::Engine;
use wishbone_studies::whole::System;

/// Surroundings that give no slopes.
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
    let (engine, fitted, vehicle, subsystems) = pressed(CAR);
    let mut count = 0;
    subsystems.clone().each(&mut |_| count += 1);
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

/// A driver who holds the brake.
#[derive(Clone)]
struct Braking;

impl Subsystem<Engine> for Braking {
    type State = ();

    fn controls(&self) -> Option<Controls> {
        Some(Controls {
            brake: 0.7,
            ..Controls::default()
        })
    }
}

/// A pressure that falls when the brake is pressed: `p' = -brake p²`, with its exact slope.
#[derive(Clone)]
struct Pressure;

impl Subsystem<Engine> for Pressure {
    type State = f64;

    fn load(&mut self, now: &Now<'_, f64>, _: &mut <Engine as Solver>::Inputs) -> f64 {
        -now.controls.brake * now.state * now.state
    }

    fn slopes(&self, now: &Now<'_, f64>, tell: &mut dyn FnMut(Acting, Reading, f64)) {
        tell(
            Acting::Rate(0),
            Reading::State(0),
            -2.0 * now.controls.brake * now.state,
        );
    }
}

/// Slopes that a part gives use the pedals of the driver before it, in a study and in a simulation.
#[test]
fn slopes_see_the_pedals() {
    let (engine, _, vehicle, _) = pressed(CAR);
    let around = (Braking, Pressure);
    let state = Whole {
        vehicle,
        subsystems: ((), 0.5),
    };
    let jacobian = System::new(engine.clone(), around.clone())
        .expect("it has derivatives")
        .jacobian(&state);
    assert!((jacobian.y_y[(0, 0)] + 0.7).abs() < 1e-12, "{}", jacobian.y_y);
    let mut simulation = Simulation::new(engine, around, RungeKutta4);
    let last = state.vehicle.coordinates().len() + state.vehicle.speeds().len();
    simulation.place(0.0, state);
    let mut found = 0.0;
    let is_told = simulation.slopes(&mut |row, column, slope| {
        if (row, column) == (last, last) {
            found += slope;
        }
    });
    assert!(is_told && (found + 0.7).abs() < 1e-12, "{found}");
}
