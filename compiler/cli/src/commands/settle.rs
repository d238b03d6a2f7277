//! `wishbone settle`

use super::json;
use crate::arguments::Run;
use crate::failure::Failure;
use crate::print;
use crate::running::{Running, angles};
use serde::Serialize;
use std::fmt::Write;
use wishbone::prelude::*;

/// A vehicle at rest.
#[derive(Serialize)]
struct Settled {
    vehicle: String,
    /// Evaluations of the vehicle that Newton's method took; none where time had to pass instead.
    evaluations: Option<usize>,
    body: String,
    /// Height of the body's centre of mass above the road [m].
    height: f64,
    /// [rad]
    roll: f64,
    /// [rad]
    pitch: f64,
    /// [kg]
    mass: f64,
    wheels: Vec<AtWheel>,
    outputs: Vec<(String, f64)>,
}

#[derive(Serialize)]
struct AtWheel {
    name: String,
    /// Vertical load [N].
    load: f64,
    /// Height of the wheel centre above the road [m].
    height: f64,
    /// Deflection of the tyre at its radius [m].
    deflection: f64,
}

/// Puts the vehicle on the road.
pub fn run(options: &Run) -> Result<(), Failure> {
    let running = Running::differentiated(&options.source)?;
    let settled = settled(&running)?;
    print::out(&match options.json {
        true => json(&settled)?,
        false => text(&settled),
    })
}

fn settled(running: &Running) -> Result<Settled, Failure> {
    let mut rest = running.rest()?;
    let (chassis, names) = (running.chassis(), running.engine.description());
    let body = rest.bodies()[chassis];
    let [roll, pitch, _] = angles(&body);
    let (loads, motions) = (rest.loads(), rest.wheels());
    let wheels = names.wheels.iter().zip(&loads).zip(motions.iter().zip(&running.radii));
    let wheels = wheels.map(|((name, load), (motion, radius))| AtWheel {
        name: (*name).to_owned(),
        load: load.force[2],
        height: motion.centre[2],
        deflection: radius - motion.centre[2],
    });
    let wheels: Vec<AtWheel> = wheels.collect();
    let inputs = rest.system.solver.no_inputs();
    let outputs = rest
        .system
        .solver
        .outputs(&rest.state, &inputs, &Vector::zero())
        .to_vec();
    let outputs = names.outputs.iter().map(|name| (*name).to_owned()).zip(outputs);
    let gravity = running.compiled.model.gravity.norm();
    Ok(Settled {
        vehicle: running.compiled.model.name.clone(),
        evaluations: rest.evaluations,
        body: names.bodies[chassis].to_owned(),
        height: body.com[2],
        roll,
        pitch,
        mass: wheels.iter().map(|wheel| wheel.load).sum::<f64>() / gravity,
        wheels,
        outputs: outputs.collect(),
    })
}

fn text(settled: &Settled) -> String {
    let found = settled.evaluations.map_or_else(
        || "letting time pass".to_owned(),
        |count| format!("Newton's method in {count} evaluations"),
    );
    let mut text = format!(
        "{}: rests, found by {}; {:.1} kg\n`{}`: centre of mass {:.4} m above the road, roll {:.3} deg, pitch {:.3} deg\n\n",
        settled.vehicle,
        found,
        settled.mass,
        settled.body,
        settled.height,
        settled.roll.to_degrees(),
        settled.pitch.to_degrees()
    );
    let width = settled
        .wheels
        .iter()
        .map(|wheel| wheel.name.len())
        .max()
        .unwrap_or(0)
        .max(5);
    let _ = writeln!(
        text,
        "{:width$}  load [N]  share [%]  centre [m]  tyre pressed in [mm]",
        "wheel"
    );
    let total: f64 = settled.wheels.iter().map(|wheel| wheel.load).sum();
    for wheel in &settled.wheels {
        let _ = writeln!(
            text,
            "{:width$}  {:>8.1}  {:>9.2}  {:>10.4}  {:>20.2}",
            wheel.name,
            wheel.load,
            100.0 * wheel.load / total,
            wheel.height,
            1e3 * wheel.deflection
        );
    }
    if !settled.outputs.is_empty() {
        text.push('\n');
    }
    for (name, value) in &settled.outputs {
        let _ = writeln!(text, "{name} {value:.6}");
    }
    text
}
