//! Translation along an axis fixed in both bodies.

use super::{Inboard, Outboard, spherical_translational};
use crate::kinematics::Direction;
use crate::kinematics::closure::{Ends, Row, perpendicular, perpendicular_bias};
use crate::scalar::Scalar;
use crate::spatial::{Pose, Twist, Vec3};

/// The axes stay parallel; the origin moves by `q` along the axis.
pub fn pose<S: Scalar>(inboard: &Inboard<S>, at: Vec3<S>, axis: &Direction<S>, q: S) -> Pose<S> {
    let local = inboard.placement.point(at);
    let moved = local + inboard.placement.direction(**axis) * q;
    Pose {
        rotation: inboard.pose.rotation,
        position: inboard.pose.point(moved),
    }
}

/// Along the axis.
pub fn subspace<S: Scalar>(outboard: &Outboard<S>, axis: &Direction<S>) -> Twist<S> {
    Twist::along(outboard.pose.direction(outboard.placement.direction(**axis)))
}

/// The second body's point stays on the line of the first; the axes stay parallel.
pub fn rows<S: Scalar>(ends: &Ends<S>, at: Vec3<S>, axis: &Direction<S>) -> Vec<Row<S>> {
    let turning = turns(axis).map(|(a, b)| perpendicular(ends.first_direction(a), ends.second_direction(b)));
    spherical_translational::rows(ends, at, axis)
        .into_iter()
        .chain(turning)
        .collect()
}

/// Second derivatives of [`rows`] without accelerations.
pub fn row_bias<S: Scalar>(ends: &Ends<S>, twists: &[Twist<S>; 2], at: Vec3<S>, axis: &Direction<S>) -> Vec<S> {
    let turning =
        turns(axis).map(|(a, b)| perpendicular_bias(ends.first_direction(a), ends.second_direction(b), twists));
    spherical_translational::row_bias(ends, twists, at, axis)
        .into_iter()
        .chain(turning)
        .collect()
}

/// Pairs of directions, one on each body, that stay perpendicular where two bodies do not turn against each other.
pub fn turns<S: Scalar>(axis: &Direction<S>) -> [(Vec3<S>, Vec3<S>); 3] {
    let (u, w) = axis.across();
    [(*u, *w), (*w, **axis), (**axis, *u)]
}
