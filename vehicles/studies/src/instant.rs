//! A vehicle at one instant with all its equipment: the evaluation from which all answers take their numbers.

use crate::findings::{Figure, to_read};
use crate::table::Column;
use crate::whole::System;
use wishbone::description::Description;
use wishbone::ports::{BodyMotion, WheelLoad, WheelMotion};
use wishbone::prelude::*;
use wishbone::state::{StateVector, Whole};
use wishbone::subsystem::rate;

/// State of a vehicle at one instant. All values are from one evaluation: loads, accelerations and outputs belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Instant<X> {
    /// Rates of the coordinates and speeds.
    pub rate: X,
    /// Motion of each wheel.
    pub wheels: Vec<WheelMotion>,
    /// Load on each wheel.
    pub loads: Vec<WheelLoad>,
    /// Motion of each body, with its accelerations.
    pub bodies: Vec<BodyMotion>,
    /// Declared outputs, in their order.
    pub outputs: Vec<f64>,
    /// Outputs of the equipment, in the order of [`equipment_columns`].
    pub equipment: Vec<f64>,
}

impl<X: StateVector> Instant<X> {
    /// Evaluates a vehicle in surroundings at a time [s]. The inputs are the inputs that the surroundings write.
    pub fn of<S, E>(
        solver: &mut S,
        surroundings: &mut E,
        inputs: &mut S::Inputs,
        time: f64,
        state: &Whole<S::State, E::State>,
    ) -> Self
    where
        S: Solver<State = X>,
        E: Subsystem<S>,
    {
        let rate = rate(solver, surroundings, inputs, time, state).vehicle;
        let wheels = solver.wheels().to_vec();
        let mut equipment = Vec::new();
        surroundings.outputs(&mut |quantity| equipment.push(quantity.value));
        Self {
            wheels,
            loads: inputs.wheels().to_vec(),
            bodies: solver.bodies(&state.vehicle, inputs, &rate).to_vec(),
            outputs: solver.outputs(&state.vehicle, inputs, &rate).to_vec(),
            rate,
            equipment,
        }
    }

    /// Evaluates a running simulation at its state.
    pub fn of_simulation<S, E, I>(simulation: &mut Simulation<S, E, I>) -> Self
    where
        S: Solver<State = X>,
        E: Subsystem<S>,
        I: Integrator<StateOf<S, E>>,
    {
        let rate = simulation.evaluate();
        let mut equipment = Vec::new();
        Subsystem::<S>::outputs(&simulation.surroundings, &mut |quantity| equipment.push(quantity.value));
        Self {
            wheels: simulation.solver().wheels().to_vec(),
            loads: simulation.inputs.wheels().to_vec(),
            bodies: simulation.bodies_at(&rate).to_vec(),
            outputs: simulation.outputs_at(&rate).to_vec(),
            rate,
            equipment,
        }
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        let bodies = self
            .bodies
            .iter()
            .flat_map(|body| body.com.into_iter().chain(body.velocity).chain(body.acceleration));
        let loads = self.loads.iter().flat_map(|load| load.force);
        let own = self.outputs.iter().chain(&self.equipment).copied();
        bodies.chain(loads).chain(own).all(f64::is_finite)
    }
}

impl<S: Solver, E: Subsystem<S>> System<S, E> {
    /// Inputs of the vehicle in a state: drives and loads.
    pub fn inputs(&mut self, state: &Whole<S::State, E::State>) -> S::Inputs {
        let mut inputs = self.solver.no_inputs();
        let _ = rate(&mut self.solver, &mut self.surroundings, &mut inputs, self.time, state);
        inputs
    }

    /// Evaluates the vehicle in a state.
    pub fn instant(&mut self, state: &Whole<S::State, E::State>) -> Instant<S::State> {
        let mut inputs = self.solver.no_inputs();
        Instant::of(&mut self.solver, &mut self.surroundings, &mut inputs, self.time, state)
    }
}

/// A column for each output of the equipment: `pressure_0 [1]`.
pub fn equipment_columns<S: Solver>(surroundings: &impl Subsystem<S>) -> Vec<Column> {
    let mut columns = Vec::new();
    surroundings.outputs(&mut |quantity| {
        let place = quantity.index.map_or(String::new(), |index| format!("_{index}"));
        columns.push(Column {
            name: format!("{}{place}", quantity.name),
            unit: quantity.unit,
        });
    });
    columns
}

/// Subject of the figures of declared outputs. The name contains a space, which no name of a part contains, so the
/// subject is unambiguous.
pub const OUTPUTS: &str = "declared outputs";

/// Declared outputs as figures, angles in degrees.
pub fn declared_outputs(names: &Description, outputs: &[f64]) -> Vec<Figure> {
    let each = names.outputs.iter().zip(outputs).enumerate();
    each.map(|(place, (name, value))| {
        let (unit, factor) = to_read(names.output_unit(place));
        Figure::new(OUTPUTS, name, unit, factor * value, "as declared")
    })
    .collect()
}
