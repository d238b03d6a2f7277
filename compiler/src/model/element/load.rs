//! Forces and torques that depend on no motion.

use super::{Effort, Element, ends};
use crate::model::quantities::{Listed, Role, ValueMut};
use crate::model::{Axis, BodyId, JointId, Model, Number, Point, Reference, SignalId};

/// A force or torque that depends on no motion.
#[derive(Clone, Debug, PartialEq)]
pub struct Load {
    /// What it acts on.
    pub on: Place,
    /// A force along an axis, or a torque about it.
    pub effort: Effort,
    /// How large it is, positive along the axis.
    pub size: Size,
}

/// What a load acts on.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// A body.
    Body {
        /// On which it acts.
        body: BodyId,
        /// On which its reaction acts, at the same place; the ground takes it without a word.
        against: BodyId,
        /// In which its axis is fixed; the ground: in the world.
        seen_from: BodyId,
        /// Where a force acts, a point of the body [m]; of no meaning for a torque.
        at: Point,
        /// Its direction.
        axis: Axis,
    },
    /// The second body of a joint, in the direction that the joint leaves free, with its reaction on the first: a force
    /// on a prismatic joint, a torque on a revolute, cylindrical or screw joint.
    Joint(JointId),
}

/// How large a load is.
#[derive(Clone, Debug, PartialEq)]
pub enum Size {
    /// The same at all times [N or N m].
    Constant(Number),
    /// What an input says.
    Signal(SignalId),
}

impl Element for Load {
    fn word(&self) -> &'static str {
        "load"
    }

    fn joint(&self) -> Option<JointId> {
        match self.on {
            Place::Body { .. } => None,
            Place::Joint(joint) => Some(joint),
        }
    }

    fn bodies(&self, model: &Model) -> Vec<BodyId> {
        match self.on {
            Place::Body { body, against, .. } => vec![against, body],
            Place::Joint(joint) => ends(model, joint),
        }
    }

    fn efforts(&self) -> Vec<(Effort, &'static str)> {
        vec![(self.effort, "")]
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        let mut references = match &mut self.on {
            Place::Body {
                body,
                against,
                seen_from,
                ..
            } => [body, against, seen_from].map(Reference::Body).into(),
            Place::Joint(joint) => vec![Reference::Joint(joint)],
        };
        if let Size::Signal(signal) = &mut self.size {
            references.push(Reference::Signal(signal));
        }
        references
    }

    fn quantities(&mut self) -> Vec<Listed<'_>> {
        let size = match &mut self.size {
            Size::Constant(size) => ValueMut::Number(size),
            Size::Signal(signal) => ValueMut::Input(*signal),
        };
        let mut listed = vec![Listed::new(self.effort.word(), self.effort.unit(), Role::Scalar, size)];
        if let Place::Body { body, at, axis, .. } = &mut self.on {
            let role = match self.effort {
                Effort::Force => Role::Polar,
                Effort::Torque => Role::Axial,
            };
            listed.push(Listed::point("at", &[*body], at));
            listed.push(Listed::axis("axis", role, axis));
        }
        listed
    }

    fn goes_in_lanes(&self) -> bool {
        false
    }
}
