//! The Jacobian that implicit integrators get: exact for a vehicle on tyres by formulas, and completed by differences for
//! everything else that acts.

use crate::trailing_car::{CAR, pressed};
use nalgebra::DMatrix;
use wishbone::integrate::{Equation, NotConverged};
use wishbone::prelude::*;
use wishbone::state::Vector;

/// A column by which a hand moves the rack.
const COLUMN: &str = "steering hand: column(slide) { per_turn: 50 mm, load: push }";

/// An integrator that does not advance, and examines the equation.
#[derive(Clone, Debug, Default)]
struct Look {
    /// Slopes that the equation gives, and these completed by everything else that acts.
    told: [Option<DMatrix<f64>>; 2],
    /// Slopes by differences of eighth order.
    differences: Option<DMatrix<f64>>,
}

impl<X: Vector> Integrator<X> for Look {
    const ORDER: usize = 0;

    fn advance(
        &mut self,
        equation: &mut impl Equation<X>,
        time: f64,
        state: &X,
        end: &mut X,
        _: f64,
    ) -> Result<(), NotConverged> {
        let rate = rate_of(equation, time, state);
        let mut told = DMatrix::zeros(rate.len(), rate.len());
        assert!(equation.slopes(time, state, &mut |row, column, slope| told[(row, column)] += slope));
        self.told[0] = Some(told.clone());
        equation.other_slopes(time, state, &mut |row, column, slope| told[(row, column)] += slope);
        self.told[1] = Some(told);
        let columns: Vec<Vec<f64>> = (0..rate.len())
            .map(|column| by_differences(equation, time, state, column))
            .collect();
        self.differences = Some(DMatrix::from_fn(rate.len(), rate.len(), |row, column| {
            columns[column][row]
        }));
        // The examination has changed nothing.
        assert_eq!(rate_of(equation, time, state), rate);
        end.clone_from(state);
        Ok(())
    }

    fn restart(&mut self) {}

    fn take_back(&mut self) {}
}

fn numbers<X: Vector>(vector: &X) -> Vec<f64> {
    let mut numbers = Vec::new();
    vector.clone().each(&mut |number| numbers.push(*number));
    numbers
}

fn rate_of<X: Vector>(equation: &mut impl Equation<X>, time: f64, state: &X) -> Vec<f64> {
    let mut rate = X::zero();
    equation.rate(time, state, &mut rate);
    numbers(&rate)
}

/// Slopes of the rate with respect to the number at a position, by central differences of eighth order.
fn by_differences<X: Vector>(equation: &mut impl Equation<X>, time: f64, state: &X, place: usize) -> Vec<f64> {
    let weights = [4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0];
    // Small compared with the millimetres by which a carcass yields.
    let step = 3e-5;
    let mut at = |by: f64| {
        let (mut moved, mut next) = (state.clone(), 0);
        moved.each(&mut |number| {
            if next == place {
                *number += by * step;
            }
            next += 1;
        });
        rate_of(equation, time, &moved)
    };
    let pairs = [1.0, 2.0, 3.0, 4.0].map(|k| [at(k), at(-k)]);
    let difference = |row: usize| {
        let terms = pairs.iter().zip(weights);
        terms
            .map(|([up, down], weight)| weight * (up[row] - down[row]))
            .sum::<f64>()
            / step
    };
    (0..pairs[0][0].len()).map(difference).collect()
}

/// The slopes that an integrator of the car sees.
fn looked(declaration: &str) -> Look {
    let (engine, fitted, vehicle, subsystems) = pressed(declaration);
    let mut look = Look::default();
    let mut moving = Simulation::new(engine, fitted, look.clone());
    moving.set_state(vehicle);
    moving.set_subsystems(subsystems);
    let _ = moving.step(1e-3);
    look.clone_from(moving.integrator());
    look
}

/// Largest difference between a given slope and its difference quotient, relative to the largest slope of the row.
fn apart(told: Option<&DMatrix<f64>>, look: &Look) -> f64 {
    let (Some(told), Some(differences)) = (told, &look.differences) else {
        panic!("it has not looked");
    };
    let of_row = |row: usize| (told.row(row) - differences.row(row)).amax() / differences.row(row).amax().max(1.0);
    (0..told.nrows()).map(of_row).fold(0.0, f64::max)
}

#[test]
fn a_car_on_tyres_tells_its_jacobian_exactly() {
    let look = looked(&CAR.replace(COLUMN, ""));
    let found = apart(look.told[0].as_ref(), &look);
    assert!(found < 1e-9, "{found}");
    let found = apart(look.told[1].as_ref(), &look);
    assert!(found < 1e-9, "{found}");
}

#[test]
fn what_else_acts_is_completed_by_differences_of_it_alone() {
    let look = looked(CAR);
    let found = apart(look.told[0].as_ref(), &look);
    assert!(found > 1e-2, "the column is known: {found}");
    let found = apart(look.told[1].as_ref(), &look);
    assert!(found < 1e-8, "{found}");
}
