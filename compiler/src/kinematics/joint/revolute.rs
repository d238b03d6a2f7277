//! Rotation about an axis fixed in both bodies.

use super::mechanics::{Closure, Inboard, Indistinct, Motion, Outboard, Rates, TreeJoint};
use crate::kinematics::equation::{Ends, Row, perpendicular, perpendicular_bias};
use crate::kinematics::{Direction, Placement};
use crate::model::{Revolute, Spherical};
use crate::scalar::{Scalar, sin_cos};
use crate::spatial::{Mat3, Pose, Twist, Vec3};

impl<S: Scalar> TreeJoint<S> for Revolute<Vec3<S>, Direction<S>> {
    /// The outboard body's third axis lies along the joint. So the joint's rotation is `Rz(q)`, which contains only one
    /// sine and one cosine.
    fn placement(&self, _parent: &Placement<S>, _frame: &Placement<S>) -> Placement<S> {
        about(self.at, &self.axis)
    }

    /// `R = R_inboard K Rz(q)`, with the constant rotation `K` from the outboard body's axes to the inboard body's.
    fn pose(&self, inboard: &Inboard<S>, outboard: &Placement<S>, q: &[S]) -> Pose<S> {
        turned(inboard, outboard, self.at, q[0])
    }

    /// Rotation about the outboard body's third axis through its origin.
    fn subspace(&self, outboard: &Outboard<S>) -> Vec<Twist<S>> {
        vec![turn(outboard)]
    }

    fn bias(&self, motion: &Motion<S>) -> Twist<S> {
        motion.carried()
    }

    fn rates(&self, rates: &Rates<S>) -> Vec<S> {
        rates.speeds.to_vec()
    }

    fn indistinct(&self) -> Indistinct {
        Indistinct::OnAxis
    }
}

impl<S: Scalar> Closure<S> for Revolute<Vec3<S>, Direction<S>> {
    /// Both points coincide, and the axis keeps its direction.
    fn rows(&self, ends: &Ends<S>) -> Vec<Row<S>> {
        let mut rows = Spherical { at: self.at }.rows(ends);
        rows.extend(hinge(ends, &self.axis));
        rows
    }

    fn row_bias(&self, ends: &Ends<S>, twists: &[Twist<S>; 2]) -> Vec<S> {
        let mut bias = Spherical { at: self.at }.row_bias(ends, twists);
        bias.extend(hinge_bias(ends, twists, &self.axis));
        bias
    }
}

/// Axes with the third axis along a direction.
pub fn about<S: Scalar>(at: Vec3<S>, axis: &Direction<S>) -> Placement<S> {
    let (first, second) = axis.across();
    Placement {
        axes: Mat3::from_columns([*first, *second, **axis]),
        origin: at,
    }
}

/// Pose of a body that has turned about its third axis through a point.
pub fn turned<S: Scalar>(inboard: &Inboard<S>, outboard: &Placement<S>, at: Vec3<S>, q: S) -> Pose<S> {
    let turn = inboard.placement.turn_to(&outboard.axes);
    let (sin, cos) = sin_cos(q);
    Pose {
        rotation: inboard.pose.rotation * turn * Mat3::about_z(sin, cos),
        position: inboard.point(at),
    }
}

/// Twist about the outboard body's third axis through its origin.
pub fn turn<S: Scalar>(outboard: &Outboard<S>) -> Twist<S> {
    Twist::about(outboard.pose.position, outboard.pose.rotation.column(2))
}

/// Two directions across the axis on the first body stay perpendicular to the axis on the second body.
pub fn hinge<S: Scalar>(ends: &Ends<S>, axis: &Direction<S>) -> [Row<S>; 2] {
    let along = ends.second_direction(**axis);
    let (u, w) = axis.across();
    [u, w].map(|u| perpendicular(ends.first_direction(*u), along))
}

/// Second derivatives of [`hinge`] without accelerations.
pub fn hinge_bias<S: Scalar>(ends: &Ends<S>, twists: &[Twist<S>; 2], axis: &Direction<S>) -> [S; 2] {
    let along = ends.second_direction(**axis);
    let (u, w) = axis.across();
    [u, w].map(|u| perpendicular_bias(ends.first_direction(*u), along, twists))
}
