//! A massless strut: a ball of the second body on a line of the first, two equations.

use crate::kinematics::Direction;
use crate::kinematics::closure::{Ends, Row, in_plane, in_plane_bias};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3};

/// The ball stays in two planes that meet in the line.
pub fn rows<S: Scalar>(ends: &Ends<S>, at: Vec3<S>, axis: &Direction<S>) -> Vec<Row<S>> {
    let points = ends.points(at, at);
    let (u, w) = axis.across();
    [u, w].map(|u| in_plane(points, ends.first_direction(*u))).to_vec()
}

/// Second derivatives of [`rows`] without accelerations.
pub fn row_bias<S: Scalar>(ends: &Ends<S>, twists: &[Twist<S>; 2], at: Vec3<S>, axis: &Direction<S>) -> Vec<S> {
    let points = ends.points(at, at);
    let (u, w) = axis.across();
    [u, w]
        .map(|u| in_plane_bias(points, ends.first_direction(*u), twists))
        .to_vec()
}
