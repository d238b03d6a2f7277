//! A body on a pivot that does not move in its frame: all quantities fixed in the body are trigonometric polynomials
//! of one angle.
//!
//! A point of the body is `a + b cos θ + c sin θ` with constant vectors `a`, `b`, `c`, which fold. This is cheaper than
//! multiplying the point by the body's rotation. The mass distribution is a polynomial of degree two
//! (`crate::formulation::regrouping`).
//!
//! The coordinates of a point in other fixed axes, and its squared distance from any fixed point, have this form, too.
//! The reason is that `b` and `c` are perpendicular to each other and have equal lengths. If they are computed from the
//! circle ([`Orbit`]) instead of from the point, all of these are known two operations after the angle.

use super::Placement;
use crate::scalar::Scalar;
use crate::spatial::{Mat3, Pose, Vec3};
use std::ops::{Add, Mul};

/// A pivot and its present angle.
#[derive(Clone, Copy, Debug)]
pub struct Turning<S> {
    /// Pose of the body at angle zero: it does not change while the vehicle moves.
    pub still: Pose<S>,
    /// Sine of the angle.
    pub sin: S,
    /// Cosine of the angle.
    pub cos: S,
}

impl<S: Scalar> Turning<S> {
    /// Returns `None` if the pivot itself moves in the frame.
    pub fn new(still: Pose<S>, sin: S, cos: S) -> Option<Self> {
        let rotation = still.rotation.0.iter().flatten();
        let mut all = rotation.chain(&still.position.0);
        all.all(|entry| entry.is_still()).then_some(Turning { still, sin, cos })
    }

    /// Pose of the body.
    pub fn pose(&self) -> Pose<S> {
        Pose {
            rotation: self.still.rotation * Mat3::about_z(self.sin, self.cos),
            position: self.still.position,
        }
    }

    /// A point fixed in the body.
    pub fn point(&self, local: Vec3<S>) -> Vec3<S> {
        self.orbit(local).at()
    }

    /// The circle on which a point fixed in the body moves.
    pub fn orbit(&self, local: Vec3<S>) -> Orbit<S> {
        let (o, [x, y, z]) = (S::zero(), local.0);
        let direction = |v: [S; 3]| self.still.direction(Vec3(v));
        Orbit {
            centre: self.still.position + direction([o, o, z]),
            cos: direction([x, y, o]),
            sin: direction([-y, x, o]),
            angle: (self.sin, self.cos),
        }
    }
}

/// A point that moves on a circle, `centre + cos · cos θ + sin · sin θ`; or a point that is computed in another way and
/// has no circle.
#[derive(Clone, Copy, Debug)]
pub struct Orbit<S> {
    centre: Vec3<S>,
    cos: Vec3<S>,
    sin: Vec3<S>,
    /// Sine and cosine of the angle.
    angle: (S, S),
}

impl<S: Scalar> Orbit<S> {
    /// A point without a circle.
    pub fn of_point(point: Vec3<S>) -> Self {
        Orbit {
            centre: point,
            cos: Vec3::zero(),
            sin: Vec3::zero(),
            angle: (S::zero(), S::one()),
        }
    }

    /// The point.
    pub fn at(&self) -> Vec3<S> {
        self.centre + self.cos * self.angle.1 + self.sin * self.angle.0
    }

    /// This point in the axes, and from the origin, of a body with this pose.
    pub fn seen_from(&self, pose: &Pose<S>) -> Self {
        let turn = pose.rotation.transpose();
        Orbit {
            centre: turn * (self.centre - pose.position),
            cos: turn * self.cos,
            sin: turn * self.sin,
            angle: self.angle,
        }
    }

    /// Its coordinate along a direction.
    pub fn along(&self, direction: Vec3<S>) -> Harmonic<S> {
        Harmonic {
            mean: direction.dot(self.centre),
            cos: direction.dot(self.cos),
            sin: direction.dot(self.sin),
            angle: self.angle,
        }
    }

    /// Half the square of its distance from a point. With the vector `d` from that point to the centre:
    /// `½ (d·d + cos·cos) + d·cos cos θ + d·sin sin θ`.
    pub fn half_squared_distance(&self, from: Vec3<S>) -> Harmonic<S> {
        let away = self.centre - from;
        Harmonic {
            mean: (away.squared() + self.cos.squared()) * S::from(0.5),
            cos: away.dot(self.cos),
            sin: away.dot(self.sin),
            angle: self.angle,
        }
    }
}

/// `mean + cos · cos θ + sin · sin θ`
#[derive(Clone, Copy, Debug)]
pub struct Harmonic<S> {
    mean: S,
    cos: S,
    sin: S,
    /// Sine and cosine of the angle.
    angle: (S, S),
}

impl<S: Scalar> Harmonic<S> {
    /// Its value.
    pub fn at(&self) -> S {
        self.mean + self.cos * self.angle.1 + self.sin * self.angle.0
    }
}

impl<S: Scalar> Add<S> for Harmonic<S> {
    type Output = Self;

    fn add(self, more: S) -> Self {
        Harmonic {
            mean: self.mean + more,
            ..self
        }
    }
}

impl<S: Scalar> Mul<S> for Harmonic<S> {
    type Output = Self;

    fn mul(self, factor: S) -> Self {
        Harmonic {
            mean: self.mean * factor,
            cos: self.cos * factor,
            sin: self.sin * factor,
            angle: self.angle,
        }
    }
}

impl<S: Scalar> Placement<S> {
    /// The present place of a point given at the design position. It is computed from the turning if the body is on a
    /// pivot that does not move, and from the pose otherwise.
    pub fn point_at(&self, pose: &Pose<S>, turning: Option<&Turning<S>>, point: Vec3<S>) -> Vec3<S> {
        let local = self.point(point);
        match turning {
            Some(turning) => turning.point(local),
            None => pose.point(local),
        }
    }

    /// Like [`Placement::point_at`], as the circle on which the point moves, if the body is on a pivot that does not
    /// move.
    pub fn orbit_at(&self, pose: &Pose<S>, turning: Option<&Turning<S>>, point: Vec3<S>) -> Orbit<S> {
        let local = self.point(point);
        match turning {
            Some(turning) => turning.orbit(local),
            None => Orbit::of_point(pose.point(local)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spatial::Quaternion;

    /// A general pose without special values.
    fn pose(k: f64) -> Pose<f64> {
        let e = [0.8, 0.3 * k, -0.2, 0.4 - k];
        let size = e.iter().map(|x| x * x).sum::<f64>().sqrt();
        Pose {
            rotation: Quaternion(e.map(|x| x / size)).rotation(),
            position: Vec3([0.3, -k, 0.7]),
        }
    }

    /// Compares with the body's pose at several angles.
    #[test]
    fn what_is_told_from_the_circle_is_true_of_the_point() {
        let (local, other) = (Vec3([0.4, -0.1, 0.25]), Vec3([1.1, 0.2, -0.6]));
        for (sin, cos) in [-2.0, 0.3, 1.4].map(f64::sin_cos) {
            let turning = Turning {
                still: pose(0.5),
                sin,
                cos,
            };
            let (point, orbit) = (turning.pose().point(local), turning.orbit(local));
            let same = |a: f64, b: f64| assert!((a - b).abs() < 1e-15, "{a} {b}");
            let square = (point - other).squared();
            same(orbit.half_squared_distance(other).at(), 0.5 * square);
            same((orbit.along(other) * 2.0 + 1.0).at(), 2.0 * other.dot(point) + 1.0);
            let seen = orbit.seen_from(&pose(0.2));
            let expected = pose(0.2).rotation.transpose() * (point - pose(0.2).position);
            (0..3).for_each(|k| same(seen.at().0[k], expected.0[k]));
            same(seen.half_squared_distance(Vec3::zero()).at(), 0.5 * expected.squared());
        }
    }
}
