//! Numbers in lanes.

use super::{Register, Scalar};
use crate::curve::Curves;
use crate::math;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// A number for each lane of a register, or one number for all lanes.
///
/// A plain number can be made anywhere, a register only if the processor is known to have it. Therefore a value that is equal in all
/// lanes stays a plain number until an operation combines it with a register. The kind of a value follows from the text of a law and
/// never from values; after inlining, no check of the kind remains.
///
/// A curve that differs between lanes can be looked up only at a number for each lane, not at one number for all lanes.
#[derive(Clone, Copy, Debug)]
pub enum Lanes<R> {
    /// The same in all lanes.
    Same(f64),
    /// A number for each lane.
    Each(R),
}

use Lanes::{Each, Same};

impl<R: Register> Lanes<R> {
    /// This number as a register of the same kind as `register`.
    #[inline(always)]
    pub fn beside(self, register: R) -> R {
        match self {
            Same(number) => register.all(number),
            Each(register) => register,
        }
    }

    /// The number in one lane.
    ///
    /// # Panics
    /// If there is no such lane.
    #[inline(always)]
    pub fn lane(self, lane: usize) -> f64 {
        match self {
            Same(number) => number,
            Each(register) => register.numbers().as_ref()[lane],
        }
    }
}

impl<R> From<f64> for Lanes<R> {
    #[inline(always)]
    fn from(number: f64) -> Self {
        Same(number)
    }
}

/// Whether all lanes are equal.
impl<R: Register> PartialEq for Lanes<R> {
    fn eq(&self, other: &Self) -> bool {
        let equal = |a: R, b: R| a.numbers().as_ref() == b.numbers().as_ref();
        match (*self, *other) {
            (Same(a), Same(b)) => a == b,
            (Each(a), b) => equal(a, b.beside(a)),
            (a, Each(b)) => equal(a.beside(b), b),
        }
    }
}

impl<R: Register> Neg for Lanes<R> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        match self {
            Same(number) => Same(-number),
            Each(register) => Each(-register),
        }
    }
}

/// Four numbers as registers if one of them is a register, else as plain numbers.
#[inline(always)]
fn together<R: Register>(four: [Lanes<R>; 4]) -> Result<[R; 4], [f64; 4]> {
    match four {
        [Same(a), Same(b), Same(c), Same(d)] => Err([a, b, c, d]),
        [Each(r), ..] | [_, Each(r), ..] | [_, _, Each(r), _] | [.., Each(r)] => Ok(beside(four, r)),
    }
}

/// Four numbers as registers of the same kind as `register`.
#[inline(always)]
fn beside<R: Register>([a, b, c, d]: [Lanes<R>; 4], register: R) -> [R; 4] {
    [
        a.beside(register),
        b.beside(register),
        c.beside(register),
        d.beside(register),
    ]
}

#[inline(always)]
fn each<R>([a, b, c, d]: [R; 4]) -> [Lanes<R>; 4] {
    [Each(a), Each(b), Each(c), Each(d)]
}

#[inline(always)]
fn same<R>([a, b, c, d]: [f64; 4]) -> [Lanes<R>; 4] {
    [Same(a), Same(b), Same(c), Same(d)]
}

macro_rules! operator {
    ($trait:ident, $method:ident) => {
        impl<R: Register> $trait for Lanes<R> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                match (self, other) {
                    (Same(a), Same(b)) => Same(a.$method(b)),
                    (Each(a), b) => Each(a.$method(b.beside(a))),
                    (a, Each(b)) => Each(a.beside(b).$method(b)),
                }
            }
        }
    };
}

operator!(Add, add);
operator!(Sub, sub);
operator!(Mul, mul);
operator!(Div, div);

impl<R: Register> Scalar for Lanes<R> {
    #[inline(always)]
    fn sqrt(self) -> Self {
        match self {
            Same(number) => Same(math::sqrt(number)),
            Each(register) => Each(register.root()),
        }
    }

    /// Rounded as for plain numbers, so that a law gives the same bits in lanes and one by one.
    #[inline(always)]
    fn sin_cos(self) -> (Self, Self) {
        match self {
            Same(number) => {
                let (sine, cosine) = math::sin_cos(number);
                (Same(sine), Same(cosine))
            }
            Each(register) => {
                let (sine, cosine) = register.sines_and_cosines();
                (Each(sine), Each(cosine))
            }
        }
    }

    #[inline(always)]
    fn atan2(self, x: Self) -> Self {
        match (self, x) {
            (Same(y), Same(x)) => Same(math::atan2(y, x)),
            (Each(y), x) => Each(y.angles(x.beside(y))),
            (y, Each(x)) => Each(y.beside(x).angles(x)),
        }
    }

    #[inline(always)]
    fn atan(self) -> Self {
        match self {
            Same(number) => Same(math::atan(number)),
            Each(register) => Each(math::in_lanes::atan(register)),
        }
    }

    #[inline(always)]
    fn atan_over(self, x: Self) -> Self {
        match (self, x) {
            (Same(y), Same(x)) => Same(y.atan_over(x)),
            (Each(y), x) => Each(math::in_lanes::atan_over(y, x.beside(y))),
            (y, Each(x)) => Each(math::in_lanes::atan_over(y.beside(x), x)),
        }
    }

    #[inline(always)]
    fn fused_atan_over(self, x: Self) -> Self {
        match (self, x) {
            (Same(y), Same(x)) => Same(y.fused_atan_over(x)),
            (Each(y), x) => Each(math::in_lanes::fused_atan_over(y, x.beside(y))),
            (y, Each(x)) => Each(math::in_lanes::fused_atan_over(y.beside(x), x)),
        }
    }

    #[inline(always)]
    fn four_atan_over(rises: [Self; 4], runs: [Self; 4]) -> [Self; 4] {
        match (together(rises), together(runs)) {
            (Err(rises), Err(runs)) => same(f64::four_arc_tangents(rises, runs)),
            (Ok(rises), _) => each(R::four_arc_tangents(rises, beside(runs, rises[0]))),
            (_, Ok(runs)) => each(R::four_arc_tangents(beside(rises, runs[0]), runs)),
        }
    }

    #[inline(always)]
    fn four_sin(four: [Self; 4]) -> [Self; 4] {
        match together(four) {
            Ok(registers) => each(R::four_sines(registers)),
            Err(numbers) => same(f64::four_sines(numbers)),
        }
    }

    #[inline(always)]
    fn fused_atan(self) -> Self {
        match self {
            Same(number) => Same(math::fused::atan(number)),
            Each(register) => Each(math::in_lanes::fused_atan(register)),
        }
    }

    #[inline(always)]
    fn fused_sin(self) -> Self {
        match self {
            Same(number) => Same(number.fused_sines()),
            Each(register) => Each(register.fused_sines()),
        }
    }

    #[inline(always)]
    fn mul_add(self, b: Self, c: Self) -> Self {
        match (self, b, c) {
            (Same(a), Same(b), Same(c)) => Same(math::mul_add(a, b, c)),
            (Each(a), b, c) => Each(a.fused(b.beside(a), c.beside(a))),
            (a, Each(b), c) => Each(a.beside(b).fused(b, c.beside(b))),
            (a, b, Each(c)) => Each(a.beside(c).fused(b.beside(c), c)),
        }
    }

    #[inline(always)]
    fn exp(self) -> Self {
        match self {
            Same(number) => Same(math::exp(number)),
            Each(register) => Each(register.exponentials()),
        }
    }

    #[inline(always)]
    fn ln(self) -> Self {
        match self {
            Same(number) => Same(math::ln(number)),
            Each(register) => Each(register.logarithms()),
        }
    }

    #[inline(always)]
    fn select(self, negative: Self, otherwise: Self) -> Self {
        match (self, negative, otherwise) {
            (Same(test), Same(a), Same(b)) => Same(test.select(a, b)),
            (Each(test), a, b) => Each(test.below_zero(a.beside(test), b.beside(test))),
            (test, Each(a), b) => Each(test.beside(a).below_zero(a, b.beside(a))),
            (test, a, Each(b)) => Each(test.beside(b).below_zero(a.beside(b), b)),
        }
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        match (self, other) {
            (Same(a), Same(b)) => Same(a.lesser(b)),
            (Each(a), b) => Each(a.lesser(b.beside(a))),
            (a, Each(b)) => Each(a.beside(b).lesser(b)),
        }
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        match (self, other) {
            (Same(a), Same(b)) => Same(a.greater(b)),
            (Each(a), b) => Each(a.greater(b.beside(a))),
            (a, Each(b)) => Each(a.beside(b).greater(b)),
        }
    }

    #[inline(always)]
    fn abs(self) -> Self {
        match self {
            Same(number) => Same(math::abs(number)),
            Each(register) => Each(register.size()),
        }
    }

    #[inline(always)]
    fn lookup_derivative(self, curves: &impl Curves, order: usize) -> Self {
        match self {
            Same(x) => {
                debug_assert!(curves.lanes() == 1, "one number for several curves");
                Same(x.lookup_derivative(curves, order))
            }
            Each(register) => {
                let mut numbers = register.numbers();
                for (lane, x) in numbers.as_mut().iter_mut().enumerate() {
                    *x = curves.of_lane(lane).derivative(*x, order);
                }
                Each(register.with(numbers))
            }
        }
    }

    #[inline(always)]
    fn lookup_integral(self, curves: &impl Curves) -> Self {
        match self {
            Same(x) => {
                debug_assert!(curves.lanes() == 1, "one number for several curves");
                Same(x.lookup_integral(curves))
            }
            Each(register) => {
                let mut numbers = register.numbers();
                for (lane, x) in numbers.as_mut().iter_mut().enumerate() {
                    *x = curves.of_lane(lane).integral(*x);
                }
                Each(register.with(numbers))
            }
        }
    }

    #[inline(always)]
    fn is_at_least(self, least: f64) -> bool {
        match self {
            Same(number) => number >= least,
            Each(register) => register.is_within(least, f64::INFINITY),
        }
    }

    #[inline(always)]
    fn constant(self) -> Option<f64> {
        match self {
            Same(number) => Some(number),
            Each(_) => None,
        }
    }
}
