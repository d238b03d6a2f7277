//! Position: the pose of every body.

use super::joint::{self, Inboard};
use super::{Mechanism, Placement};
use crate::model::{BodyId, Vec3 as Constant};
use crate::scalar::Scalar;
use crate::spatial::{Pose, Vec3};

/// Poses of all bodies.
#[derive(Clone, Debug)]
pub struct Position<S> {
    /// By body: pose in the frame its quantities are expressed in; the identity for a body that is its own frame.
    poses: Vec<Pose<S>>,
    /// By body: pose in the frame of its parent. The same as the above but for bodies that are their own frame.
    mounts: Vec<Pose<S>>,
}

impl<S: Scalar> Position<S> {
    /// Nothing placed but the ground.
    pub fn new(mechanism: &Mechanism) -> Self {
        let poses = vec![Pose::identity(); mechanism.model.bodies.len()];
        Position {
            mounts: poses.clone(),
            poses,
        }
    }

    /// Places one body; its parent has been placed. `q`: the joint's coordinates, or its drive's position.
    pub fn place(&mut self, mechanism: &Mechanism, body: BodyId, q: &[S]) {
        let branch = mechanism.topology.branch(body);
        let placement = |b: BodyId| &mechanism.placements[b.index()];
        let inboard = Inboard {
            pose: self.pose(branch.parent),
            placement: placement(branch.parent),
        };
        let kind = &mechanism.topology.joint(body).kind;
        let mount = joint::pose(kind, &inboard, placement(body), q);
        self.mounts[body.index()] = mount;
        if branch.frame != body {
            self.poses[body.index()] = mount;
        }
    }

    /// All bodies: `q` are the coordinates, `drives` the positions of the driven joints.
    pub fn all(mechanism: &Mechanism, q: &[S], drives: &[S]) -> Self {
        let mut position = Position::new(mechanism);
        for &body in &mechanism.topology.order {
            let own = match mechanism.topology.joint(body).drive {
                Some(drive) => vec![drives[drive.index()]],
                None => q[mechanism.layout.slot(body).q.clone()].to_vec(),
            };
            position.place(mechanism, body, &own);
        }
        position
    }

    /// Pose of a body in its frame.
    pub fn pose(&self, body: BodyId) -> &Pose<S> {
        &self.poses[body.index()]
    }

    /// Pose of a body in the frame of its parent.
    pub fn mount(&self, body: BodyId) -> &Pose<S> {
        &self.mounts[body.index()]
    }

    /// Pose of a body in the frame of `frame`, which it hangs from.
    pub fn pose_in(&self, mechanism: &Mechanism, body: BodyId, frame: BodyId) -> Pose<S> {
        let mut pose = *self.pose(body);
        for mount in self.frames_between(mechanism, body, frame) {
            pose = mount.then(&pose);
        }
        pose
    }

    /// Poses of the frames between a body's own and `frame`, each in the next, from the body inward.
    pub fn frames_between(&self, mechanism: &Mechanism, body: BodyId, frame: BodyId) -> impl Iterator<Item = &Pose<S>> {
        let topology = mechanism.topology;
        let own = topology.branch(body).frame;
        let frames = std::iter::successors(Some(own), move |&f| {
            (f != BodyId::GROUND).then(|| topology.branch(topology.branch(f).parent).frame)
        });
        frames.take_while(move |&f| f != frame).map(|f| self.mount(f))
    }

    /// A point given in the vehicle frame at the design position, now, in the frame of `frame`.
    pub fn point_in(&self, mechanism: &Mechanism, body: BodyId, point: &Constant, frame: BodyId) -> Vec3<S> {
        let local = mechanism.placements[body.index()].point(point);
        self.pose_in(mechanism, body, frame).point(Vec3::constant(&local))
    }

    /// A direction likewise.
    pub fn direction_in(&self, mechanism: &Mechanism, body: BodyId, direction: &Constant, frame: BodyId) -> Vec3<S> {
        let local = mechanism.placements[body.index()].direction(direction);
        self.pose_in(mechanism, body, frame).direction(Vec3::constant(&local))
    }
}

impl Placement {
    /// The constant rotation from other axes, given at the design position, to the body's own.
    pub fn turn_to(&self, axes: &nalgebra::Matrix3<f64>) -> nalgebra::Matrix3<f64> {
        (self.axes.transpose() * axes).map(|x| if x.abs() < 1e-15 { 0.0 } else { x })
    }
}
