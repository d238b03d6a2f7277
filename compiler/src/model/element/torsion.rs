//! Torsion spring-dampers on a joint.

use super::{Effort, Element, ends};
use crate::front::units;
use crate::model::quantities::{Listed, Role, ValueMut};
use crate::model::{BodyId, Curve, JointId, Model, Number, Reference, SignalId};

/// A torsion spring-damper about the axis of a joint.
///
/// With the angle `φ` of the joint, from the design position and with whole revolutions counted where the joint is in the
/// tree, `M = preload - elastic(φ - free_angle) - damping(φ') + actuator` turns the second body of the joint about the axis, `-M`
/// the first.
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

    fn bodies(&self, model: &Model) -> Vec<BodyId> {
        ends(model, self.joint)
    }

    fn efforts(&self) -> Vec<(Effort, &'static str)> {
        vec![(Effort::Torque, "")]
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        let mut references = vec![Reference::Joint(&mut self.joint)];
        references.extend(self.actuator.iter_mut().map(Reference::Signal));
        references
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

    fn goes_in_lanes(&self) -> bool {
        self.actuator.is_none()
    }
}
