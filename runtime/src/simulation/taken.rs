//! Simulations that take over the state of another simulation, as on several threads.

use super::{Simulation, Turns};
use crate::integrate::Integrator;
use crate::solver::Solver;
use crate::subsystem::{StateOf, Subsystem};

impl<S: Solver, E: Subsystem<S>, I: Integrator<StateOf<S, E>>> Simulation<S, E, I> {
    /// The state of a simulation that another simulation has continued, up to a time and with the least margin at this
    /// time; the state is overwritten. The integrator has not seen the rates on the way.
    pub(crate) fn taken_on(&mut self, time: f64, margin: f64) -> &mut StateOf<S, E> {
        self.integrator.restart();
        (self.time, self.margin) = (time, margin);
        self.placed.forget();
        self.states.now_mut()
    }

    /// Least margin of the loops after the last step.
    pub(crate) fn margin(&self) -> f64 {
        self.margin
    }

    /// Places bodies, contacts and markers where they are at the current time.
    pub(crate) fn put_in_place(&mut self) {
        self.at_present(|solver, surroundings, inputs, time, state| {
            surroundings.drive(time, &state.subsystems, inputs);
            solver.kinematics(&state.vehicle, inputs);
        });
    }

    /// Begins at the present state of another simulation of this vehicle, with the state converted to the type of this
    /// simulation.
    pub(crate) fn begin_at<Z, F, J>(&mut self, other: &Simulation<Z, F, J>, state: StateOf<S, E>)
    where
        Z: Solver<Inputs = S::Inputs>,
        F: Subsystem<Z>,
    {
        self.inputs.clone_from(&other.inputs);
        self.states = Turns::new(state);
        (self.time, self.margin) = (other.time, other.margin);
        self.placed.forget();
        (self.projection, self.feedback) = (other.projection, other.feedback);
        self.integrator.restart();
    }
}
