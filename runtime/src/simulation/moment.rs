//! A moment of a simulation, from which the simulation can continue later.

use super::Simulation;
use crate::integrate::{Integrator, Remembers};
use crate::ports::InputPorts;
use crate::solver::Solver;
use crate::state::Vector;
use crate::subsystem::{StateOf, Subsystem};

/// A moment of a simulation: all states and memories. Settings are not part of it: parameters of the solver, projection and feedback.
/// With equal settings, the simulation continues from a moment with equal bits.
#[derive(Clone)]
pub struct Moment<S: Solver, E: Subsystem<S>, I> {
    surroundings: E,
    inputs: S::Inputs,
    integrator: I,
    state: StateOf<S, E>,
    time: f64,
    margin: f64,
}

impl<S: Solver, E: Subsystem<S>, I: Remembers<StateOf<S, E>>> Moment<S, E, I> {
    /// Gives access to each number that differs between moments of a simulation, always in one order. A caller can keep
    /// these numbers, and write them into a moment of any simulation with this vehicle and equipment. That moment then
    /// equals the kept moment, to the last bit.
    pub fn each(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        lend(&mut self.time);
        lend(&mut self.margin);
        self.state.each(lend);
        for (_, numbers) in self.inputs.drives().iter_mut().flat_map(|drive| drive.fields_mut()) {
            numbers.iter_mut().for_each(&mut *lend);
        }
        for (_, numbers) in self.inputs.wheels().iter_mut().flat_map(|wheel| wheel.fields_mut()) {
            numbers.iter_mut().for_each(&mut *lend);
        }
        self.inputs.signals().iter_mut().for_each(&mut *lend);
        self.surroundings.memories(lend);
        self.integrator.memories(&self.state, lend);
    }
}

impl<S: Solver, E: Subsystem<S> + Clone, I: Integrator<StateOf<S, E>> + Clone> Simulation<S, E, I> {
    /// The current moment.
    pub fn keep(&self) -> Moment<S, E, I> {
        Moment {
            surroundings: self.surroundings.clone(),
            inputs: self.inputs.clone(),
            integrator: self.integrator.clone(),
            state: self.states.now().clone(),
            time: self.time,
            margin: self.margin,
        }
    }

    /// Goes back to a moment.
    pub fn go_back(&mut self, kept: &Moment<S, E, I>) {
        self.surroundings.clone_from(&kept.surroundings);
        self.inputs.clone_from(&kept.inputs);
        self.integrator.clone_from(&kept.integrator);
        self.states.now_mut().clone_from(&kept.state);
        (self.time, self.margin) = (kept.time, kept.margin);
        self.placed.forget();
    }
}
