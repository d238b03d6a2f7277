//! Rotation about a point.

use super::{Closure, Inboard, Indistinct, Motion, Outboard, Rates, TreeJoint};
use crate::kinematics::Placement;
use crate::kinematics::closure::{Ends, Row, parallel_bias};
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

    /// The Euler parameters are of the outboard body relative to the *frame*: its rotation does not pass through the
    /// inboard body's. The outboard body's axes may lie turned against the frame's at the design position.
    fn pose(&self, inboard: &Inboard<S>, outboard: &Placement<S>, q: &[S]) -> Pose<S> {
        let turn = inboard.frame.turn_to(&outboard.axes);
        Pose {
            rotation: Quaternion([q[0], q[1], q[2], q[3]]).rotation() * turn,
            position: inboard.point(self.at),
        }
    }

    /// About the frame's axes, through the ball.
    fn subspace(&self, outboard: &Outboard<S>) -> Vec<Twist<S>> {
        [0, 1, 2]
            .map(|k| Twist::about(outboard.pose.position, Vec3::unit(k)))
            .to_vec()
    }

    /// With relative angular velocity `w` in frame axes, the ball at `r` moving with velocity `v_r`, and the frame's
    /// angular velocity `ω_f`: the relative twist is `[w; r × w]`, its rate beside `ẇ` is
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
    /// The second body's point stays on the first's: three components in the axes of the loop's frame.
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
