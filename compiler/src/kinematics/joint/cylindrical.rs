//! Turn about an axis and slide along it, each by itself. Coordinates: the angle, then the displacement.

use super::{Inboard, Outboard, revolute, spherical_translational};
use crate::kinematics::closure::{Ends, Row};
use crate::kinematics::{Direction, Placement};
use crate::scalar::Scalar;
use crate::spatial::{Pose, Twist, Vec3};

/// A pivot whose reference point has moved by `moved` along the axis.
pub fn pose<S: Scalar>(
    inboard: &Inboard<S>,
    outboard: &Placement<S>,
    at: Vec3<S>,
    axis: &Direction<S>,
    [turned, moved]: [S; 2],
) -> Pose<S> {
    let pivot = revolute::pose(inboard, outboard, at, turned);
    let along = inboard.pose.direction(inboard.placement.direction(**axis));
    Pose {
        rotation: pivot.rotation,
        position: pivot.position + along * moved,
    }
}

/// About and along the outboard body's third axis. Both stand still in both bodies.
pub fn subspace<S: Scalar>(outboard: &Outboard<S>) -> [Twist<S>; 2] {
    [
        revolute::subspace(outboard),
        Twist::along(outboard.pose.rotation.column(2)),
    ]
}

/// The second body's point stays on the line of the first; two directions across the axis on the first body stay
/// perpendicular to the axis on the second.
pub fn rows<S: Scalar>(ends: &Ends<S>, at: Vec3<S>, axis: &Direction<S>) -> Vec<Row<S>> {
    let mut rows = spherical_translational::rows(ends, at, axis);
    rows.extend(revolute::hinge(ends, axis));
    rows
}

/// Second derivatives of [`rows`] without accelerations.
pub fn row_bias<S: Scalar>(ends: &Ends<S>, twists: &[Twist<S>; 2], at: Vec3<S>, axis: &Direction<S>) -> Vec<S> {
    let mut bias = spherical_translational::row_bias(ends, twists, at, axis);
    bias.extend(revolute::hinge_bias(ends, twists, axis));
    bias
}
