//! Rotation about a point.

use super::mechanics::{Closure, Inboard, Indistinct, Motion, Outboard, Rates, TreeJoint};
use crate::kinematics::Placement;
use crate::kinematics::equation::{Ends, Row, parallel_bias};
use crate::model::Spherical;
use crate::scalar::Scalar;
use crate::spatial::{Pose, Quaternion, Twist, Vec3, Wrench};

impl<S: Scalar> TreeJoint<S> for Spherical<Vec3<S>> {
    fn placement(&self, _parent: &Placement<S>, frame: &Placement<S>) -> Placement<S> {
        Placement {
            axes: frame.axes,
            origin: self.at,
        }
    }

    /// The Euler parameters describe the outboard body relative to the *frame*, so its rotation does not depend on the
    /// inboard body's rotation. At the design position the outboard body's axes may be rotated relative to the axes of
    /// the frame.
    fn pose(&self, inboard: &Inboard<S>, outboard: &Placement<S>, q: &[S]) -> Pose<S> {
        let turn = inboard.frame.turn_to(&outboard.axes);
        Pose {
            rotation: Quaternion([q[0], q[1], q[2], q[3]]).rotation() * turn,
            position: inboard.point(self.at),
        }
    }

    /// Rotations about the frame's axes through the centre of the ball.
    fn subspace(&self, outboard: &Outboard<S>) -> Vec<Twist<S>> {
        [0, 1, 2]
            .map(|k| Twist::about(outboard.pose.position, Vec3::unit(k)))
            .to_vec()
    }

    /// Let `w` be the relative angular velocity in frame axes, `r` the position and `v_r` the velocity of the ball, and
    /// `ω_f` the frame's angular velocity. The relative twist is `[w; r × w]`; its rate without `ẇ` is
    /// `[ω_f × w; v_r × w + r × (ω_f × w)]`.
    fn bias(&self, motion: &Motion<S>) -> Twist<S> {
        let (r, w) = (motion.origin, motion.relative.angular);
        let turning = motion.frame.cross(w);
        Twist {
            angular: turning,
            linear: motion.inboard.at(r).cross(w) + r.cross(turning),
        }
    }

    fn rates(&self, rates: &Rates<S>) -> Vec<S> {
        let omega = (rates.omega)();
        let e = Quaternion([rates.q[0], rates.q[1], rates.q[2], rates.q[3]]);
        let rate = match rates.turned {
            true => e.rate_turned(omega),
            false => e.rate_fixed(omega),
        };
        rate.0.to_vec()
    }

    fn indistinct(&self) -> Indistinct {
        Indistinct::AtPoint
    }
}

impl<S: Scalar> Closure<S> for Spherical<Vec3<S>> {
    /// The points of both bodies coincide: three components in the axes of the loop's frame.
    fn rows(&self, ends: &Ends<S>) -> Vec<Row<S>> {
        let [p, q] = ends.points(self.at, self.at);
        let gap = q - p;
        (0..3)
            .map(|k| Row {
                residual: gap.0[k],
                first: -Wrench::at(p, Vec3::unit(k)),
                second: Wrench::at(q, Vec3::unit(k)),
            })
            .collect()
    }

    fn row_bias(&self, ends: &Ends<S>, twists: &[Twist<S>; 2]) -> Vec<S> {
        parallel_bias(ends, twists, self.at).0.to_vec()
    }
}
