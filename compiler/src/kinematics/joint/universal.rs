//! Two hinges in series about one point, with a massless cross between them: `R = R_inboard K Rz(q₁) T Rz(q₂)`.
//!
//! The first axis is fixed in the inboard body and the cross, the second axis in the cross and the outboard body. The
//! angle between the axes never changes, so there is no singular position.

use super::mechanics::{Closure, Inboard, Indistinct, Motion, Outboard, Rates, TreeJoint};
use super::revolute;
use crate::kinematics::equation::{Ends, Row, perpendicular, perpendicular_bias};
use crate::kinematics::{Direction, Placement};
use crate::model::{Spherical, Universal};
use crate::scalar::{Scalar, sin_cos};
use crate::spatial::{Mat3, Pose, Twist, Vec3};

impl<S: Scalar> TreeJoint<S> for Universal<Vec3<S>, Direction<S>> {
    /// The body's third axis lies along the joint's second axis, and the body's first axis across both axes of the
    /// joint.
    fn placement(&self, _parent: &Placement<S>, _frame: &Placement<S>) -> Placement<S> {
        self.hinged(&self.axes[1])
    }

    /// The rotation of the outboard body relative to the cross, and of the cross relative to the inboard body.
    fn pose(&self, inboard: &Inboard<S>, outboard: &Placement<S>, q: &[S]) -> Pose<S> {
        let cross = self.cross();
        let on_inboard = revolute::turned(inboard, &cross, self.at, q[0]);
        let on_cross = Inboard {
            pose: &on_inboard,
            placement: &cross,
            frame: inboard.frame,
            turning: None,
        };
        revolute::turned(&on_cross, outboard, self.at, q[1])
    }

    /// Rotations about both axes. If the outboard body is its own frame, the first axis is rotated back by the second
    /// angle only instead of by the whole rotation. Its component along the second axis is then constant, and zero for
    /// axes at right angles.
    fn subspace(&self, outboard: &Outboard<S>) -> Vec<Twist<S>> {
        let first = match &outboard.inboard {
            Some(inboard) => inboard.pose.direction(inboard.placement.direction(*self.axes[0])),
            None => {
                let (sin, cos) = sin_cos(outboard.q[1]);
                let turn = self.cross().turn_to(&outboard.placement.axes);
                (turn * Mat3::about_z(sin, cos)).row(2)
            }
        };
        let second = outboard.pose.rotation.column(2);
        [first, second]
            .map(|axis| Twist::about(outboard.pose.position, axis))
            .to_vec()
    }

    /// The inboard body carries the first axis, and the cross, whose twist is `V + h₁ v₁`, carries the second. The rate
    /// is `V × (h₁ v₁ + h₂ v₂) + h₁ v₁ × h₂ v₂`, where the last term is a rotation about the centre, too.
    fn bias(&self, motion: &Motion<S>) -> Twist<S> {
        let [first, second] = [0, 1].map(|k| motion.part(k).angular);
        motion.carried() + Twist::about(motion.origin, first.cross(second))
    }

    fn rates(&self, rates: &Rates<S>) -> Vec<S> {
        rates.speeds.to_vec()
    }

    fn indistinct(&self) -> Indistinct {
        Indistinct::AtPoint
    }
}

impl<S: Scalar> Closure<S> for Universal<Vec3<S>, Direction<S>> {
    /// Both points coincide. The axis on the first body keeps its angle with the axis on the second body.
    fn rows(&self, ends: &Ends<S>) -> Vec<Row<S>> {
        let mut rows = Spherical { at: self.at }.rows(ends);
        let row = perpendicular(
            ends.first_direction(*self.axes[0]),
            ends.second_direction(*self.axes[1]),
        );
        rows.push(Row {
            residual: row.residual - cosine(&self.axes),
            ..row
        });
        rows
    }

    fn row_bias(&self, ends: &Ends<S>, twists: &[Twist<S>; 2]) -> Vec<S> {
        let mut bias = Spherical { at: self.at }.row_bias(ends, twists);
        let [first, second] = [
            ends.first_direction(*self.axes[0]),
            ends.second_direction(*self.axes[1]),
        ];
        bias.push(perpendicular_bias(first, second, twists));
        bias
    }
}

impl<S: Scalar> Universal<Vec3<S>, Direction<S>> {
    /// The cross: its third axis lies along the joint's first axis, and its first axis across both axes of the joint.
    fn cross(&self) -> Placement<S> {
        self.hinged(&self.axes[0])
    }

    /// Axes and origin of the cross if `along` is the joint's first axis; axes and origin of the outboard body if
    /// `along` is the second axis. Both have a common first axis, and `T` is a rotation about it by the angle between
    /// the joint's axes, usually a right angle.
    fn hinged(&self, along: &Direction<S>) -> Placement<S> {
        let [first, second] = &self.axes;
        let across = first.across_both(second);
        Placement {
            axes: Mat3::from_columns([*across, along.cross(*across), **along]),
            origin: self.at,
        }
    }
}

/// Cosine of the constant angle between the axes; zero if the angle differs from a right angle by rounding only.
fn cosine<S: Scalar>([first, second]: &[Direction<S>; 2]) -> S {
    let cosine = first.dot(**second);
    match cosine.constant() {
        Some(rounding) if rounding.abs() < 1e-15 => S::zero(),
        _ => cosine,
    }
}
