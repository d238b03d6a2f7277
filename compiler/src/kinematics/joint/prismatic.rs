//! Translation along an axis fixed in both bodies.

use super::mechanics::{Closure, Inboard, Indistinct, Motion, Outboard, Rates, TreeJoint};
use crate::kinematics::equation::{Ends, Row, perpendicular, perpendicular_bias};
use crate::kinematics::{Direction, Placement};
use crate::model::{Prismatic, SphericalTranslational};
use crate::scalar::Scalar;
use crate::spatial::{Pose, Twist, Vec3};

impl<S: Scalar> TreeJoint<S> for Prismatic<Vec3<S>, Direction<S>> {
    fn placement(&self, parent: &Placement<S>, _frame: &Placement<S>) -> Placement<S> {
        Placement {
            axes: parent.axes,
            origin: self.at,
        }
    }

    /// The axes stay parallel; the origin moves by `q` along the axis.
    fn pose(&self, inboard: &Inboard<S>, _outboard: &Placement<S>, q: &[S]) -> Pose<S> {
        let local = inboard.placement.point(self.at);
        let moved = local + inboard.placement.direction(*self.axis) * q[0];
        Pose {
            rotation: inboard.pose.rotation,
            position: inboard.pose.point(moved),
        }
    }

    /// Translation along the axis.
    fn subspace(&self, outboard: &Outboard<S>) -> Vec<Twist<S>> {
        let axis = outboard.placement.direction(*self.axis);
        vec![Twist::along(outboard.pose.direction(axis))]
    }

    fn bias(&self, motion: &Motion<S>) -> Twist<S> {
        motion.carried()
    }

    fn rates(&self, rates: &Rates<S>) -> Vec<S> {
        rates.speeds.to_vec()
    }

    fn indistinct(&self) -> Indistinct {
        Indistinct::Rotation
    }
}

impl<S: Scalar> Closure<S> for Prismatic<Vec3<S>, Direction<S>> {
    /// The second body's point stays on the line of the first body, and the bodies do not turn relative to each other.
    fn rows(&self, ends: &Ends<S>) -> Vec<Row<S>> {
        let turning = turns(&self.axis).map(|(a, b)| perpendicular(ends.first_direction(a), ends.second_direction(b)));
        self.on_line().rows(ends).into_iter().chain(turning).collect()
    }

    fn row_bias(&self, ends: &Ends<S>, twists: &[Twist<S>; 2]) -> Vec<S> {
        let turning = turns(&self.axis)
            .map(|(a, b)| perpendicular_bias(ends.first_direction(a), ends.second_direction(b), twists));
        let on_line = self.on_line().row_bias(ends, twists);
        on_line.into_iter().chain(turning).collect()
    }
}

impl<S: Scalar> Prismatic<Vec3<S>, Direction<S>> {
    fn on_line(&self) -> SphericalTranslational<Vec3<S>, Direction<S>> {
        SphericalTranslational {
            at: self.at,
            axis: self.axis,
        }
    }
}

/// Pairs of directions, one on each body, that stay perpendicular if the two bodies do not turn relative to each other.
pub fn turns<S: Scalar>(axis: &Direction<S>) -> [(Vec3<S>, Vec3<S>); 3] {
    let (u, w) = axis.across();
    [(*u, *w), (*w, **axis), (**axis, *u)]
}
