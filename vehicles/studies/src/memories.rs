//! Fast states of equipment: pads of pressed brakes, a slipping clutch, a limited slip that sticks, delays, relaxing
//! tyres.
//!
//! While the motion of the vehicle is constant, small changes of the states `y` of its equipment follow `δy' = (∂f/∂y) δy`. A step
//! of an explicit method must be stable for every eigenvalue of this matrix that does not grow.

use crate::modes;
use crate::relaxed::Seen;
use crate::steps::{Method, largest};
use nalgebra::{Complex, DMatrix, DVector};
use wishbone::prelude::*;
use wishbone::state::Vector;
use wishbone::subsystem::Joints;

/// Step of central differences, relative to the size of a number; absolute for numbers below one.
const DIFFERENCE: f64 = 1e-6;

/// The largest stable step of a part.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    /// The largest stable step [s].
    pub step: f64,
    /// The state that limits the step: `pad deflection of front_left.wheel`.
    pub part: String,
    /// Eigenvalue of this state [1/s].
    pub eigenvalue: Complex<f64>,
}

impl Limit {
    /// The limit of a method for a matrix of states with these names; `None` if nothing decays or oscillates.
    pub fn of(matrix: &DMatrix<f64>, names: &[String], method: Method) -> Option<Self> {
        if matrix.is_empty() || !matrix.iter().all(|entry| entry.is_finite()) {
            return None;
        }
        let all = modes::eigenvalues(matrix).into_iter();
        let limits = all.filter_map(|value| Some((largest(method, value)?, value)));
        let (step, eigenvalue) = limits.min_by(|one, other| one.0.total_cmp(&other.0))?;
        let (state, _) = modes::with(matrix, eigenvalue).largest(1).into_iter().next()?;
        Some(Self {
            step,
            part: names.get(state).cloned().unwrap_or_default(),
            eigenvalue,
        })
    }

    /// The stricter one of two limits.
    pub fn stricter(one: Option<Self>, other: Option<Self>) -> Option<Self> {
        one.into_iter()
            .chain(other)
            .min_by(|one, other| one.step.total_cmp(&other.step))
    }
}

/// Derivatives of the rates of the states of equipment with respect to these states, for a constant motion of the
/// vehicle, and a name for each state. If a state has an index, it belongs to the wheel with this position in `wheels`.
pub fn slopes<S, E>(
    equipment: &mut E,
    seen: &Seen<S::State>,
    inputs: &S::Inputs,
    state: &E::State,
    wheels: &[&str],
) -> (DMatrix<f64>, Vec<String>)
where
    S: Solver,
    E: Subsystem<S>,
{
    let (mut inputs, mut size) = (inputs.clone(), 0);
    state.clone().each(&mut |_| size += 1);
    let mut rate = |at: &E::State| {
        let now = Now {
            time: 0.0,
            state: at,
            wheels: &seen.wheels,
            markers: &seen.markers,
            joints: Joints::of(&seen.vehicle),
            controls: seen.controls,
        };
        let mut numbers = Vec::new();
        equipment.load(&now, &mut inputs).each(&mut |x| numbers.push(*x));
        numbers.resize(size, 0.0);
        DVector::from_vec(numbers)
    };
    let mut matrix = DMatrix::zeros(size, size);
    for column in 0..size {
        let mut moved = |by: f64| {
            let (mut at, mut place, mut step) = (state.clone(), 0, 0.0);
            at.each(&mut |x| {
                if place == column {
                    step = by * x.abs().max(1.0);
                    *x += step;
                }
                place += 1;
            });
            (rate(&at), step)
        };
        let ((up, above), (down, below)) = (moved(DIFFERENCE), moved(-DIFFERENCE));
        matrix.set_column(column, &((up - down) / (above - below)));
    }
    (matrix, state_names::<S, E>(equipment, state, wheels))
}

/// A name for each state of equipment: `pad deflection of front_left.tyre`; empty if the equipment has no name for it.
pub fn state_names<S: Solver, E: Subsystem<S>>(equipment: &E, state: &E::State, wheels: &[&str]) -> Vec<String> {
    let (mut names, mut size) = (Vec::new(), 0);
    state.clone().each(&mut |_| size += 1);
    equipment.states(state, &mut |quantity| {
        let name = quantity.name.replace('_', " ");
        names.push(match quantity.index.map(|index| (index, wheels.get(index))) {
            Some((_, Some(wheel))) => format!("{name} of {wheel}"),
            Some((index, None)) => format!("{name} {index}"),
            None => name,
        });
    });
    names.resize(size, String::new());
    names
}
