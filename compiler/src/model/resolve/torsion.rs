//! Torsion spring-dampers on a joint.

use super::{Context, curve, given, signal};
use crate::diag::catalogue;
use crate::front::syntax::{Element, Path};
use crate::front::units;
use crate::model::quantity::{self, Need};
use crate::model::scope::Kind;
use crate::model::{Effort, Force, JointId, JointKind, Law, Torsion};

/// What makes a torque; one of them at least must be there.
const TORQUES: [&str; 4] = ["rate", "damping", "preload", "actuator"];

pub(super) fn resolve<'a>(element: &'a Element, context: &mut Context<'a>) -> Option<Force> {
    let form = context.form(element, &["on"], &["joint"])?;
    let joint = turning_joint(&form.arguments[0], context);
    let mut attributes = context.attributes(element);
    let ledger = &mut context.ledger;
    let makes_torque = TORQUES.iter().any(|key| attributes.is_meant(key));
    let elastic = given(attributes.optional("rate"), |value| {
        curve::curve(value, "rate", &curve::TORSIONAL_ELASTIC, ledger)
    });
    let damping = given(attributes.optional("damping"), |value| {
        curve::curve(value, "damping", &curve::TORSIONAL_DAMPING, ledger)
    });
    let mut number = |key, quantity| match attributes.optional(key) {
        Some(value) => quantity::scalar(value, Need::new(key, quantity), ledger),
        None => Some(0.0.into()),
    };
    let (free_angle, preload) = (number("free_angle", &units::ANGLE), number("preload", &units::TORQUE));
    if let Some(free_angle) = attributes
        .attribute("free_angle")
        .filter(|_| !attributes.is_meant("rate"))
    {
        let message = "a free angle means nothing without a rate";
        ledger
            .error(&catalogue::CONFLICT, free_angle.key.span, message)
            .help("add `rate: 400 N*m/rad`, or remove the free angle");
    }
    if !makes_torque {
        let message = format!("torsion spring `{}` makes no torque", element.name.text);
        ledger
            .error(&catalogue::NO_FORCE, element.name.span, message)
            .help("give at least one of `rate`, `damping`, `preload`, `actuator`");
    }
    let actuator = attributes.optional("actuator");
    attributes.finish(ledger);
    let actuator = given(actuator, |value| {
        signal::resolve(value, "actuator", Effort::Torque, context)
    });
    Some(Force {
        name: context.name(element),
        law: Law::Torsion(Torsion {
            joint: joint?,
            free_angle: free_angle?,
            preload: preload?,
            elastic: elastic?,
            damping: damping?,
            actuator: actuator?,
        }),
        span: element.name.span,
    })
}

/// A joint that turns about one axis. One that could not be resolved is none, without a word.
fn turning_joint(path: &Path, context: &mut Context) -> Option<JointId> {
    let id = JointId::from(context.find(Kind::Joint, path)?);
    match &context.parts.joints[id.index()].as_ref()?.kind {
        JointKind::Revolute { .. } | JointKind::Cylindrical { .. } | JointKind::Screw { .. } => Some(id),
        other => {
            let message = format!("`{}` is {} and does not turn about one axis", path.text, other.word());
            context.ledger.error(&catalogue::NO_TURN, path.span, message);
            None
        }
    }
}
