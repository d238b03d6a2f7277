//! The equation of motion of all vehicles, as an integrator sees it.

use super::{BatchSolver, InLanes, LANES, StatesOf, drive, load};
use crate::integrate::Equation;
use crate::ports::InputPorts;
use crate::subsystem::Subsystem;
use core::ptr;

/// The equation of motion during a step; `W` is the largest number of wheels of a vehicle.
pub(super) struct Moving<'a, B: BatchSolver, E: Subsystem<B::Single>, const W: usize> {
    pub batch: &'a mut B,
    pub surroundings: &'a mut [E; LANES],
    pub inputs: &'a mut B::Inputs,
    /// Time and states at the beginning of the step.
    pub begin: (f64, &'a StatesOf<B, E>),
    /// As in [`BatchSimulation`](super::BatchSimulation) until the first evaluation; `None` afterwards.
    pub placed: Option<B::Inputs>,
}

impl<B: BatchSolver, E: Subsystem<B::Single>, const W: usize> Equation<StatesOf<B, E>> for Moving<'_, B, E, W> {
    fn rate(&mut self, time: f64, state: &StatesOf<B, E>, rate: &mut StatesOf<B, E>) {
        let Self {
            batch,
            surroundings,
            inputs,
            begin: (begin, before),
            placed,
        } = self;
        drive::<B, E>(surroundings, &state.subsystems, inputs, time);
        let is_placed = placed
            .take()
            .is_some_and(|placed| time == *begin && ptr::eq(state, *before) && has_same_drives::<B>(inputs, &placed));
        if !is_placed {
            batch.kinematics(&state.vehicle, inputs);
        }
        rate.subsystems = load::<B, E, W>(batch, surroundings, state, inputs, time);
        rate.vehicle.clone_from(batch.accelerations(inputs));
    }
}

/// Whether the prescribed motions of all vehicles are equal in both inputs.
fn has_same_drives<B: BatchSolver>(one: &B::Inputs, other: &B::Inputs) -> bool {
    (0..LANES).all(|lane| one.lane(lane).driven() == other.lane(lane).driven())
}
