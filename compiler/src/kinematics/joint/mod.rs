//! Joints, one kind a file: how a body is placed by it, where it takes the body, along what it moves, and its
//! equations where it closes a loop. This file only hands on to them.

mod distance;
mod fixed;
mod free;
mod prismatic;
mod revolute;
mod spherical;

use super::Placement;
use super::closure::{Ends, Row};
use crate::model::JointKind;
use crate::scalar::Scalar;
use crate::spatial::{Pose, Quaternion, Twist, Vec3};

/// What a joint sees of its inboard side.
pub struct Inboard<'a, S> {
    /// Pose of the inboard body in its frame.
    pub pose: &'a Pose<S>,
    /// Its placement.
    pub placement: &'a Placement,
}

/// What a joint sees of its outboard side, in the frame in which the outboard body's quantities are expressed.
pub struct Outboard<'a, S> {
    /// Pose of the outboard body.
    pub pose: &'a Pose<S>,
    /// Its placement.
    pub placement: &'a Placement,
}

/// What the velocity-dependent acceleration needs, all in the frame of the outboard body.
pub struct Motion<S> {
    /// Twist of the inboard body.
    pub inboard: Twist<S>,
    /// Relative twist across the joint.
    pub relative: Twist<S>,
    /// Angular velocity of the frame.
    pub frame: Vec3<S>,
    /// Origin of the outboard body.
    pub origin: Vec3<S>,
}

/// Axes and origin of the outboard body.
pub fn placement(kind: &JointKind, parent: &Placement, frame: &Placement) -> Placement {
    match kind {
        JointKind::Fixed { .. } => parent.clone(),
        JointKind::Revolute { at, axis } => revolute::placement(at, axis),
        JointKind::Prismatic { at, .. } => Placement {
            axes: parent.axes,
            origin: *at,
        },
        JointKind::Spherical { at } => Placement {
            axes: frame.axes,
            origin: *at,
        },
        JointKind::Free { at } => Placement {
            axes: parent.axes,
            origin: *at,
        },
        JointKind::Distance { .. } => unreachable!("a link is no tree joint"),
    }
}

/// Pose of the outboard body in the frame of the inboard one. `q`: the joint's coordinates, or the position of its drive.
pub fn pose<S: Scalar>(kind: &JointKind, inboard: &Inboard<S>, outboard: &Placement, q: &[S]) -> Pose<S> {
    match kind {
        JointKind::Fixed { .. } => *inboard.pose,
        JointKind::Revolute { at, .. } => revolute::pose(inboard, outboard, at, q[0]),
        JointKind::Prismatic { at, axis } => prismatic::pose(inboard, at, axis, q[0]),
        JointKind::Spherical { at } => spherical::pose(inboard, at, [q[0], q[1], q[2], q[3]]),
        JointKind::Free { at } => free::pose(inboard, at, q),
        JointKind::Distance { .. } => unreachable!("a link is no tree joint"),
    }
}

/// Motion subspace: relative twist for each unit speed, in the frame of the outboard body.
pub fn subspace<S: Scalar>(kind: &JointKind, outboard: &Outboard<S>) -> Vec<Twist<S>> {
    match kind {
        JointKind::Fixed { .. } => Vec::new(),
        JointKind::Revolute { .. } => vec![revolute::subspace(outboard)],
        JointKind::Prismatic { axis, .. } => vec![prismatic::subspace(outboard, axis)],
        JointKind::Spherical { .. } => spherical::subspace(outboard).to_vec(),
        JointKind::Free { .. } => free::subspace().to_vec(),
        JointKind::Distance { .. } => unreachable!("a link is no tree joint"),
    }
}

/// Acceleration of the outboard body relative to the inboard one that is there without any rate of the speeds: `Ḣ v`.
pub fn bias<S: Scalar>(kind: &JointKind, motion: &Motion<S>) -> Twist<S> {
    match kind {
        JointKind::Spherical { .. } => spherical::bias(motion),
        // The subspace is fixed in one of the two bodies: its rate is the inboard twist's, the own part vanishes.
        _ => motion.inboard.cross(motion.relative),
    }
}

/// Rates of the coordinates. `omega`: angular velocity of the outboard body relative to the frame of the inboard one,
/// in the axes in which the joint's speeds are given; `mount`: pose of the outboard body in that frame; `turned`:
/// whether the axes are the outboard body's own.
pub fn rates<S: Scalar>(kind: &JointKind, q: &[S], v: &[S], omega: Vec3<S>, mount: &Pose<S>, turned: bool) -> Vec<S> {
    match kind {
        JointKind::Fixed { .. } | JointKind::Distance { .. } => Vec::new(),
        JointKind::Revolute { .. } | JointKind::Prismatic { .. } => v.to_vec(),
        JointKind::Spherical { .. } => {
            let e = Quaternion([q[0], q[1], q[2], q[3]]);
            if turned {
                e.rate_turned(omega)
            } else {
                e.rate_fixed(omega)
            }
            .0
            .to_vec()
        }
        JointKind::Free { .. } => free::rates(q, v, mount),
    }
}

/// Closure equations of a joint that was cut: largest residual zero where it is closed.
pub fn rows<S: Scalar>(kind: &JointKind, ends: &Ends<S>) -> Vec<Row<S>> {
    match kind {
        JointKind::Fixed { at } => fixed::rows(ends, at),
        JointKind::Revolute { at, axis } => revolute::rows(ends, at, axis),
        JointKind::Prismatic { at, axis } => prismatic::rows(ends, at, axis),
        JointKind::Spherical { at } => spherical::rows(ends, at),
        JointKind::Distance { from, to } => distance::rows(ends, from, to),
        JointKind::Free { .. } => Vec::new(),
    }
}

/// Right-hand sides of the same equations at acceleration level: what their second derivatives are without
/// accelerations.
pub fn row_bias<S: Scalar>(kind: &JointKind, ends: &Ends<S>, twists: &[Twist<S>; 2]) -> Vec<S> {
    match kind {
        JointKind::Fixed { at } => fixed::row_bias(ends, twists, at),
        JointKind::Revolute { at, axis } => revolute::row_bias(ends, twists, at, axis),
        JointKind::Prismatic { at, axis } => prismatic::row_bias(ends, twists, at, axis),
        JointKind::Spherical { at } => spherical::row_bias(ends, twists, at),
        JointKind::Distance { from, to } => distance::row_bias(ends, twists, from, to),
        JointKind::Free { .. } => Vec::new(),
    }
}
