//! Places of bodies in the tree.

use crate::model::{BodyId, DriveId, JointId, JointKind};

/// A body's place in the tree.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The inboard body; for the ground, itself.
    pub parent: BodyId,
    /// The inboard joint; `None` for the ground.
    pub joint: Option<TreeJoint>,
    /// Outboard bodies in order of declaration of their joints.
    pub children: Vec<BodyId>,
    /// The body in whose frame the body's quantities are expressed (possibly itself).
    pub frame: BodyId,
    /// Position in [`Topology::subsystems`](super::Topology::subsystems).
    pub subsystem: usize,
}

/// A joint of the tree, from the inboard body outward.
#[derive(Clone, Debug)]
pub struct TreeJoint {
    /// The declared joint; `None` for a free joint that the analysis added to a body held by links only.
    pub declared: Option<JointId>,
    /// The joint's kind, with the axis directed so that the coordinate describes the outboard body relative to the
    /// inboard body.
    pub kind: JointKind,
    /// The input that prescribes its motion.
    pub drive: Option<DriveId>,
}

impl TreeJoint {
    /// Number of unknown speeds.
    pub fn speeds(&self) -> usize {
        if self.drive.is_some() { 0 } else { self.kind.freedoms() }
    }

    /// Number of coordinates in the state: Euler parameters count as four.
    pub fn coordinates(&self) -> usize {
        if self.drive.is_some() {
            0
        } else {
            self.kind.coordinates()
        }
    }
}
