//! Limits of a joint: stops that it meets at either end of its travel.

use super::answers::{Element, Turns};
use super::direction::{Direction, of_joint};
use super::on_joint::{ends, joint_with_speed};
use crate::diag::catalogue;
use crate::front::{syntax, units};
use crate::model::Effort;
use crate::model::quantities::Listed;
use crate::model::quantity::{self, Need};
use crate::model::reading::context::{Context, given};
use crate::model::reading::curve;
use crate::model::{BodyId, Curve, Holds, Joint, JointId, Number, Reference, SignalId};
use std::f64::consts::PI;

/// Stops of a joint with one freedom, at the ends of its travel.
///
/// With the coordinate `x` of the joint, zero at the design position, and the overtravel `d = x - max` beyond the upper
/// end, `F = -max(0, rate(d) + damping d')` acts on the second body where `d > 0`, and the opposite on the first body.
/// Beyond the lower end, `d = min - x`, and the signs are reversed. A stop pushes and never pulls.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    /// A revolute, screw or prismatic joint.
    pub joint: JointId,
    /// Force at the stops of a prismatic joint, torque at the stops of other joints.
    pub effort: Effort,
    /// Least coordinate that no stop resists [m or rad]; none: no lower stop.
    pub min: Option<Number>,
    /// Greatest one.
    pub max: Option<Number>,
    /// Force over overtravel [N over m, or N m over rad].
    pub elastic: Curve,
    /// Damping while the joint is at a stop [N s/m or N m s/rad]; zero if it is not given.
    pub damping: Option<Number>,
}

impl Limit {
    /// Whether the joint has to turn by more than half a turn to meet one of the stops.
    fn is_beyond_half_a_turn(&self) -> bool {
        let ends = self.min.iter().chain(&self.max);
        self.effort == Effort::Torque && ends.map(|end| end.abs()).any(|angle| angle > PI)
    }
}

impl Element for Limit {
    fn word(&self) -> &'static str {
        "limit"
    }

    fn joint(&self) -> Option<JointId> {
        Some(self.joint)
    }

    fn counts_turns_of(&self) -> Option<Turns> {
        Some(Turns {
            joint: self.joint,
            are_needed: self.is_beyond_half_a_turn(),
        })
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

    fn turn_over(&mut self) -> Option<SignalId> {
        std::mem::swap(&mut self.min, &mut self.max);
        for end in self.min.iter_mut().chain(&mut self.max) {
            *end = end.map(|x| -x);
        }
        None
    }

    // Mirrored motion has equal coordinates.
    fn quantities(&mut self) -> Vec<Listed<'_>> {
        let Units { travel, rate, damping } = units_of(self.effort);
        let min = self.min.iter_mut().map(|min| Listed::number("min", travel, min));
        let max = self.max.iter_mut().map(|max| Listed::number("max", travel, max));
        let elastic = Listed::curve("rate", rate, &mut self.elastic);
        let damper = self.damping.iter_mut();
        let damper = damper.map(|number| Listed::number("damping", damping, number));
        min.chain(max).chain([elastic]).chain(damper).collect()
    }

    fn variant(&self) -> &'static str {
        ""
    }

    fn goes_in_lanes(&self) -> bool {
        true
    }
}

struct Units {
    travel: &'static units::Quantity,
    rate: &'static units::Quantity,
    damping: &'static units::Quantity,
}

fn units_of(effort: Effort) -> Units {
    match effort {
        Effort::Force => Units {
            travel: &units::LENGTH,
            rate: &units::STIFFNESS,
            damping: &units::DAMPING,
        },
        Effort::Torque => Units {
            travel: &units::ANGLE,
            rate: &units::TORSIONAL_STIFFNESS,
            damping: &units::TORSIONAL_DAMPING,
        },
    }
}

pub(super) fn read<'a>(
    element: &'a syntax::Element,
    context: &mut Context<'a>,
    joints: &[Option<Joint>],
) -> Option<Limit> {
    let form = context.form(element, &["joint"])?;
    let joint = joint_with_speed(&form.arguments[0], joints, context);
    let mut attributes = context.attributes(element);
    let ledger = &mut context.ledger;
    // Nothing is known of a joint that could not be resolved: its limits are then not examined.
    let effort = joint.map_or(Effort::Torque, |(_, effort)| effort);
    let units = units_of(effort);
    let (stop, example) = match effort {
        Effort::Force => (&curve::STOP, "500 N/mm"),
        Effort::Torque => (&curve::TORSIONAL_STOP, "500 N*m/rad"),
    };
    let [min, max] = ["min", "max"].map(|key| attributes.attribute(key));
    let rate = attributes.required("rate", example);
    let damping = attributes.optional("damping");
    if min.or(max).is_none() && !["min", "max"].iter().any(|key| attributes.is_meant(key)) {
        let message = format!("limit `{}` limits nothing", element.name.text);
        ledger
            .error(&catalogue::NO_FORCE, element.name.span, message)
            .help("give its `min`, its `max`, or both");
    }
    attributes.finish(ledger);
    let (joint, _) = joint?;
    let [least, greatest] = [("min", min), ("max", max)].map(|(key, attribute)| {
        let value = attribute.map(|attribute| &attribute.value);
        given(value, |value| {
            quantity::scalar(value, Need::new(key, units.travel), ledger)
        })
    });
    let elastic = rate.and_then(|value| curve::curve(value, "rate", stop, ledger));
    let damping = given(damping, |value| {
        quantity::not_negative(value, Need::new("damping", units.damping), ledger)
    });
    let (least, greatest) = (least?, greatest?);
    if let (Some(least), Some(greatest), Some(place)) = (&least, &greatest, max) {
        if **least >= **greatest {
            let needed = "greater than `min`";
            return quantity::wrong_value(&place.value, "max", needed, ledger);
        }
        ledger.rule(Holds::Increasing, vec![least.clone(), greatest.clone()]);
    }
    Some(Limit {
        joint,
        effort,
        min: least,
        max: greatest,
        elastic: elastic?,
        damping: damping?,
    })
}
