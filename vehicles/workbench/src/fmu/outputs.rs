//! Outputs of an FMU: the columns of a driven manoeuvre, and the motion of wheels and bodies.

use super::ports::Hands;
use super::variable::structured;
use wishbone::prelude::*;
use wishbone_compiler::front::suggest;
use wishbone_engine::equipment::Fitted;
use wishbone_engine::{Engine, Inputs};
use wishbone_studies::manoeuvre::{Pose, columns, row};

/// An output that a vehicle could have.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Structured name.
    pub name: String,
    /// One sentence.
    pub words: String,
    /// Unit, SI.
    pub unit: &'static str,
    /// Whether it can be chosen.
    pub is_offered: bool,
    /// Whether it is among the outputs where none are chosen.
    pub is_usual: bool,
}

/// Axes of a vector, and parts of a quaternion.
const AXES: [&str; 3] = ["x", "y", "z"];
const PARTS: [&str; 4] = ["x", "y", "z", "w"];

/// All outputs of a vehicle, in the order of [`values`].
pub fn all<I: Integrator<StateOf<Engine, Fitted>>>(
    simulation: &Simulation<Engine, Fitted, I>,
    chassis: usize,
    hands: Hands,
) -> Vec<Column> {
    let names = simulation.solver().description();
    let recorded = columns(simulation).into_iter().map(|column| recorded(column, hands));
    let mut all: Vec<Column> = recorded.collect();
    let pieces = pieces_of(&simulation.surroundings);
    let first = all.len() - pieces.len();
    for (column, piece) in all[first..].iter_mut().zip(pieces) {
        column.words = format!("{}, as the {piece} tells it", column.name.replace('_', " "));
        column.name = format!("{piece}.{}", column.name);
        // The driver tells the inputs again.
        column.is_usual = piece != "driver";
    }
    let mut add = |part: &str, name: &str, ends: &[&str], unit, words: &str, is_usual| {
        all.extend(ends.iter().map(|end| Column {
            name: structured(&format!("{part}.{name}_{end}")),
            words: format!("{words} of `{part}`, {end}"),
            unit,
            is_offered: true,
            is_usual,
        }));
    };
    for wheel in names.wheels {
        add(wheel, "centre", &AXES, "m", "Position of the centre, world axes", true);
        add(wheel, "axis", &AXES, "", "Spin axis, to the left, world axes", true);
        add(
            wheel,
            "velocity",
            &AXES,
            "m/s",
            "Velocity of the centre, world axes",
            true,
        );
    }
    for (place, body) in names.bodies.iter().enumerate() {
        let is_usual = place == chassis;
        add(
            body,
            "position",
            &AXES,
            "m",
            "Position of the centre of mass, world axes",
            is_usual,
        );
        add(
            body,
            "quaternion",
            &PARTS,
            "",
            "Rotation from the vehicle's axes at the design position",
            is_usual,
        );
        add(
            body,
            "velocity",
            &AXES,
            "m/s",
            "Velocity of the centre of mass, world axes",
            is_usual,
        );
        add(
            body,
            "angular_velocity",
            &AXES,
            "rad/s",
            "Angular velocity, world axes",
            is_usual,
        );
        add(
            body,
            "acceleration",
            &AXES,
            "m/s^2",
            "Acceleration of the centre of mass, world axes",
            is_usual,
        );
    }
    unlike(&mut all);
    all
}

/// A column of a driven manoeuvre. Its time is no output: it is the independent variable. The angle of a steering wheel that turns by a torque is told
/// by the steering itself.
fn recorded(column: wishbone_studies::table::Column, hands: Hands) -> Column {
    let is_offered = match column.name.as_str() {
        "time" => false,
        "steering_wheel" => hands == Hands::Angle,
        _ => true,
    };
    Column {
        name: structured(&column.name),
        words: format!("{}, as in the table of `wishbone drive`", column.name.replace('_', " ")),
        unit: column.unit,
        is_offered,
        is_usual: is_offered,
    }
}

/// The piece of equipment that tells each output of the equipment, in order.
fn pieces_of(fitted: &Fitted) -> Vec<&'static str> {
    let mut pieces = Vec::new();
    let each: [(&'static str, &dyn Tells); 6] = [
        ("driver", &fitted.driver),
        ("steering", &fitted.steering),
        ("powertrain", &fitted.powertrain),
        ("brakes", &fitted.brakes),
        ("air", &fitted.air),
        ("tyres", &fitted.tyres),
    ];
    for (name, piece) in each {
        piece.tell(&mut |_| pieces.push(name));
    }
    pieces
}

/// A piece of equipment of any type.
trait Tells {
    fn tell(&self, tell: &mut dyn FnMut(Quantity));
}

impl<E: Subsystem<Engine>> Tells for E {
    fn tell(&self, tell: &mut dyn FnMut(Quantity)) {
        self.outputs(tell);
    }
}

/// Numbers names that are there several times: an output that a vehicle declares may have the name of a usual one.
fn unlike(all: &mut [Column]) {
    let mut known = std::collections::BTreeSet::new();
    for column in all {
        let name = column.name.clone();
        let mut count = 1;
        while !known.insert(column.name.clone()) {
            count += 1;
            column.name = format!("{name}_{count}");
        }
    }
}

/// Values of all outputs at the present state.
pub fn values<I: Integrator<StateOf<Engine, Fitted>>>(
    simulation: &mut Simulation<Engine, Fitted, I>,
    chassis: usize,
    steering_wheel: impl Fn(f64, &mut Inputs) -> f64,
) -> Vec<f64> {
    let (mut values, bodies) = row(simulation, chassis, &steering_wheel);
    for wheel in simulation.solver().wheels() {
        values.extend(wheel.centre.into_iter().chain(wheel.axis).chain(wheel.velocity));
    }
    for body in &bodies {
        values.extend(body.com);
        values.extend(Pose::from(body).quaternion());
        values.extend(
            body.velocity
                .into_iter()
                .chain(body.angular_velocity)
                .chain(body.acceleration),
        );
    }
    values
}

/// Positions of the outputs that patterns choose: `*` stands for any letters. The usual ones without a pattern.
///
/// # Errors
/// Patterns that choose nothing: all of them.
pub fn chosen(all: &[Column], patterns: &[String]) -> Result<Vec<usize>, String> {
    if patterns.is_empty() {
        return Ok((0..all.len()).filter(|&place| all[place].is_usual).collect());
    }
    let names: Vec<&str> = all
        .iter()
        .filter(|own| own.is_offered)
        .map(|own| own.name.as_str())
        .collect();
    let empty = patterns
        .iter()
        .filter(|pattern| !names.iter().any(|name| fits(pattern, name)));
    let mistakes: Vec<String> = empty
        .map(|pattern| {
            let advice = suggest::advice(pattern, &names).unwrap_or_else(|| format!("it has {}", names.join(", ")));
            format!("`--outputs {pattern}`: the vehicle has no such output; {advice}")
        })
        .collect();
    let is_chosen = |own: &Column| own.is_offered && patterns.iter().any(|pattern| fits(pattern, &own.name));
    match mistakes.is_empty() {
        true => Ok((0..all.len()).filter(|&place| is_chosen(&all[place])).collect()),
        false => Err(mistakes.join("\n")),
    }
}

/// Whether a name fits a pattern.
fn fits(pattern: &str, name: &str) -> bool {
    let Some((begin, rest)) = pattern.split_once('*') else {
        return pattern == name;
    };
    let Some(name) = name.strip_prefix(begin) else {
        return false;
    };
    (0..=name.len()).any(|at| name.get(at..).is_some_and(|name| fits(rest, name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_any_letters() {
        for (pattern, name, holds) in [
            ("*", "yaw", true),
            ("front_*.force_z", "front_left.force_z", true),
            ("front_*.force_z", "front_left.force_x", false),
            ("yaw", "yaw_rate", false),
            ("yaw*", "yaw_rate", true),
        ] {
            assert_eq!(fits(pattern, name), holds, "{pattern} {name}");
        }
    }
}
