//! Joints between bodies that the rig holds, such as a hitch between a car and its trailer.
//!
//! The rig holds both bodies, so statics do not determine which part of their loads the joint carries. The joint is
//! assumed to carry its load at rest, and the rig takes the remaining load of each body. The solver does not know the
//! rig: it lets the joint carry the whole load of the bodies behind it.

use super::parts::rotation;
use crate::problem::Problem;
use crate::vehicle::{Running, coupled};
use nalgebra::Vector3;
use std::collections::BTreeSet;
use wishbone::ports::BodyMotion;
use wishbone_compiler::model::measure::{self, Actor};
use wishbone_compiler::model::{BodyId, Joint, JointId, Model};
use wishbone_studies::instant::Instant;

/// Numbers of an action: force and moment about the world's origin, world axes.
const NUMBERS: usize = 6;

/// Position of the first action among the outputs.
pub(super) fn first_action(model: &Model) -> usize {
    model.outputs.len() - measure::actions(model).len()
}

/// Joints between held bodies, and what acts at rest.
pub(super) struct AtRest {
    /// Names of the joints.
    names: Vec<String>,
    /// Actions of joints and force elements at rest.
    actions: Vec<f64>,
    bodies: Vec<BodyMotion>,
}

impl AtRest {
    /// `None` if no joint lies between held bodies.
    ///
    /// # Errors
    /// If the vehicle does not rest.
    pub(super) fn of(running: &Running, held: &[usize]) -> Result<Option<Self>, Problem> {
        let model = &running.compiled.model;
        let joints = (0..model.joints.len()).map(JointId::from);
        let names = joints
            .filter(|&joint| is_between(model, joint, held))
            .map(|joint| model.joint(joint).name.clone());
        let names: Vec<String> = names.collect();
        if names.is_empty() {
            return Ok(None);
        }
        let Instant { bodies, outputs, .. } = running.rest()?.instant();
        Ok(Some(Self {
            names,
            actions: outputs[first_action(model)..].to_vec(),
            bodies,
        }))
    }

    pub(super) fn note(&self) -> String {
        let names = self.names.iter().map(|name| format!("`{name}`"));
        format!(
            "the rig holds the bodies on both sides of {}: such a joint keeps its load at rest",
            names.collect::<Vec<_>>().join(", ")
        )
    }

    /// The actions of a load case with these positions of the bodies, in which joints between held bodies keep their actions at rest.
    pub(super) fn kept(&self, model: &Model, held: &[usize], actions: &[f64], bodies: &[BodyMotion]) -> Vec<f64> {
        let mut actions = actions.to_vec();
        let mut first = 0;
        for by in Actor::all(model) {
            let on = by.bodies(model);
            if let Actor::Joint(joint) = by
                && let [one, other] = on[..]
                && is_between(model, joint, held)
            {
                let (on, at, back) = match one {
                    BodyId::GROUND => (other, first + NUMBERS, first),
                    _ => (one, first, first + NUMBERS),
                };
                let action = &self.actions[at..at + NUMBERS];
                let kept = moved(model, (joint, on), action, [&self.bodies, bodies]);
                for (k, number) in kept.into_iter().enumerate() {
                    actions[at + k] = number;
                    actions[back + k] = -number;
                }
            }
            first += NUMBERS * on.len();
        }
        actions
    }
}

/// Whether a joint lies on the way between held bodies: they are apart without it, or it joins held bodies themselves or through parts without
/// wheels, such as a ram.
fn is_between(model: &Model, joint: JointId, held: &[usize]) -> bool {
    let Joint {
        first, second, kind, ..
    } = model.joint(joint);
    if kind.is_free() {
        return false;
    }
    let groups = coupled::without(model, joint);
    let is_of = |body: BodyId, group: usize| groups[body.index()] == group;
    let [one, other] = [first, second].map(|body| groups[body.index()]);
    let holds = |group: usize| held.iter().any(|body| is_of(BodyId::from(body + 1), group));
    one != other && holds(one) && holds(other) || joined(model, [*first, *second], held).len() > 1
}

/// The held bodies that a joint of these two bodies joins, directly or through parts without wheels.
fn joined(model: &Model, pair: [BodyId; 2], held: &[usize]) -> BTreeSet<BodyId> {
    let is_held = |body: BodyId| held.iter().any(|held| held + 1 == body.index());
    let carries = |body: BodyId| model.wheels.iter().any(|wheel| wheel.carrier == body);
    let joints = model.joints.iter().filter(|joint| !joint.kind.is_free());
    let pairs: Vec<[BodyId; 2]> = joints.map(|joint| [joint.first, joint.second]).collect();
    let (mut reached, mut next) = (BTreeSet::from(pair), Vec::from(pair));
    while let Some(body) = next.pop() {
        if is_held(body) || body == BodyId::GROUND {
            continue;
        }
        let beside = pairs.iter().filter(|pair| pair.contains(&body)).flatten();
        for own in beside {
            if reached.insert(*own) {
                next.push(*own);
            }
        }
    }
    match reached.iter().any(|body| carries(*body) && !is_held(*body)) {
        true => BTreeSet::new(),
        false => reached.into_iter().filter(|body| is_held(*body)).collect(),
    }
}

/// An action on a body that moves, together with the action, from one position to another.
fn moved(model: &Model, (joint, on): (JointId, BodyId), action: &[f64], [from, to]: [&[BodyMotion]; 2]) -> Vec<f64> {
    let points = model.joint(joint).kind.points();
    let point = if model.joint(joint).second == on {
        points.last()
    } else {
        points.first()
    };
    let body = model.body(on);
    let arm = point.map_or_else(Vector3::zeros, |point| **point - *body.com);
    let [from, to] = [from, to].map(|bodies| &bodies[on.index() - 1]);
    let place = |body: &BodyMotion| Vector3::from(body.com) + rotation(body) * arm;
    let [force, moment] = [0, 3].map(|first| Vector3::from_column_slice(&action[first..first + 3]));
    let turn = rotation(to) * rotation(from).transpose();
    let moment = turn * (moment - place(from).cross(&force));
    let force = turn * force;
    let moment = moment + place(to).cross(&force);
    [force, moment].iter().flatten().copied().collect()
}
