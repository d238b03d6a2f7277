//! A vehicle with everything that acts on it, and the Jacobian of its rates.
//!
//! The part of the vehicle is exact ([`Solver::slopes`]), and so are tyres by formulas ([`Subsystem::slopes`]).
//! Everything else that acts on the vehicle (tables of tyres, a column, the air) is differentiated by central
//! differences with respect to its inputs. These inputs are motions of wheels, contacts and markers, coordinates and
//! speeds, and its own states. These differences need no evaluation of the vehicle.
//!
//! Small displacements `δz` are along the speeds: `δq = N δz`, where `N = ∂q'/∂v` are the derivatives of the rates of
//! the coordinates. So a small rotation is an angle about each axis instead of a change of four Euler parameters.

mod free;
mod jacobian;
mod kink;
mod outside;
mod vehicle;

pub use free::Free;
pub use jacobian::Jacobian;
pub(crate) use jacobian::NUMBERS_OF_A_DRIVE;
pub use kink::Sides;

use crate::dampers;
use core::fmt;
use nalgebra::{DMatrix, DVector, Vector3};
use wishbone::derivative::Argument;
use wishbone::prelude::*;
use wishbone::state::{StateVector, Whole};
use wishbone::subsystem::{belonging, rate};

/// Step of central differences, relative to the size of a number; absolute for numbers below one.
const DIFFERENCE: f64 = 1e-5;

/// Fraction of the largest force on a wheel up to which a force counts as zero: a wheel that just touches the ground.
const NEARLY: f64 = 1e-6;

/// The vehicle and its surroundings at one instant.
#[derive(Clone, Debug)]
pub struct System<S: Solver, E: Subsystem<S>> {
    /// The vehicle.
    pub solver: S,
    /// The surroundings that act on it.
    pub surroundings: E,
    /// Time of the instant [s].
    pub time: f64,
}

/// The solver has no derivatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoDerivatives {
    /// Name of the vehicle.
    pub vehicle: &'static str,
}

impl fmt::Display for NoDerivatives {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` computes no derivatives: write `derivatives: accept` in its declaration",
            self.vehicle
        )
    }
}

impl core::error::Error for NoDerivatives {}

impl<S: Solver, E: Subsystem<S>> System<S, E> {
    /// A vehicle with its surroundings at time zero.
    ///
    /// # Errors
    /// If the solver has no derivatives.
    ///
    /// # Panics
    /// If equipment was declared for a vehicle with other parts ([`belonging`]).
    pub fn new(solver: S, surroundings: E) -> Result<Self, NoDerivatives> {
        if solver.description().slopes.is_empty() {
            return Err(NoDerivatives {
                vehicle: solver.description().name,
            });
        }
        Ok(Self {
            surroundings: belonging(&solver, surroundings),
            solver,
            time: 0.0,
        })
    }

    /// Rates of all states.
    pub fn rate(&mut self, state: &Whole<S::State, E::State>) -> Whole<S::State, E::State> {
        let mut inputs = self.solver.no_inputs();
        rate(&mut self.solver, &mut self.surroundings, &mut inputs, self.time, state)
    }

    /// Whether each wheel is free of forces, up to a millionth of the largest force: such a wheel is in the air.
    pub fn in_the_air(&mut self, state: &Whole<S::State, E::State>) -> Vec<bool> {
        let mut inputs = self.solver.no_inputs();
        let _ = rate(&mut self.solver, &mut self.surroundings, &mut inputs, self.time, state);
        let forces = inputs.wheels().iter().map(|wheel| Vector3::from(wheel.force).norm());
        let forces: Vec<f64> = forces.collect();
        let largest = forces.iter().copied().fold(0.0, f64::max);
        forces.iter().map(|force| *force <= NEARLY * largest).collect()
    }

    /// The free speeds in a state at rest. They are all speeds, unless loops need iteration: then the state also
    /// contains dependent speeds.
    pub fn free(&mut self, state: &Whole<S::State, E::State>) -> Free {
        let mut inputs = self.solver.no_inputs();
        self.surroundings.drive(self.time, &state.subsystems, &mut inputs);
        self.free_under(&state.vehicle, inputs)
    }

    /// The free speeds in a state at rest, with drives at the positions of these inputs.
    pub fn free_under(&mut self, state: &S::State, mut inputs: S::Inputs) -> Free {
        let size = self.solver.description().speeds.len();
        inputs.drives().iter_mut().for_each(|drive| drive.velocity = 0.0);
        let mut projection = DMatrix::zeros(size, size);
        for (speed, mut column) in projection.column_iter_mut().enumerate() {
            let mut moving = state.clone();
            moving.speeds_mut().fill(0.0);
            moving.speeds_mut()[speed] = 1.0;
            let _ = self.solver.correct_velocity(&mut moving, &inputs);
            column.copy_from_slice(moving.speeds());
        }
        if projection == DMatrix::identity(size, size) {
            return Free {
                speeds: (0..size).collect(),
                basis: projection,
            };
        }
        Free::of(&projection)
    }

    /// Positions of the coordinates with their own rates: the lengths of dampers in series with springs.
    pub fn relaxing(&mut self, state: &Whole<S::State, E::State>) -> Vec<usize> {
        let mut inputs = self.solver.no_inputs();
        self.surroundings.drive(self.time, &state.subsystems, &mut inputs);
        dampers::in_series(&mut self.solver, &state.vehicle, &inputs)
    }

    /// `dN/dt` along the motion of the vehicle, with `N` as in [`Jacobian::motion`].
    ///
    /// Computed by central differences, which are exact except for rounding: `N` is of second degree in Euler parameters.
    pub fn turning(&mut self, state: &Whole<S::State, E::State>) -> DMatrix<f64> {
        const STEP: f64 = 1e-3;
        let mut inputs = self.solver.no_inputs();
        let rate = rate(&mut self.solver, &mut self.surroundings, &mut inputs, self.time, state);
        let [later, earlier] = [STEP, -STEP].map(|step| {
            let mut moved = state.clone();
            let coordinates = moved.vehicle.coordinates_mut().iter_mut();
            coordinates
                .zip(rate.vehicle.coordinates())
                .for_each(|(coordinate, rate)| *coordinate += step * rate);
            self.by_speeds(&moved, &inputs)
        });
        (later - earlier) / (2.0 * STEP)
    }

    /// Derivatives of the inputs of the vehicle, and of the rates of the states of the equipment, with respect to a
    /// number of the surroundings. The vehicle moves as in `state`. `set` adds its argument to the present value of
    /// the number.
    pub fn slopes_by(
        &mut self,
        state: &Whole<S::State, E::State>,
        step: f64,
        mut set: impl FnMut(&mut E, f64),
    ) -> (DVector<f64>, DVector<f64>) {
        let mut inputs = self.solver.no_inputs();
        let _ = rate(&mut self.solver, &mut self.surroundings, &mut inputs, self.time, state);
        let at = self.outside(state);
        let [up, down] = [step, -step].map(|by| {
            set(&mut self.surroundings, by);
            self.acted(&at, &inputs)
        });
        set(&mut self.surroundings, 0.0);
        let slopes = (up - down) / (2.0 * step);
        let names = self.solver.description();
        let count = Argument::SpeedRate(0).column(names) - Argument::Drive(0, 0).column(names);
        let own = slopes.len() - count;
        (slopes.rows(0, count).into_owned(), slopes.rows(count, own).into_owned())
    }
}
