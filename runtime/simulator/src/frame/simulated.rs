//! A simulation as the vehicle of a frame.

use crate::frame::Vehicle;
use wishbone::integrate::Integrator;
use wishbone::refused::Refused;
use wishbone::simulation::Simulation;
use wishbone::solver::Solver;
use wishbone::subsystem::{StateOf, Subsystem};

/// A simulation, with a function that takes the inputs and a function that writes the outputs.
///
/// A snapshot is a copy of the simulation: state, time, memories of integrator and equipment. The simulation continues from it with
/// the same bits.
#[derive(Clone)]
pub struct Simulated<S: Solver, E: Subsystem<S>, I, L, P> {
    /// The simulation.
    pub simulation: Simulation<S, E, I>,
    latch: L,
    publish: P,
}

impl<S, E, I, L, P> Simulated<S, E, I, L, P>
where
    S: Solver,
    E: Subsystem<S>,
    L: FnMut(&mut Simulation<S, E, I>, &[f64]),
    P: FnMut(&mut Simulation<S, E, I>, &mut [f64]),
{
    /// A simulation whose equipment is set by `latch`, and whose outputs are written by `publish`.
    pub fn new(simulation: Simulation<S, E, I>, latch: L, publish: P) -> Self {
        Self {
            simulation,
            latch,
            publish,
        }
    }
}

impl<S, E, I, L, P> Vehicle for Simulated<S, E, I, L, P>
where
    S: Solver + Clone,
    E: Subsystem<S> + Clone,
    I: Integrator<StateOf<S, E>> + Clone,
    Simulation<S, E, I>: Clone,
    L: FnMut(&mut Simulation<S, E, I>, &[f64]),
    P: FnMut(&mut Simulation<S, E, I>, &mut [f64]),
{
    type Snapshot = Simulation<S, E, I>;
    type Refused = Refused;

    fn latch(&mut self, inputs: &[f64]) {
        (self.latch)(&mut self.simulation, inputs);
    }

    fn advance(&mut self, h: f64) -> Result<(), Refused> {
        self.simulation.step(h).map(|_| ())
    }

    fn publish(&mut self, outputs: &mut [f64]) {
        (self.publish)(&mut self.simulation, outputs);
    }

    fn time(&self) -> f64 {
        self.simulation.time()
    }

    fn save(&self) -> Self::Snapshot {
        self.simulation.clone()
    }

    fn restore(&mut self, snapshot: &Self::Snapshot) {
        self.simulation.clone_from(snapshot);
    }
}
