//! A moment of a simulation, from which it can go on later.

use super::{Simulation, Turns};
use crate::integrate::Integrator;
use crate::solver::Solver;
use crate::subsystem::{StateOf, Subsystem};

/// A moment of a simulation: all but its solver, which a state is enough to place again.
pub(crate) struct Kept<S: Solver, E: Subsystem<S>, I> {
    surroundings: E,
    inputs: S::Inputs,
    integrator: I,
    state: StateOf<S, E>,
    time: f64,
    margin: f64,
}

impl<S: Solver, E: Subsystem<S> + Clone, I: Integrator<StateOf<S, E>> + Clone> Simulation<S, E, I> {
    /// The current moment.
    pub(crate) fn keep(&self) -> Kept<S, E, I> {
        Kept {
            surroundings: self.surroundings.clone(),
            inputs: self.inputs.clone(),
            integrator: self.integrator.clone(),
            state: self.states.now().clone(),
            time: self.time,
            margin: self.margin,
        }
    }

    /// Goes back to a moment.
    pub(crate) fn go_back(&mut self, kept: &Kept<S, E, I>) {
        self.surroundings.clone_from(&kept.surroundings);
        self.inputs.clone_from(&kept.inputs);
        self.integrator.clone_from(&kept.integrator);
        self.states.now_mut().clone_from(&kept.state);
        (self.time, self.margin, self.placed) = (kept.time, kept.margin, None);
    }
}

impl<S: Solver, E: Subsystem<S>, I: Integrator<StateOf<S, E>>> Simulation<S, E, I> {
    /// The state of a simulation that another has taken on, to be overwritten.
    pub(crate) fn taken_on(&mut self, time: f64) -> &mut StateOf<S, E> {
        (self.time, self.placed) = (time, None);
        self.states.now_mut()
    }

    /// Begins where another simulation of the same vehicle is, with that simulation's state in the type of this one's.
    pub(crate) fn begin_at<Z, F, J>(&mut self, other: &Simulation<Z, F, J>, state: StateOf<S, E>)
    where
        Z: Solver<Inputs = S::Inputs>,
        F: Subsystem<Z>,
    {
        self.inputs.clone_from(&other.inputs);
        self.states = Turns::new(state);
        (self.time, self.placed, self.projection) = (other.time, None, other.projection);
        self.integrator.restart();
    }
}
