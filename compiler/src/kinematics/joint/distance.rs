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
    let along = d * (S::one() / length);
    vec![Row {
        residual: d.dot(d) * (S::from(0.5) / length) - S::from(0.5) * length,
        first: -Wrench::at(p, along),
        second: Wrench::at(q, along),
    }]
}

/// With `v₁`, `v₂` the velocities of the ends: `(d·(ω₂×v₂ - ω₁×v₁) + |v₂ - v₁|²) / L` beside the accelerations.
pub fn row_bias<S: Scalar>(ends: &Ends<S>, twists: &[Twist<S>; 2], [from, to]: [Vec3<S>; 2], reach: Vec3<S>) -> Vec<S> {
    let [p, q] = ends.points(from, to);
    let [first, second] = twists;
    let along = (q - p) * (S::one() / (reach - from).norm());
    let (v1, v2) = (first.at(p), second.at(q));
    let relative = v2 - v1;
    let turning = second.angular.cross(v2) - first.angular.cross(v1);
    vec![along.dot(turning) + relative.dot(relative) * (S::one() / (reach - from).norm())]
}
