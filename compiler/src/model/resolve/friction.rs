//! Dry friction of a joint.

use super::Context;
use crate::diag::catalogue;
use crate::front::syntax::{Element, Path};
use crate::front::units;
use crate::model::quantity::{self, Need};
use crate::model::scope::Kind;
use crate::model::{Effort, Force, Friction, JointId, JointKind, Law};

pub(super) fn resolve<'a>(element: &'a Element, context: &mut Context<'a>) -> Option<Force> {
    let form = context.form(element, &["on"], &["joint"])?;
    let joint = joint_with_speed(&form.arguments[0], context);
    let mut attributes = context.attributes(element);
    let ledger = &mut context.ledger;
    // Of a joint that could not be resolved nothing is known: its friction is not looked at then.
    let effort = joint.map_or(Effort::Torque, |(_, effort)| effort);
    let (example, quantity, slow, speeds) = match effort {
        Effort::Force => ("50 N", &units::FORCE, "1 mm/s", &units::SPEED),
        Effort::Torque => ("5 N*m", &units::TORQUE, "0.01 rad/s", &units::ANGULAR_SPEED),
    };
    let [limit, speed] = [("limit", example), ("speed", slow)].map(|(key, example)| attributes.required(key, example));
    attributes.finish(ledger);
    let (joint, _) = joint?;
    let limit = limit.and_then(|value| quantity::not_negative(value, Need::new("limit", quantity), ledger));
    let speed = speed.and_then(|value| quantity::positive(value, Need::new("speed", speeds), ledger));
    Some(Force {
        name: context.name(element),
        law: Law::Friction(Friction {
            joint,
            effort,
            limit: limit?,
            speed: speed?,
        }),
        span: element.name.span,
    })
}

/// A joint with one speed, and what resists that. One that could not be resolved is none, without a word.
fn joint_with_speed(path: &Path, context: &mut Context) -> Option<(JointId, Effort)> {
    let id = JointId::from(context.find(Kind::Joint, path)?);
    match &context.parts.joints[id.index()].as_ref()?.kind {
        JointKind::Prismatic { .. } => Some((id, Effort::Force)),
        JointKind::Revolute { .. } | JointKind::Screw { .. } => Some((id, Effort::Torque)),
        other => {
            let message = format!("`{}` is {} and has no single speed", path.text, other.word());
            context.ledger.error(&catalogue::NO_COORDINATE, path.span, message);
            None
        }
    }
}
