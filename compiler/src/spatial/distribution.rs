//! Mass distribution of a body in a frame: its moments of order zero to two.

use super::{Inertia, Mat3, Pose, Sym3, Twist, Vec3, Wrench};
use crate::scalar::Scalar;
use std::ops::Add;

/// `m`, `h = ∫ r dm`, `J = ∫ (r·r 1 - r rᵀ) dm` about the origin of a frame, in its axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distribution<S> {
    /// [kg]
    pub mass: S,
    /// [kg m]
    pub first: Vec3<S>,
    /// The inertia tensor [kg m^2].
    pub tensor: Sym3<S>,
}

/// Accelerations of the points of a rigid body: `a(r) = a + (α × + ω × ω ×) r`.
#[derive(Clone, Copy, Debug)]
pub struct Field<S> {
    /// `ω` [rad/s]
    pub angular_velocity: Vec3<S>,
    /// `α` [rad/s^2]
    pub angular_acceleration: Vec3<S>,
    /// Acceleration of the body's point at the origin of the frame [m/s^2].
    pub acceleration: Vec3<S>,
}

impl<S: Scalar> Field<S> {
    /// No accelerations.
    pub fn zero() -> Self {
        Field {
            angular_velocity: Vec3::zero(),
            angular_acceleration: Vec3::zero(),
            acceleration: Vec3::zero(),
        }
    }

    /// The accelerations of a second body that moves relative to this body. With the twist `R` of the second body as
    /// seen from this body and the rate `R'` of the twist, they are `ω + ω_R`, `α + ω × ω_R + α_R`,
    /// `a + (2 ω + ω_R) × v_R + a_R`.
    pub fn with(&self, inner: Twist<S>, rate: Twist<S>) -> Self {
        let turning = self.angular_velocity;
        Field {
            angular_velocity: turning + inner.angular,
            angular_acceleration: turning.cross(inner.angular) + rate.angular + self.angular_acceleration,
            acceleration: (turning + turning + inner.angular).cross(inner.linear) + rate.linear + self.acceleration,
        }
    }

    /// These accelerations about another origin, in other axes.
    pub fn seen_from(&self, pose: &Pose<S>) -> Self {
        let (omega, alpha, at) = (self.angular_velocity, self.angular_acceleration, pose.position);
        let back = pose.rotation.transpose();
        Field {
            angular_velocity: back * omega,
            angular_acceleration: back * alpha,
            acceleration: back * (self.acceleration + alpha.cross(at) + omega.cross(omega.cross(at))),
        }
    }
}

impl<S: Scalar> Distribution<S> {
    /// No mass.
    pub fn zero() -> Self {
        Distribution {
            mass: S::zero(),
            first: Vec3::zero(),
            tensor: Sym3::zero(),
        }
    }

    /// Rotated by `rotation`, then moved by `p = origin`: `J + 2 p·g 1 - p gᵀ - g pᵀ` with `g = h + ½ m p`.
    pub fn moved(&self, rotation: Mat3<S>, origin: Vec3<S>) -> Self {
        let first = rotation * self.first;
        let (p, g) = (origin.0, (first + origin * (self.mass * S::from(0.5))).0);
        let twice: [S; 3] = std::array::from_fn(|i| p[i] * (g[i] + g[i]));
        let shift = Sym3::from_upper(|i, j| {
            if i == j {
                twice[(i + 1) % 3] + twice[(i + 2) % 3]
            } else {
                -(p[i] * g[j] + g[i] * p[j])
            }
        });
        Distribution {
            mass: self.mass,
            first: first + origin * self.mass,
            tensor: self.tensor.rotated(rotation) + shift,
        }
    }

    /// The spatial inertia (Featherstone 2008, eq. 2.63).
    pub fn inertia(&self) -> Inertia<S> {
        Inertia {
            angular: self.tensor,
            coupling: Mat3::cross(self.first),
            linear: Sym3::diagonal(self.mass),
        }
    }

    /// The wrench about the origin that is needed for these accelerations. With `M = [α]× + [ω]×²`: force `m a + M h`,
    /// moment `h × a + ∫ r × M r dm`.
    pub fn wrench(&self, field: &Field<S>) -> Wrench<S> {
        let (force, turning) = if field.is_planar() {
            self.turned(field)
        } else {
            let matrix = field.matrix();
            (matrix * self.first, self.skew_of_product(&matrix))
        };
        Wrench {
            moment: self.first.cross(field.acceleration) + turning,
            force: field.acceleration * self.mass + force,
        }
    }

    /// `M h`, and `∫ r × M r dm` as `J α + ω × J ω`. This form takes more operations for spatial motion, but has no
    /// terms that cancel for planar motion.
    fn turned(&self, field: &Field<S>) -> (Vec3<S>, Vec3<S>) {
        let (omega, alpha) = (field.angular_velocity, field.angular_acceleration);
        (
            alpha.cross(self.first) + omega.cross(omega.cross(self.first)),
            self.tensor * alpha + omega.cross(self.tensor * omega),
        )
    }

    /// `∫ r × M r dm`: the skew part of `M Π`, with the second moments `Π = ∫ r rᵀ dm = ½ tr J 1 - J`.
    fn skew_of_product(&self, matrix: &Mat3<S>) -> Vec3<S> {
        let trace = self.tensor.at(0, 0) + self.tensor.at(1, 1) + self.tensor.at(2, 2);
        let half = trace * S::from(0.5);
        let second = Sym3::from_upper(|i, j| {
            let own = self.tensor.at(i, j);
            if i == j { half - own } else { -own }
        });
        let product = |i: usize, j: usize| {
            (1..3).fold(matrix.0[i][0] * second.at(0, j), |sum, l| {
                sum + matrix.0[i][l] * second.at(l, j)
            })
        };
        let spin = |i: usize, j: usize| product(i, j) - product(j, i);
        Vec3([spin(2, 1), spin(0, 2), spin(1, 0)])
    }
}

impl<S: Scalar> Field<S> {
    /// Acceleration of a point.
    pub fn at(&self, point: Vec3<S>) -> Vec3<S> {
        let (omega, alpha) = (self.angular_velocity, self.angular_acceleration);
        self.acceleration + alpha.cross(point) + omega.cross(omega.cross(point))
    }

    /// Whether the body structurally turns about one axis of the frame only.
    fn is_planar(&self) -> bool {
        let still = self.angular_velocity.0.iter().filter(|w| w.constant() == Some(0.0));
        still.count() >= 2
    }

    /// `[α]× + [ω]×²`
    fn matrix(&self) -> Mat3<S> {
        let ([x, y, z], [ax, ay, az]) = (self.angular_velocity.0, self.angular_acceleration.0);
        let (xx, yy, zz) = (x * x, y * y, z * z);
        let (xy, xz, yz) = (x * y, x * z, y * z);
        Mat3([
            [-(yy + zz), xy - az, xz + ay],
            [xy + az, -(xx + zz), yz - ax],
            [xz - ay, yz + ax, -(xx + yy)],
        ])
    }
}

impl<S: Scalar> Add for Distribution<S> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Distribution {
            mass: self.mass + other.mass,
            first: self.first + other.first,
            tensor: self.tensor + other.tensor,
        }
    }
}
