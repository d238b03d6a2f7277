//! Joints, one kind a file: how a body is placed by it, where it takes the body, along what it moves, and its
//! equations where it closes a loop. This file only hands on to them.

mod constant_velocity;
mod cylindrical;
mod distance;
mod fixed;
mod free;
mod gear;
mod planar;
mod point_on_plane;
mod prismatic;
mod revolute;
mod screw;
mod spherical;
mod spherical_revolute;
mod spherical_translational;
mod universal;

use super::closure::{Ends, Row};
use super::{Geometry, Mechanism, Placement, Position, Turning};
use crate::model::{BodyId, JointKind};
use crate::scalar::Scalar;
use crate::spatial::{Pose, Quaternion, Twist, Vec3};

/// What a joint sees of its inboard side.
pub struct Inboard<'a, S> {
    /// Pose of the inboard body in its frame.
    pub pose: &'a Pose<S>,
    /// Its placement.
    pub placement: &'a Placement<S>,
    /// Placement of the body in whose frame it is expressed.
    pub frame: &'a Placement<S>,
    /// How it turns, if it hangs on a pivot that stands still in the frame.
    pub turning: Option<&'a Turning<S>>,
}

impl<S: Scalar> Inboard<'_, S> {
    /// A point of the inboard body, given at the design position, in the frame.
    pub fn point(&self, at: Vec3<S>) -> Vec3<S> {
        self.placement.point_at(self.pose, self.turning, at)
    }
}

/// What a joint sees of its outboard side, in the frame in which the outboard body's quantities are expressed.
pub struct Outboard<'a, S> {
    /// Pose of the outboard body.
    pub pose: &'a Pose<S>,
    /// Its placement.
    pub placement: &'a Placement<S>,
    /// The inboard side; none where the outboard body is that frame itself.
    pub inboard: Option<Inboard<'a, S>>,
    /// The joint's coordinates, or the position of its drive.
    pub q: &'a [S],
}

/// What the velocity-dependent acceleration needs, all in the frame of the outboard body.
pub struct Motion<'a, S> {
    /// Twist of the inboard body.
    pub inboard: Twist<S>,
    /// Relative twist across the joint.
    pub relative: Twist<S>,
    /// Relative twist for each unit speed.
    pub columns: Vec<Twist<S>>,
    /// The joint's speeds, or the velocity of its drive.
    pub speeds: &'a [S],
    /// The joint's coordinates, or the position of its drive.
    pub q: &'a [S],
    /// Angular velocity of the frame.
    pub frame: Vec3<S>,
    /// Origin of the outboard body.
    pub origin: Vec3<S>,
}

impl<S: Scalar> Motion<'_, S> {
    /// The share of a speed in the relative twist.
    pub fn part(&self, speed: usize) -> Twist<S> {
        self.columns[speed] * self.speeds[speed]
    }
}

/// Axes and origin of the outboard body.
pub fn placement<S: Scalar>(kind: &Geometry<S>, parent: &Placement<S>, frame: &Placement<S>) -> Placement<S> {
    match kind {
        JointKind::Fixed { .. } => parent.clone(),
        JointKind::Revolute { at, axis }
        | JointKind::Cylindrical { at, axis }
        | JointKind::Screw { at, axis, .. }
        | JointKind::Planar { at, normal: axis } => revolute::placement(*at, axis),
        JointKind::Prismatic { at, .. } => Placement {
            axes: parent.axes,
            origin: *at,
        },
        JointKind::Spherical { at } => Placement {
            axes: frame.axes,
            origin: *at,
        },
        JointKind::Universal { at, axes } => universal::placement(*at, axes),
        JointKind::ConstantVelocity { at, axes } => constant_velocity::placement(*at, axes),
        JointKind::Free { at } => Placement {
            axes: parent.axes,
            origin: *at,
        },
        JointKind::Distance { .. }
        | JointKind::PointOnPlane { .. }
        | JointKind::SphericalRevolute { .. }
        | JointKind::SphericalTranslational { .. }
        | JointKind::Gear { .. } => unreachable!("a link is no tree joint"),
    }
}

/// Pose of a body in the frame of its parent, which has been placed. `q`: the coordinates of its inboard joint or the
/// position of its drive; where there are none, those of the design position.
pub fn pose_at<S: Scalar>(mechanism: &Mechanism<S>, position: &Position<S>, body: BodyId, q: &[S]) -> Pose<S> {
    let parent = mechanism.topology.branch(body).parent;
    let placement = |b: BodyId| mechanism.placement(b);
    let inboard = Inboard {
        pose: position.pose(parent),
        placement: placement(parent),
        frame: placement(mechanism.topology.branch(parent).frame),
        turning: position.turning(parent),
    };
    let kind = mechanism.inboard(body);
    if q.is_empty() {
        pose(kind, &inboard, placement(body), &design(kind))
    } else {
        pose(kind, &inboard, placement(body), q)
    }
}

/// Coordinates at the design position: Euler parameters of no rotation are (1, 0, 0, 0), everything else is zero.
fn design<S: Scalar>(kind: &Geometry<S>) -> Vec<S> {
    let (o, l) = (S::zero(), S::one());
    match kind {
        JointKind::Spherical { .. } => vec![l, o, o, o],
        JointKind::Free { .. } => vec![o, o, o, l, o, o, o],
        _ => vec![o; kind.freedoms()],
    }
}

/// Pose of the outboard body in the frame of the inboard one. `q`: the joint's coordinates, or the position of its drive.
fn pose<S: Scalar>(kind: &Geometry<S>, inboard: &Inboard<S>, outboard: &Placement<S>, q: &[S]) -> Pose<S> {
    match kind {
        JointKind::Fixed { .. } => *inboard.pose,
        JointKind::Revolute { at, .. } => revolute::pose(inboard, outboard, *at, q[0]),
        JointKind::Prismatic { at, axis } => prismatic::pose(inboard, *at, axis, q[0]),
        JointKind::Cylindrical { at, axis } => cylindrical::pose(inboard, outboard, *at, axis, [q[0], q[1]]),
        JointKind::Screw { at, axis, pitch } => screw::pose(inboard, outboard, (*at, axis, *pitch), q[0]),
        JointKind::Planar { at, normal } => planar::pose(inboard, outboard, *at, normal, [q[0], q[1], q[2]]),
        JointKind::ConstantVelocity { at, axes } => constant_velocity::pose(inboard, *at, axes, q),
        JointKind::Spherical { at } => spherical::pose(inboard, outboard, *at, [q[0], q[1], q[2], q[3]]),
        JointKind::Universal { at, axes } => universal::pose(inboard, outboard, *at, axes, [q[0], q[1]]),
        JointKind::Free { at } => free::pose(inboard, *at, q),
        JointKind::Distance { .. }
        | JointKind::PointOnPlane { .. }
        | JointKind::SphericalRevolute { .. }
        | JointKind::SphericalTranslational { .. }
        | JointKind::Gear { .. } => unreachable!("a link is no tree joint"),
    }
}

/// Motion subspace: relative twist for each unit speed, in the frame of the outboard body.
pub fn subspace<S: Scalar>(kind: &Geometry<S>, outboard: &Outboard<S>) -> Vec<Twist<S>> {
    match kind {
        JointKind::Fixed { .. } => Vec::new(),
        JointKind::Revolute { .. } => vec![revolute::subspace(outboard)],
        JointKind::Prismatic { axis, .. } => vec![prismatic::subspace(outboard, axis)],
        JointKind::Cylindrical { .. } => cylindrical::subspace(outboard).to_vec(),
        JointKind::Screw { pitch, .. } => vec![screw::subspace(outboard, *pitch)],
        JointKind::Planar { normal, .. } => planar::subspace(outboard, normal).to_vec(),
        JointKind::ConstantVelocity { axes, .. } => constant_velocity::subspace(outboard, axes).to_vec(),
        JointKind::Spherical { .. } => spherical::subspace(outboard).to_vec(),
        JointKind::Universal { at, axes } => universal::subspace(outboard, *at, axes).to_vec(),
        JointKind::Free { .. } => free::subspace().to_vec(),
        JointKind::Distance { .. }
        | JointKind::PointOnPlane { .. }
        | JointKind::SphericalRevolute { .. }
        | JointKind::SphericalTranslational { .. }
        | JointKind::Gear { .. } => unreachable!("a link is no tree joint"),
    }
}

/// Acceleration of the outboard body relative to the inboard one that is there without any rate of the speeds: `Ḣ v`.
pub fn bias<S: Scalar>(kind: &Geometry<S>, motion: &Motion<S>) -> Twist<S> {
    match kind {
        JointKind::Spherical { .. } => spherical::bias(motion),
        JointKind::Universal { .. } => universal::bias(motion),
        JointKind::Planar { .. } => planar::bias(motion),
        JointKind::ConstantVelocity { axes, .. } => constant_velocity::bias(motion, axes),
        // The subspace is fixed in one of the two bodies: its rate is the inboard twist's, the own part vanishes.
        _ => motion.inboard.cross(motion.relative),
    }
}

/// Rates of the coordinates. `omega`: angular velocity of the outboard body relative to the frame of the inboard one,
/// in the axes in which the joint's speeds are given; `mount`: pose of the outboard body in that frame; `turned`:
/// whether the axes are the outboard body's own.
pub fn rates<S: Scalar>(kind: &Geometry<S>, q: &[S], v: &[S], omega: Vec3<S>, mount: &Pose<S>, turned: bool) -> Vec<S> {
    match kind {
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
        JointKind::ConstantVelocity { axes, .. } => constant_velocity::rates(axes, q, v),
        // The speeds are the rates.
        _ => v.to_vec(),
    }
}

/// Closure equations of a joint that was cut: largest residual zero where it is closed.
pub fn rows<S: Scalar>(kind: &Geometry<S>, ends: &Ends<S>) -> Vec<Row<S>> {
    match kind {
        JointKind::Fixed { at } => fixed::rows(ends, *at),
        JointKind::Revolute { at, axis } => revolute::rows(ends, *at, axis),
        JointKind::Prismatic { at, axis } => prismatic::rows(ends, *at, axis),
        JointKind::Spherical { at } => spherical::rows(ends, *at),
        JointKind::Universal { at, axes } => universal::rows(ends, *at, axes),
        JointKind::Cylindrical { at, axis } => cylindrical::rows(ends, *at, axis),
        JointKind::Screw { at, axis, pitch } => screw::rows(ends, *at, axis, *pitch),
        JointKind::Planar { at, normal } => planar::rows(ends, *at, normal),
        JointKind::ConstantVelocity { at, axes } => constant_velocity::rows(ends, *at, axes),
        JointKind::Distance { from, to, reach } => distance::rows(ends, [*from, *to], reach.unwrap_or(*to)),
        JointKind::PointOnPlane { at, normal } => point_on_plane::rows(ends, *at, normal),
        JointKind::SphericalRevolute { at, axis, ball } => spherical_revolute::rows(ends, *at, axis, *ball),
        JointKind::SphericalTranslational { at, axis } => spherical_translational::rows(ends, *at, axis),
        JointKind::Gear { joints, law, .. } => gear::rows(ends, *joints, law),
        JointKind::Free { .. } => Vec::new(),
    }
}

/// Right-hand sides of the same equations at acceleration level: what their second derivatives are without
/// accelerations.
pub fn row_bias<S: Scalar>(kind: &Geometry<S>, ends: &Ends<S>, twists: &[Twist<S>; 2]) -> Vec<S> {
    match kind {
        JointKind::Fixed { at } => fixed::row_bias(ends, twists, *at),
        JointKind::Revolute { at, axis } => revolute::row_bias(ends, twists, *at, axis),
        JointKind::Prismatic { at, axis } => prismatic::row_bias(ends, twists, *at, axis),
        JointKind::Spherical { at } => spherical::row_bias(ends, twists, *at),
        JointKind::Universal { at, axes } => universal::row_bias(ends, twists, *at, axes),
        JointKind::Cylindrical { at, axis } => cylindrical::row_bias(ends, twists, *at, axis),
        JointKind::Screw { at, axis, .. } => screw::row_bias(ends, twists, *at, axis),
        JointKind::Planar { at, normal } => planar::row_bias(ends, twists, *at, normal),
        JointKind::ConstantVelocity { at, axes } => constant_velocity::row_bias(ends, twists, *at, axes),
        JointKind::Distance { from, to, reach } => distance::row_bias(ends, twists, [*from, *to], reach.unwrap_or(*to)),
        JointKind::PointOnPlane { at, normal } => point_on_plane::row_bias(ends, twists, *at, normal),
        JointKind::SphericalRevolute { at, axis, ball } => spherical_revolute::row_bias(ends, twists, *at, axis, *ball),
        JointKind::SphericalTranslational { at, axis } => spherical_translational::row_bias(ends, twists, *at, axis),
        JointKind::Gear { joints, law, .. } => gear::row_bias(ends, twists, *joints, law),
        JointKind::Free { .. } => Vec::new(),
    }
}
