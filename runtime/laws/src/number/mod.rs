//! The number type of all algorithms and laws.
//!
//! Kinematics, dynamics and the laws of what acts on a vehicle are written once over [`Scalar`]. Which number they run
//! on decides what comes out:
//!
//! | number | gives |
//! |---|---|
//! | `f64` | the value |
//! | [`Lanes`] | the values of several vehicles or wheels, side by side |
//! | [`Dual`] | the value and its slopes in `N` directions |
//! | `Traced`, in the compiler | a straight-line program that computes the value |
//!
//! The value is the same in all of them, to the last bit, but for the sign of zero.

mod dual;
mod in_range;
mod lanes;
mod real;
mod register;

pub use dual::Dual;
pub use in_range::InRange;
pub use lanes::Lanes;
pub use register::Register;

use crate::curve::Curves;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// A real number, or what stands for one.
///
/// A law chooses by [`select`](Scalar::select) alone. Equality is there for tests and for structure that is known at
/// build time, not for values.
///
/// # Kinks
///
/// Where a function has no slope, these are the conventions. A dual number follows them.
///
/// | function | at | value | slope |
/// |---|---|---|---|
/// | `select` | test zero, or no number | that of `otherwise` | that of `otherwise` |
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

    /// Derivative of that order of a curve through points, at `self`; order 0 is the curve itself.
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

    /// Arc tangent of `self / x`, with `x` above zero [rad]: the angle of the vector (`x`, `self`), without a division of its own.
    #[inline(always)]
    fn atan_over(self, x: Self) -> Self {
        self.atan2(x)
    }

    /// [`Scalar::atan_over`] of four quotients that do not depend on each other. On numbers and registers operations are fused.
    #[inline(always)]
    fn four_atan_over([a, b, c, d]: [Self; 4], [w, x, y, z]: [Self; 4]) -> [Self; 4] {
        [a.atan_over(w), b.atan_over(x), c.atan_over(y), d.atan_over(z)]
    }

    /// Arc tangents of four numbers in the same way.
    #[inline(always)]
    fn four_atan(four: [Self; 4]) -> [Self; 4] {
        Self::four_atan_over(four, [Self::one(); 4])
    }

    /// Sines of four angles [rad] that do not depend on each other. On numbers and registers operations are fused.
    #[inline(always)]
    fn four_sin([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        [a.sin_cos().0, b.sin_cos().0, c.sin_cos().0, d.sin_cos().0]
    }

    /// Arc tangent [rad], as [`Scalar::four_atan`] has it.
    #[inline(always)]
    fn fused_atan(self) -> Self {
        self.atan()
    }

    /// [`Scalar::atan_over`], as [`Scalar::four_atan`] has it.
    #[inline(always)]
    fn fused_atan_over(self, x: Self) -> Self {
        self.atan_over(x)
    }

    /// Sine of an angle [rad], as [`Scalar::four_sin`] has it.
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

    /// `self` to any power: `exp(exponent ln self)` where `self` is above zero, else zero.
    ///
    /// Relative error: about `1 + |exponent ln self|` units of the last place.
    #[inline(always)]
    fn powf(self, exponent: Self) -> Self {
        (-self).select((exponent * self.ln()).exp(), Self::zero())
    }

    /// Largest absolute value it can have, if it is known at build time; it may be several numbers, one a lane.
    #[inline(always)]
    fn magnitude(self) -> Option<f64> {
        self.constant().map(f64::abs)
    }

    /// Whether it never changes while the vehicle moves: a constant, or dependent on parameters only.
    #[inline(always)]
    fn is_still(self) -> bool {
        self.constant().is_some()
    }

    /// Whether it is known to be at least a number, in all lanes. Lets a law skip what is zero there.
    #[inline(always)]
    fn is_at_least(self, least: f64) -> bool {
        let _ = least;
        false
    }

    /// Whether it is known to be zero, in all lanes. Lets a law skip what is multiplied by it.
    #[inline(always)]
    fn is_zero(self) -> bool {
        self.is_at_least(0.0) && (-self).is_at_least(0.0)
    }

    /// The constant, if it is known to be one. Lets an algorithm skip what vanishes by structure.
    fn constant(self) -> Option<f64>;
}
