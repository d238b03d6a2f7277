//! Dry friction of a joint.

use super::answers::{Element, Turns};
use super::direction::{Direction, of_joint};
use super::on_joint::{ends, joint_with_speed};
use crate::diag::catalogue;
use crate::front::syntax;
use crate::front::units;
use crate::model::Effort;
use crate::model::attributes::Attributes;
use crate::model::ledger::Ledger;
use crate::model::quantities::Listed;
use crate::model::quantity::{self, Need};
use crate::model::reading::context::Context;
use crate::model::{BodyId, Joint, JointId, Number, Reference, SignalId};

/// Dry friction of a joint, smooth at rest: with the joint's speed `v`, `-limit v / sqrt(v² + speed²)` acts on the
/// second body along or about the axis. The opposite force or torque acts on the first body.
#[derive(Clone, Debug, PartialEq)]
pub struct Friction {
    /// A revolute, screw or prismatic joint.
    pub joint: JointId,
    /// Force on a prismatic joint, torque on others.
    pub effort: Effort,
    /// Its size at high speed [N or N m].
    pub limit: Number,
    /// Speed at which the friction is `1/√2` of its limit [m/s or rad/s]; must not be zero.
    pub speed: Number,
}

impl Element for Friction {
    fn word(&self) -> &'static str {
        "friction"
    }

    fn joint(&self) -> Option<JointId> {
        Some(self.joint)
    }

    fn counts_turns_of(&self) -> Option<Turns> {
        None
    }

    fn bodies(&self, joints: &[Joint]) -> Vec<BodyId> {
        ends(joints, self.joint)
    }

    fn efforts(&self) -> Vec<(Effort, &'static str)> {
        vec![(self.effort, "")]
    }

    fn directions(&self, joints: &[Joint], length: f64) -> Vec<Direction> {
        vec![of_joint(&joints[self.joint.index()], self.effort, length)]
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

    fn turn_over(&mut self) -> Option<SignalId> {
        None
    }

    fn variant(&self) -> &'static str {
        ""
    }

    fn goes_in_lanes(&self) -> bool {
        true
    }
}

pub(super) fn read<'a>(
    element: &'a syntax::Element,
    context: &mut Context<'a>,
    joints: &[Option<Joint>],
) -> Option<Friction> {
    let form = context.form(element, &["joint"])?;
    let joint = joint_with_speed(&form.arguments[0], joints, context);
    let mut attributes = context.attributes(element);
    let ledger = &mut context.ledger;
    // Nothing is known of a joint that could not be resolved: its friction is then not examined.
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
    Some(Friction {
        joint,
        effort,
        limit: limit?,
        speed: speed?,
    })
}

/// Friction of another element, smooth at rest: `limit v / sqrt(v² + speed²)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Rubbing {
    /// Size of the friction at high speed: a force [N], or a fraction of the force that presses.
    pub limit: Number,
    /// Speed at which it is `1/√2` of that [m/s].
    pub speed: Number,
}

/// What is asked of `friction` and `speed`.
pub(super) struct Pair {
    /// Dimension of `friction`.
    pub quantity: &'static units::Quantity,
    /// What to do where one of the two is missing.
    pub help: &'static str,
}

/// `friction` with `speed`: neither is allowed alone. The outer none means that a mistake was reported.
pub(super) fn rubbing(attributes: &mut Attributes, pair: &Pair, ledger: &mut Ledger) -> Option<Option<Rubbing>> {
    let given = ["friction", "speed"].map(|key| attributes.attribute(key));
    let [limit, speed] = given.map(|attribute| attribute.map(|attribute| &attribute.value));
    let limit = limit.map(|value| quantity::not_negative(value, Need::new("friction", pair.quantity), ledger));
    let speed = speed.map(|value| quantity::positive(value, Need::new("speed", &units::SPEED), ledger));
    let (there, missing) = match given {
        [None, None] => return Some(None),
        [Some(there), None] => (there, "speed"),
        [None, Some(there)] => (there, "friction"),
        [Some(_), Some(_)] => {
            let (limit, speed) = (limit??, speed??);
            return Some(Some(Rubbing { limit, speed }));
        }
    };
    if !attributes.is_meant(missing) {
        let message = format!("`{}` means nothing without `{missing}`", there.key.text);
        ledger
            .error(&catalogue::CONFLICT, there.key.span, message)
            .help(pair.help);
    }
    None
}
