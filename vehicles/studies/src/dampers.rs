//! Dampers in series with springs. The length of such a damper is a coordinate with its own rate: it follows the force
//! of the spring, and changes without any speed of a body.

use wishbone::prelude::*;
use wishbone::state::StateVector;

/// End of the name of such a coordinate.
const NAME: &str = ".damper";
/// Change of a coordinate by which it is recognised [m].
const CHANGED: f64 = 1e-6;
/// Step of differences [m].
const APART: f64 = 1e-6;
/// Longest step [m], and largest number of steps.
const LONGEST: f64 = 0.02;
const STEPS: usize = 40;
/// Step after which a damper is where it was wanted [m].
const REACHED: f64 = 1e-12;

/// Positions of these coordinates: a change of such a coordinate changes its rate at rest.
pub(crate) fn in_series<S: Solver>(solver: &mut S, state: &S::State, inputs: &S::Inputs) -> Vec<usize> {
    let names = solver.description().coordinates;
    let candidates = (0..names.len()).filter(|&place| names[place].ends_with(NAME));
    let mut still = state.clone();
    still.speeds_mut().fill(0.0);
    let relaxes = |place: &usize| {
        let mut moved = still.clone();
        moved.coordinates_mut()[*place] += CHANGED;
        rate(solver, &moved, inputs, *place) != rate(solver, &still, inputs, *place)
    };
    candidates.filter(relaxes).collect()
}

/// Moves one of these dampers until its length changes at this rate [m/s], by Newton's method with differences. With a
/// rate of zero the spring has no force, as after a long time in this position.
///
/// # Errors
/// If the damper does not get there: its name.
pub(crate) fn follow<S: Solver>(
    solver: &mut S,
    state: &mut S::State,
    inputs: &S::Inputs,
    (place, wanted): (usize, f64),
) -> Result<(), &'static str> {
    let is_there = (0..STEPS).any(|_| {
        let at = state.coordinates()[place];
        let mut off = |coordinate: f64| {
            state.coordinates_mut()[place] = coordinate;
            rate(solver, state, inputs, place) - wanted
        };
        let here = off(at);
        let slope = (off(at + APART) - off(at - APART)) / (2.0 * APART);
        let step = match here == 0.0 {
            true => 0.0,
            false => (-here / slope).clamp(-LONGEST, LONGEST),
        };
        state.coordinates_mut()[place] = if step.is_nan() { at } else { at + step };
        step.abs() < REACHED
    });
    match is_there {
        true => Ok(()),
        false => Err(solver.description().coordinates[place]),
    }
}

/// Lets dampers at these places come to rest where the bodies are.
///
/// # Errors
/// If a damper does not come to rest: its name.
pub(crate) fn relax<S: Solver>(
    solver: &mut S,
    state: &mut S::State,
    inputs: &S::Inputs,
    places: &[usize],
) -> Result<(), &'static str> {
    let mut each = places.iter();
    each.try_for_each(|&place| follow(solver, state, inputs, (place, 0.0)))
}

fn rate<S: Solver>(solver: &mut S, state: &S::State, inputs: &S::Inputs, place: usize) -> f64 {
    solver.kinematics(state, inputs);
    solver.accelerations(inputs).coordinates()[place]
}
