//! Plain numbers.

use super::{Everywhere, Register, Scalar};
use crate::curve::Curves;
use crate::math;

impl Scalar for f64 {
    #[inline(always)]
    fn sqrt(self) -> Self {
        math::sqrt(self)
    }

    #[inline(always)]
    fn sin_cos(self) -> (Self, Self) {
        math::sin_cos(self)
    }

    #[inline(always)]
    fn atan2(self, x: Self) -> Self {
        math::atan2(self, x)
    }

    #[inline(always)]
    fn atan(self) -> Self {
        math::atan(self)
    }

    #[inline(always)]
    fn atan_over(self, x: Self) -> Self {
        math::in_lanes::atan_over(self, x)
    }

    #[inline(always)]
    fn fused_atan_over(self, x: Self) -> Self {
        math::in_lanes::fused_atan_over(self, x)
    }

    #[inline(always)]
    fn four_atan_over(rises: [Self; 4], runs: [Self; 4]) -> [Self; 4] {
        Register::four_arc_tangents(rises, runs)
    }

    #[inline(always)]
    fn four_sin(four: [Self; 4]) -> [Self; 4] {
        Register::four_sines(four)
    }

    #[inline(always)]
    fn fused_atan(self) -> Self {
        math::fused::atan(self)
    }

    #[inline(always)]
    fn fused_sin(self) -> Self {
        self.fused_sines()
    }

    #[inline(always)]
    fn mul_add(self, b: Self, c: Self) -> Self {
        math::mul_add(self, b, c)
    }

    #[inline(always)]
    fn exp(self) -> Self {
        math::exp(self)
    }

    #[inline(always)]
    fn ln(self) -> Self {
        math::ln(self)
    }

    #[inline(always)]
    fn select(self, negative: Self, otherwise: Self) -> Self {
        if self < 0.0 { negative } else { otherwise }
    }

    #[inline(always)]
    fn abs(self) -> Self {
        math::abs(self)
    }

    #[inline(always)]
    fn lookup_derivative(self, curves: &impl Curves, order: usize) -> Self {
        curves.of_lane(0).derivative(self, order)
    }

    #[inline(always)]
    fn lookup_integral(self, curves: &impl Curves) -> Self {
        curves.of_lane(0).integral(self)
    }

    #[inline(always)]
    fn is_at_least(self, least: f64) -> bool {
        self >= least
    }

    #[inline(always)]
    fn constant(self) -> Option<f64> {
        Some(self)
    }
}

impl Everywhere for f64 {
    #[inline(always)]
    fn everywhere(number: f64) -> Self {
        number
    }
}

/// A plain number is a register of one lane.
impl Register for f64 {
    type Numbers = [f64; 1];

    #[inline(always)]
    fn numbers(self) -> [f64; 1] {
        [self]
    }

    #[inline(always)]
    fn with(self, [number]: [f64; 1]) -> Self {
        number
    }

    #[inline(always)]
    fn all(self, number: f64) -> Self {
        number
    }

    #[inline(always)]
    fn root(self) -> Self {
        math::sqrt(self)
    }

    #[inline(always)]
    fn fused(self, b: Self, c: Self) -> Self {
        math::mul_add(self, b, c)
    }

    #[inline(always)]
    fn below_zero(self, negative: Self, otherwise: Self) -> Self {
        if self < 0.0 { negative } else { otherwise }
    }

    #[inline(always)]
    fn is_within(self, low: f64, high: f64) -> bool {
        (low..=high).contains(&self)
    }

    #[inline(always)]
    fn sign(self) -> Self {
        f64::from_bits(self.to_bits() & (1 << 63))
    }

    #[inline(always)]
    fn turned(self, sign: Self) -> Self {
        f64::from_bits(self.to_bits() ^ sign.to_bits())
    }

    #[inline(always)]
    fn choose(self, yes: Self, no: Self) -> Self {
        if self.is_sign_negative() { yes } else { no }
    }

    #[inline(always)]
    fn left(self, bits: i32) -> Self {
        f64::from_bits(self.to_bits() << bits)
    }

    #[inline(always)]
    fn right(self, bits: i32) -> Self {
        f64::from_bits(self.to_bits() >> bits)
    }

    #[inline(always)]
    fn plus(self, bits: u64) -> Self {
        f64::from_bits(self.to_bits().wrapping_add(bits))
    }

    #[inline(always)]
    fn minus_bits(self, other: Self) -> Self {
        f64::from_bits(self.to_bits().wrapping_sub(other.to_bits()))
    }
}
