//! The table of variables of a vehicle.

use super::Asked;
use super::driver::Demand;
use super::input::Input;
use super::kinks::Kink;
use super::outputs::{self, Column};
use super::ports::Acting;
use super::variable::{Kind, Unit, Variable, structured};
use crate::problem::Problem;
use crate::vehicle::{Running, gearing};
use wishbone::description::Description;
use wishbone::parameters::Parameter;
use wishbone::prelude::*;
use wishbone_engine::Engine;
use wishbone_engine::equipment::Fitted;

/// A state of the vehicle or of its equipment.
struct State {
    name: String,
    words: String,
    /// Unit; `None` if it is not known, and an empty unit for a plain number.
    unit: Option<&'static str>,
}

/// All variables: time, inputs, parameters, outputs, continuous states and their rates, event indicators.
///
/// # Errors
/// Patterns of outputs that choose nothing, and names that are there twice.
pub fn table<I: Integrator<StateOf<Engine, Fitted>>>(
    running: &Running,
    simulation: &Simulation<Engine, Fitted, I>,
    (acting, kinks, speed): (&Acting, &[Kink], f64),
    asked: &Asked,
) -> Result<Vec<Variable>, Problem> {
    let names = running.engine.description();
    let columns = outputs::all(simulation, running, acting);
    let chosen = outputs::chosen(&columns, &asked.outputs).map_err(Problem::Misuse)?;
    let mut all = vec![time()];
    let gears = gearing::manual_gears(running, None).unwrap_or(1) as f64;
    all.extend(acting.inputs(running).into_iter().map(|own| match input(own, names) {
        variable if own == Input::Driver(Demand::Gear) => Variable {
            start: Some(acting.signals.get(own)),
            range: Some([-1.0, gears]),
            ..variable
        },
        variable => variable,
    }));
    all.push(start_speed(speed));
    all.extend(running.engine.parameters().iter().enumerate().map(tunable));
    all.extend(chosen.into_iter().map(|place| output(place, &columns[place])));
    let states = states(simulation);
    all.extend(states.iter().enumerate().map(state));
    all.extend(states.iter().enumerate().map(rate));
    all.extend(kinks.iter().enumerate().map(|(place, kink)| kink.variable(place)));
    unique(running, &all)?;
    Ok(all)
}

fn time() -> Variable {
    Variable {
        name: "time".to_owned(),
        words: "Time".to_owned(),
        unit: Unit::of("s"),
        kind: Kind::Time,
        start: None,
        range: None,
    }
}

fn input(input: Input, names: &Description) -> Variable {
    let told = input.told(names);
    Variable {
        name: told.name,
        words: told.words,
        unit: told.unit,
        kind: Kind::Input(input),
        start: Some(told.start),
        range: told.range,
    }
}

fn start_speed(speed: f64) -> Variable {
    Variable {
        name: "start.speed".to_owned(),
        words: "Forward speed at the start: the vehicle begins in steady motion at this speed, or at rest".to_owned(),
        unit: Unit::of("m/s"),
        kind: Kind::StartSpeed,
        start: Some(speed),
        range: Some([0.0, f64::INFINITY]),
    }
}

fn tunable((place, parameter): (usize, &Parameter)) -> Variable {
    Variable {
        name: structured(&format!("parameters.{}", parameter.name)),
        words: "Number that the declaration marks by `tune`".to_owned(),
        unit: Unit::of(parameter.unit),
        kind: Kind::Tunable(place),
        start: Some(parameter.default),
        range: Some(parameter.range),
    }
}

fn output(place: usize, column: &Column) -> Variable {
    Variable {
        name: column.name.clone(),
        words: column.words.clone(),
        unit: Unit::of(column.unit),
        kind: Kind::Output(place),
        start: None,
        range: None,
    }
}

fn state((place, state): (usize, &State)) -> Variable {
    Variable {
        name: structured(&format!("states.{}", state.name)),
        words: state.words.clone(),
        unit: Unit::of(state.unit.unwrap_or_default()),
        kind: Kind::State(place),
        start: None,
        range: None,
    }
}

fn rate((place, state): (usize, &State)) -> Variable {
    Variable {
        name: format!("der({})", structured(&format!("states.{}", state.name))),
        words: format!("Rate of: {}", state.words),
        unit: Unit::of(&match state.unit {
            None => String::new(),
            Some("") => "1/s".to_owned(),
            Some(unit) => format!("{unit}/s"),
        }),
        kind: Kind::Rate(place),
        start: None,
        range: None,
    }
}

/// The continuous states in their order: coordinates and speeds of the vehicle, states of the equipment.
fn states<I: Integrator<StateOf<Engine, Fitted>>>(simulation: &Simulation<Engine, Fitted, I>) -> Vec<State> {
    let names = simulation.solver().description();
    let of = |kind: &str, words: &str, name: &str| State {
        name: format!("{kind}.{name}"),
        words: format!("{words} `{name}` of the vehicle"),
        // A joint may turn or slide, and a coordinate may be an Euler parameter: no unit is told.
        unit: None,
    };
    let mut states: Vec<State> = names
        .coordinates
        .iter()
        .map(|name| of("q", "Coordinate", name))
        .collect();
    states.extend(names.speeds.iter().map(|name| of("v", "Speed", name)));
    let first = states.len();
    simulation
        .surroundings
        .states(simulation.subsystems(), &mut |quantity| {
            let place = quantity.index.map_or(String::new(), |index| format!("_{index}"));
            states.push(State {
                name: format!("equipment.s{}_{}{place}", states.len() - first, quantity.name),
                words: format!("State of the equipment: {}", quantity.name.replace('_', " ")),
                unit: Some(quantity.unit),
            });
        });
    states
}

fn unique(running: &Running, all: &[Variable]) -> Result<(), Problem> {
    let mut known = std::collections::BTreeSet::new();
    let twice: Vec<&str> = all
        .iter()
        .map(|variable| variable.name.as_str())
        .filter(|name| !known.insert(*name))
        .collect();
    match twice.is_empty() {
        true => Ok(()),
        false => Err(running.finding(format!(
            "variables need names of their own: rename the outputs {}",
            twice.join(", ")
        ))),
    }
}
