//! Two hinges in a row about one point, a cross without mass between them: `R = R_inboard K Rz(q₁) T Rz(q₂)`.
//!
//! The first axis is fixed in the inboard body and the cross, the second in the cross and the outboard body. The angle
//! between the axes never changes, so that there is no singular position.

use super::{Inboard, Motion, Outboard, revolute};
use crate::kinematics::closure::{Ends, Row, parallel_bias, perpendicular, perpendicular_bias};
use crate::kinematics::{Direction, Placement};
use crate::scalar::{Scalar, sin_cos};
use crate::spatial::{Mat3, Pose, Twist, Vec3};

/// The body's third axis lies along the joint's second, its first axis across both of the joint's.
pub fn placement<S: Scalar>(at: Vec3<S>, axes: &[Direction<S>; 2]) -> Placement<S> {
    hinged(at, axes, &axes[1])
}

/// The cross: its third axis lies along the joint's first, its first axis across both.
fn cross<S: Scalar>(at: Vec3<S>, axes: &[Direction<S>; 2]) -> Placement<S> {
    hinged(at, axes, &axes[0])
}

/// Cross and outboard body share their first axis: `T` is a turn about it, for axes at right angles by a right angle.
fn hinged<S: Scalar>(at: Vec3<S>, [first, second]: &[Direction<S>; 2], along: &Direction<S>) -> Placement<S> {
    let across = first.across_both(second);
    Placement {
        axes: Mat3::from_columns([*across, along.cross(*across), **along]),
        origin: at,
    }
}

/// The outboard body on the cross, the cross on the inboard body.
pub fn pose<S: Scalar>(
    inboard: &Inboard<S>,
    outboard: &Placement<S>,
    at: Vec3<S>,
    axes: &[Direction<S>; 2],
    q: [S; 2],
) -> Pose<S> {
    let cross = cross(at, axes);
    let on_inboard = revolute::pose(inboard, &cross, at, q[0]);
    let on_cross = Inboard {
        pose: &on_inboard,
        placement: &cross,
        frame: inboard.frame,
        turning: None,
    };
    revolute::pose(&on_cross, outboard, at, q[1])
}

/// About both axes. Where the outboard body is the frame, the first axis is turned back by the second angle rather than
/// through the whole rotation: one of its components is zero.
pub fn subspace<S: Scalar>(outboard: &Outboard<S>, at: Vec3<S>, axes: &[Direction<S>; 2]) -> [Twist<S>; 2] {
    let first = match &outboard.inboard {
        Some(inboard) => inboard.pose.direction(inboard.placement.direction(*axes[0])),
        None => {
            let (sin, cos) = sin_cos(outboard.q[1]);
            let turn = cross(at, axes).turn_to(&outboard.placement.axes);
            (turn * Mat3::about_z(sin, cos)).row(2)
        }
    };
    let second = outboard.pose.rotation.column(2);
    [first, second].map(|axis| Twist::about(outboard.pose.position, axis))
}

/// The first axis is carried by the inboard body, the second by the cross, whose twist is `V + h₁ v₁`: the rate is
/// `V × (h₁ v₁ + h₂ v₂) + h₁ v₁ × h₂ v₂`, the last term again a turn about the centre.
pub fn bias<S: Scalar>(motion: &Motion<S>) -> Twist<S> {
    let [first, second] = [0, 1].map(|k| motion.part(k).angular);
    motion.inboard.cross(motion.relative) + Twist::about(motion.origin, first.cross(second))
}

/// The point stays on the point; the axis on the first body keeps its angle with the axis on the second.
pub fn rows<S: Scalar>(ends: &Ends<S>, at: Vec3<S>, axes: &[Direction<S>; 2]) -> Vec<Row<S>> {
    let mut rows = super::spherical::rows(ends, at);
    let row = perpendicular(ends.first_direction(*axes[0]), ends.second_direction(*axes[1]));
    rows.push(Row {
        residual: row.residual - cosine(axes),
        ..row
    });
    rows
}

/// Of the constant angle between the axes; zero where only rounding keeps them from being at right angles.
fn cosine<S: Scalar>([first, second]: &[Direction<S>; 2]) -> S {
    let cosine = first.dot(**second);
    match cosine.constant() {
        Some(rounding) if rounding.abs() < 1e-15 => S::zero(),
        _ => cosine,
    }
}

/// Second derivatives of [`rows`] without accelerations.
pub fn row_bias<S: Scalar>(ends: &Ends<S>, twists: &[Twist<S>; 2], at: Vec3<S>, axes: &[Direction<S>; 2]) -> Vec<S> {
    let mut bias = parallel_bias(ends, twists, at).0.to_vec();
    let [first, second] = [ends.first_direction(*axes[0]), ends.second_direction(*axes[1])];
    bias.push(perpendicular_bias(first, second, twists));
    bias
}
