//! Torsion spring-dampers on a joint.

use super::answers::{Element, Turns};
use super::direction::{Direction, of_joint};
use super::on_joint::ends;
use crate::diag::catalogue;
use crate::front::syntax::{self, Path};
use crate::front::units;
use crate::model::Effort;
use crate::model::namespace::Kind;
use crate::model::quantities::{Listed, Role, ValueMut};
use crate::model::quantity::{self, Sign};
use crate::model::reading::context::{Context, given};
use crate::model::reading::{curve, signal};
use crate::model::{BodyId, Curve, Joint, JointId, Number, Reference, SignalId};

/// A torsion spring-damper about the axis of a joint.
///
/// The angle `φ` of the joint counts from the design position, with whole revolutions if the joint is in the tree.
/// `M = preload - elastic(φ - free_angle) - damping(φ') + actuator` turns the second body of the joint about the axis,
/// and `-M` turns the first.
#[derive(Clone, Debug, PartialEq)]
pub struct Torsion {
    /// A revolute, cylindrical or screw joint.
    pub joint: JointId,
    /// Angle without elastic torque [rad].
    pub free_angle: Number,
    /// Torque at the free angle [N m].
    pub preload: Number,
    /// Elastic torque over `φ - free_angle` [N m over rad]; none: zero.
    pub elastic: Option<Curve>,
    /// Damping torque over `φ'` [N m over rad/s]; none: zero.
    pub damping: Option<Curve>,
    /// The input that gives a torque on top.
    pub actuator: Option<SignalId>,
}

impl Element for Torsion {
    fn word(&self) -> &'static str {
        "torsion spring"
    }

    fn joint(&self) -> Option<JointId> {
        Some(self.joint)
    }

    fn counts_turns_of(&self) -> Option<Turns> {
        Some(Turns {
            joint: self.joint,
            are_needed: false,
        })
    }

    fn bodies(&self, joints: &[Joint]) -> Vec<BodyId> {
        ends(joints, self.joint)
    }

    fn efforts(&self) -> Vec<(Effort, &'static str)> {
        vec![(Effort::Torque, "")]
    }

    fn directions(&self, joints: &[Joint], length: f64) -> Vec<Direction> {
        vec![of_joint(&joints[self.joint.index()], Effort::Torque, length)]
    }

    fn seen_from(&self) -> Option<BodyId> {
        None
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        let mut references = vec![Reference::Joint(&mut self.joint)];
        references.extend(self.actuator.iter_mut().map(Reference::Signal));
        references
    }

    fn turn_over(&mut self) -> Option<SignalId> {
        for number in [&mut self.free_angle, &mut self.preload] {
            *number = number.map(|x| -x);
        }
        for curve in self.elastic.iter_mut().chain(&mut self.damping) {
            *curve = curve.turned();
        }
        self.actuator
    }

    // Mirrored motion has equal angles.
    fn quantities(&mut self) -> Vec<Listed<'_>> {
        let elastic = self.elastic.iter_mut();
        let elastic = elastic.map(|curve| Listed::curve("rate", &units::TORSIONAL_STIFFNESS, curve));
        let damping = self.damping.iter_mut();
        let damping = damping.map(|curve| Listed::curve("damping", &units::TORSIONAL_DAMPING, curve));
        let actuator = self.actuator.iter().copied().map(ValueMut::Input);
        let actuator = actuator.map(|input| Listed::new("actuator", &units::TORQUE, Role::Scalar, input));
        let mut listed = vec![
            Listed::number("free_angle", &units::ANGLE, &mut self.free_angle),
            Listed::number("preload", &units::TORQUE, &mut self.preload),
        ];
        listed.extend(elastic.chain(damping).chain(actuator));
        listed
    }

    fn variant(&self) -> &'static str {
        ""
    }

    fn goes_in_lanes(&self) -> bool {
        self.actuator.is_none()
    }
}

/// Attributes that produce a torque; at least one of them has to be given.
const TORQUES: [&str; 4] = ["rate", "damping", "preload", "actuator"];

pub(super) fn read<'a>(
    element: &'a syntax::Element,
    context: &mut Context<'a>,
    joints: &[Option<Joint>],
) -> Option<Torsion> {
    let form = context.form(element, &["joint"])?;
    let joint = turning_joint(&form.arguments[0], joints, context);
    let mut attributes = context.attributes(element);
    let ledger = &mut context.ledger;
    let makes_torque = TORQUES.iter().any(|key| attributes.is_meant(key));
    let elastic = given(attributes.optional("rate"), |value| {
        curve::curve(value, "rate", &curve::TORSIONAL_ELASTIC, ledger)
    });
    let damping = given(attributes.optional("damping"), |value| {
        curve::curve(value, "damping", &curve::TORSIONAL_DAMPING, ledger)
    });
    let [free_angle, preload] = ["free_angle", "preload"].map(|key| {
        quantity::optional(&mut attributes, key, Sign::Any, ledger).map(|number| number.unwrap_or_else(|| 0.0.into()))
    });
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
    Some(Torsion {
        joint: joint?,
        free_angle: free_angle?,
        preload: preload?,
        elastic: elastic?,
        damping: damping?,
        actuator: actuator?,
    })
}

/// A joint that turns about one axis. A joint that could not be resolved is `None`, without a report.
fn turning_joint(path: &Path, joints: &[Option<Joint>], context: &mut Context) -> Option<JointId> {
    let id = JointId::from(context.find(Kind::Joint, path)?);
    let kind = &joints[id.index()].as_ref()?.kind;
    if kind.turning_axis().is_none() {
        let message = format!("`{}` is {} and does not turn about one axis", path.text, kind.word());
        context.ledger.error(&catalogue::NO_TURN, path.span, message);
        return None;
    }
    Some(id)
}
