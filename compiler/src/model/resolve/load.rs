//! Loads: forces and torques of constant size, or of the size that an input gives.

use super::{Context, geometry, signal};
use crate::diag::catalogue;
use crate::front::syntax::{Attribute, Element, Path, Value};
use crate::front::units::{self, Quantity};
use crate::model::attributes::Attributes;
use crate::model::quantity::{self, Need};
use crate::model::scope::Kind;
use crate::model::{BodyId, Effort, Force, JointId, JointKind, Law, Load, Place, Size, Vec3};

/// What a load may be.
const EFFORTS: [(&str, Effort, &Quantity); 2] = [
    ("force", Effort::Force, &units::FORCE),
    ("torque", Effort::Torque, &units::TORQUE),
];

pub(super) fn resolve<'a>(element: &'a Element, context: &mut Context<'a>) -> Option<Force> {
    let form = context.form(element, &["on"], &["body_or_joint"])?;
    let subject = &form.arguments[0];
    let is_joint = !context.scope.knows(Kind::Body, subject, context.group)
        && context.scope.knows(Kind::Joint, subject, context.group);
    let load = if is_joint {
        on_joint(element, subject, context)
    } else {
        on_body(element, subject, context)
    };
    Some(Force {
        name: context.name(element),
        law: Law::Load(load?),
        span: element.name.span,
    })
}

/// Along or about what the joint leaves free. A joint that could not be resolved is none, without a word.
fn on_joint<'a>(element: &'a Element, subject: &Path, context: &mut Context<'a>) -> Option<Load> {
    let id = JointId::from(context.find(Kind::Joint, subject)?);
    let (key, effort, quantity) = match &context.parts.joints[id.index()].as_ref()?.kind {
        JointKind::Prismatic { .. } => EFFORTS[0],
        JointKind::Revolute { .. } | JointKind::Cylindrical { .. } | JointKind::Screw { .. } => EFFORTS[1],
        other => {
            let message = format!("`{}` is {} and has no axis of its own", subject.text, other.word());
            let problem = context.ledger.error(&catalogue::NO_COORDINATE, subject.span, message);
            problem.help("a load acts on a body, or on a revolute, prismatic, cylindrical or screw joint");
            return None;
        }
    };
    let mut attributes = context.attributes(element);
    let given = attributes.required(key, "500 N");
    attributes.finish(&mut context.ledger);
    Some(Load {
        on: Place::Joint(id),
        effort,
        size: size(given?, key, (effort, quantity), context)?,
    })
}

fn on_body<'a>(element: &'a Element, subject: &Path, context: &mut Context<'a>) -> Option<Load> {
    let body = context.body(subject);
    let mut attributes = context.attributes(element);
    let given = EFFORTS.map(|(key, ..)| attributes.attribute(key));
    let chosen = match given {
        [Some(force), Some(torque)] => {
            let message = "a load is a force or a torque, not both";
            let problem = context.ledger.error(&catalogue::CONFLICT, torque.key.span, message);
            problem
                .label("one of the two is too much")
                .also(force.key.span, "the force is given here");
            None
        }
        [Some(force), None] => Some((force, 0)),
        [None, Some(torque)] => Some((torque, 1)),
        [None, None] => {
            let message = format!("load `{}` makes no force", element.name.text);
            let problem = context.ledger.error(&catalogue::NO_FORCE, element.name.span, message);
            problem.help("give its `force` or its `torque`: a number, or the name of an input");
            None
        }
    };
    let is_torque = matches!(chosen, Some((_, 1)));
    let at = point(&mut attributes, is_torque, context);
    let axis = attributes.required("axis", "x");
    let axis = axis.and_then(|value| geometry::axis(value, &mut context.ledger));
    let seen_from = other_body(&mut attributes, "in", body, context);
    let against = other_body(&mut attributes, "against", Some(BodyId::GROUND), context);
    attributes.finish(&mut context.ledger);
    let (attribute, which) = chosen?;
    let (key, effort, quantity) = EFFORTS[which];
    let size = size(&attribute.value, key, (effort, quantity), context);
    let (body, against) = (body?, against?);
    if body == against {
        let message = format!("the reaction is on `{}` itself", subject.text);
        context.ledger.error(&catalogue::SAME_BODY, subject.span, message);
        return None;
    }
    Some(Load {
        on: Place::Body {
            body,
            against,
            seen_from: seen_from?,
            at: at?,
            axis: axis?,
        },
        effort,
        size: size?,
    })
}

/// Where a force acts; a torque acts nowhere in particular.
fn point(attributes: &mut Attributes, is_torque: bool, context: &mut Context) -> Option<crate::model::Point> {
    if !is_torque {
        return geometry::required_point(attributes, "at", context);
    }
    if let Some(Attribute { key, .. }) = attributes.attribute("at") {
        let message = "a torque has no point: it is the same wherever it acts";
        let problem = context.ledger.error(&catalogue::CONFLICT, key.span, message);
        problem.help("remove `at`, or give a `force`");
        return None;
    }
    Some(Vec3::zeros().into())
}

fn other_body(
    attributes: &mut Attributes,
    key: &'static str,
    default: Option<BodyId>,
    context: &mut Context,
) -> Option<BodyId> {
    match attributes.optional(key) {
        Some(Value::Name(path)) => context.body(path),
        Some(other) => quantity::wrong_value(other, key, "the name of a body", &mut context.ledger),
        None => default,
    }
}

/// A number, or the name of an input.
fn size(
    value: &Value,
    key: &'static str,
    (effort, quantity): (Effort, &'static Quantity),
    context: &mut Context,
) -> Option<Size> {
    match value {
        Value::Number(_) => {
            let size = quantity::scalar(value, Need::new(key, quantity), &mut context.ledger);
            size.map(Size::Constant)
        }
        other => signal::resolve(other, key, effort, context).map(Size::Signal),
    }
}
