//! `wishbone settle`

use crate::arguments::Run;
use crate::designs;
use crate::failure::Failure;
use crate::running::{Running, angles};
use crate::showing;
use wishbone::prelude::*;
use wishbone_studies::findings::{Figure, Findings};

/// Puts the vehicles on the road.
pub fn run(options: &Run) -> Result<(), Failure> {
    let found = designs::each(&options.designs, Running::differentiated, |running| {
        Ok(vec![found(running)?])
    })?;
    showing::show(found, &options.showing)
}

/// How a vehicle rests.
pub fn found(running: &Running) -> Result<Findings, Failure> {
    let mut rest = running.rest()?;
    let (chassis, names) = (running.chassis(), running.engine.description());
    let body = rest.bodies()[chassis];
    let [roll, pitch, _] = angles(&body);
    let (loads, motions) = (rest.loads(), rest.wheels());
    let total: f64 = loads.iter().map(|load| load.force[2]).sum();
    let gravity = running.compiled.model.gravity.norm();
    let mut figures = vec![
        Figure::new(
            "",
            "mass on the wheels",
            "kg",
            total / gravity,
            "sum of the vertical loads by gravity",
        ),
        Figure::new(
            names.bodies[chassis],
            "height",
            "m",
            body.com[2],
            "centre of mass above the road",
        ),
        Figure::new(names.bodies[chassis], "roll", "deg", roll.to_degrees(), "ISO 8855, 5.2"),
        Figure::new(
            names.bodies[chassis],
            "pitch",
            "deg",
            pitch.to_degrees(),
            "ISO 8855, 5.2",
        ),
    ];
    for (place, name) in names.wheels.iter().enumerate() {
        let (load, height) = (loads[place].force[2], motions[place].centre[2]);
        let pressed = 1e3 * (running.radii[place] - height);
        figures.push(Figure::new(name, "load", "N", load, "vertical force of the road"));
        figures.push(Figure::new(
            name,
            "share",
            "%",
            100.0 * load / total,
            "part of the sum of the loads",
        ));
        figures.push(Figure::new(name, "centre", "m", height, "wheel centre above the road"));
        figures.push(Figure::new(
            name,
            "tyre pressed in",
            "mm",
            pressed,
            "unloaded radius less the height of the centre",
        ));
    }
    let inputs = rest.system.solver.no_inputs();
    let outputs = rest
        .system
        .solver
        .outputs(&rest.state, &inputs, &Vector::zero())
        .to_vec();
    let outputs = names.outputs.iter().zip(outputs).enumerate();
    figures.extend(
        outputs.map(|(place, (name, value))| {
            Figure::new("", name, names.output_unit(place), value, "output of the vehicle")
        }),
    );
    let found = rest.evaluations.map_or_else(
        || "by letting time pass".to_owned(),
        |count| format!("by Newton's method in {count} evaluations"),
    );
    Ok(Findings {
        name: "at rest".to_owned(),
        conditions: "on level ground, tyres without friction".to_owned(),
        figures,
        notes: vec![format!("found {found}")],
        ..Findings::default()
    })
}
