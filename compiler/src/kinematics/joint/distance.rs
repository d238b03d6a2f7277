//! A massless rod with a ball at each end: one equation.

use crate::kinematics::closure::{Ends, Row};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3, Wrench};

/// `(d·d - L²) / 2L` with `d` from end to end: a length [m] to first order, without a square root. The length is that
/// from the first end to `reach`.
pub fn rows<S: Scalar>(ends: &Ends<S>, [from, to]: [Vec3<S>; 2], reach: Vec3<S>) -> Vec<Row<S>> {
    let [p, q] = ends.points(from, to);
    let length = (reach - from).norm();
    let d = q - p;
    // Both ends lie on the line of the force: its moment is the same at either.
    let second = Wrench::at(p, along([p, q], S::one() / length));
    vec![Row {
        residual: d.dot(d) * (S::from(0.5) / length) - S::from(0.5) * length,
        first: -second,
        second,
    }]
}

/// From end to end by the length. An end that stands still folds with the length, and nothing waits for a difference.
fn along<S: Scalar>([p, q]: [Vec3<S>; 2], inverse: S) -> Vec3<S> {
    let stands_still = p.0.iter().all(|x| x.is_still());
    if stands_still {
        q * inverse - p * inverse
    } else {
        (q - p) * inverse
    }
}

/// With `v₁`, `v₂` the velocities of the ends: `(d·(ω₂×v₂ - ω₁×v₁) + |v₂ - v₁|²) / L` beside the accelerations.
pub fn row_bias<S: Scalar>(ends: &Ends<S>, twists: &[Twist<S>; 2], [from, to]: [Vec3<S>; 2], reach: Vec3<S>) -> Vec<S> {
    let [p, q] = ends.points(from, to);
    let [first, second] = twists;
    let inverse = S::one() / (reach - from).norm();
    let (v1, v2) = (first.at(p), second.at(q));
    let relative = v2 - v1;
    let turning = second.angular.cross(v2) - first.angular.cross(v1);
    vec![along([p, q], inverse).dot(turning) + relative.dot(relative) * inverse]
}
