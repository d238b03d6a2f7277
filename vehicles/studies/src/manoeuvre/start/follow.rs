//! Moves a mechanism from the positions of its design to given positions.
//!
//! Loops that are far from closed may close on another branch of the mechanism. Joints of loops are moved in small
//! moves, so that the mechanism stays on its branch.

use super::given::{Given, reached, towards};
use wishbone::prelude::*;
use wishbone::stabilise::Projection;
use wishbone::state::StateVector;

/// Gap [m, rad] up to which loops are closed at once; loops with larger gaps are closed in moves.
const NEARLY_CLOSED: f64 = 0.01;
/// Gap [m, rad] above which a joint opens a loop.
const OPEN: f64 = 1e-8;
/// Largest move of a joint in a loop [m, rad], and the largest number of moves.
const MOVE: f64 = 0.01;
const MOVES: f64 = 10_000.0;

/// Gives coordinates these values, and closes the loops. Where a coordinate follows from others, these are moved.
///
/// # Errors
/// Returns a message if the loops do not close, if no choice of joints, or more than one choice, determines the
/// coordinates, or if they are out of reach.
pub(super) fn follow<S: Solver>(
    solver: &mut S,
    state: &mut S::State,
    inputs: &S::Inputs,
    given: &[Given],
) -> Result<(), String> {
    let close = |solver: &mut S, state: &mut S::State| {
        let closed = solver.close(state, inputs, &Projection::ASSEMBLY);
        closed.map(|_| ()).map_err(|reason| reason.to_string())
    };
    let mut begin = state.clone();
    place(state, given, &begin, 1.0);
    if gap(solver, state, inputs) > NEARLY_CLOSED {
        close(solver, &mut begin)?;
        let (in_loops, free): (Vec<Given>, Vec<Given>) =
            given.iter().partition(|given| opens(solver, &begin, inputs, **given));
        let design = begin.clone();
        place(&mut begin, &free, &design, 1.0);
        *state = begin.clone();
        let moves = moves(&in_loops, &begin);
        for move_ in 1..=moves {
            let mut placed = state.clone();
            place(&mut placed, &in_loops, &begin, f64::from(move_) / f64::from(moves));
            let on_the_way: Vec<Given> = in_loops
                .iter()
                .map(|(at, _)| (*at, placed.coordinates()[*at]))
                .collect();
            // Numbers that fit together at the end need not fit on the way.
            if !towards(solver, state, inputs, &on_the_way) {
                *state = placed;
                close(solver, state)?;
            }
        }
    } else {
        close(solver, state)?;
        let _ = towards(solver, state, inputs, given);
    }
    reached(solver, [&begin, state], inputs, given)
}

/// Sets the coordinates to a fraction of their way from `begin`; the last fraction sets the given values exactly, to
/// the bit.
fn place<X: StateVector>(state: &mut X, given: &[Given], begin: &X, part: f64) {
    for (at, wanted) in given {
        state.coordinates_mut()[*at] = wanted - (1.0 - part) * (wanted - begin.coordinates()[*at]);
    }
}

/// Largest gap of the loops [m, rad].
fn gap<S: Solver>(solver: &mut S, state: &S::State, inputs: &S::Inputs) -> f64 {
    let gap = solver.correct_position(&mut state.clone(), inputs).size;
    if gap.is_nan() { f64::INFINITY } else { gap }
}

/// Whether a change of this coordinate opens a loop.
fn opens<S: Solver>(solver: &mut S, state: &S::State, inputs: &S::Inputs, given: Given) -> bool {
    let mut moved = state.clone();
    place(&mut moved, &[given], state, 1.0);
    gap(solver, &moved, inputs) > OPEN
}

/// Number of moves in which the coordinates go from `begin` to their values.
fn moves<X: StateVector>(given: &[Given], begin: &X) -> u32 {
    let ways = given
        .iter()
        .map(|(at, wanted)| (wanted - begin.coordinates()[*at]).abs());
    (ways.fold(0.0, f64::max) / MOVE).ceil().clamp(1.0, MOVES) as u32
}
