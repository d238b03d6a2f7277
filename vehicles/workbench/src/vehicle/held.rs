//! Bodies that a rig holds.
//!
//! The rig holds the body of each unit of a combination, and other heavy bodies, such as a cab. A heavy body is not held if a wheel could then no
//! longer rise, or a drive no longer move. Examples are an axle on springs, and a frame of a loader.

use super::coupled::HEAVY;
use super::running::is_tied_to_the_ground;
use super::{Running, coupled};
use wishbone::prelude::*;
use wishbone_compiler::model::{BodyId, Model};
use wishbone_studies::rig::Rig;

/// What can move on a rig.
struct Mobile {
    /// Whether each wheel can rise.
    wheels: Vec<bool>,
    /// Whether each drive can move.
    drives: Vec<bool>,
}

/// Whether nothing that can move on one rig is fixed on the other one.
fn is_kept(before: &[bool], after: &[bool]) -> bool {
    before.iter().zip(after).all(|(before, after)| *after || !before)
}

impl Running {
    /// Positions of the bodies that a rig holds. Empty if the suspensions are attached to the ground, which then reacts the drive torque of
    /// every wheel.
    pub fn held_bodies(&self) -> Vec<usize> {
        let model = &self.compiled.model;
        if model.wheels.is_empty() {
            return heavy(model);
        }
        if model.wheels.iter().all(|wheel| wheel.driven_from.index() == 0) {
            return Vec::new();
        }
        match is_tied_to_the_ground(model) {
            true => beside_the_ground(model),
            false => self.held_of_units().0,
        }
    }

    /// Whether a drive bends two heavy bodies against each other, such as the frames of a loader: the vehicle steers by its frames, not by its wheels.
    pub fn is_articulated(&self) -> bool {
        !is_tied_to_the_ground(&self.compiled.model) && self.held_of_units().1
    }

    /// The bodies that a rig holds of a vehicle that stands on tyres, and whether a heavy body is not held because a drive moves it.
    fn held_of_units(&self) -> (Vec<usize>, bool) {
        let model = &self.compiled.model;
        let mut held = self.of_units();
        let mass = |body: &usize| *model.bodies[body + 1].mass;
        let mut others: Vec<usize> = heavy(model).into_iter().filter(|body| !held.contains(body)).collect();
        others.sort_by(|one, other| mass(other).total_cmp(&mass(one)));
        let mut is_bent = false;
        let mut before = None;
        for body in others {
            let before = before.get_or_insert_with(|| self.mobile(&held));
            let with = [&held[..], &[body]].concat();
            let after = self.mobile(&with);
            let moves = is_kept(&before.drives, &after.drives);
            is_bent |= !moves;
            if moves && is_kept(&before.wheels, &after.wheels) {
                (held, *before) = (with, after);
            }
        }
        held.sort_unstable();
        (held, is_bent)
    }

    /// The body of each unit: the heaviest one. If one of its wheels then cannot rise, as on the axle of a trailer with a light frame, it gives
    /// way to the body at the hitch.
    fn of_units(&self) -> Vec<usize> {
        let model = &self.compiled.model;
        let units = coupled::with_wheels(model);
        let mut held: Vec<usize> = units.iter().map(|unit| unit.body).collect();
        for (place, unit) in units.iter().enumerate() {
            let Some(frame) = unit.at_hitch.filter(|frame| *frame != unit.body) else {
                continue;
            };
            let mut with = held.clone();
            with[place] = frame;
            let [before, after] = [&held, &with].map(|bodies| self.mobile(bodies).wheels);
            if before != after && is_kept(&before, &after) {
                held = with;
            }
        }
        held
    }

    /// What can move while these bodies are held. If the loops do not close, nothing can move.
    fn mobile(&self, bodies: &[usize]) -> Mobile {
        let drives = self.engine.description().drives.len();
        match Rig::holding(self.engine.clone(), bodies, &[], &self.radii) {
            Ok(mut rig) => Mobile {
                wheels: rig.rise(),
                drives: (0..drives).map(|drive| !rig.locks(drive)).collect(),
            },
            Err(_) => Mobile {
                wheels: vec![false; self.radii.len()],
                drives: vec![false; drives],
            },
        }
    }
}

/// Bodies with at least a quarter of the mass of the heaviest one.
fn heavy(model: &Model) -> Vec<usize> {
    let masses: Vec<f64> = model.bodies[1..].iter().map(|body| *body.mass).collect();
    let heaviest = masses.iter().copied().fold(0.0, f64::max);
    (0..masses.len())
        .filter(|&place| masses[place] >= HEAVY * heaviest)
        .collect()
}

/// Heavy bodies of a vehicle that is tied to the ground; none if it stands on the ground on springs. An axle that hangs on the ground is no
/// chassis.
fn beside_the_ground(model: &Model) -> Vec<usize> {
    let carries = |body: usize| model.wheels.iter().any(|wheel| wheel.carrier.index() == body + 1);
    let others: Vec<usize> = heavy(model).into_iter().filter(|&body| !carries(body)).collect();
    match is_sprung_on_the_ground(model, &others) {
        true => Vec::new(),
        false => others,
    }
}

/// Whether all springs at these bodies stand on the ground; there is at least one such spring.
fn is_sprung_on_the_ground(model: &Model, bodies: &[usize]) -> bool {
    let is_one = |body: BodyId| bodies.iter().any(|place| place + 1 == body.index());
    let mut others = model
        .springs
        .iter()
        .filter_map(|spring| match (is_one(spring.first), is_one(spring.second)) {
            (true, false) => Some(spring.second),
            (false, true) => Some(spring.first),
            _ => None,
        });
    others.clone().next().is_some() && others.all(|body| body.index() == 0)
}
