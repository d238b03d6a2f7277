//! Rotation about an axis fixed in both bodies.

use super::{Inboard, Outboard};
use crate::kinematics::closure::{Ends, Row, parallel_bias, perpendicular, perpendicular_bias};
use crate::kinematics::{Direction, Placement};
use crate::scalar::{Scalar, sin_cos};
use crate::spatial::{Mat3, Pose, Twist, Vec3};

/// The outboard body's third axis lies along the joint, so that its rotation is one of two components.
pub fn placement<S: Scalar>(at: Vec3<S>, axis: &Direction<S>) -> Placement<S> {
    let (first, second) = axis.across();
    Placement {
        axes: Mat3::from_columns([*first, *second, **axis]),
        origin: at,
    }
}

/// `R = R_inboard K Rz(q)`, `K` the constant turn from the outboard body's axes to the inboard one's.
pub fn pose<S: Scalar>(inboard: &Inboard<S>, outboard: &Placement<S>, at: Vec3<S>, q: S) -> Pose<S> {
    let turn = inboard.placement.turn_to(&outboard.axes);
    let (sin, cos) = sin_cos(q);
    Pose {
        rotation: inboard.pose.rotation * turn * Mat3::about_z(sin, cos),
        position: inboard.point(at),
    }
}

/// Along the outboard body's third axis through its origin.
pub fn subspace<S: Scalar>(outboard: &Outboard<S>) -> Twist<S> {
    Twist::about(outboard.pose.position, outboard.pose.rotation.column(2))
}

/// The point stays on the point, the axis in its direction.
pub fn rows<S: Scalar>(ends: &Ends<S>, at: Vec3<S>, axis: &Direction<S>) -> Vec<Row<S>> {
    let mut rows = super::spherical::rows(ends, at);
    rows.extend(hinge(ends, axis));
    rows
}

/// Second derivatives of [`rows`] without accelerations.
pub fn row_bias<S: Scalar>(ends: &Ends<S>, twists: &[Twist<S>; 2], at: Vec3<S>, axis: &Direction<S>) -> Vec<S> {
    let mut bias: Vec<S> = parallel_bias(ends, twists, at).0.to_vec();
    bias.extend(hinge_bias(ends, twists, axis));
    bias
}

/// Two directions across the axis on the first body stay perpendicular to the axis on the second.
pub fn hinge<S: Scalar>(ends: &Ends<S>, axis: &Direction<S>) -> [Row<S>; 2] {
    let along = ends.second_direction(**axis);
    let (u, w) = axis.across();
    [u, w].map(|u| perpendicular(ends.first_direction(*u), along))
}

/// Second derivatives of [`hinge`] without accelerations.
pub fn hinge_bias<S: Scalar>(ends: &Ends<S>, twists: &[Twist<S>; 2], axis: &Direction<S>) -> [S; 2] {
    let along = ends.second_direction(**axis);
    let (u, w) = axis.across();
    [u, w].map(|u| perpendicular_bias(ends.first_direction(*u), along, twists))
}
