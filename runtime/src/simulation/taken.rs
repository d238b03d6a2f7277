//! Simulations that take over the state of another simulation, as on several threads.

use super::{Simulation, Turns};
use crate::integrate::Integrator;
use crate::solver::Solver;
use crate::subsystem::{StateOf, Subsystem};

impl<S: Solver, E: Subsystem<S>, I: Integrator<StateOf<S, E>>> Simulation<S, E, I> {
    /// The state of this simulation, to be overwritten with the state of a simulation that has advanced to `time`.
    pub(crate) fn taken_on(&mut self, time: f64) -> &mut StateOf<S, E> {
        (self.time, self.placed) = (time, None);
        self.states.now_mut()
    }

    /// Begins at the present of another simulation of the same vehicle; `state` is the other's state in the type of this simulation.
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
