//! A point of the second body stays in a plane of the first body: one equation.

use super::mechanics::Closure;
use crate::kinematics::Direction;
use crate::kinematics::equation::{Ends, Row, in_plane, in_plane_bias};
use crate::model::PointOnPlane;
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3};

impl<S: Scalar> Closure<S> for PointOnPlane<Vec3<S>, Direction<S>> {
    /// The point's height over the plane [m].
    fn rows(&self, ends: &Ends<S>) -> Vec<Row<S>> {
        vec![in_plane(
            ends.points(self.at, self.at),
            ends.first_direction(*self.normal),
        )]
    }

    fn row_bias(&self, ends: &Ends<S>, twists: &[Twist<S>; 2]) -> Vec<S> {
        let points = ends.points(self.at, self.at);
        vec![in_plane_bias(points, ends.first_direction(*self.normal), twists)]
    }
}
