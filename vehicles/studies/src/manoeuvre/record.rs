//! Histories of a run.

use super::alternation::{Alternation, too_long};
use super::spacing::MOST_ROWS;
use super::{Judge, Motion, Until};
use crate::findings::{Outcome, Verdict, number};
use crate::instant::{Instant, equipment_columns};
use crate::table::{Column, Table};
use crate::turns;
use std::fmt;
use wishbone::ports::BodyMotion;
use wishbone::prelude::*;
use wishbone::refused::{Cause, Kind, Refused};
use wishbone::state::StateVector;

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

/// Plan of a recording.
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
    /// Whether the run continues after an event that the judge finds.
    pub anyway: bool,
    /// Whether the motion of all bodies is kept for display.
    pub is_shown: bool,
}

impl Plan {
    /// Number of steps between two rows: the requested number, or more, so that there are at most [`MOST_ROWS`] rows.
    fn every_steps(&self) -> usize {
        let count = self.duration / self.step;
        let asked = (self.every / self.step).round().max(1.0);
        asked.max((count / MOST_ROWS).ceil()) as usize
    }

    /// A note if rows are further apart than asked for.
    pub fn note(&self) -> Option<String> {
        let every = self.every_steps() as f64 * self.step;
        (every > 1.5 * self.every).then(|| {
            format!(
                "a row every {} ms: {} ms would be more than {MOST_ROWS} rows",
                number(1e3 * every),
                number(1e3 * self.every)
            )
        })
    }
}

/// A recorded run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recorded {
    /// Motion, loads and spins of the wheels, declared outputs, and outputs of the subsystems over time. Every number is finite.
    pub table: Table,
    /// Poses of all bodies at the times of the rows; empty unless the plan shows them.
    pub motion: Motion,
    /// How the run ended.
    pub verdict: Verdict,
}

/// Number above which a power of ten is easier to read.
const LEGIBLE: f64 = 1e6;

/// Reason why a run cannot go on.
#[derive(Clone, Debug, PartialEq)]
pub struct Stopped {
    /// The step that was refused.
    pub refused: Refused,
    /// Motion before the refused step: names, values and units.
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

/// Runs a simulation to its end, and records a row at the beginning and after equal times. Angles go on over full turns
/// from row to row. `steering_wheel` returns the angle of the steering wheel [rad] from time and inputs. `tell` is
/// called with the time of each row. The run ends early if the judge finds an event (unless `plan.anyway`) or a speed
/// jumps back and forth from step to step. It also ends if a step is refused, or if a number is not finite. The verdict
/// tells which.
pub fn record<S, E, I>(
    simulation: &mut Simulation<S, E, I>,
    plan: &Plan,
    judge: &Judge,
    steering_wheel: impl Fn(f64, &mut S::Inputs) -> f64,
    tell: &mut dyn FnMut(f64),
) -> Recorded
where
    S: Solver,
    E: Subsystem<S>,
    I: Integrator<StateOf<S, E>>,
{
    let count = (plan.duration / plan.step).round() as usize;
    let every = plan.every_steps();
    let mut recorded = Recorded {
        table: Table::of(columns(simulation)),
        ..Recorded::default()
    };
    let angles = angles_that_go_on(&recorded.table.columns, simulation.solver());
    let equipment = equipment_columns::<S>(&simulation.surroundings);
    let mut path = judge.followed(recorded.table.columns.len() - equipment.len(), &equipment);
    let mut event = None;
    let mut alternation = Alternation::default();
    if let Err(refused) = begin(simulation) {
        recorded.verdict = recorded.stopped(refused, judge.advice());
        return recorded;
    }
    for k in 0..=count {
        if k > 0
            && let Err(refused) = simulation.step(plan.step)
        {
            recorded.verdict = recorded.stopped(refused, judge.advice());
            return recorded;
        }
        if let Some(place) = alternation.note(simulation.state().speeds()) {
            let speed = simulation.solver().description().speeds[place];
            event = event.or_else(|| Some(step_too_long(speed, simulation.time(), plan.step, judge.advice())));
        }
        if k % every != 0 {
            continue;
        }
        let (mut row, bodies) = row(simulation, plan.chassis, &steering_wheel);
        let time = simulation.time();
        if !row.iter().all(|number| number.is_finite()) {
            // The next step tells what is not finite, such as the height of a road that has ended.
            recorded.verdict = match simulation.step(plan.step) {
                Err(refused) if is_by_inputs(&refused) => recorded.stopped(refused, judge.advice()),
                _ => {
                    let words = format!("grew without bound before {time:.3} s: a number of the table is not finite");
                    Verdict::at(Outcome::GrewWithoutBound, time, words)
                }
            };
            return recorded;
        }
        if let Some(last) = recorded.table.rows.last() {
            turns::go_on(&mut row, last, &angles);
            if row[SIDESLIP] != 0.0 {
                turns::go_on(&mut row, last, &[SIDESLIP]);
            }
        }
        let speed = row[SPEED];
        if plan.is_shown {
            let spins = simulation.solver().wheels().iter().map(|wheel| wheel.spin);
            recorded.motion.add(time, &bodies, spins.collect());
        }
        event = event
            .or_else(|| judge.event(time, (&bodies, simulation.solver().description().bodies), plan.chassis))
            .or_else(|| path.as_mut()?.event(time, &row));
        recorded.table.rows.push(row);
        if event.is_some() && !plan.anyway {
            break;
        }
        tell(time);
        let begin = recorded.table.rows.first().map_or(speed, |row| row[SPEED]);
        if plan.until.is_some_and(|until| k > 0 && until.holds(begin, speed)) {
            break;
        }
    }
    event = event.or_else(|| path?.missed(simulation.time()));
    recorded.verdict = event.unwrap_or_else(|| Verdict {
        time: Some(simulation.time()),
        ..Verdict::new(Outcome::ToItsEnd, "")
    });
    recorded
}

/// Before the start the steering wheel was at rest. If it turns at once, it pushes the bodies.
fn begin<S, E, I>(simulation: &mut Simulation<S, E, I>) -> Result<(), Refused>
where
    S: Solver,
    E: Subsystem<S>,
    I: Integrator<StateOf<S, E>>,
{
    let _ = simulation.evaluate();
    let jumps: Vec<f64> = simulation.inputs.drives().iter().map(|drive| drive.velocity).collect();
    match jumps.iter().any(|jump| *jump != 0.0) {
        true => simulation.jump(&jumps).map(|_| ()),
        false => Ok(()),
    }
}

/// The verdict on a run in which a speed jumps back and forth at a time, with a step [s]; with a possible remedy.
pub fn step_too_long(speed: &str, time: f64, step: f64, advice: &str) -> Verdict {
    let words = format!("{}; {advice}", too_long(speed, time, step));
    Verdict::at(Outcome::StepTooLong, time, words).by(speed)
}

/// Whether a step is refused because a prescribed motion, or a load at a finite state, is not a finite number. No other
/// step or method helps.
fn is_by_inputs(refused: &Refused) -> bool {
    let Cause::NotFinite(found) = refused.cause else {
        return false;
    };
    found.value.is_nan() && matches!(found.kind, Kind::Drive | Kind::Wheel | Kind::Signal)
}

impl Recorded {
    /// The verdict on a run with a refused step, and what may help.
    fn stopped(&self, refused: Refused, advice: &str) -> Verdict {
        let last = self.table.rows.last().map_or(&[][..], Vec::as_slice);
        let motion = MOTION.iter().zip(last).skip(4);
        let stopped = Stopped {
            refused,
            motion: motion.map(|((name, unit), value)| (*name, *value, *unit)).collect(),
        };
        let words = match refused.cause {
            // A part that makes its own steps knows no implicit method.
            Cause::Held(_) => format!("{stopped}; a shorter `--step` may help"),
            _ if is_by_inputs(&refused) => stopped.to_string(),
            _ => format!("{stopped}; {advice}; `wishbone modes` tells the largest stable step"),
        };
        Verdict::at(Outcome::Refused, refused.time, words)
    }
}

/// The row of [`record()`] for the present state, and the motion of the bodies. `chassis` is the position of the body that stands
/// for the vehicle.
pub fn row<S: Solver, E: Subsystem<S>, I: Integrator<StateOf<S, E>>>(
    simulation: &mut Simulation<S, E, I>,
    chassis: usize,
    steering_wheel: &impl Fn(f64, &mut S::Inputs) -> f64,
) -> (Vec<f64>, Vec<BodyMotion>) {
    let time = simulation.time();
    let Instant {
        wheels,
        loads,
        bodies,
        outputs,
        equipment,
        ..
    } = Instant::of_simulation(simulation);
    let mut row = motion(time, &bodies[chassis]);
    row.push(steering_wheel(time, &mut simulation.inputs));
    for (load, wheel) in loads.iter().zip(&wheels) {
        row.extend(load.force);
        row.push(wheel.spin);
    }
    row.extend(outputs);
    row.extend(equipment);
    (row, bodies)
}

/// Position of the speed in a row.
const SPEED: usize = 6;
/// Position of the sideslip angle in a row. It begins anew after a standstill.
const SIDESLIP: usize = 7;
/// Positions of the angles of the motion that continue over full turns: yaw and roll.
const TURNS: [usize; 2] = [3, 4];

/// Positions of the angles of a row that continue over full turns: the angles of the motion, and the declared
/// outputs.
fn angles_that_go_on(columns: &[Column], solver: &impl Solver) -> Vec<usize> {
    let names = solver.description();
    let first = MOTION.len() + OF_A_WHEEL * names.wheels.len();
    let outputs = turns::angles(&columns[first..first + names.outputs.len()], first);
    TURNS.into_iter().chain(outputs).collect()
}

/// Number of columns of a wheel.
const OF_A_WHEEL: usize = 4;

/// The columns of a [`row`].
pub fn columns<S: Solver, E: Subsystem<S>, I: Integrator<StateOf<S, E>>>(
    simulation: &Simulation<S, E, I>,
) -> Vec<Column> {
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
    columns.extend(equipment_columns::<S>(&simulation.surroundings));
    columns
}

/// The motion of a body, without the angle of the steering wheel. Horizontal velocity and acceleration are along the heading and to
/// its left: the intermediate axes of ISO 8855:2011, 2.9.
fn motion(time: f64, body: &BodyMotion) -> Vec<f64> {
    let [roll, pitch, yaw] = angles(body);
    let along = |vector: [f64; 3], turned: f64| vector[0] * turned.cos() + vector[1] * turned.sin();
    let (forward, left) = (yaw, yaw + std::f64::consts::FRAC_PI_2);
    let velocity = [forward, left].map(|turned| along(body.velocity, turned));
    vec![
        time,
        body.com[0],
        body.com[1],
        yaw,
        roll,
        pitch,
        velocity[0],
        sideslip(velocity),
        body.angular_velocity[2],
        along(body.acceleration, forward),
        along(body.acceleration, left),
        body.acceleration[2],
    ]
}

/// Speed below which a velocity has no direction [m/s].
const STANDING: f64 = 0.1;
/// Speed below which a vehicle that moves backwards rocks on its tyres [m/s].
const ROCKING: f64 = 0.5;

/// Sideslip angle of a velocity along the heading and to its left [rad]; zero for a vehicle that stands, or rocks at a
/// standstill.
fn sideslip([speed, drift]: [f64; 2]) -> f64 {
    let least = if speed < 0.0 { ROCKING } else { STANDING };
    match speed.hypot(drift) > least {
        true => drift.atan2(speed),
        false => 0.0,
    }
}

/// Roll, pitch and yaw angles of a body [rad]. The body is turned about Z by the yaw angle, then about its Y axis by
/// the pitch angle, then about its X axis by the roll angle (ISO 8855:2011, 5.2).
pub fn angles(body: &BodyMotion) -> [f64; 3] {
    let r = &body.rotation;
    [
        r[2][1].atan2(r[2][2]),
        (-r[2][0]).clamp(-1.0, 1.0).asin(),
        r[1][0].atan2(r[0][0]),
    ]
}
