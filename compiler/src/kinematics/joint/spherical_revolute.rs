//! A massless arm: a ball of the second body moves on a circle about an axis of the first body, two equations.
//!
//! The circle is the intersection of a plane with a sphere about the circle's centre. There both surfaces are
//! perpendicular to each other, so the equations are as independent as possible.

use super::mechanics::Closure;
use crate::kinematics::Direction;
use crate::kinematics::equation::{Ends, Row};
use crate::model::{Distance, PointOnPlane, SphericalRevolute};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3};

impl<S: Scalar> Closure<S> for SphericalRevolute<Vec3<S>, Direction<S>> {
    /// The ball stays in the plane of the circle and at its distance from the centre.
    fn rows(&self, ends: &Ends<S>) -> Vec<Row<S>> {
        let mut rows = self.plane().rows(ends);
        rows.extend(self.arm().rows(ends));
        rows
    }

    fn row_bias(&self, ends: &Ends<S>, twists: &[Twist<S>; 2]) -> Vec<S> {
        let mut bias = self.plane().row_bias(ends, twists);
        bias.extend(self.arm().row_bias(ends, twists));
        bias
    }
}

impl<S: Scalar> SphericalRevolute<Vec3<S>, Direction<S>> {
    /// The equation of the ball in the plane of the circle.
    fn plane(&self) -> PointOnPlane<Vec3<S>, Direction<S>> {
        PointOnPlane {
            at: self.ball,
            normal: self.axis,
        }
    }

    /// The vector of the arm: from the point of the axis nearest to the ball, to the ball.
    fn arm(&self) -> Distance<Vec3<S>> {
        Distance {
            from: self.at + *self.axis * self.axis.dot(self.ball - self.at),
            to: self.ball,
            reach: None,
            mass: None,
        }
    }
}
