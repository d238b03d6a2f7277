//! The verdict on a rest: stable, unstable along a displacement, with wheels in the air, or on stops.

use super::{Rest, Running};
use crate::rig::kc;
use wishbone::prelude::*;
use wishbone_compiler::model::Law;
use wishbone_studies::findings::{Outcome, Verdict};

/// Fraction of the mean load below which a wheel carries nothing.
const UNLOADED: f64 = 1e-6;

/// The verdict on the rest of a vehicle.
pub fn verdict(running: &Running, rest: &mut Rest) -> Verdict {
    let names = running.engine.description();
    let loads: Vec<f64> = rest.instant().loads.iter().map(|load| load.force[2]).collect();
    let mean = loads.iter().sum::<f64>() / loads.len().max(1) as f64;
    let in_the_air = names
        .wheels
        .iter()
        .zip(&loads)
        .filter(|(_, load)| **load <= UNLOADED * mean);
    let in_the_air: Vec<&str> = in_the_air.map(|(name, _)| *name).collect();
    let stops = stops(running, rest);
    let on_stops = match stops.is_empty() {
        true => String::new(),
        false => format!(", on the stops of {}", stops.join(", ")),
    };
    if let Some(found) = rest.escape {
        let words = format!(
            "rests unstably{on_stops}: a displacement along `{}` grows by a factor of e in {:.3} s",
            found.speed,
            1.0 / found.rate
        );
        return Verdict::new(Outcome::RestsUnstably, words).by(found.speed);
    }
    if !in_the_air.is_empty() {
        let words = format!("rests with {} in the air{on_stops}", in_the_air.join(", "));
        return Verdict::new(Outcome::RestsInTheAir, words).by(in_the_air[0]);
    }
    let verdict = Verdict::new(Outcome::Rests, format!("rests stably on all wheels{on_stops}"));
    match stops.into_iter().next() {
        Some(stop) => verdict.by(stop),
        None => verdict,
    }
}

/// Names of the limits and springs whose stops are met.
fn stops(running: &Running, rest: &mut Rest) -> Vec<String> {
    let (model, names) = (&running.compiled.model, running.engine.description());
    let inputs = rest.inputs();
    let coordinates = rest.system.solver.joint_coordinates(&rest.state, &inputs).to_vec();
    let limits = model.forces.iter().filter(|force| {
        let Law::Limit(limit) = &force.law else { return false };
        let joint = &model.joint(limit.joint).name;
        let place = names.joint_coordinates.iter().position(|name| name == joint);
        let Some(x) = place.and_then(|place| coordinates.get(place)) else {
            return false;
        };
        limit.min.as_ref().is_some_and(|min| *x < **min) || limit.max.as_ref().is_some_and(|max| *x > **max)
    });
    let bodies = rest.instant().bodies;
    let lengths = kc::lengths(model).into_iter().zip(&model.springs);
    let springs = lengths.filter_map(|(length, spring)| {
        let length = length.at(&bodies);
        let is_met = spring.bump_stop.as_ref().is_some_and(|stop| length < *stop.length)
            || spring.rebound_stop.as_ref().is_some_and(|stop| length > *stop.length);
        is_met.then(|| spring.name.clone())
    });
    let limits = limits.map(|force| force.name.clone());
    limits.chain(springs).collect()
}
