//! Numbers in lanes.

use super::{Everywhere, Scalar};
use crate::curve::Curves;
use crate::math;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// A number for each lane of a register.
///
/// A number that is equal in all lanes is a register, too. An enumeration of plain numbers and registers took rustc three times as
/// long, because each operation then has a branch that only the optimiser removes.
#[derive(Clone, Copy, Debug)]
pub struct Lanes<R>(pub R);

impl<R: Everywhere> Lanes<R> {
    /// The number in one lane.
    ///
    /// # Panics
    /// If there is no such lane.
    #[inline(always)]
    pub fn lane(self, lane: usize) -> f64 {
        self.0.numbers().as_ref()[lane]
    }
}

impl<R: Everywhere> From<f64> for Lanes<R> {
    #[inline(always)]
    fn from(number: f64) -> Self {
        Self(R::everywhere(number))
    }
}

/// Whether all lanes are equal.
impl<R: Everywhere> PartialEq for Lanes<R> {
    fn eq(&self, other: &Self) -> bool {
        self.0.numbers().as_ref() == other.0.numbers().as_ref()
    }
}

impl<R: Everywhere> Neg for Lanes<R> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident) => {
        impl<R: Everywhere> $trait for Lanes<R> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(self.0.$method(other.0))
            }
        }
    };
}

operator!(Add, add);
operator!(Sub, sub);
operator!(Mul, mul);
operator!(Div, div);

#[inline(always)]
fn registers<R>([a, b, c, d]: [Lanes<R>; 4]) -> [R; 4] {
    [a.0, b.0, c.0, d.0]
}

#[inline(always)]
fn in_lanes<R>([a, b, c, d]: [R; 4]) -> [Lanes<R>; 4] {
    [Lanes(a), Lanes(b), Lanes(c), Lanes(d)]
}

/// Functions of a register.
macro_rules! own {
    ($($method:ident($($other:ident),*) = $own:ident;)*) => {$(
        #[inline(always)]
        fn $method(self, $($other: Self),*) -> Self {
            Self(self.0.$own($($other.0),*))
        }
    )*};
}

/// Results are rounded as plain numbers are, so a law gives equal bits in lanes and one by one.
impl<R: Everywhere> Scalar for Lanes<R> {
    own! {
        sqrt() = root;
        mul_add(b, c) = fused;
        select(negative, otherwise) = below_zero;
        min(other) = lesser;
        max(other) = greater;
        abs() = size;
        atan2(x) = angles;
        fused_sin() = fused_sines;
        exp() = exponentials;
        ln() = logarithms;
    }

    #[inline(always)]
    fn sin_cos(self) -> (Self, Self) {
        let (sines, cosines) = self.0.sines_and_cosines();
        (Self(sines), Self(cosines))
    }

    #[inline(always)]
    fn atan(self) -> Self {
        Self(math::in_lanes::atan(self.0))
    }

    #[inline(always)]
    fn atan_over(self, x: Self) -> Self {
        Self(math::in_lanes::atan_over(self.0, x.0))
    }

    #[inline(always)]
    fn fused_atan(self) -> Self {
        Self(math::in_lanes::fused_atan(self.0))
    }

    #[inline(always)]
    fn fused_atan_over(self, x: Self) -> Self {
        Self(math::in_lanes::fused_atan_over(self.0, x.0))
    }

    #[inline(always)]
    fn four_atan_over(rises: [Self; 4], runs: [Self; 4]) -> [Self; 4] {
        in_lanes(R::four_arc_tangents(registers(rises), registers(runs)))
    }

    #[inline(always)]
    fn four_sin(four: [Self; 4]) -> [Self; 4] {
        in_lanes(R::four_sines(registers(four)))
    }

    #[inline(always)]
    fn lookup_derivative(self, curves: &impl Curves, order: usize) -> Self {
        let mut numbers = self.0.numbers();
        for (lane, x) in numbers.as_mut().iter_mut().enumerate() {
            *x = curves.of_lane(lane).derivative(*x, order);
        }
        Self(self.0.with(numbers))
    }

    #[inline(always)]
    fn lookup_integral(self, curves: &impl Curves) -> Self {
        let mut numbers = self.0.numbers();
        for (lane, x) in numbers.as_mut().iter_mut().enumerate() {
            *x = curves.of_lane(lane).integral(*x);
        }
        Self(self.0.with(numbers))
    }

    #[inline(always)]
    fn is_at_least(self, least: f64) -> bool {
        self.0.is_within(least, f64::INFINITY)
    }

    #[inline(always)]
    fn constant(self) -> Option<f64> {
        None
    }
}
