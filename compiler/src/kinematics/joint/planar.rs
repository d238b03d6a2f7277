//! Translation in a plane and rotation about its normal. Coordinates: displacements along two directions in the plane,
//! fixed in the inboard body, then the angle.

use super::mechanics::{Closure, Inboard, Indistinct, Motion, Outboard, Rates, TreeJoint};
use super::revolute;
use crate::kinematics::equation::{Ends, Row, in_plane, in_plane_bias};
use crate::kinematics::{Direction, Placement};
use crate::model::Planar;
use crate::scalar::{Scalar, sin_cos};
use crate::spatial::{Mat3, Pose, Twist, Vec3};

impl<S: Scalar> TreeJoint<S> for Planar<Vec3<S>, Direction<S>> {
    fn placement(&self, _parent: &Placement<S>, _frame: &Placement<S>) -> Placement<S> {
        revolute::about(self.at, &self.normal)
    }

    /// The pose of a revolute joint whose reference point has moved in the plane.
    fn pose(&self, inboard: &Inboard<S>, outboard: &Placement<S>, q: &[S]) -> Pose<S> {
        let pivot = revolute::turned(inboard, outboard, self.at, q[2]);
        let (u, w) = self.normal.across();
        let moved = inboard.placement.direction(*u) * q[0] + inboard.placement.direction(*w) * q[1];
        Pose {
            rotation: pivot.rotation,
            position: pivot.position + inboard.pose.direction(moved),
        }
    }

    /// Translations along both directions, and rotation about the outboard body's third axis through its origin. If the
    /// outboard body is its own frame, the directions are turned back by the angle.
    fn subspace(&self, outboard: &Outboard<S>) -> Vec<Twist<S>> {
        let [first, second] = match &outboard.inboard {
            Some(inboard) => {
                let (u, w) = self.normal.across();
                [u, w].map(|d| inboard.pose.direction(inboard.placement.direction(*d)))
            }
            None => {
                let (sin, cos) = sin_cos(outboard.q[2]);
                let turn = Mat3::about_z(sin, cos);
                [turn.row(0), turn.row(1)]
            }
        };
        vec![Twist::along(first), Twist::along(second), revolute::turn(outboard)]
    }

    /// The inboard body carries the directions. The axis of the rotation moves with the outboard body's origin, which
    /// slides relative to the inboard body at the velocity `s`. The result is `V × (H v) + [0; s × ω]`, with the
    /// joint's own angular velocity `ω`.
    fn bias(&self, motion: &Motion<S>) -> Twist<S> {
        let slide = motion.part(0).linear + motion.part(1).linear;
        motion.carried() + Twist::along(slide.cross(motion.part(2).angular))
    }

    fn rates(&self, rates: &Rates<S>) -> Vec<S> {
        rates.speeds.to_vec()
    }

    fn indistinct(&self) -> Indistinct {
        Indistinct::AlongAxis
    }
}

impl<S: Scalar> Closure<S> for Planar<Vec3<S>, Direction<S>> {
    /// The second body's point stays in the plane of the first body. Two directions in the plane stay perpendicular to
    /// the normal on the second body.
    fn rows(&self, ends: &Ends<S>) -> Vec<Row<S>> {
        let level = in_plane(ends.points(self.at, self.at), ends.first_direction(*self.normal));
        [level].into_iter().chain(revolute::hinge(ends, &self.normal)).collect()
    }

    fn row_bias(&self, ends: &Ends<S>, twists: &[Twist<S>; 2]) -> Vec<S> {
        let points = ends.points(self.at, self.at);
        let level = in_plane_bias(points, ends.first_direction(*self.normal), twists);
        let hinge = revolute::hinge_bias(ends, twists, &self.normal);
        [level].into_iter().chain(hinge).collect()
    }
}
