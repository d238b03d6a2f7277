//! A massless strut: a ball of the second body moves on a line of the first body, two equations.

use super::mechanics::Closure;
use crate::kinematics::Direction;
use crate::kinematics::equation::{Ends, Row, in_plane, in_plane_bias};
use crate::model::SphericalTranslational;
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3};

impl<S: Scalar> Closure<S> for SphericalTranslational<Vec3<S>, Direction<S>> {
    /// The ball stays in two planes that intersect in the line.
    fn rows(&self, ends: &Ends<S>) -> Vec<Row<S>> {
        let points = ends.points(self.at, self.at);
        let (u, w) = self.axis.across();
        [u, w].map(|u| in_plane(points, ends.first_direction(*u))).to_vec()
    }

    fn row_bias(&self, ends: &Ends<S>, twists: &[Twist<S>; 2]) -> Vec<S> {
        let points = ends.points(self.at, self.at);
        let (u, w) = self.axis.across();
        [u, w]
            .map(|u| in_plane_bias(points, ends.first_direction(*u), twists))
            .to_vec()
    }
}
