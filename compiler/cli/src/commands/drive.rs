//! `wishbone drive`

use crate::arguments::{Drive, Manoeuvre};
use crate::failure::Failure;
use crate::running::{Running, angles};
use crate::{print, write};
use std::fmt::Write;
use wishbone::control::SpeedHold;
use wishbone::prelude::*;
use wishbone::profile::Sine;
use wishbone::start;
use wishbone_compiler::model::equipment as declared;
use wishbone_engine::Engine;
use wishbone_engine::equipment::{self, Course, Fitted, Pieces, Road};
use wishbone_studies::panels::{Panel, draw, line};
use wishbone_studies::table::{Column, Table};

/// Time between two rows of the table [s].
const EVERY: f64 = 0.01;
/// Begin of the steering [s].
const BEGIN: f64 = 1.0;
/// Rise of a step [s].
const RISE: f64 = 0.2;
/// Largest number of wheels whose speed can be held.
const MOST_WHEELS: usize = 32;

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

/// A run of a vehicle.
type Run = Simulation<Engine, Fitted, AdamsBashforth3<StateOf<Engine, Fitted>>>;

/// Drives the vehicle.
pub fn run(options: &Drive) -> Result<(), Failure> {
    let running = Running::of(&options.source)?;
    let name = &running.compiled.model.name;
    let finding = |message: String| Failure::Finding(format!("vehicle `{name}`: {message}"));
    let rest = running.settled()?;
    let state = start::rolling_on(&running.engine, &running.radii, &rest, options.speed);
    let state = state.map_err(|reason| finding(reason.to_string()))?;
    let steer = steering_wheel(options);
    let equipment = equipped(&running, options, &steer)?;
    let mut simulation: Run = Simulation::new(running.engine.clone(), equipment, AdamsBashforth3::new());
    simulation.set_state(state);
    let assembled = simulation.assemble();
    let _ = assembled.map_err(|reason| finding(reason.to_string()))?;
    let table = recorded(&running, &mut simulation, options, &steer).map_err(|reason| {
        let advice = "a shorter `--step` may help; `wishbone modes` tells the largest stable one";
        finding(format!("{reason}; {advice}"))
    })?;
    let mut text = key_figures(name, options, &table);
    if let Some(folder) = &options.out {
        let picture = picture(&running, options, &table);
        let picture = picture.map_err(|reason| Failure::Misuse(format!("cannot draw: {reason}")))?;
        for (file, content) in [("drive.csv", table.csv()), ("drive.svg", picture)] {
            let path = folder.join(file);
            write::into_folder(&path, &content, &running.declaration.files())?;
            let _ = writeln!(text, "wrote {}", path.display());
        }
    }
    print::out(&text)
}

/// Angle of the steering wheel over time [rad].
fn steering_wheel(options: &Drive) -> Course {
    let amplitude = options.angle.to_radians();
    let (start, frequency) = (BEGIN, options.frequency);
    match options.manoeuvre {
        Manoeuvre::Straight | Manoeuvre::Declared => Course::new(wishbone::profile::Hold(0.0)),
        Manoeuvre::StepSteer => Course::new(Ramp {
            start,
            duration: RISE,
            amplitude,
        }),
        Manoeuvre::Sine => Course::new(Sine {
            start,
            cycles: 1.0,
            amplitude,
            frequency,
        }),
        Manoeuvre::SineWithDwell => Course::new(SineWithDwell {
            start,
            amplitude,
            frequency,
            dwell: 0.5,
        }),
        Manoeuvre::Ramp => {
            let slope = amplitude / (options.time - start).max(1e-3);
            Course::new(move |time: f64| wishbone::ports::Drive {
                position: slope * (time - start).max(0.0),
                velocity: if time > start { slope } else { 0.0 },
                acceleration: 0.0,
            })
        }
    }
}

/// The vehicle's equipment; unless the declared driver drives, its steering wheel is turned and its speed is held.
fn equipped(running: &Running, options: &Drive, steer: &Course) -> Result<Fitted, Failure> {
    let (compiled, vehicle) = (&running.compiled, running.engine.description());
    let name = &compiled.model.name;
    let finding = |message: String| Failure::Finding(format!("vehicle `{name}`: {message}"));
    let mut fitted =
        equipment::fitted(compiled, vehicle, &Road::new(Flat)).map_err(|reason| finding(reason.to_string()))?;
    if options.manoeuvre == Manoeuvre::Declared {
        if declared::driver(&compiled.model.equipment).is_none() {
            return Err(finding(
                "it declares no driver: choose another manoeuvre, or add `driver` (docs/equipment.md)".to_owned(),
            ));
        }
        return Ok(fitted);
    }
    if vehicle.wheels.len() > MOST_WHEELS {
        return Err(finding(format!(
            "the speed of more than {MOST_WHEELS} wheels cannot be held"
        )));
    }
    fitted.driver = Pieces::none();
    fitted.steering = match equipment::steered(compiled, vehicle, steer.clone()) {
        Some(steering) => steering,
        None if options.manoeuvre == Manoeuvre::Straight => Pieces::none(),
        None => {
            return Err(finding(
                "it declares no steering: add `steering` (docs/equipment.md), or choose `--manoeuvre straight`"
                    .to_owned(),
            ));
        }
    };
    // Gains by mass: an error of 1 m/s is answered by 2 m/s².
    let masses = compiled.model.bodies.iter().map(|body| *body.mass);
    let wheels = vehicle.wheels.len() as f64;
    let mass: f64 = masses.sum();
    let lever = running.radii.iter().sum::<f64>() / wheels;
    let share = mass * lever / wheels;
    let driven = [true; MOST_WHEELS];
    fitted.powertrain = Pieces::of(SpeedHold::new(options.speed, 2.0 * share, share, 5.0 * share, driven));
    Ok(fitted)
}

/// Steps to the end, and takes a row at the begin and every hundredth of a second.
fn recorded(running: &Running, simulation: &mut Run, options: &Drive, steer: &Course) -> Result<Table, Refused> {
    let names = running.engine.description();
    let step = 1e-3 * options.step;
    let every = (EVERY / step).round().max(1.0) as usize;
    let count = (options.time / step).round() as usize;
    let mut table = Table {
        columns: columns(simulation),
        rows: Vec::new(),
    };
    let chassis = running.chassis();
    table.rows.push(row(simulation, chassis, names.wheels.len(), steer));
    for k in 1..=count {
        let _ = simulation.step(step)?;
        if k % every == 0 {
            table.rows.push(row(simulation, chassis, names.wheels.len(), steer));
        }
    }
    Ok(table)
}

fn columns(simulation: &Run) -> Vec<Column> {
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
    columns.extend(names.outputs.iter().map(|name| column((*name).to_owned(), "")));
    Subsystem::<Engine>::outputs(&simulation.surroundings, &mut |quantity| {
        let place = quantity.index.map_or(String::new(), |index| format!("_{index}"));
        columns.push(column(format!("{}{place}", quantity.name), quantity.unit));
    });
    columns
}

fn row(simulation: &mut Run, chassis: usize, wheels: usize, steer: &Course) -> Vec<f64> {
    let body = simulation.bodies()[chassis];
    let [roll, pitch, yaw] = angles(&body);
    let along = |vector: [f64; 3], turned: f64| vector[0] * turned.cos() + vector[1] * turned.sin();
    let (forward, left) = (yaw, yaw + core::f64::consts::FRAC_PI_2);
    let [speed, drift] = [forward, left].map(|turned| along(body.velocity, turned));
    let time = simulation.time();
    let mut row = vec![
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
        steer.at(time).position,
    ];
    let spins: Vec<f64> = simulation.solver().wheels().iter().map(|wheel| wheel.spin).collect();
    for (load, spin) in simulation.inputs.wheels().iter().zip(spins).take(wheels) {
        row.extend(load.force);
        row.push(spin);
    }
    row.extend(simulation.outputs().to_vec());
    Subsystem::<Engine>::outputs(&simulation.surroundings, &mut |quantity| row.push(quantity.value));
    row
}

/// Extremes of the motion and its end; of a step, gain, response times and overshoot.
fn key_figures(name: &str, options: &Drive, table: &Table) -> String {
    let column = |name: &str| table.column(name).unwrap_or_default();
    let degrees = 1f64.to_degrees();
    let shown: [(&str, &str, &str, f64); 8] = [
        ("speed", "speed", "m/s", 1.0),
        ("yaw rate", "yaw_rate", "deg/s", degrees),
        ("lateral acceleration", "lateral_acceleration", "m/s^2", 1.0),
        ("longitudinal acceleration", "longitudinal_acceleration", "m/s^2", 1.0),
        ("roll", "roll", "deg", degrees),
        ("pitch", "pitch", "deg", degrees),
        ("sideslip", "sideslip", "deg", degrees),
        ("course deviation Y", "y", "m", 1.0),
    ];
    let mut text = format!(
        "{name}: {:?} at {} m/s, {} s\n",
        options.manoeuvre, options.speed, options.time
    );
    let _ = writeln!(
        text,
        "\n{:26} {:>8}  {:>10} {:>10} {:>10}",
        "", "", "least", "greatest", "at the end"
    );
    for (title, name, unit, factor) in shown {
        let values = column(name);
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let last = values.last().copied().unwrap_or(f64::NAN);
        let _ = writeln!(
            text,
            "{title:26} {unit:>8}  {:>10.4} {:>10.4} {:>10.4}",
            factor * least,
            factor * greatest,
            factor * last
        );
    }
    if options.manoeuvre == Manoeuvre::StepSteer && options.angle != 0.0 {
        text.push_str(&of_step(
            options,
            &column("time"),
            &column("yaw_rate"),
            &column("lateral_acceleration"),
        ));
    }
    text
}

/// Figures of a step by ISO 7401: the reference time is that at which half of the angle is reached, the steady value the mean of the
/// last second.
fn of_step(options: &Drive, time: &[f64], yaw_rate: &[f64], lateral: &[f64]) -> String {
    let reference = BEGIN + 0.5 * RISE;
    let end = time.last().copied().unwrap_or(0.0);
    if end < reference + 2.0 {
        return "\ntoo short for figures of the step: it takes 3.1 s at least\n".to_owned();
    }
    let mut text = String::from(
        "\nstep (ISO 7401)                     steady       gain  t 90 % [s]  t peak [s]  overshoot [%]\n",
    );
    let angle = options.angle.to_radians();
    for (title, unit, values) in [
        ("yaw rate", "rad/s", yaw_rate),
        ("lateral acceleration", "m/s^2", lateral),
    ] {
        let late: Vec<f64> = time
            .iter()
            .zip(values)
            .filter(|(t, _)| **t > end - 1.0)
            .map(|(_, x)| *x)
            .collect();
        let steady = late.iter().sum::<f64>() / late.len() as f64;
        let relative = |x: f64| x / steady;
        let reached = time
            .iter()
            .zip(values)
            .find(|(t, x)| **t > BEGIN && relative(**x) > 0.9);
        let after = time.iter().zip(values).filter(|(t, _)| **t > BEGIN);
        let peak = after.max_by(|(_, a), (_, b)| relative(**a).total_cmp(&relative(**b)));
        let (peak_time, peak) = peak.map_or((f64::NAN, f64::NAN), |(t, x)| (*t, *x));
        let _ = writeln!(
            text,
            "{title:22} {unit:>8}  {steady:>10.5} {:>10.5}  {:>10.3}  {:>10.3}  {:>13.2}",
            steady / angle,
            reached.map_or(f64::NAN, |(t, _)| t - reference),
            peak_time - reference,
            100.0 * (relative(peak) - 1.0)
        );
    }
    text
}

fn picture(running: &Running, options: &Drive, table: &Table) -> Result<String, Box<dyn std::error::Error>> {
    let column = |name: &str| table.column(name).unwrap_or_default();
    let time = column("time");
    let over_time = |title: &str, names: &[(&str, &str)], factor: f64| Panel {
        title: title.to_owned(),
        x: "time [s]".to_owned(),
        curves: names
            .iter()
            .enumerate()
            .map(|(k, (name, source))| {
                let points = time.iter().zip(column(source)).map(|(t, x)| (*t, factor * x));
                line(k, name, points.collect())
            })
            .collect(),
        equal: false,
    };
    let degrees = 1f64.to_degrees();
    let wheels = running.engine.description().wheels;
    let sources: Vec<String> = wheels.iter().map(|wheel| format!("{wheel}.force_z")).collect();
    let loads: Vec<(&str, &str)> = wheels.iter().copied().zip(sources.iter().map(String::as_str)).collect();
    let path = column("x").into_iter().zip(column("y")).collect();
    let panels = [
        Panel {
            title: "path: Y [m]".to_owned(),
            x: "X [m]".to_owned(),
            curves: vec![line(0, "", path)],
            equal: true,
        },
        over_time("steering wheel [deg]", &[("", "steering_wheel")], degrees),
        over_time("speed [m/s]", &[("", "speed")], 1.0),
        over_time("yaw rate [deg/s]", &[("", "yaw_rate")], degrees),
        over_time(
            "acceleration [m/s²]",
            &[
                ("lateral", "lateral_acceleration"),
                ("longitudinal", "longitudinal_acceleration"),
            ],
            1.0,
        ),
        over_time("roll, pitch [deg]", &[("roll", "roll"), ("pitch", "pitch")], degrees),
        over_time("sideslip [deg]", &[("", "sideslip")], degrees),
        over_time("wheel loads [kN]", &loads, 1e-3),
    ];
    let title = format!("{}: {:?}", running.compiled.model.name, options.manoeuvre);
    draw(
        &title,
        &format!("{} m/s at the start, flat road", options.speed),
        &panels,
    )
}
