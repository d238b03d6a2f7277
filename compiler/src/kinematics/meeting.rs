//! Where the spheres, circles and lines of a closing step meet.
//!
//! If a point is on a pivot that does not move, a step computes the data of the point from its circle ([`Orbit`]). So
//! its root depends on the angle only and does not wait for the point.

use super::turning::Orbit;
use crate::scalar::Scalar;
use crate::spatial::{Mat3, Vec3};

/// Motion of a joint, as a step finds it.
#[derive(Clone, Copy, Debug)]
pub enum Found<S> {
    /// Sine and cosine of a pivot's angle.
    Angle(S, S),
    /// Displacement of a slide [m].
    Displacement(S),
    /// Rotation of a body on a ball, from its axes to the axes of the frame.
    Rotation(Mat3<S>),
}

/// A pivot with a point that it carries and a target point that does not move.
pub struct Pivot<S> {
    /// Vector from the pivot's reference point to the carried point, in the body's axes (the third axis lies along the
    /// pivot).
    pub carried: Vec3<S>,
    /// The target, in these axes as they lie at angle zero.
    pub target: Orbit<S>,
}

impl<S: Scalar> Pivot<S> {
    /// The angle and the argument of its root. With the carried point `(x, y, z)`, the target `d` and the distance `ℓ`,
    /// `|Rz(θ) (x, y, z) - d|² = ℓ²` is `A cos θ + B sin θ = C` with `A = x d₁ + y d₂`, `B = x d₂ - y d₁`,
    /// `C = ½ (x² + y² - ℓ²) + ½ |d - (0, 0, z)|²`. With `N = A² + B²` and `r² = N - C²`, `cos θ = A/N C + B/N r`,
    /// `sin θ = B/N C - A/N r`: the division does not wait for the root.
    pub fn at_distance(&self, distance_squared: S, branch: S) -> (Found<S>, S) {
        let [x, y, z] = self.carried.0;
        let (a, b) = self.products();
        let constant = (x * x + y * y - distance_squared) * S::from(0.5);
        let above = Vec3([S::zero(), S::zero(), z]);
        let c = (self.target.half_squared_distance(above) + constant).at();
        let n = a * a + b * b;
        let under = n - c * c;
        let root = under.sqrt() * branch;
        let inverse = S::one() / n;
        let (a, b) = (a * inverse, b * inverse);
        (Found::Angle(b * c - a * root, a * c + b * root), under)
    }

    /// The angle at which the carried point lies on the target, given that both are equally far from the pivot.
    pub fn towards(&self) -> Found<S> {
        let (a, b) = self.products();
        let [x, y, _] = self.carried.0;
        let inverse = S::one() / (x * x + y * y);
        Found::Angle(b * inverse, a * inverse)
    }

    fn products(&self) -> (S, S) {
        let (o, [x, y, _]) = (S::zero(), self.carried.0);
        let along = |direction| self.target.along(Vec3(direction)).at();
        (along([x, y, o]), along([-y, x, o]))
    }
}

/// A body on a ball that is turned until two conditions are met.
pub struct Turned<S> {
    /// Position of the second point, which reaches a known place, from the ball, in the body's axes.
    pub second: Vec3<S>,
    /// Position of the third point, which keeps a distance, from the ball, in the body's axes.
    pub third: Vec3<S>,
    /// In the frame: the centre of the ball.
    pub ball: Vec3<S>,
    /// In the frame: the known place of the second point.
    pub onto: Orbit<S>,
    /// In the frame: the point from which the third point keeps its distance.
    pub from: Vec3<S>,
}

impl<S: Scalar> Turned<S> {
    /// The rotation and the argument of its root.
    ///
    /// There are two triads, `b` in the body and `f` in the frame. Their first axes point from the ball to the second
    /// point, which is at the distance `R`. The third point lies at `t b₁ + τ b₂` and turns about `f₁`. Let `k` be the
    /// other end of the distance `ℓ`, relative to the ball. Its component perpendicular to `f₁` is `p = k - (k·f₁) f₁`.
    /// Let `N = p·p` and `m = f₁ × k = f₁ × p`. The third point's direction perpendicular to `f₁` is
    /// `f₂ = (X p + Y m) / N`. Here `2 τ X = t² + τ² + k·k - ℓ² - 2 t k·f₁` and `Y² = N - X²`. The last axis is
    /// `f₃ = f₁ × f₂ = (X m - Y p) / N`. With the distance `s` between `k` and the second point, the cosine rule gives
    /// `2 R k·f₁ = k·k + R² - s²`.
    pub fn rotation(&self, length_squared: S, branch: S) -> (Mat3<S>, S) {
        let (second, third) = (self.second, self.third);
        let distance_squared = second.dot(second);
        let inverse = S::one() / distance_squared.sqrt();
        let b1 = second * inverse;
        let t = third.dot(b1);
        let across = third - b1 * t;
        let tau = across.dot(across).sqrt();
        let b2 = across * (S::one() / tau);
        let b3 = b1.cross(b2);

        let f1 = (self.onto.at() - self.ball) * inverse;
        let k = self.from - self.ball;
        let squared = k.dot(k);
        let half = (squared + distance_squared) * S::from(0.5);
        let apart = self.onto.half_squared_distance(self.from);
        let along = (apart * -inverse + half * inverse).at();
        let (p, m) = (k - f1 * along, f1.cross(k));
        let n = squared - along * along;
        let constant = third.dot(third) - length_squared;
        let x = (squared + constant - (t + t) * along) * (S::one() / (tau + tau));
        let under = n - x * x;
        let y = under.sqrt() * branch;
        // The division does not wait for the root.
        let inverse = S::one() / n;
        let (p, m) = (p * inverse, m * inverse);
        let frame = Mat3::from_columns([f1, p * x + m * y, m * x - p * y]);
        (frame * Mat3::from_columns([b1, b2, b3]).transpose(), under)
    }
}
