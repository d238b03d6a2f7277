//! Vectors.

use crate::scalar::Scalar;
use std::ops::{Add, Mul, Neg, Sub};

/// A vector of three components.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vec3<S>(pub [S; 3]);

impl<S: Scalar> Vec3<S> {
    /// Zero.
    pub fn zero() -> Self {
        Vec3([S::zero(); 3])
    }

    /// Unit vector along axis `k`.
    pub fn unit(k: usize) -> Self {
        Vec3(std::array::from_fn(|i| if i == k { S::one() } else { S::zero() }))
    }

    /// A constant vector.
    pub fn constant(v: &crate::model::Vec3) -> Self {
        Vec3([v.x.into(), v.y.into(), v.z.into()])
    }

    /// `self · other`
    pub fn dot(self, other: Self) -> S {
        let (a, b) = (self.0, other.0);
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    }

    /// `self × other`
    pub fn cross(self, other: Self) -> Self {
        let (a, b) = (self.0, other.0);
        Vec3([
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ])
    }
}

impl<S: Scalar> Vec3<S> {
    /// `self · self`
    pub fn squared(self) -> S {
        self.dot(self)
    }

    /// Length.
    pub fn norm(self) -> S {
        self.squared().sqrt()
    }

    /// `self` scaled to unit length.
    pub fn normalised(self) -> Self {
        let norm = self.norm();
        Vec3(self.0.map(|x| x / norm))
    }

    /// Replaces constants that are zero up to rounding by zero, so that they fold.
    pub fn without_dust(self) -> Self {
        Vec3(without_dust(self.0))
    }
}

/// Relative size up to which a component counts as zero, in relation to the largest component. Such a component
/// consists of the rounding errors of a rotation and its inverse: a few units in the last place.
const DUST: f64 = 2e-15;

/// Replaces constants by zero if they are smaller than the largest constant by the precision of `f64`.
pub fn without_dust<S: Scalar, const N: usize>(entries: [S; N]) -> [S; N] {
    let known = entries.iter().filter_map(|x| x.magnitude());
    let size = known.fold(0.0_f64, f64::max);
    entries.map(|x| match x.magnitude() {
        Some(magnitude) if magnitude < DUST * size => S::zero(),
        _ => x,
    })
}

impl<S: Scalar> Add for Vec3<S> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Vec3(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }
}

impl<S: Scalar> Sub for Vec3<S> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Vec3(std::array::from_fn(|i| self.0[i] - other.0[i]))
    }
}

impl<S: Scalar> Neg for Vec3<S> {
    type Output = Self;

    fn neg(self) -> Self {
        Vec3(self.0.map(|x| -x))
    }
}

impl<S: Scalar> Mul<S> for Vec3<S> {
    type Output = Self;

    fn mul(self, factor: S) -> Self {
        Vec3(self.0.map(|x| factor * x))
    }
}
