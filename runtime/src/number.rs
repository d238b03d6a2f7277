//! Numbers that a law is written in once and computed in for one wheel, or for several side by side.

use crate::math;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// A number, or one in each lane. Lane by lane all operations round as those of `f64` do.
///
/// A generic function over it is `#[inline(always)]`: values with lanes are at home in functions written for a level.
pub trait Number:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// A plain number as one of the kind of a value that is there.
    fn like(self, number: f64) -> Self;
    /// Square root.
    fn sqrt(self) -> Self;
    /// Absolute value.
    fn abs(self) -> Self;
    /// Angle of the point (`x`, `self`) [rad].
    fn atan2(self, x: Self) -> Self;
    /// `negative` where `self < 0`, else `otherwise`.
    fn select(self, negative: Self, otherwise: Self) -> Self;
}

impl Number for f64 {
    #[inline(always)]
    fn like(self, number: f64) -> Self {
        number
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        math::sqrt(self)
    }

    #[inline(always)]
    fn abs(self) -> Self {
        math::abs(self)
    }

    #[inline(always)]
    fn atan2(self, x: Self) -> Self {
        math::atan2(self, x)
    }

    #[inline(always)]
    fn select(self, negative: Self, otherwise: Self) -> Self {
        if self < 0.0 { negative } else { otherwise }
    }
}

#[cfg(target_arch = "x86_64")]
impl Number for crate::lanes::F64x4 {
    #[inline(always)]
    fn like(self, number: f64) -> Self {
        crate::lanes::Operand::beside(number, self)
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        self.sqrt()
    }

    #[inline(always)]
    fn abs(self) -> Self {
        self.abs()
    }

    #[inline(always)]
    fn atan2(self, x: Self) -> Self {
        self.atan2(x)
    }

    #[inline(always)]
    fn select(self, negative: Self, otherwise: Self) -> Self {
        self.select(negative, otherwise)
    }
}
