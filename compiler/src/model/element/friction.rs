//! Dry friction of a joint.

use super::direction::{Direction, of_joint};
use super::{Effort, Element, Force, Law, ends, joint_with_speed};
use crate::front::syntax;
use crate::front::units;
use crate::model::quantities::Listed;
use crate::model::quantity::{self, Need};
use crate::model::resolve::Context;
use crate::model::{BodyId, JointId, Model, Number, Reference};

/// Dry friction of a joint, smooth at rest: with the joint's speed `v`, `-limit v / sqrt(v² + speed²)` acts on the second
/// body along or about the axis, the opposite on the first.
#[derive(Clone, Debug, PartialEq)]
pub struct Friction {
    /// A revolute, screw or prismatic joint.
    pub joint: JointId,
    /// Force on a prismatic joint, torque on others.
    pub effort: Effort,
    /// Its size at high speed [N or N m].
    pub limit: Number,
    /// Speed at which it is `1/√2` of that [m/s or rad/s]; must not be zero.
    pub speed: Number,
}

impl Element for Friction {
    fn word(&self) -> &'static str {
        "friction"
    }

    fn joint(&self) -> Option<JointId> {
        Some(self.joint)
    }

    fn counts_turns_of(&self) -> Option<JointId> {
        None
    }

    fn bodies(&self, model: &Model) -> Vec<BodyId> {
        ends(model, self.joint)
    }

    fn efforts(&self) -> Vec<(Effort, &'static str)> {
        vec![(self.effort, "")]
    }

    fn directions(&self, model: &Model, length: f64) -> Vec<Direction> {
        vec![of_joint(model.joint(self.joint), self.effort, length)]
    }

    fn seen_from(&self) -> Option<BodyId> {
        None
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        vec![Reference::Joint(&mut self.joint)]
    }

    fn quantities(&mut self) -> Vec<Listed<'_>> {
        let speed = match self.effort {
            Effort::Force => &units::SPEED,
            Effort::Torque => &units::ANGULAR_SPEED,
        };
        vec![
            Listed::number("limit", self.effort.unit(), &mut self.limit),
            Listed::number("speed", speed, &mut self.speed),
        ]
    }

    fn goes_in_lanes(&self) -> bool {
        true
    }
}

pub(super) fn resolve<'a>(element: &'a syntax::Element, context: &mut Context<'a>) -> Option<Force> {
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
