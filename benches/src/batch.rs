//! Time per vehicle in a batch.

use crate::clock::{Times, time};
use crate::subject::{STATES, Subject};
use std::hint::black_box;
use wishbone::batch::{BatchSolver, InLanes, LANES};
use wishbone::solver::Solver;
use wishbone::state::Vector;

/// Time of an evaluation per vehicle of a batch, over the states of the single solver.
pub fn evaluation<B: BatchSolver + Default>() -> Times
where
    B::Single: Default + Clone,
{
    let (mut batch, groups) = (B::default(), groups::<B>());
    time(STATES, || {
        for (state, inputs) in &groups {
            let (state, inputs) = (black_box(state), black_box(inputs));
            batch.kinematics(state, inputs);
            black_box(batch.accelerations(inputs));
        }
    })
}

/// The states of the single solver with their inputs, grouped in batches.
pub fn groups<B: BatchSolver>() -> Vec<(B::State, B::Inputs)>
where
    B::Single: Default + Clone,
{
    let subject = Subject::of(B::Single::default());
    subject.states.chunks(LANES).map(group::<B>).collect()
}

/// State and inputs of one vehicle of a batch.
type Scene<B> = (
    <<B as BatchSolver>::Single as Solver>::State,
    <<B as BatchSolver>::Single as Solver>::Inputs,
);

/// A batch of these vehicles.
fn group<B: BatchSolver>(singles: &[Scene<B>]) -> (B::State, B::Inputs) {
    let (mut states, mut inputs) = (B::State::zero(), B::Inputs::default());
    for (lane, (state, acting)) in singles.iter().enumerate() {
        states.set_lane(lane, state);
        inputs.set_lane(lane, acting);
    }
    (states, inputs)
}
