//! Rotation about an axis and independent translation along it. Coordinates: the angle, then the displacement.

use super::mechanics::{Closure, Inboard, Indistinct, Motion, Outboard, Rates, TreeJoint};
use super::revolute;
use crate::kinematics::equation::{Ends, Row};
use crate::kinematics::{Direction, Placement};
use crate::model::{Cylindrical, SphericalTranslational};
use crate::scalar::Scalar;
use crate::spatial::{Pose, Twist, Vec3};

impl<S: Scalar> TreeJoint<S> for Cylindrical<Vec3<S>, Direction<S>> {
    fn placement(&self, _parent: &Placement<S>, _frame: &Placement<S>) -> Placement<S> {
        revolute::about(self.at, &self.axis)
    }

    /// The pose of a revolute joint whose reference point has moved along the axis.
    fn pose(&self, inboard: &Inboard<S>, outboard: &Placement<S>, q: &[S]) -> Pose<S> {
        let pivot = revolute::turned(inboard, outboard, self.at, q[0]);
        let along = inboard.pose.direction(inboard.placement.direction(*self.axis));
        Pose {
            rotation: pivot.rotation,
            position: pivot.position + along * q[1],
        }
    }

    /// Rotation about, and translation along, the outboard body's third axis. The axis is fixed in both bodies.
    fn subspace(&self, outboard: &Outboard<S>) -> Vec<Twist<S>> {
        vec![revolute::turn(outboard), Twist::along(outboard.pose.rotation.column(2))]
    }

    fn bias(&self, motion: &Motion<S>) -> Twist<S> {
        motion.carried()
    }

    fn rates(&self, rates: &Rates<S>) -> Vec<S> {
        rates.speeds.to_vec()
    }

    fn indistinct(&self) -> Indistinct {
        Indistinct::AlongAxis
    }
}

impl<S: Scalar> Closure<S> for Cylindrical<Vec3<S>, Direction<S>> {
    /// The second body's point stays on the line of the first body. Two directions across the axis on the first body
    /// stay perpendicular to the axis on the second body.
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

impl<S: Scalar> Cylindrical<Vec3<S>, Direction<S>> {
    fn on_line(&self) -> SphericalTranslational<Vec3<S>, Direction<S>> {
        SphericalTranslational {
            at: self.at,
            axis: self.axis,
        }
    }
}
