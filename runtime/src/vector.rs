//! Vector algebra for contact geometry.

use crate::number::Number;

/// Components along X, Y and Z.
pub(crate) type Vector<T = f64> = [T; 3];

#[inline(always)]
pub(crate) fn add<T: Number>(a: Vector<T>, b: Vector<T>) -> Vector<T> {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

#[inline(always)]
pub(crate) fn subtract<T: Number>(a: Vector<T>, b: Vector<T>) -> Vector<T> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
pub(crate) fn scale<T: Number>(factor: T, a: Vector<T>) -> Vector<T> {
    [factor * a[0], factor * a[1], factor * a[2]]
}

#[inline(always)]
pub(crate) fn dot<T: Number>(a: Vector<T>, b: Vector<T>) -> T {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
pub(crate) fn cross<T: Number>(a: Vector<T>, b: Vector<T>) -> Vector<T> {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}
