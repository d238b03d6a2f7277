//! The operations by which elementary functions are written.

use crate::math::{in_lanes, in_range};
use core::ops::{Add, Div, Mul, Neg, Sub};

/// Several numbers side by side, with access to their bits; an `f64` is a register of one lane.
///
/// A register is made only from an existing register ([`Register::all`], [`Register::with`]). So a value of a register
/// type is a proof that the processor has its instruction set. In each lane all operations round like the operations of
/// `f64`.
///
/// The names of the methods differ from the names in [`Scalar`](super::Scalar) and in the vectors themselves. All functions over
/// registers are `#[inline(always)]`, because they have to be compiled within functions for an instruction set.
pub trait Register:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// A number for each lane, as an array.
    type Numbers: Copy + AsRef<[f64]> + AsMut<[f64]>;

    /// Its numbers.
    fn numbers(self) -> Self::Numbers;
    /// A register of these numbers.
    fn with(self, numbers: Self::Numbers) -> Self;
    /// A register with one number in all lanes.
    fn all(self, number: f64) -> Self;

    /// Square roots.
    fn root(self) -> Self;
    /// `self b + c`, rounded once.
    fn fused(self, b: Self, c: Self) -> Self;
    /// `negative` where `self < 0`, else `otherwise`.
    fn below_zero(self, negative: Self, otherwise: Self) -> Self;

    /// Whether the numbers of all lanes are from `low` to `high`, both included.
    fn is_within(self, low: f64, high: f64) -> bool;

    /// The sign bit alone.
    fn sign(self) -> Self;
    /// `self` with the opposite sign where the sign bit of `sign` is set; `sign` has no other bits.
    fn turned(self, sign: Self) -> Self;
    /// `yes` where the sign bit of `self` is set, else `no`.
    fn choose(self, yes: Self, no: Self) -> Self;
    /// The bits, shifted to the left.
    fn left(self, bits: i32) -> Self;
    /// The bits, shifted to the right and filled with zeros.
    fn right(self, bits: i32) -> Self;
    /// Sum of the bits, as whole numbers, and another whole number.
    fn plus(self, bits: u64) -> Self;
    /// Difference of the bits, as whole numbers.
    fn minus_bits(self, other: Self) -> Self;

    /// The lesser of the two: `self` where it is below `other`, else `other`.
    #[inline(always)]
    fn lesser(self, other: Self) -> Self {
        (self - other).below_zero(self, other)
    }

    /// The greater of the two: `self` where it is above `other`, else `other`.
    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        (other - self).below_zero(self, other)
    }

    /// `yes` where `self` is below `other`, else `no`.
    #[inline(always)]
    fn where_below(self, other: Self, yes: Self, no: Self) -> Self {
        (self - other).below_zero(yes, no)
    }

    /// `value` where `self` is below `other`, else zero.
    #[inline(always)]
    fn value_below(self, other: Self, value: Self) -> Self {
        self.where_below(other, value, self.all(0.0))
    }

    /// `value` where `self` is not below `other`, else zero.
    #[inline(always)]
    fn value_from(self, other: Self, value: Self) -> Self {
        self.where_below(other, self.all(0.0), value)
    }

    /// Absolute values.
    #[inline(always)]
    fn size(self) -> Self {
        self.turned(self.sign())
    }

    /// `value` where `self` is from `low` to `high`, else NaN.
    #[inline(always)]
    fn or_none(self, [low, high]: [f64; 2], value: Self) -> Self {
        let none = self.all(f64::NAN);
        let below_high = (self.all(high) - self).below_zero(none, value);
        (self - self.all(low)).below_zero(none, below_high)
    }

    /// Sines and cosines of angles [rad].
    #[inline(always)]
    fn sines_and_cosines(self) -> (Self, Self) {
        in_lanes::sin_cos(self)
    }

    /// Angles of the points (`x`, `self`) [rad].
    #[inline(always)]
    fn angles(self, x: Self) -> Self {
        in_lanes::atan2(self, x)
    }

    /// Arc tangents of four quotients [rad], by fused operations, computed together if this is faster. The divisors are above zero.
    #[inline(always)]
    fn four_arc_tangents([a, b, c, d]: [Self; 4], [w, x, y, z]: [Self; 4]) -> [Self; 4] {
        [
            in_lanes::fused_atan_over(a, w),
            in_lanes::fused_atan_over(b, x),
            in_lanes::fused_atan_over(c, y),
            in_lanes::fused_atan_over(d, z),
        ]
    }

    /// Sines of four registers of angles [rad], by fused operations, computed together if this is faster.
    #[inline(always)]
    fn four_sines([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        [
            in_lanes::fused_sine(a),
            in_lanes::fused_sine(b),
            in_lanes::fused_sine(c),
            in_lanes::fused_sine(d),
        ]
    }

    /// Four sines, with NaN where an angle is out of range.
    #[inline(always)]
    fn four_sines_in_range([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        [
            in_range::fused_sine(a),
            in_range::fused_sine(b),
            in_range::fused_sine(c),
            in_range::fused_sine(d),
        ]
    }

    /// Sines of angles [rad], by fused operations.
    #[inline(always)]
    fn fused_sines(self) -> Self {
        in_lanes::fused_sine(self)
    }

    /// Natural exponentials.
    #[inline(always)]
    fn exponentials(self) -> Self {
        in_lanes::exp(self)
    }

    /// Natural logarithms.
    #[inline(always)]
    fn logarithms(self) -> Self {
        in_lanes::ln(self)
    }

    /// A function of a plain number in each lane, one after the other.
    #[inline(always)]
    fn each(self, f: impl Fn(f64) -> f64) -> Self {
        let mut numbers = self.numbers();
        for number in numbers.as_mut() {
            *number = f(*number);
        }
        self.with(numbers)
    }
}

/// A register that can be made of a number alone.
///
/// A plain number can be made everywhere; a vector of an instruction set can be made only if the processor is known to
/// have the instruction set. So vectors themselves are not made in this way. Only kernels for their instruction set
/// name a vector type that can be made.
pub trait Everywhere: Register {
    /// A register with this number in all lanes.
    fn everywhere(number: f64) -> Self;
}
