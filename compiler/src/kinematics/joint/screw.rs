//! Turn about an axis and slide along it in proportion, `s = p θ` with the lead `p` [m/rad]. The coordinate is the angle.

use super::{Inboard, Outboard, cylindrical};
use crate::kinematics::closure::{Ends, Row, in_plane, in_plane_bias};
use crate::kinematics::{Direction, Placement};
use crate::model::lead;
use crate::scalar::{Scalar, sin_cos};
use crate::spatial::{Pose, Twist, Vec3, Wrench};

/// A cylindrical joint whose displacement follows its angle.
pub fn pose<S: Scalar>(
    inboard: &Inboard<S>,
    outboard: &Placement<S>,
    (at, axis, pitch): (Vec3<S>, &Direction<S>, f64),
    q: S,
) -> Pose<S> {
    cylindrical::pose(inboard, outboard, at, axis, [q, q * S::from(lead(pitch))])
}

/// About the outboard body's third axis, and along it by the lead. It stands still in both bodies.
pub fn subspace<S: Scalar>(outboard: &Outboard<S>, pitch: f64) -> Twist<S> {
    let [turn, slide] = cylindrical::subspace(outboard);
    turn + slide * S::from(lead(pitch))
}

/// Those of a cylindrical joint, and `s - p θ = 0`.
///
/// The angle is known but for full turns; what is measured is how far the nut is off the nearest thread, so that nothing
/// jumps however often it turns.
pub fn rows<S: Scalar>(ends: &Ends<S>, at: Vec3<S>, axis: &Direction<S>, pitch: f64) -> Vec<Row<S>> {
    let lead = S::from(lead(pitch));
    let along = ends.first_direction(**axis);
    let slide = in_plane(ends.points(at, at), along);
    let (sin, cos) = angle(ends, axis);
    let (sin_due, cos_due) = sin_cos(slide.residual * (S::one() / lead));
    let ahead = (sin * cos_due - cos * sin_due).atan2(cos * cos_due + sin * sin_due);
    let second = slide.second - Wrench::couple(along * lead);
    let mut rows = cylindrical::rows(ends, at, axis);
    rows.push(Row {
        residual: -(ahead * lead),
        first: -second,
        second,
    });
    rows
}

/// Sine and cosine of the second body's angle about the axis.
fn angle<S: Scalar>(ends: &Ends<S>, axis: &Direction<S>) -> (S, S) {
    let (u, w) = axis.across();
    let turned = ends.second_direction(*u);
    (
        turned.dot(ends.first_direction(*w)),
        turned.dot(ends.first_direction(*u)),
    )
}

/// Second derivatives of [`rows`] without accelerations. The rate of the angle is `a·(ω₂ - ω₁)` with the axis `a` on the
/// first body: it adds `-p (ω₁ × a)·(ω₂ - ω₁)`, zero where the bodies turn about the axis alone.
pub fn row_bias<S: Scalar>(ends: &Ends<S>, twists: &[Twist<S>; 2], at: Vec3<S>, axis: &Direction<S>) -> Vec<S> {
    let slide = in_plane_bias(ends.points(at, at), ends.first_direction(**axis), twists);
    let mut bias = cylindrical::row_bias(ends, twists, at, axis);
    bias.push(slide);
    bias
}
