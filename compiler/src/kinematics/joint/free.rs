//! All six freedoms: a body whose position relative to its parent nothing prescribes.

use super::{Closure, Inboard, Indistinct, Motion, Outboard, Rates, TreeJoint};
use crate::kinematics::Placement;
use crate::kinematics::closure::{Ends, Row};
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

    /// Displacement of the reference point in the parent's axes, then Euler parameters.
    fn pose(&self, inboard: &Inboard<S>, _outboard: &Placement<S>, q: &[S]) -> Pose<S> {
        let local = inboard.placement.point(self.at) + Vec3([q[0], q[1], q[2]]);
        Pose {
            rotation: inboard.pose.rotation * Quaternion([q[3], q[4], q[5], q[6]]).rotation(),
            position: inboard.pose.point(local),
        }
    }

    /// The outboard body's own axes, about its own origin.
    fn subspace(&self, _outboard: &Outboard<S>) -> Vec<Twist<S>> {
        let turns = (0..3).map(|k| Twist::about(Vec3::zero(), Vec3::unit(k)));
        turns.chain((0..3).map(|k| Twist::along(Vec3::unit(k)))).collect()
    }

    fn bias(&self, motion: &Motion<S>) -> Twist<S> {
        motion.carried()
    }

    /// The displacement turns with the parent: its rate is the relative velocity in the parent's axes; Euler parameters
    /// by the relative angular velocity in the outboard body's axes. The parent is a frame, so that the pose of the
    /// outboard body is relative to it.
    fn rates(&self, rates: &Rates<S>) -> Vec<S> {
        let (q, v) = (rates.q, rates.speeds);
        let displacement = rates.mount.direction(Vec3([v[3], v[4], v[5]]));
        let e = Quaternion([q[3], q[4], q[5], q[6]]).rate_turned(Vec3([v[0], v[1], v[2]]));
        displacement.0.into_iter().chain(e.0).collect()
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
