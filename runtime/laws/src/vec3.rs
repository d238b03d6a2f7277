//! Vectors of three components, as arrays.

use crate::number::Scalar;

/// Components along X, Y and Z.
pub type Vec3<S = f64> = [S; 3];

/// Sum.
#[inline(always)]
pub fn add<S: Scalar>(a: Vec3<S>, b: Vec3<S>) -> Vec3<S> {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// Difference `a - b`.
#[inline(always)]
pub fn subtract<S: Scalar>(a: Vec3<S>, b: Vec3<S>) -> Vec3<S> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// Product of a number and a vector.
#[inline(always)]
pub fn scale<S: Scalar>(factor: S, a: Vec3<S>) -> Vec3<S> {
    [factor * a[0], factor * a[1], factor * a[2]]
}

/// Scalar product.
#[inline(always)]
pub fn dot<S: Scalar>(a: Vec3<S>, b: Vec3<S>) -> S {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Vector product.
#[inline(always)]
pub fn cross<S: Scalar>(a: Vec3<S>, b: Vec3<S>) -> Vec3<S> {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}
