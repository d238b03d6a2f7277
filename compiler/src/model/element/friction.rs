//! Dry friction of a joint.

use super::{Effort, Element, ends};
use crate::front::units;
use crate::model::quantities::Listed;
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

    fn bodies(&self, model: &Model) -> Vec<BodyId> {
        ends(model, self.joint)
    }

    fn efforts(&self) -> Vec<(Effort, &'static str)> {
        vec![(self.effort, "")]
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
