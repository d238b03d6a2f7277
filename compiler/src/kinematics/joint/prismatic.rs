//! Translation along an axis fixed in both bodies.

use super::revolute::across;
use super::{Inboard, Outboard};
use crate::kinematics::closure::{Ends, Row, perpendicular, perpendicular_bias};
use crate::model::Vec3 as Constant;
use crate::scalar::Scalar;
use crate::spatial::{Pose, Twist, Vec3, Wrench};

/// The axes stay parallel; the origin moves by `q` along the axis.
pub fn pose<S: Scalar>(inboard: &Inboard<S>, at: &Constant, axis: &Constant, q: S) -> Pose<S> {
    let local = Vec3::constant(&inboard.placement.point(at));
    let moved = local + Vec3::constant(&inboard.placement.direction(axis)) * q;
    Pose {
        rotation: inboard.pose.rotation,
        position: inboard.pose.point(moved),
    }
}

/// Along the axis.
pub fn subspace<S: Scalar>(outboard: &Outboard<S>, axis: &Constant) -> Twist<S> {
    Twist::along(
        outboard
            .pose
            .direction(Vec3::constant(&outboard.placement.direction(axis))),
    )
}

/// The second body's point stays on the line of the first; the axes stay parallel.
pub fn rows<S: Scalar>(ends: &Ends<S>, at: &Constant, axis: &Constant) -> Vec<Row<S>> {
    let [p, q] = ends.points(at, at);
    let (u, w) = across(axis);
    let sideways = [u, w].map(|u| {
        let u = ends.first_direction(&u);
        let second = Wrench::at(q, u);
        Row {
            residual: u.dot(q - p),
            first: -second,
            second,
        }
    });
    let turning = turns(axis).map(|(a, b)| perpendicular(ends.first_direction(&a), ends.second_direction(&b)));
    sideways.into_iter().chain(turning).collect()
}

/// Second derivatives of [`rows`] without accelerations. For a direction `u` on the first body, with `v₁(q)`, `v₂(q)`
/// the velocities of both bodies at the second's point:
/// `d/dt [u·(v₂(q) - v₁(q))] = (ω₁×u)·(v₂ - v₁) + u·((ω₂ - ω₁) × v₂)` beside the accelerations.
pub fn row_bias<S: Scalar>(ends: &Ends<S>, twists: &[Twist<S>; 2], at: &Constant, axis: &Constant) -> Vec<S> {
    let [_, q] = ends.points(at, at);
    let [first, second] = twists;
    let (v1, v2) = (first.at(q), second.at(q));
    let (u, w) = across(axis);
    let sideways = [u, w].map(|u| {
        let u = ends.first_direction(&u);
        first.angular.cross(u).dot(v2 - v1) + u.dot((second.angular - first.angular).cross(v2))
    });
    let turning =
        turns(axis).map(|(a, b)| perpendicular_bias(ends.first_direction(&a), ends.second_direction(&b), twists));
    sideways.into_iter().chain(turning).collect()
}

/// Pairs of directions, one on each body, that stay perpendicular where two bodies do not turn against each other.
pub fn turns(axis: &Constant) -> [(Constant, Constant); 3] {
    let (u, w) = across(axis);
    [(u, w), (w, *axis), (*axis, u)]
}
