//! All six freedoms: a body whose position relative to its parent nothing prescribes.

use super::Inboard;
use crate::scalar::Scalar;
use crate::spatial::{Pose, Quaternion, Twist, Vec3};

/// `q`: displacement of the reference point in the parent's axes, then Euler parameters.
pub fn pose<S: Scalar>(inboard: &Inboard<S>, at: Vec3<S>, q: &[S]) -> Pose<S> {
    let local = inboard.placement.point(at) + Vec3([q[0], q[1], q[2]]);
    Pose {
        rotation: inboard.pose.rotation * Quaternion([q[3], q[4], q[5], q[6]]).rotation(),
        position: inboard.pose.point(local),
    }
}

/// The outboard body's own axes, about its own origin.
pub fn subspace<S: Scalar>() -> [Twist<S>; 6] {
    std::array::from_fn(|k| {
        if k < 3 {
            Twist::about(Vec3::zero(), Vec3::unit(k))
        } else {
            Twist::along(Vec3::unit(k - 3))
        }
    })
}

/// The displacement turns with the parent: its rate is the relative velocity in the parent's axes; Euler parameters by
/// the relative angular velocity in the outboard body's axes. The parent is a frame, so that `mount` is relative to it.
pub fn rates<S: Scalar>(q: &[S], v: &[S], mount: &Pose<S>) -> Vec<S> {
    let displacement = mount.direction(Vec3([v[3], v[4], v[5]]));
    let e = Quaternion([q[3], q[4], q[5], q[6]]).rate_turned(Vec3([v[0], v[1], v[2]]));
    displacement.0.into_iter().chain(e.0).collect()
}
