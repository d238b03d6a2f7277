//! A massless slider in a guide: a pivot of the second body moves on a line of the first body, four equations.

use super::mechanics::Closure;
use super::revolute;
use crate::kinematics::Direction;
use crate::kinematics::equation::{Ends, Row};
use crate::model::{RevoluteTranslational, SphericalTranslational};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3};

impl<S: Scalar> Closure<S> for RevoluteTranslational<Vec3<S>, Direction<S>> {
    /// The pivot's point stays on the line, and the pivot's axis keeps its direction in the first body: the slider does
    /// not turn in its guide.
    fn rows(&self, ends: &Ends<S>) -> Vec<Row<S>> {
        let mut rows = self.on_line().rows(ends);
        rows.extend(revolute::hinge(ends, &self.axis));
        rows
    }

    fn row_bias(&self, ends: &Ends<S>, twists: &[Twist<S>; 2]) -> Vec<S> {
        let mut bias = self.on_line().row_bias(ends, twists);
        bias.extend(revolute::hinge_bias(ends, twists, &self.axis));
        bias
    }
}

impl<S: Scalar> RevoluteTranslational<Vec3<S>, Direction<S>> {
    fn on_line(&self) -> SphericalTranslational<Vec3<S>, Direction<S>> {
        SphericalTranslational {
            at: self.at,
            axis: self.slide,
        }
    }
}
