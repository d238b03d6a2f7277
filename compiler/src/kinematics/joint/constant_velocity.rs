//! Two shafts that bend relative to each other and turn at equal speeds: `R = Rx(α) Ry(β) · Ry(β) Rx(α)`.
//!
//! Both bodies have axes of which the third lies along their shaft. Between them lies the middle frame
//! `M = Rx(α) Ry(β)`, whose third axis halves the angle between the shafts. The rotation from the first body to `M` and
//! the rotation from `M` to the second body have equal factors in reverse order. So `R` is a bend without twist: the
//! Euler parameter along the shaft's axis is zero. The relative angular velocity is `v₁ x + v₂ y` in the axes of `M`,
//! and lies in the plane that halves the angle. With the first axes of both bodies, `x₁ + x₂ = 2 cos β x`:
//!
//! `α' = v₁ / (2 cos β)`, `β' = v₂ / 2`.
//!
//! The coordinates are `α` and `β - β₀`, with the first axes chosen so that the design position has `α = 0` and the half
//! bend `β₀`. A bend of half a turn, `β = 90°`, is singular.

use super::mechanics::{Closure, Inboard, Indistinct, Motion, Outboard, Rates, TreeJoint};
use crate::kinematics::equation::{Ends, Row, perpendicular, perpendicular_bias};
use crate::kinematics::{Direction, Placement};
use crate::model::{ConstantVelocity, Spherical};
use crate::scalar::{Scalar, sin_cos};
use crate::spatial::{Mat3, Pose, Twist, Vec3};

impl<S: Scalar> TreeJoint<S> for ConstantVelocity<Vec3<S>, Direction<S>> {
    /// The body's third axis lies along its shaft.
    fn placement(&self, _parent: &Placement<S>, _frame: &Placement<S>) -> Placement<S> {
        Placement {
            axes: Mat3::from_columns(second_axes(&self.axes)),
            origin: self.at,
        }
    }

    /// Both halves of the bend, after the constant rotation to the axes of the first body's shaft.
    fn pose(&self, inboard: &Inboard<S>, _outboard: &Placement<S>, q: &[S]) -> Pose<S> {
        let bend = Bend::new(&self.axes, q);
        let turn = inboard.placement.turn_to(&Mat3::from_columns(first_axes(&self.axes)));
        Pose {
            rotation: inboard.pose.rotation * turn * bend.inward() * bend.outward(),
            position: inboard.point(self.at),
        }
    }

    /// Rotations about the first two axes of the middle frame, computed from the outboard body's pose.
    fn subspace(&self, outboard: &Outboard<S>) -> Vec<Twist<S>> {
        let middle = Bend::new(&self.axes, outboard.q).outward();
        [0, 1]
            .map(|k| Twist::about(outboard.pose.position, outboard.pose.direction(middle.row(k))))
            .to_vec()
    }

    /// The middle frame turns relative to the inboard body at half the relative angular velocity `ω`. In addition, it
    /// turns at `½ v₁ tan β` about its third axis `z`. So the rate is `V × (H v)` plus a rotation `½ v₁ tan β z × ω`
    /// about the centre.
    fn bias(&self, motion: &Motion<S>) -> Twist<S> {
        let (sin, cos) = Bend::new(&self.axes, motion.q).beta;
        let [x, y] = [0, 1].map(|k| motion.columns[k].angular);
        let (v1, v2) = (motion.speeds[0], motion.speeds[1]);
        let turned = y * v1 - x * v2;
        let rate = v1 * (sin * (S::from(0.5) / cos));
        motion.carried() + Twist::about(motion.origin, turned * rate)
    }

    fn rates(&self, rates: &Rates<S>) -> Vec<S> {
        let half = S::from(0.5);
        let (_, cos) = Bend::new(&self.axes, rates.q).beta;
        vec![rates.speeds[0] * (half / cos), rates.speeds[1] * half]
    }

    fn indistinct(&self) -> Indistinct {
        Indistinct::AtPoint
    }
}

impl<S: Scalar> Closure<S> for ConstantVelocity<Vec3<S>, Direction<S>> {
    /// Both points coincide. There is no twist: `½ (y₁·x₂ - x₁·y₂) = 0`, twice the product of two of the Euler
    /// parameters.
    fn rows(&self, ends: &Ends<S>) -> Vec<Row<S>> {
        let [[x1, y1], [x2, y2]] = across(ends, &self.axes);
        let [a, b] = [perpendicular(y1, x2), perpendicular(x1, y2)];
        let half = S::from(0.5);
        let second = (a.second - b.second) * half;
        let mut rows = Spherical { at: self.at }.rows(ends);
        rows.push(Row {
            residual: (a.residual - b.residual) * half,
            first: -second,
            second,
        });
        rows
    }

    fn row_bias(&self, ends: &Ends<S>, twists: &[Twist<S>; 2]) -> Vec<S> {
        let [[x1, y1], [x2, y2]] = across(ends, &self.axes);
        let twist = perpendicular_bias(y1, x2, twists) - perpendicular_bias(x1, y2, twists);
        let mut bias = Spherical { at: self.at }.row_bias(ends, twists);
        bias.push(twist * S::from(0.5));
        bias
    }
}

/// Sine and cosine of both angles.
struct Bend<S> {
    alpha: (S, S),
    beta: (S, S),
}

impl<S: Scalar> Bend<S> {
    /// The coordinate of `β` is added to the half bend at the design position.
    fn new(axes: &[Direction<S>; 2], q: &[S]) -> Self {
        let [[x, _, _], [middle_x, _, _]] = [first_axes(axes), middle_axes(axes)];
        let (along, across) = (x.dot(middle_x), x.dot(*axes[1]));
        // cos β₀ = x₁ · x; sin 2β₀ = x₁ · a₂ = 2 sin β₀ cos β₀.
        let (sin_0, cos_0) = (across * (S::from(0.5) / along), along);
        let (sin, cos) = sin_cos(q[1]);
        Bend {
            alpha: sin_cos(q[0]),
            beta: (sin * cos_0 + cos * sin_0, cos * cos_0 - sin * sin_0),
        }
    }

    /// Rotation from the middle frame to the first body: `Rx(α) Ry(β)`.
    fn inward(&self) -> Mat3<S> {
        let ((s, c), (t, d)) = (self.alpha, self.beta);
        Mat3([[d, S::zero(), t], [s * t, c, -(s * d)], [-(c * t), s, c * d]])
    }

    /// Rotation from the second body to the middle frame: `Ry(β) Rx(α)`.
    fn outward(&self) -> Mat3<S> {
        let ((s, c), (t, d)) = (self.alpha, self.beta);
        Mat3([[d, t * s, t * c], [S::zero(), c, -s], [-t, d * s, d * c]])
    }
}

/// The direction about which the shafts are bent at the design position; if the shafts are in line, any direction
/// across them.
fn bent_about<S: Scalar>([first, second]: &[Direction<S>; 2]) -> Vec3<S> {
    if first.is_parallel_to(second) {
        *first.across().0
    } else {
        *first.across_both(second)
    }
}

/// Axes of the first body: the third axis lies along its shaft, and the shafts are bent about the second axis at the
/// design position.
fn first_axes<S: Scalar>(axes: &[Direction<S>; 2]) -> [Vec3<S>; 3] {
    shaft_axes(*axes[0], bent_about(axes))
}

/// These axes for the second body.
fn second_axes<S: Scalar>(axes: &[Direction<S>; 2]) -> [Vec3<S>; 3] {
    shaft_axes(*axes[1], bent_about(axes))
}

/// These axes halfway between both shafts.
fn middle_axes<S: Scalar>(axes: &[Direction<S>; 2]) -> [Vec3<S>; 3] {
    let sum = *axes[0] + *axes[1];
    let middle = if axes[0].is_parallel_to(&axes[1]) {
        *axes[0]
    } else {
        sum.normalised()
    };
    shaft_axes(middle, bent_about(axes))
}

fn shaft_axes<S: Scalar>(along: Vec3<S>, about: Vec3<S>) -> [Vec3<S>; 3] {
    [about.cross(along).without_dust(), about, along]
}

/// The first two axes of both bodies.
fn across<S: Scalar>(ends: &Ends<S>, axes: &[Direction<S>; 2]) -> [[Vec3<S>; 2]; 2] {
    let ([x1, y1, _], [x2, y2, _]) = (first_axes(axes), second_axes(axes));
    [
        [x1, y1].map(|d| ends.first_direction(d)),
        [x2, y2].map(|d| ends.second_direction(d)),
    ]
}
