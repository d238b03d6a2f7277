//! Position in which a vehicle rests on its tyres.

use crate::problem::Problem;
use crate::vehicle::{Running, coupled, rests};
use nalgebra::{Matrix3, Vector3};
use wishbone::ports::{BodyMotion, WheelMotion};
use wishbone::prelude::*;
use wishbone_studies::findings::{Figure, Findings, number};
use wishbone_studies::instant::{Instant, declared_outputs};
use wishbone_studies::manoeuvre::angles;

/// Moment on a unit, divided by the weight of the vehicle; above this limit, it is reported [m].
const HELD: f64 = 1e-5;

/// Fraction of its radius by which a wheel is far from its design position.
const FAR: f64 = 0.6;

/// Notes on wheels that are far from their design positions in the vehicle, for example on springs that are far too
/// soft or have no preload.
fn far_wheels(running: &Running, body: &BodyMotion, wheels: &[WheelMotion]) -> Vec<String> {
    let (model, chassis) = (&running.compiled.model, running.chassis());
    let units = coupled::of_bodies(model);
    let rotation = Matrix3::from_fn(|row, column| body.rotation[row][column]);
    let com = *model.bodies[chassis + 1].com;
    let each = model.wheels.iter().zip(wheels).zip(&running.radii);
    let far = each.filter_map(|((wheel, motion), radius)| {
        let here = rotation.transpose() * (Vector3::from(motion.centre) - Vector3::from(body.com)) + com;
        let way = (here - *wheel.centre).norm();
        let is_own = units[wheel.carrier.index()] == units[chassis + 1];
        (is_own && way > FAR * radius).then(|| {
            format!(
                "`{}` is {:.0} mm from its design position in the vehicle: look at the rates and the preload of its springs, and at their stops",
                wheel.name,
                1e3 * way
            )
        })
    });
    far.collect()
}

/// Finds the position in which a vehicle rests.
pub fn found(running: &Running) -> Result<Findings, Problem> {
    let mut rest = running.rest()?;
    let (chassis, names) = (running.chassis(), running.engine.description());
    let Instant {
        bodies,
        loads,
        wheels: motions,
        outputs,
        ..
    } = rest.instant();
    let body = bodies[chassis];
    let [roll, pitch, _] = angles(&body);
    let total: f64 = loads.iter().map(|load| load.force[2]).sum();
    let gravity = running.compiled.model.gravity.norm();
    let mut figures = vec![
        Figure::new(
            "",
            "mass on the wheels",
            "kg",
            total / gravity,
            "sum of the vertical loads divided by gravity",
        ),
        Figure::new(
            names.bodies[chassis],
            "height",
            "m",
            body.com[2],
            "centre of mass above the road",
        ),
        Figure::new(
            names.bodies[chassis],
            "roll",
            "deg",
            roll.to_degrees(),
            "roll angle of the chassis (ISO 8855)",
        ),
        Figure::new(
            names.bodies[chassis],
            "pitch",
            "deg",
            pitch.to_degrees(),
            "pitch angle of the chassis (ISO 8855)",
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
            "share of the sum of the loads",
        ));
        figures.push(Figure::new(name, "centre", "m", height, "wheel centre above the road"));
        figures.push(Figure::new(
            name,
            "tyre pressed in",
            "mm",
            pressed,
            "unloaded radius minus the height of the wheel centre",
        ));
    }
    figures.extend(declared_outputs(names, &outputs));
    let verdict = rests::verdict(running, &mut rest);
    let mut notes = vec![format!("found by Newton's method in {} evaluations", rest.evaluations)];
    notes.extend(far_wheels(running, &body, &motions));
    let held = rest.moments.iter().filter(|(_, moment)| moment.abs() > HELD * total);
    notes.extend(held.map(|(leader, moment)| {
        format!(
            "the friction of standing tyres holds `{}` straight against {} N m: on tyres without friction it would turn",
            names.bodies[*leader],
            number(moment.abs())
        )
    }));
    Ok(Findings {
        name: "at rest".to_owned(),
        conditions: "on level ground, tyres without friction".to_owned(),
        verdict,
        figures,
        notes,
        ..Findings::default()
    })
}
