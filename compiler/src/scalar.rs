//! The number type of all algorithms.
//!
//! Kinematics and dynamics are written once over [`Scalar`]. Run on `f64` they are the reference interpreter and give
//! ranks and sample states; run on [`crate::ir::Traced`] they record a straight-line program in which zeros, ones and
//! constants have already folded away.

mod points;

pub use points::{Ordinates, Points};

use std::ops::{Add, Div, Mul, Neg, Sub};

/// A real number, or the record of one.
pub trait Scalar:
    Copy
    + PartialEq
    + From<f64>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// Square root.
    fn sqrt(self) -> Self;
    /// Sine and cosine of an angle [rad].
    fn sin_cos(self) -> (Self, Self);
    /// Angle of the vector (`x`, `self`) [rad].
    fn atan2(self, x: Self) -> Self;
    /// `negative` where `self < 0`, else `otherwise`.
    fn select(self, negative: Self, otherwise: Self) -> Self;
    /// Value of the curve at `self`.
    fn lookup(self, table: &Points) -> Self;
    /// Integral of the same curve from 0 to `self`.
    fn lookup_integral(self, table: &Points) -> Self;

    /// Zero.
    fn zero() -> Self {
        Self::from(0.0)
    }

    /// One.
    fn one() -> Self {
        Self::from(1.0)
    }

    /// The largest it can be, positive or negative, if it is known at build time: it may be several numbers, one a lane.
    fn magnitude(self) -> Option<f64>;

    /// Whether it never changes while the vehicle moves: a constant, or what depends on parameters only.
    fn is_still(self) -> bool;

    /// The constant, if it is known to be one. Lets an algorithm skip what vanishes by structure.
    fn constant(self) -> Option<f64>;
}

impl Scalar for f64 {
    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }

    fn sin_cos(self) -> (Self, Self) {
        f64::sin_cos(self)
    }

    fn atan2(self, x: Self) -> Self {
        f64::atan2(self, x)
    }

    fn select(self, negative: Self, otherwise: Self) -> Self {
        if self < 0.0 { negative } else { otherwise }
    }

    fn lookup(self, table: &Points) -> Self {
        table.at(self)
    }

    fn lookup_integral(self, table: &Points) -> Self {
        table.integral(self)
    }

    fn magnitude(self) -> Option<f64> {
        Some(self.abs())
    }

    fn is_still(self) -> bool {
        true
    }

    fn constant(self) -> Option<f64> {
        Some(self)
    }
}
