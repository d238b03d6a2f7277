//! A vehicle as kinematics sees it: numbers, axes and geometry.

use super::{Design, Geometry, Layout, Placement};
use crate::model::{BodyId, JointId, Model};
use crate::topology::Topology;

/// A vehicle with all that is fixed about it.
#[derive(Clone, Debug)]
pub struct Mechanism<'a, S = f64> {
    /// As declared.
    pub model: &'a Model,
    /// As analysed.
    pub topology: &'a Topology,
    /// The bodies that are computed, in tree order: all bodies, unless one subsystem is computed in place of several.
    pub order: Vec<BodyId>,
    /// Places of the coordinates and speeds of each joint.
    pub layout: Layout,
    /// The model's numbers.
    pub design: Design<S>,
    /// By body: its axes and origin.
    pub placements: Vec<Placement<S>>,
    /// By body: the geometry of its inboard joint, directed outward; the ground has no joint.
    pub(super) inboard: Vec<Geometry<S>>,
    /// By joint or link: its geometry as declared.
    pub(super) declared: Vec<Geometry<S>>,
}

impl<S> Mechanism<'_, S> {
    /// Axes and origin of a body.
    pub fn placement(&self, body: BodyId) -> &Placement<S> {
        &self.placements[body.index()]
    }

    /// Geometry of a body's inboard joint, directed from the parent to the body.
    pub fn inboard(&self, body: BodyId) -> &Geometry<S> {
        &self.inboard[body.index()]
    }

    /// Coordinates of a body's inboard joint, among the coordinates of all joints; or the position of its drive.
    pub fn coordinates_of<T: Copy>(&self, body: BodyId, q: &[T], drives: &[T]) -> Vec<T> {
        match self.topology.joint(body).drive {
            Some(drive) => vec![drives[drive.index()]],
            None => q[self.layout.slot(body).q.clone()].to_vec(),
        }
    }

    /// Speeds of a body's inboard joint, or their rates, among the speeds of all joints; or the number of its drive.
    pub fn speeds_of<T: Copy>(&self, body: BodyId, v: &[T], drives: &[T]) -> Vec<T> {
        match self.topology.joint(body).drive {
            Some(drive) => vec![drives[drive.index()]],
            None => v[self.layout.slot(body).v.clone()].to_vec(),
        }
    }

    /// Geometry of a joint or link, directed from its first to its second body.
    pub fn geometry(&self, joint: JointId) -> &Geometry<S> {
        &self.declared[joint.index()]
    }
}
