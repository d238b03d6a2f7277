//! Histories of a run.

use super::{Motion, Until};
use crate::table::{Column, Table};
use std::fmt;
use wishbone::prelude::*;

/// Names and units of the motion of the vehicle.
const MOTION: [(&str, &str); 13] = [
    ("time", "s"),
    ("x", "m"),
    ("y", "m"),
    ("yaw", "rad"),
    ("roll", "rad"),
    ("pitch", "rad"),
    ("speed", "m/s"),
    ("sideslip", "rad"),
    ("yaw_rate", "rad/s"),
    ("longitudinal_acceleration", "m/s^2"),
    ("lateral_acceleration", "m/s^2"),
    ("vertical_acceleration", "m/s^2"),
    ("steering_wheel", "rad"),
];

/// How a run is recorded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Position of the body that stands for the vehicle.
    pub chassis: usize,
    /// Step [s].
    pub step: f64,
    /// Time between two rows [s].
    pub every: f64,
    /// Longest duration [s].
    pub duration: f64,
    /// Condition of an earlier end.
    pub until: Option<Until>,
}

/// A recorded run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recorded {
    /// Motion, loads and spins of the wheels, named outputs, outputs of the subsystems over time.
    pub table: Table,
    /// Poses of all bodies at the times of the rows.
    pub motion: Motion,
}

/// Number from which a power of ten is easier to read.
const LEGIBLE: f64 = 1e6;

/// End of a run that cannot go on.
#[derive(Clone, Debug, PartialEq)]
pub struct Stopped {
    /// The step that was refused.
    pub refused: Refused,
    /// Motion before it: names, values and units.
    pub motion: Vec<(&'static str, f64, &'static str)>,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.refused)?;
        for (place, (name, value, unit)) in self.motion.iter().enumerate() {
            let before = if place == 0 { "; before it " } else { ", " };
            let (value, unit) = match *unit {
                "rad" => (value.to_degrees(), "deg"),
                "rad/s" => (value.to_degrees(), "deg/s"),
                unit => (*value, unit),
            };
            let name = name.replace('_', " ");
            match value.abs() < LEGIBLE {
                true => write!(f, "{before}{name} {value:.3} {unit}"),
                false => write!(f, "{before}{name} {value:.3e} {unit}"),
            }?;
        }
        Ok(())
    }
}

impl std::error::Error for Stopped {}

/// Runs a simulation to its end, and takes a row at the begin and after equal times. `steering_wheel` tells its angle [rad] from time
/// and inputs, `tell` is called with the time of each row.
///
/// # Errors
/// The refused step, with the motion before it.
pub fn record<S, E, I>(
    simulation: &mut Simulation<S, E, I>,
    plan: &Plan,
    steering_wheel: impl Fn(f64, &mut S::Inputs) -> f64,
    tell: &mut dyn FnMut(f64),
) -> Result<Recorded, Stopped>
where
    S: Solver,
    E: Subsystem<S>,
    I: Integrator<StateOf<S, E>>,
{
    let every = (plan.every / plan.step).round().max(1.0) as usize;
    let count = (plan.duration / plan.step).round() as usize;
    let mut recorded = Recorded {
        table: Table {
            columns: columns(simulation),
            rows: Vec::with_capacity(count / every + 1),
        },
        motion: Motion::default(),
    };
    recorded.take(simulation, plan.chassis, &steering_wheel);
    for k in 1..=count {
        if let Err(refused) = simulation.step(plan.step) {
            let last = recorded.table.rows.last().map_or(&[][..], Vec::as_slice);
            let motion = MOTION
                .iter()
                .zip(last)
                .skip(4)
                .map(|((name, unit), value)| (*name, *value, *unit));
            return Err(Stopped {
                refused,
                motion: motion.collect(),
            });
        }
        if k % every == 0 {
            let speed = recorded.take(simulation, plan.chassis, &steering_wheel);
            tell(simulation.time());
            if plan.until.is_some_and(|until| until.holds(speed)) {
                break;
            }
        }
    }
    Ok(recorded)
}

impl Recorded {
    /// Adds a row and the poses of the bodies, and tells the speed [m/s].
    fn take<S: Solver, E: Subsystem<S>, I: Integrator<StateOf<S, E>>>(
        &mut self,
        simulation: &mut Simulation<S, E, I>,
        chassis: usize,
        steering_wheel: &impl Fn(f64, &mut S::Inputs) -> f64,
    ) -> f64 {
        let time = simulation.time();
        let bodies = simulation.bodies().to_vec();
        let spins: Vec<f64> = simulation.solver().wheels().iter().map(|wheel| wheel.spin).collect();
        let mut row = motion(time, &bodies[chassis]);
        let speed = row[SPEED];
        row.push(steering_wheel(time, &mut simulation.inputs));
        for (load, spin) in simulation.inputs.wheels().iter().zip(&spins) {
            row.extend(load.force);
            row.push(*spin);
        }
        row.extend(simulation.outputs().to_vec());
        Subsystem::<S>::outputs(&simulation.surroundings, &mut |quantity| row.push(quantity.value));
        self.table.rows.push(row);
        self.motion.add(time, &bodies, spins);
        speed
    }
}

/// Place of the speed in a row.
const SPEED: usize = 6;

fn columns<S: Solver, E: Subsystem<S>, I: Integrator<StateOf<S, E>>>(simulation: &Simulation<S, E, I>) -> Vec<Column> {
    let names = simulation.solver().description();
    let column = |name: String, unit: &'static str| Column { name, unit };
    let mut columns: Vec<Column> = MOTION
        .iter()
        .map(|(name, unit)| column((*name).to_owned(), unit))
        .collect();
    for wheel in names.wheels {
        columns.extend(["x", "y", "z"].map(|axis| column(format!("{wheel}.force_{axis}"), "N")));
        columns.push(column(format!("{wheel}.spin"), "rad/s"));
    }
    let outputs = names.outputs.iter().enumerate();
    columns.extend(outputs.map(|(place, name)| column((*name).to_owned(), names.output_unit(place))));
    Subsystem::<S>::outputs(&simulation.surroundings, &mut |quantity| {
        let place = quantity.index.map_or(String::new(), |index| format!("_{index}"));
        columns.push(column(format!("{}{place}", quantity.name), quantity.unit));
    });
    columns
}

/// The motion of a body but the angle of the steering wheel. Horizontal velocity and acceleration are taken along its heading and to the
/// left of it: the intermediate axes of ISO 8855:2011, 2.9.
fn motion(time: f64, body: &BodyMotion) -> Vec<f64> {
    let [roll, pitch, yaw] = angles(body);
    let along = |vector: [f64; 3], turned: f64| vector[0] * turned.cos() + vector[1] * turned.sin();
    let (forward, left) = (yaw, yaw + std::f64::consts::FRAC_PI_2);
    let [speed, drift] = [forward, left].map(|turned| along(body.velocity, turned));
    vec![
        time,
        body.com[0],
        body.com[1],
        yaw,
        roll,
        pitch,
        speed,
        if speed.abs() > 0.1 { drift.atan2(speed) } else { 0.0 },
        body.angular_velocity[2],
        along(body.acceleration, forward),
        along(body.acceleration, left),
        body.acceleration[2],
    ]
}

/// Roll, pitch and yaw angles of a body [rad]: it is turned about Z by the yaw angle, then about its Y axis by the pitch angle, then
/// about its X axis by the roll angle (ISO 8855:2011, 5.2).
pub fn angles(body: &BodyMotion) -> [f64; 3] {
    let r = &body.rotation;
    [
        r[2][1].atan2(r[2][2]),
        (-r[2][0]).clamp(-1.0, 1.0).asin(),
        r[1][0].atan2(r[0][0]),
    ]
}
