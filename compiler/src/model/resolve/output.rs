//! Outputs: what is measured, of what, against what.

use super::{Context, geometry};
use crate::diag::catalogue;
use crate::front::syntax::{Element, Path, Value};
use crate::model::attributes::Attributes;
use crate::model::quantity;
use crate::model::scope::Kind;
use crate::model::{BodyId, JointId, JointKind, Measure, Output, WheelId};

const KINDS: &[&str] = &[
    "camber",
    "toe",
    "steer",
    "length",
    "force",
    "coordinate",
    "speed",
    "x",
    "y",
    "z",
];

pub(super) fn resolve<'a>(element: &'a Element, context: &mut Context<'a>) -> Option<Output> {
    let form = context.form(element, KINDS, &["name"])?;
    let mut attributes = context.attributes(element);
    let measure = measure(&form.kind.text, &form.arguments[0], &mut attributes, context);
    attributes.finish(&mut context.diagnostics);
    Some(Output {
        name: context.name(element),
        measure: measure?,
        span: element.name.span,
    })
}

fn measure(word: &str, subject: &Path, attributes: &mut Attributes, context: &mut Context) -> Option<Measure> {
    match word {
        "camber" | "toe" | "steer" => {
            let wheel = context.find(Kind::Wheel, subject).map(WheelId::from);
            let sprung = sprung_body(context);
            let reference = reference(attributes, sprung, context);
            let (wheel, reference) = (wheel?, reference?);
            Some(match word {
                "camber" => Measure::Camber { wheel, reference },
                "toe" => Measure::Toe { wheel, reference },
                _ => Measure::Steer { wheel, reference },
            })
        }
        "length" => context
            .find(Kind::Spring, subject)
            .map(|spring| Measure::Length(spring.into())),
        "force" => context
            .find(Kind::Spring, subject)
            .map(|spring| Measure::Force(spring.into())),
        "coordinate" => joint_with_coordinate(subject, context).map(Measure::Coordinate),
        "speed" => joint_with_coordinate(subject, context).map(Measure::Speed),
        axis => {
            let body = context.body(subject);
            let com = body.and_then(|body| context.com(body));
            let point = geometry::optional_point(attributes, "at", com, context);
            let reference = reference(attributes, BodyId::GROUND, context);
            let component = ["x", "y", "z"].iter().position(|name| *name == axis)?;
            Some(Measure::Position {
                body: body?,
                point: point?,
                component,
                reference: reference?,
            })
        }
    }
}

/// `in: body`, or `default` where none is given.
fn reference(attributes: &mut Attributes, default: BodyId, context: &mut Context) -> Option<BodyId> {
    match attributes.optional("in") {
        Some(Value::Name(path)) => context.body(path),
        Some(other) => quantity::wrong_value(other, "in", "the name of a body", &mut context.diagnostics),
        None => Some(default),
    }
}

/// The body on the only free joint to the ground; the ground where there is none or several.
fn sprung_body(context: &Context) -> BodyId {
    let mut free = context
        .parts
        .joints
        .iter()
        .flatten()
        .filter_map(|joint| match joint.kind {
            JointKind::Free { .. } if joint.first == BodyId::GROUND => Some(joint.second),
            JointKind::Free { .. } if joint.second == BodyId::GROUND => Some(joint.first),
            _ => None,
        });
    match (free.next(), free.next()) {
        (Some(body), None) => body,
        _ => BodyId::GROUND,
    }
}

/// A joint with one coordinate. One that could not be resolved is none, without a word.
fn joint_with_coordinate(subject: &Path, context: &mut Context) -> Option<JointId> {
    let id = JointId::from(context.find(Kind::Joint, subject)?);
    match &context.parts.joints[id.index()].as_ref()?.kind {
        JointKind::Revolute { .. } | JointKind::Prismatic { .. } => Some(id),
        other => {
            let message = format!("`{}` is {} and has no single coordinate", subject.text, other.word());
            context
                .diagnostics
                .error(&catalogue::NO_COORDINATE, subject.span, message);
            None
        }
    }
}
