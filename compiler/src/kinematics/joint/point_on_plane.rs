//! A point of the second body in a plane of the first: one equation.

use crate::kinematics::Direction;
use crate::kinematics::closure::{Ends, Row, in_plane, in_plane_bias};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3};

/// The point's height over the plane [m].
pub fn rows<S: Scalar>(ends: &Ends<S>, at: Vec3<S>, normal: &Direction<S>) -> Vec<Row<S>> {
    vec![in_plane(ends.points(at, at), ends.first_direction(**normal))]
}

/// Second derivative of [`rows`] without accelerations.
pub fn row_bias<S: Scalar>(ends: &Ends<S>, twists: &[Twist<S>; 2], at: Vec3<S>, normal: &Direction<S>) -> Vec<S> {
    vec![in_plane_bias(
        ends.points(at, at),
        ends.first_direction(**normal),
        twists,
    )]
}
