//! The equation of motion of all vehicles, as an integrator sees it.

use super::{BatchPorts, BatchSolver, Driven, Each, LANES, StatesOf, drive, load};
use crate::integrate::Equation;
use crate::ports::{InputPorts, WheelMotion};
use crate::subsystem::Subsystem;
use core::ptr;

/// The equation of motion during a step; `W` is the largest number of wheels of a vehicle.
pub(super) struct Moving<'a, B: BatchSolver, E: Subsystem<B::Single>, const W: usize> {
    pub batch: &'a mut B,
    pub surroundings: &'a mut [E; LANES],
    pub inputs: &'a mut Each<B>,
    /// The inputs side by side.
    pub lanes: &'a mut B::Inputs,
    /// The wheels of each vehicle.
    pub wheels: &'a mut [[WheelMotion; W]; LANES],
    /// Time and states at the beginning of the step.
    pub begin: (f64, &'a StatesOf<B, E>),
    /// As in [`BatchSimulation`](super::BatchSimulation), until the first evaluation.
    pub placed: Option<Driven<B>>,
}

impl<B: BatchSolver, E: Subsystem<B::Single>, const W: usize> Equation<StatesOf<B, E>> for Moving<'_, B, E, W> {
    fn rate(&mut self, time: f64, state: &StatesOf<B, E>, rate: &mut StatesOf<B, E>) {
        let Self {
            batch,
            surroundings,
            inputs,
            lanes,
            wheels,
            begin: (begin, before),
            placed,
        } = self;
        drive::<B, E>(surroundings, &state.subsystems, inputs, time);
        let is_placed = placed
            .take()
            .is_some_and(|placed| time == *begin && ptr::eq(state, *before) && are_driven::<B>(inputs, &placed));
        if !is_placed {
            lanes.set_drives(inputs);
            batch.kinematics(&state.vehicle, lanes);
        }
        load::<B, E, W>(batch, surroundings, state, inputs, time, (wheels, &mut rate.subsystems));
        lanes.set_all(inputs);
        rate.vehicle.clone_from(batch.accelerations(lanes));
    }
}

/// Whether the prescribed motions of all vehicles are these.
fn are_driven<B: BatchSolver>(inputs: &Each<B>, driven: &Driven<B>) -> bool {
    inputs
        .iter()
        .zip(driven)
        .all(|(inputs, driven)| inputs.are_driven(driven))
}
