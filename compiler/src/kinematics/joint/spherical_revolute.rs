//! A massless arm: a ball of the second body on a circle about an axis of the first, two equations.
//!
//! The circle is where a plane meets a sphere about its centre. There both are at right angles, so that the equations
//! are as independent as can be.

use super::{distance, point_on_plane};
use crate::kinematics::Direction;
use crate::kinematics::closure::{Ends, Row};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3};

/// The ball stays in the plane of the circle and at its distance from the centre.
pub fn rows<S: Scalar>(ends: &Ends<S>, at: Vec3<S>, axis: &Direction<S>, ball: Vec3<S>) -> Vec<Row<S>> {
    let mut rows = point_on_plane::rows(ends, ball, axis);
    rows.extend(distance::rows(ends, [centre(at, axis, ball), ball], ball));
    rows
}

/// Second derivatives of [`rows`] without accelerations.
pub fn row_bias<S: Scalar>(
    ends: &Ends<S>,
    twists: &[Twist<S>; 2],
    at: Vec3<S>,
    axis: &Direction<S>,
    ball: Vec3<S>,
) -> Vec<S> {
    let mut bias = point_on_plane::row_bias(ends, twists, ball, axis);
    bias.extend(distance::row_bias(ends, twists, [centre(at, axis, ball), ball], ball));
    bias
}

/// The point of the axis beside the ball.
fn centre<S: Scalar>(at: Vec3<S>, axis: &Direction<S>, ball: Vec3<S>) -> Vec3<S> {
    at + **axis * axis.dot(ball - at)
}
