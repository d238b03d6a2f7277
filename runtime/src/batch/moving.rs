//! The equation of motion of all vehicles, as an integrator sees it.

use super::inputs::Acting;
use super::{BatchSolver, Driven, LANES, StatesOf};
use crate::integrate::Equation;
use crate::subsystem::Subsystem;
use core::ptr;

/// The equation of motion during a step; `W` is the largest number of wheels of a vehicle.
pub(super) struct Moving<'a, B: BatchSolver, E: Subsystem<B::Single>, const W: usize> {
    pub batch: &'a mut B,
    pub surroundings: &'a mut [E; LANES],
    pub inputs: &'a mut Acting<B>,
    /// Time and states at the beginning of the step.
    pub begin: (f64, &'a StatesOf<B, E>),
    /// Whether the surroundings can be loaded side by side.
    pub in_lanes: bool,
    /// As in [`BatchSimulation`](super::BatchSimulation), until the first evaluation.
    pub placed: Option<Driven<B>>,
}

impl<B: BatchSolver, E: Subsystem<B::Single>, const W: usize> Equation<StatesOf<B, E>> for Moving<'_, B, E, W> {
    fn rate(&mut self, time: f64, state: &StatesOf<B, E>, rate: &mut StatesOf<B, E>) {
        let Self {
            batch,
            surroundings,
            inputs,
            begin: (begin, before),
            in_lanes,
            placed,
        } = self;
        inputs.drive(surroundings, &state.subsystems, time);
        let is_placed = placed
            .take()
            .is_some_and(|placed| time == *begin && ptr::eq(state, *before) && inputs.are_driven(&placed));
        if !is_placed {
            batch.kinematics(&state.vehicle, inputs.lanes());
        }
        let is_loaded = *in_lanes && inputs.load_in_lanes(batch, surroundings, state, time, &mut rate.subsystems);
        if !is_loaded {
            inputs.load_each::<E, W>(batch, surroundings, state, time, &mut rate.subsystems);
        }
        rate.vehicle.clone_from(batch.accelerations(inputs.lanes()));
    }
}
