//! All six freedoms: nothing prescribes the position of the body relative to its parent.

use super::mechanics::{Closure, Inboard, Indistinct, Motion, Outboard, Rates, TreeJoint};
use crate::kinematics::Placement;
use crate::kinematics::equation::{Ends, Row};
use crate::model::Free;
use crate::scalar::Scalar;
use crate::spatial::{Pose, Quaternion, Twist, Vec3};

impl<S: Scalar> TreeJoint<S> for Free<Vec3<S>> {
    fn placement(&self, parent: &Placement<S>, _frame: &Placement<S>) -> Placement<S> {
        Placement {
            axes: parent.axes,
            origin: self.at,
        }
    }

    /// The coordinates are the displacement of the reference point in the parent's axes, then the Euler parameters.
    fn pose(&self, inboard: &Inboard<S>, _outboard: &Placement<S>, q: &[S]) -> Pose<S> {
        let local = inboard.placement.point(self.at) + Vec3([q[0], q[1], q[2]]);
        Pose {
            rotation: inboard.pose.rotation * Quaternion([q[3], q[4], q[5], q[6]]).rotation(),
            position: inboard.pose.point(local),
        }
    }

    /// Rotations about the outboard body's origin, then translations, both along the axes of the frame. These are the
    /// outboard body's axes if this body is its own frame, otherwise the inboard body's axes.
    fn subspace(&self, outboard: &Outboard<S>) -> Vec<Twist<S>> {
        let turns = (0..3).map(|k| Twist::about(outboard.pose.position, Vec3::unit(k)));
        turns.chain((0..3).map(|k| Twist::along(Vec3::unit(k)))).collect()
    }

    /// The columns turn with the inboard body, and pass through an origin that moves with the outboard body.
    fn bias(&self, motion: &Motion<S>) -> Twist<S> {
        if motion.turned {
            return motion.carried();
        }
        let (r, w) = (motion.origin, motion.relative.angular);
        let turning = motion.frame.cross(w);
        let velocity = motion.relative.at(r);
        Twist {
            angular: turning,
            linear: (motion.inboard.at(r) + velocity).cross(w) + r.cross(turning) + motion.frame.cross(velocity),
        }
    }

    /// The displacement turns with the parent: its rate is the relative velocity in the parent's axes. The rates of the
    /// Euler parameters follow from the relative angular velocity. The parent is a frame, so the pose of the outboard
    /// body is relative to it.
    fn rates(&self, rates: &Rates<S>) -> Vec<S> {
        let (q, v) = (rates.q, rates.speeds);
        let e = Quaternion([q[3], q[4], q[5], q[6]]);
        let (omega, velocity) = (Vec3([v[0], v[1], v[2]]), Vec3([v[3], v[4], v[5]]));
        let (displacement, turn) = match rates.turned {
            true => (rates.mount.direction(velocity), e.rate_turned(omega)),
            false => (velocity, e.rate_fixed(omega)),
        };
        displacement.0.into_iter().chain(turn.0).collect()
    }

    fn indistinct(&self) -> Indistinct {
        Indistinct::Nothing
    }
}

impl<S: Scalar> Closure<S> for Free<Vec3<S>> {
    fn rows(&self, _ends: &Ends<S>) -> Vec<Row<S>> {
        Vec::new()
    }

    fn row_bias(&self, _ends: &Ends<S>, _twists: &[Twist<S>; 2]) -> Vec<S> {
        Vec::new()
    }
}
