//! Joints between bodies that the rig holds, such as a hitch between a car and its trailer.
//!
//! The rig holds both bodies, so that statics do not say which part of their loads the joint carries. It is taken to carry its load at rest, and the
//! rig takes the rest of each body. The solver knows no rig: it lets the joint carry all that the bodies behind it need.

use super::parts::rotation;
use crate::vehicle::coupled;
use nalgebra::Vector3;
use wishbone::ports::BodyMotion;
use wishbone_compiler::model::measure::Actor;
use wishbone_compiler::model::{BodyId, Joint, JointId, Model};

/// Numbers of an action: force and moment about the world's origin, world axes.
const NUMBERS: usize = 6;

/// Actions of joints and force elements, with the motion of the bodies on which they act.
pub(super) struct Actions<'a> {
    pub(super) numbers: &'a [f64],
    pub(super) bodies: &'a [BodyMotion],
}

/// The actions in a load case, in which joints between held bodies carry their actions at rest.
pub(super) fn as_at_rest(model: &Model, held: &[usize], case: &Actions<'_>, rest: &Actions<'_>) -> Vec<f64> {
    let mut numbers = case.numbers.to_vec();
    let mut first = 0;
    for by in Actor::all(model) {
        let bodies = by.bodies(model);
        if let Actor::Joint(joint) = by
            && let [one, other] = bodies[..]
            && is_between(model, joint, held)
        {
            let on = if one == BodyId::GROUND { other } else { one };
            let sign = if on == one { 1.0 } else { -1.0 };
            let place = first + if on == one { 0 } else { NUMBERS };
            let carried = moved(
                model,
                (joint, on),
                &rest.numbers[place..place + NUMBERS],
                [rest.bodies, case.bodies],
            );
            for (k, number) in carried.into_iter().enumerate() {
                numbers[first + k] = sign * number;
                numbers[first + NUMBERS + k] = -sign * number;
            }
        }
        first += NUMBERS * bodies.len();
    }
    numbers
}

/// Whether bodies are apart without a joint, and the rig holds some on both of its sides.
pub(super) fn is_between(model: &Model, joint: JointId, held: &[usize]) -> bool {
    let Joint {
        first, second, kind, ..
    } = model.joint(joint);
    if kind.is_free() {
        return false;
    }
    let groups = coupled::without(model, joint);
    let [first, second] = [first, second].map(|body| groups[body.index()]);
    let holds = |group: usize| held.iter().any(|body| groups[body + 1] == group);
    first != second && holds(first) && holds(second)
}

/// An action on a body that moves from one position to another together with the action.
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
