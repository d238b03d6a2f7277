//! Slide in a plane and turn about its normal. Coordinates: displacements along two directions across the normal, fixed
//! in the inboard body, then the angle.

use super::{Inboard, Motion, Outboard, revolute};
use crate::kinematics::closure::{Ends, Row, in_plane, in_plane_bias};
use crate::kinematics::{Direction, Placement};
use crate::scalar::{Scalar, sin_cos};
use crate::spatial::{Mat3, Pose, Twist, Vec3};

/// A pivot whose reference point has moved in the plane.
pub fn pose<S: Scalar>(
    inboard: &Inboard<S>,
    outboard: &Placement<S>,
    at: Vec3<S>,
    normal: &Direction<S>,
    [first, second, turned]: [S; 3],
) -> Pose<S> {
    let pivot = revolute::pose(inboard, outboard, at, turned);
    let (u, w) = normal.across();
    let moved = inboard.placement.direction(*u) * first + inboard.placement.direction(*w) * second;
    Pose {
        rotation: pivot.rotation,
        position: pivot.position + inboard.pose.direction(moved),
    }
}

/// Along both directions, and about the outboard body's third axis through its origin. Where the outboard body is the
/// frame, the directions are turned back by the angle.
pub fn subspace<S: Scalar>(outboard: &Outboard<S>, normal: &Direction<S>) -> [Twist<S>; 3] {
    let [first, second] = match &outboard.inboard {
        Some(inboard) => {
            let (u, w) = normal.across();
            [u, w].map(|d| inboard.pose.direction(inboard.placement.direction(*d)))
        }
        None => {
            let (sin, cos) = sin_cos(outboard.q[2]);
            let turn = Mat3::about_z(sin, cos);
            [turn.row(0), turn.row(1)]
        }
    };
    [Twist::along(first), Twist::along(second), revolute::subspace(outboard)]
}

/// The directions are carried by the inboard body; the axis of the turn moves with the outboard body's origin, against
/// the inboard body at the velocity `s` of the slides: `V × (H v) + [0; s × ω]`, with `ω` the own turn.
pub fn bias<S: Scalar>(motion: &Motion<S>) -> Twist<S> {
    let slide = motion.part(0).linear + motion.part(1).linear;
    motion.inboard.cross(motion.relative) + Twist::along(slide.cross(motion.part(2).angular))
}

/// The second body's point stays in the plane of the first; two directions in the plane stay perpendicular to the normal
/// on the second body.
pub fn rows<S: Scalar>(ends: &Ends<S>, at: Vec3<S>, normal: &Direction<S>) -> Vec<Row<S>> {
    let level = in_plane(ends.points(at, at), ends.first_direction(**normal));
    [level].into_iter().chain(revolute::hinge(ends, normal)).collect()
}

/// Second derivatives of [`rows`] without accelerations.
pub fn row_bias<S: Scalar>(ends: &Ends<S>, twists: &[Twist<S>; 2], at: Vec3<S>, normal: &Direction<S>) -> Vec<S> {
    let level = in_plane_bias(ends.points(at, at), ends.first_direction(**normal), twists);
    let hinge = revolute::hinge_bias(ends, twists, normal);
    [level].into_iter().chain(hinge).collect()
}
