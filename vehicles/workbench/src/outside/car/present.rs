//! The present state of a running vehicle, for another vehicle with the same parts and other numbers.

use super::{Car, Run, begun, whole};
use crate::outside::variable::{Kind, Variable};
use crate::problem::Problem;
use wishbone::prelude::Subsystem;
use wishbone::state::Vector;

/// The present of a vehicle: time, states, inputs and memories of its equipment.
#[derive(Clone, Debug)]
pub struct Present {
    /// Time of the importing tool [s].
    time: f64,
    origin: f64,
    states: Vec<f64>,
    /// Names of the states.
    names: Vec<String>,
    signals: Vec<f64>,
    memories: Vec<f64>,
    /// First parameter whose value is not the declared one.
    set_parameter: Option<&'static str>,
}

impl Present {
    /// First parameter whose value is not the declared value; `None` if all parameters have their declared values.
    pub fn set_parameter(&self) -> Option<&'static str> {
        self.set_parameter
    }
}

impl Car {
    /// Name of a parameter of the solver, by its position.
    pub(in crate::outside) fn tunable(&self, place: usize) -> &'static str {
        self.running.engine.parameters()[place].name
    }

    /// Its present.
    ///
    /// # Errors
    /// If no run has begun.
    pub fn present(&mut self) -> Result<Present, Problem> {
        let mut memories = Vec::new();
        let (time, origin, signals) = (self.time(), self.origin, self.acting.signals.all());
        let engine = &self.running.engine;
        let mut values = engine.parameters().iter().zip(engine.parameter_values());
        let set_parameter = values
            .find(|(own, value)| own.default != **value)
            .map(|(own, _)| own.name);
        let simulation = &mut self.run()?.simulation;
        simulation.surroundings.memories(&mut |own| memories.push(*own));
        let mut states = Vec::new();
        whole(simulation).each(&mut |own| states.push(*own));
        let is_state = |own: &&Variable| matches!(own.kind, Kind::State(_));
        let names = self.table.iter().filter(is_state).map(|own| own.name.clone()).collect();
        Ok(Present {
            time,
            origin,
            states,
            names,
            signals,
            memories,
            set_parameter,
        })
    }

    /// Runs from the present of a vehicle with the same parts. Its loops are closed for its own numbers.
    ///
    /// # Errors
    /// Returns an error if the vehicles differ in more than numbers, or if the loops do not close.
    pub fn run_from(&mut self, present: &Present) -> Result<(), Problem> {
        if self.run.is_none() {
            self.run = Some(Box::new(Run::of(self.idle()?)));
        }
        let own = self.present()?;
        let lengths = |of: &Present| [of.signals.len(), of.memories.len()];
        if own.names != present.names || lengths(&own) != lengths(present) {
            let told = "its states or inputs are others than those that are given: a number that decides which parts there are has no derivative";
            return Err(self.running.finding(told));
        }
        self.acting.signals.set_all(&present.signals);
        (self.origin, self.completed) = (present.origin, present.time);
        let mut kept = present.memories.iter().copied();
        let simulation = &mut begun(&mut self.run)?.simulation;
        simulation
            .surroundings
            .memories(&mut |own| *own = kept.next().unwrap_or(*own));
        self.place(present.time, &present.states)?;
        self.assemble()
    }

    /// Closes the loops at the present states.
    fn assemble(&mut self) -> Result<(), Problem> {
        let run = begun(&mut self.run)?;
        let closed = run.simulation.assemble();
        run.changed();
        closed.map(|_| ()).map_err(|reason| self.running.finding(reason))
    }
}
