//! Outputs of a vehicle that an external caller steps: the columns of a driven manoeuvre, and the motion of wheels and
//! bodies.

use super::driver::Hands;
use super::ports::{self, Acting, Port};
use super::variable::structured;
use crate::vehicle::Running;
use wishbone::prelude::*;
use wishbone::profile::Profile;
use wishbone::subsystem::Quantity;
use wishbone_compiler::front::suggest;
use wishbone_engine::equipment::Fitted;
use wishbone_engine::{Engine, Inputs};
use wishbone_studies::manoeuvre::{Pose, columns, row};
use wishbone_studies::table::Table;

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
    /// Whether the output is a position or a velocity: a function of coordinates, speeds and prescribed motions.
    pub is_kinematic: bool,
    /// Whether it is among the outputs where none are chosen.
    pub is_usual: bool,
}

/// Axes of a vector, and parts of a quaternion.
const AXES: [&str; 3] = ["x", "y", "z"];
const PARTS: [&str; 4] = ["x", "y", "z", "w"];

/// Columns of a driven manoeuvre that are positions and velocities, without the columns that are zero at low speed.
/// They stand before the columns that the vehicle names.
const KINEMATIC: [&str; 8] = ["x", "y", "yaw", "roll", "pitch", "speed", "yaw_rate", "steering_wheel"];

/// Motion at a port: name, ends, unit, meaning. Names as in the FMUs of Chrono::Vehicle (`FmuToolsExport`).
const MOTION: [(&str, &[&str], &str, &str); 4] = [
    ("pos", &AXES, "m", "Position, world axes"),
    (
        "rot",
        &["e0", "e1", "e2", "e3"],
        "",
        "Unit quaternion of the rotation to world axes, scalar part first",
    ),
    ("lin_vel", &AXES, "m/s", "Velocity, world axes"),
    ("ang_vel", &AXES, "rad/s", "Angular velocity, world axes"),
];

/// All outputs of a vehicle, in the order of [`values`].
pub fn all<I: Integrator<StateOf<Engine, Fitted>>>(
    simulation: &Simulation<Engine, Fitted, I>,
    running: &Running,
    acting: &Acting,
) -> Vec<Column> {
    let chassis = running.chassis();
    let names = simulation.solver().description();
    let own = columns(simulation);
    // A declared output with the name of a usual one is `output.NAME`, as in tables.
    let named = Table::of(own.clone()).columns.into_iter();
    let mut all: Vec<Column> = named.map(|column| recorded(column, acting.hands)).collect();
    let mut known = std::collections::BTreeSet::new();
    for column in &mut all {
        column.is_kinematic = KINEMATIC.contains(&column.name.as_str()) && known.insert(column.name.clone());
    }
    let pieces = pieces_of(&simulation.surroundings);
    let first = all.len() - pieces.len();
    for ((column, own), piece) in all[first..].iter_mut().zip(&own[first..]).zip(pieces) {
        column.words = format!("{}, as the {piece} tells it", own.name.replace('_', " "));
        column.name = format!("{piece}.{}", structured(&own.name));
        // The driver tells the inputs again, which are variables already.
        column.is_offered = piece != "driver";
        column.is_usual = column.is_offered;
    }
    let mut add = |part: &str, name: &str, ends: &[&str], unit, words: &str, is_usual| {
        all.extend(ends.iter().map(|end| Column {
            name: structured(&format!("{part}.{name}_{end}")),
            words: format!("{words} of `{part}`, {end}"),
            unit,
            is_offered: true,
            is_kinematic: name != "acceleration",
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
    all.extend(at_ports(running, acting));
    unlike(&mut all);
    all
}

/// Motion of parts with external loads, and the points for which the caller gives a road.
fn at_ports(running: &Running, acting: &Acting) -> Vec<Column> {
    let names = running.engine.description();
    let column = |part: &str, (name, end): (&str, &str), unit, words: &str| Column {
        name: structured(&format!("{part}.{name}.{end}")),
        words: format!("{words}: `{part}`, {end}"),
        unit,
        is_offered: true,
        is_kinematic: true,
        is_usual: true,
    };
    let moving = |part: String| {
        let each = MOTION.iter().flat_map(|own| own.1.iter().map(move |end| (own, *end)));
        let columns = each.map(|((name, _, unit, words), end)| column(&part, (name, end), unit, words));
        columns.collect::<Vec<Column>>()
    };
    let mut all = Vec::new();
    for port in &acting.ports {
        match port {
            Port::Wheels => all.extend(names.wheels.iter().flat_map(|name| moving(format!("wheel_{name}")))),
            Port::Road => all.extend(names.wheels.iter().flat_map(|name| {
                let words = "Point for which the height of the road is told, world axes";
                ["x", "y"].map(|end| column(&format!("road_{name}"), ("point", end), "m", words))
            })),
            Port::Chassis => {
                let markers = ports::loaded(running).into_iter();
                all.extend(markers.flat_map(|marker| moving(format!("marker_{}", names.markers[marker].0))));
            }
        }
    }
    all
}

/// A column of a driven manoeuvre. Its time is no output: it is the independent variable. If a steering wheel is turned
/// by a torque, the steering itself reports its angle.
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
        is_kinematic: false,
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

/// Adds numbers to names that occur several times: an output that a vehicle declares may have the name of a body's
/// motion.
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
    running: &Running,
    acting: &Acting,
) -> Vec<f64> {
    let angle = |time: f64, _: &mut Inputs| acting.signals.at(time).position;
    let (mut values, bodies) = row(simulation, running.chassis(), &angle);
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
    for port in &acting.ports {
        let solver = simulation.solver();
        match port {
            Port::Wheels => solver.wheels().iter().for_each(|wheel| {
                let turning = [0, 1, 2].map(|k| wheel.carrier_angular_velocity[k] + wheel.spin * wheel.axis[k]);
                values.extend(moving(wheel.centre, upright(wheel.axis), wheel.velocity, turning));
            }),
            Port::Road => {
                let wheels = solver.wheels().iter().zip(&running.radii);
                values.extend(wheels.flat_map(|(wheel, radius)| ports::asked_at(wheel, *radius)));
            }
            Port::Chassis => ports::loaded(running).into_iter().for_each(|marker| {
                let own = &solver.markers()[marker];
                values.extend(moving(own.position, own.rotation, own.velocity, own.angular_velocity));
            }),
        }
    }
    values
}

/// Values of the columns of [`MOTION`].
fn moving(
    position: [f64; 3],
    rotation: [[f64; 3]; 3],
    velocity: [f64; 3],
    angular_velocity: [f64; 3],
) -> impl Iterator<Item = f64> {
    let [x, y, z, w] = Pose { position, rotation }.quaternion();
    let values = position.into_iter().chain([w, x, y, z]);
    values.chain(velocity).chain(angular_velocity)
}

/// Rows of the rotation matrix of a wheel that does not turn with its spin: the y axis is the spin axis, and the x axis
/// is level.
fn upright([x, y, z]: [f64; 3]) -> [[f64; 3]; 3] {
    let level = x.hypot(y);
    let (forward, leftward) = (y / level, -x / level);
    // The third axis is the cross product of the first and the second.
    [
        [forward, x, leftward * z],
        [leftward, y, -forward * z],
        [0.0, z, forward * y - leftward * x],
    ]
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
