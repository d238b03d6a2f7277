//! Outputs of a simulation: time, named outputs of the vehicle, outputs of its equipment.

use crate::frame::live_driver::plain;
use crate::shared::Port;
use std::format;
use std::vec::Vec;
use wishbone::integrate::Integrator;
use wishbone::simulation::Simulation;
use wishbone::solver::Solver;
use wishbone::subsystem::{StateOf, Subsystem};

/// Ports of all outputs of a simulation: time; the named outputs of the vehicle, in SI units; the outputs of the equipment with their
/// units. Outputs with the same name are numbered.
pub fn output_ports<S, E, I>(simulation: &Simulation<S, E, I>) -> Vec<Port>
where
    S: Solver,
    E: Subsystem<S>,
    I: Integrator<StateOf<S, E>>,
{
    let mut ports = std::vec![Port::new("time", "s")];
    let named = simulation.solver().description().outputs;
    ports.extend(named.iter().map(|name| Port::new(&plain(name), "SI")));
    simulation.surroundings.outputs(&mut |quantity| {
        let name = plain(quantity.name);
        let name = quantity
            .index
            .map_or_else(|| name.clone(), |index| format!("{name}_{index}"));
        ports.push(Port::new(&name, quantity.unit));
    });
    ports
}

/// Writes all outputs of a simulation at its current state, in the order of [`output_ports`]. Nothing allocates.
pub fn write_outputs<S, E, I>(simulation: &mut Simulation<S, E, I>, outputs: &mut [f64])
where
    S: Solver,
    E: Subsystem<S>,
    I: Integrator<StateOf<S, E>>,
{
    let mut places = outputs.iter_mut();
    let mut put = |number: f64| {
        if let Some(place) = places.next() {
            *place = number;
        }
    };
    put(simulation.time());
    simulation.outputs().iter().for_each(|number| put(*number));
    simulation.surroundings.outputs(&mut |quantity| put(quantity.value));
}
