//! A massless arm: a ball of the second body on a circle about an axis of the first, two equations.
//!
//! The circle is where a plane meets a sphere about its centre. There both are at right angles, so that the equations
//! are as independent as can be.

use super::Closure;
use crate::kinematics::Direction;
use crate::kinematics::closure::{Ends, Row};
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
    /// The ball in the plane of the circle.
    fn plane(&self) -> PointOnPlane<Vec3<S>, Direction<S>> {
        PointOnPlane {
            at: self.ball,
            normal: self.axis,
        }
    }

    /// The arm from the point of the axis beside the ball.
    fn arm(&self) -> Distance<Vec3<S>> {
        Distance {
            from: self.at + *self.axis * self.axis.dot(self.ball - self.at),
            to: self.ball,
            reach: None,
            mass: None,
        }
    }
}
