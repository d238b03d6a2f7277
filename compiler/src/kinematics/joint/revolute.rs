//! Rotation about an axis fixed in both bodies.

use super::{Inboard, Outboard};
use crate::kinematics::Placement;
use crate::kinematics::closure::{Ends, Row, parallel_bias, perpendicular, perpendicular_bias};
use crate::model::Vec3 as Constant;
use crate::scalar::Scalar;
use crate::spatial::{Mat3, Pose, Twist};
use nalgebra::Matrix3;

/// The outboard body's third axis lies along the joint, so that its rotation is one of two components.
pub fn placement(at: &Constant, axis: &Constant) -> Placement {
    let (first, second) = across(axis);
    Placement {
        axes: Matrix3::from_columns(&[first, second, *axis]),
        origin: *at,
    }
}

/// Two unit vectors that make a right-handed set with the axis; vehicle axes where the axis is one of them.
pub fn across(axis: &Constant) -> (Constant, Constant) {
    let least = axis.iamin();
    let first = if axis.iter().filter(|x| **x == 0.0).count() == 2 {
        let along = axis.iamax();
        Constant::ith((along + 1) % 3, 1.0)
    } else {
        axis.cross(&Constant::ith(least, 1.0)).normalize()
    };
    (first, axis.cross(&first))
}

/// `R = R_inboard K Rz(q)`, `K` the constant turn from the outboard body's axes to the inboard one's.
pub fn pose<S: Scalar>(inboard: &Inboard<S>, outboard: &Placement, at: &Constant, q: S) -> Pose<S> {
    let turn = Mat3::constant(&inboard.placement.turn_to(&outboard.axes));
    let (sin, cos) = q.sin_cos();
    Pose {
        rotation: inboard.pose.rotation * turn * Mat3::about_z(sin, cos),
        position: inboard.point(at),
    }
}

/// Along the outboard body's third axis through its origin.
pub fn subspace<S: Scalar>(outboard: &Outboard<S>) -> Twist<S> {
    Twist::about(outboard.pose.position, outboard.pose.rotation.column(2))
}

/// The point stays on the point; two directions across the axis on the first body stay perpendicular to the axis on
/// the second.
pub fn rows<S: Scalar>(ends: &Ends<S>, at: &Constant, axis: &Constant) -> Vec<Row<S>> {
    let mut rows = super::spherical::rows(ends, at);
    let along = ends.second_direction(axis);
    let (u, w) = across(axis);
    rows.extend([u, w].map(|u| perpendicular(ends.first_direction(&u), along)));
    rows
}

/// Second derivatives of [`rows`] without accelerations.
pub fn row_bias<S: Scalar>(ends: &Ends<S>, twists: &[Twist<S>; 2], at: &Constant, axis: &Constant) -> Vec<S> {
    let mut bias: Vec<S> = parallel_bias(ends, twists, at).0.to_vec();
    let along = ends.second_direction(axis);
    let (u, w) = across(axis);
    bias.extend([u, w].map(|u| perpendicular_bias(ends.first_direction(&u), along, twists)));
    bias
}
