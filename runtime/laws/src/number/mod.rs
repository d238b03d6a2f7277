//! The number type of all algorithms and laws.
//!
//! Kinematics, dynamics and the laws of tyres and driveline are written once over [`Scalar`]. The type of number determines the
//! result:
//!
//! | number | gives |
//! |---|---|
//! | `f64` | the value |
//! | [`Lanes`] | the values of several vehicles or wheels, side by side |
//! | [`Dual`] | the value and its slopes in `N` directions |
//! | `Traced`, in the compiler | a straight-line program that computes the value |
//!
//! All of them give equal values, to the last bit, except for the sign of zero.

mod dual;
mod lanes;
mod real;
mod register;

pub use dual::Dual;
pub use lanes::Lanes;
pub use register::{Everywhere, Register};

use crate::curve::Curves;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// A real number, or a representation of real numbers.
///
/// A law chooses by [`select`](Scalar::select) alone. Equality is meant for tests and for structure that is known at
/// build time, not for values.
///
/// # Kinks
///
/// Conventions for points at which a function has no slope. Dual numbers follow them.
///
/// | function | at | value | slope |
/// |---|---|---|---|
/// | `select` | test zero or NaN | of `otherwise` | of `otherwise` |
/// | `abs` | 0 | 0 | 1 |
/// | `min`, `max` | equal arguments | of the second argument | of the second argument |
/// | `sqrt` | 0 | 0 | 0: between the slopes of `±√(x²)`, and finite |
/// | `powf` | base 0 or below | 0 | 0 |
/// | `atan2` | the origin | 0 or ±π, by the signs of zero | 0 |
/// | `ln` | 0 | -∞ | ∞ |
/// | `lookup`, straight or cubic | a point | of the piece on its right | of the piece on its right |
/// | `lookup_integral` | a point | the area | the value of the curve there |
///
/// The sign of a result that is zero is not defined: traced programs drop terms that are zero.
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

    /// Angle of the vector (`x`, `self`), in `[-π, π]` [rad].
    fn atan2(self, x: Self) -> Self;

    /// Natural exponential.
    fn exp(self) -> Self;

    /// Natural logarithm.
    fn ln(self) -> Self;

    /// `negative` where `self < 0`, else `otherwise`.
    fn select(self, negative: Self, otherwise: Self) -> Self;

    /// Derivative of this order of a curve through points, at `self`; order 0 is the curve itself.
    fn lookup_derivative(self, curves: &impl Curves, order: usize) -> Self;

    /// Integral of a curve through points, from 0 to `self`.
    fn lookup_integral(self, curves: &impl Curves) -> Self;

    /// Value of a curve through points.
    #[inline(always)]
    fn lookup(self, curves: &impl Curves) -> Self {
        self.lookup_derivative(curves, 0)
    }

    /// Zero.
    #[inline(always)]
    fn zero() -> Self {
        Self::from(0.0)
    }

    /// One.
    #[inline(always)]
    fn one() -> Self {
        Self::from(1.0)
    }

    /// Absolute value.
    #[inline(always)]
    fn abs(self) -> Self {
        self.select(-self, self)
    }

    /// The lesser of the two.
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        (self - other).select(self, other)
    }

    /// The greater of the two.
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        (other - self).select(self, other)
    }

    /// Arc tangent, in `[-π/2, π/2]` [rad]: the angle of the vector (1, `self`).
    #[inline(always)]
    fn atan(self) -> Self {
        self.atan2(Self::one())
    }

    /// Arc tangent of `self / x`, with `x` above zero [rad]: the angle of the vector (`x`, `self`), without a separate division.
    #[inline(always)]
    fn atan_over(self, x: Self) -> Self {
        self.atan2(x)
    }

    /// [`Scalar::atan_over`] of four quotients that do not depend on each other. On numbers and registers operations are fused.
    #[inline(always)]
    fn four_atan_over([a, b, c, d]: [Self; 4], [w, x, y, z]: [Self; 4]) -> [Self; 4] {
        [a.atan_over(w), b.atan_over(x), c.atan_over(y), d.atan_over(z)]
    }

    /// Arc tangents of four numbers, as [`Scalar::four_atan_over`].
    #[inline(always)]
    fn four_atan(four: [Self; 4]) -> [Self; 4] {
        Self::four_atan_over(four, [Self::one(); 4])
    }

    /// Sines of four angles [rad] that do not depend on each other. On numbers and registers operations are fused.
    #[inline(always)]
    fn four_sin([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        [a.sin_cos().0, b.sin_cos().0, c.sin_cos().0, d.sin_cos().0]
    }

    /// Arc tangent [rad], with the rounding of [`Scalar::four_atan`].
    #[inline(always)]
    fn fused_atan(self) -> Self {
        self.atan()
    }

    /// [`Scalar::atan_over`], with the rounding of [`Scalar::four_atan`].
    #[inline(always)]
    fn fused_atan_over(self, x: Self) -> Self {
        self.atan_over(x)
    }

    /// Sine of an angle [rad], with the rounding of [`Scalar::four_sin`].
    #[inline(always)]
    fn fused_sin(self) -> Self {
        self.sin_cos().0
    }

    /// `self b + c`; on numbers and registers rounded once.
    #[inline(always)]
    fn mul_add(self, b: Self, c: Self) -> Self {
        self * b + c
    }

    /// `self` to a whole power, by squaring.
    #[inline(always)]
    fn powi(self, exponent: i32) -> Self {
        let (mut rest, mut square, mut power) = (exponent.unsigned_abs(), self, None);
        while rest > 0 {
            if rest % 2 == 1 {
                power = match power {
                    Some(power) => Some(power * square),
                    None => Some(square),
                };
            }
            rest /= 2;
            if rest > 0 {
                square = square * square;
            }
        }
        match power {
            Some(power) if exponent < 0 => Self::one() / power,
            Some(power) => power,
            None => Self::one(),
        }
    }

    /// `self` to any power: `exp(exponent ln self)` if `self` is above zero, else zero.
    ///
    /// Relative error: about `1 + |exponent ln self|` units of the last place.
    #[inline(always)]
    fn powf(self, exponent: Self) -> Self {
        (-self).select((exponent * self.ln()).exp(), Self::zero())
    }

    /// Largest absolute value that the number can have, over all lanes, if it is known at build time.
    #[inline(always)]
    fn magnitude(self) -> Option<f64> {
        self.constant().map(f64::abs)
    }

    /// Whether the number never changes while the vehicle moves: a constant, or a function of parameters only.
    #[inline(always)]
    fn is_still(self) -> bool {
        self.constant().is_some()
    }

    /// Whether the number is known to be at least `least`, in all lanes. A law can then skip terms that are zero there.
    #[inline(always)]
    fn is_at_least(self, least: f64) -> bool {
        let _ = least;
        false
    }

    /// Whether the number is known to be zero, in all lanes. A law can then skip its products.
    #[inline(always)]
    fn is_zero(self) -> bool {
        self.is_at_least(0.0) && (-self).is_at_least(0.0)
    }

    /// The value, if the number is known to be a constant. An algorithm can then skip terms that are zero by structure.
    fn constant(self) -> Option<f64>;
}
