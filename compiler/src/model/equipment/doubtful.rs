//! Numbers of a powertrain that can be computed with, and are hardly meant.

use super::read::Reader;
use crate::diag::{SourceSpan, catalogue};
use crate::front::syntax::Value;
use crate::model::quantity;
use std::f64::consts::PI;
use wishbone_laws::driveline::{Engine, Gearbox, Shifting, Solved};

/// Warns of an engine that drives with its pedal released, and of speeds that the engine does not reach and at which the gearbox would
/// shift up.
pub(super) fn warn(reader: &mut Reader, solved: &Solved<String>) {
    for (name, engine, _) in &solved.engines {
        if engine.idle.is_some() && engine.closed.points().all(|[_, torque]| torque > 0.0) {
            let place = place_of(reader, name);
            let message = format!("engine `{name}` drives with its pedal released, at every speed of `closed`");
            let help = "torques of the engine brake are below zero: `torque: [-5, -40] N*m`";
            told(reader, place, message, help);
        }
    }
    let Some((gearbox, _)) = &solved.gearbox else {
        return;
    };
    let limit = solved.engines.iter().filter_map(|(_, engine, _)| fastest(engine));
    let limit = limit.fold(f64::NEG_INFINITY, f64::max);
    let never = never_left(gearbox, limit).filter(|_| limit > 0.0);
    if let (Some((gear, speed)), Some(place)) = (never, gearbox_place(reader)) {
        let rpm = |speed: f64| quantity::digits((speed * 30.0 / PI).round());
        let message = format!(
            "the gearbox shifts up from gear {gear} above {} rpm, which no engine reaches: the fuel is cut at {} rpm",
            rpm(speed),
            rpm(limit)
        );
        told(
            reader,
            place,
            message,
            "let `up` be below the `limit` of the engine, in the same unit",
        );
    }
}

/// Speed at which the fuel is fully cut [rad/s].
fn fastest(engine: &Engine) -> Option<f64> {
    engine.limit.map(|[_, end]| end)
}

/// The first gear that is not the last one and is left only above a speed, with its speed for the next gear.
fn never_left(gearbox: &Gearbox, speed: f64) -> Option<(usize, f64)> {
    let Shifting::Automatic { up, .. } = &gearbox.shifting else {
        return None;
    };
    let last = gearbox.ratios().0.len().saturating_sub(1);
    let gears = up[..last].iter().enumerate();
    gears.map(|(gear, up)| (gear + 1, *up)).find(|(_, up)| *up > speed)
}

fn place_of(reader: &Reader, part: &str) -> SourceSpan {
    let mut attributes = reader.element.attributes.iter();
    let found = attributes.find(|attribute| attribute.key.text == part);
    found.map_or(reader.element.name.span, |attribute| attribute.key.span)
}

fn gearbox_place(reader: &Reader) -> Option<SourceSpan> {
    let is_it = |value: &Value| matches!(value, Value::Call { function, .. } if function.text == "gearbox");
    let found = reader.element.attributes.iter().find(|own| is_it(&own.value));
    found.map(|own| own.key.span)
}

fn told(reader: &mut Reader, place: SourceSpan, message: String, help: &str) {
    let problem = reader.context.ledger.warning(&catalogue::EQUIPMENT, place, message);
    problem.help(help);
}
