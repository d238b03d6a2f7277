//! Rotation about a point.

use super::{Inboard, Motion, Outboard};
use crate::kinematics::Placement;
use crate::kinematics::closure::{Ends, Row, parallel_bias};
use crate::scalar::Scalar;
use crate::spatial::{Pose, Quaternion, Twist, Vec3, Wrench};

/// The Euler parameters are of the outboard body relative to the *frame*: its rotation does not pass through the
/// inboard body's. The outboard body's axes may lie turned against the frame's at the design position.
pub fn pose<S: Scalar>(inboard: &Inboard<S>, outboard: &Placement<S>, at: Vec3<S>, e: [S; 4]) -> Pose<S> {
    let turn = inboard.frame.turn_to(&outboard.axes);
    Pose {
        rotation: Quaternion(e).rotation() * turn,
        position: inboard.point(at),
    }
}

/// About the frame's axes, through the ball.
pub fn subspace<S: Scalar>(outboard: &Outboard<S>) -> [Twist<S>; 3] {
    [0, 1, 2].map(|k| Twist::about(outboard.pose.position, Vec3::unit(k)))
}

/// With relative angular velocity `w` in frame axes, the ball at `r` moving with velocity `v_r`, and the frame's
/// angular velocity `ω_f`: the relative twist is `[w; r × w]`, its rate beside `ẇ` is `[ω_f × w; v_r × w + r × (ω_f × w)]`.
pub fn bias<S: Scalar>(motion: &Motion<S>) -> Twist<S> {
    let (r, w) = (motion.origin, motion.relative.angular);
    let turning = motion.frame.cross(w);
    Twist {
        angular: turning,
        linear: motion.inboard.at(r).cross(w) + r.cross(turning),
    }
}

/// The second body's point stays on the first's: three components in the axes of the loop's frame.
pub fn rows<S: Scalar>(ends: &Ends<S>, at: Vec3<S>) -> Vec<Row<S>> {
    let [p, q] = ends.points(at, at);
    let gap = q - p;
    (0..3)
        .map(|k| Row {
            residual: gap.0[k],
            first: -Wrench::at(p, Vec3::unit(k)),
            second: Wrench::at(q, Vec3::unit(k)),
        })
        .collect()
}

/// Second derivatives of [`rows`] without accelerations.
pub fn row_bias<S: Scalar>(ends: &Ends<S>, twists: &[Twist<S>; 2], at: Vec3<S>) -> Vec<S> {
    parallel_bias(ends, twists, at).0.to_vec()
}
