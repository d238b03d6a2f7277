//! Rotation about an axis and proportional translation along it, `s = p θ` with the lead `p` [m/rad]. The coordinate is
//! the angle.

use super::mechanics::{Closure, Inboard, Indistinct, Motion, Outboard, Rates, TreeJoint};
use crate::kinematics::equation::{Ends, Row, in_plane, in_plane_bias};
use crate::kinematics::{Direction, Placement};
use crate::model::{Cylindrical, Screw, lead};
use crate::scalar::{Scalar, sin_cos};
use crate::spatial::{Pose, Twist, Vec3, Wrench};

impl<S: Scalar> TreeJoint<S> for Screw<Vec3<S>, Direction<S>> {
    fn placement(&self, parent: &Placement<S>, frame: &Placement<S>) -> Placement<S> {
        self.without_thread().placement(parent, frame)
    }

    /// A cylindrical joint whose displacement follows its angle.
    fn pose(&self, inboard: &Inboard<S>, outboard: &Placement<S>, q: &[S]) -> Pose<S> {
        let q = [q[0], q[0] * S::from(lead(self.pitch))];
        self.without_thread().pose(inboard, outboard, &q)
    }

    /// Rotation about the outboard body's third axis, and translation along it by the lead. The axis is fixed in both
    /// bodies.
    fn subspace(&self, outboard: &Outboard<S>) -> Vec<Twist<S>> {
        let columns = self.without_thread().subspace(outboard);
        vec![columns[0] + columns[1] * S::from(lead(self.pitch))]
    }

    fn bias(&self, motion: &Motion<S>) -> Twist<S> {
        motion.carried()
    }

    fn rates(&self, rates: &Rates<S>) -> Vec<S> {
        rates.speeds.to_vec()
    }

    fn indistinct(&self) -> Indistinct {
        Indistinct::AlongAxis
    }
}

impl<S: Scalar> Closure<S> for Screw<Vec3<S>, Direction<S>> {
    /// The equations of a cylindrical joint, and `s - p θ = 0`.
    ///
    /// The angle is known up to full turns. Therefore the residual is the distance of the nut from the nearest thread,
    /// and the residual does not jump after any number of turns.
    fn rows(&self, ends: &Ends<S>) -> Vec<Row<S>> {
        let lead = S::from(lead(self.pitch));
        let along = ends.first_direction(*self.axis);
        let slide = in_plane(ends.points(self.at, self.at), along);
        let (sin, cos) = angle(ends, &self.axis);
        let (sin_due, cos_due) = sin_cos(slide.residual * (S::one() / lead));
        let ahead = (sin * cos_due - cos * sin_due).atan2(cos * cos_due + sin * sin_due);
        let second = slide.second - Wrench::couple(along * lead);
        let mut rows = self.without_thread().rows(ends);
        rows.push(Row {
            residual: -(ahead * lead),
            first: -second,
            second,
        });
        rows
    }

    /// The rate of the angle is `a·(ω₂ - ω₁)` with the axis `a` on the first body. The term would add
    /// `-p (ω₁ × a)·(ω₂ - ω₁)`, which is zero because the bodies turn relative to each other about the axis only.
    fn row_bias(&self, ends: &Ends<S>, twists: &[Twist<S>; 2]) -> Vec<S> {
        let points = ends.points(self.at, self.at);
        let slide = in_plane_bias(points, ends.first_direction(*self.axis), twists);
        let mut bias = self.without_thread().row_bias(ends, twists);
        bias.push(slide);
        bias
    }
}

impl<S: Scalar> Screw<Vec3<S>, Direction<S>> {
    fn without_thread(&self) -> Cylindrical<Vec3<S>, Direction<S>> {
        Cylindrical {
            at: self.at,
            axis: self.axis,
        }
    }
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
