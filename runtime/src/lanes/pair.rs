//! Eight numbers in two vectors of four, for processors whose registers hold no more. Both halves go through each
//! operation one after the other, so that one begins while the other waits.
//!
//! No closures here: they would be functions without the instruction set, which the compiler does not inline.

use super::{F64x4, Operand, x4};
use core::ops::{Add, Div, Mul, Neg, Sub};
use wishbone_laws::number::Register;

/// Eight numbers in two vectors of four (AVX, FMA).
#[derive(Clone, Copy, Debug)]
pub struct F64x4x2(F64x4, F64x4);

/// Two vectors of these numbers.
///
/// # Safety
/// The processor must have the instruction set. Where that is enabled for the calling function, the call is safe.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub fn x4x2(numbers: [f64; 8]) -> F64x4x2 {
    let [a, b, c, d, e, f, g, h] = numbers;
    F64x4x2(x4([a, b, c, d]), x4([e, f, g, h]))
}

/// A method of two operands beside the value, half by half.
macro_rules! fused {
    ($(#[$doc:meta])* $method:ident) => {
        $(#[$doc])*
        #[inline(always)]
        pub fn $method(self, b: impl Operand<Self>, c: impl Operand<Self>) -> Self {
            let (b, c) = (b.beside(self), c.beside(self));
            Self(self.0.$method(b.0, c.0), self.1.$method(b.1, c.1))
        }
    };
}

/// A method of two numbers beside the value.
macro_rules! product {
    ($(#[$doc:meta])* $method:ident) => {
        $(#[$doc])*
        #[inline(always)]
        pub fn $method(self, a: f64, b: f64) -> Self {
            Self(self.0.$method(a, b), self.1.$method(a, b))
        }
    };
}

impl F64x4x2 {
    fused! {
        /// `self b + c`, rounded once.
        mul_add
    }
    fused! {
        /// `self b - c`, rounded once.
        mul_sub
    }
    fused! {
        /// `c - self b`, rounded once.
        neg_mul_add
    }
    product! {
        /// `a b + self`, rounded once.
        plus_product
    }
    product! {
        /// `self - a b`, rounded once.
        minus_product
    }
    product! {
        /// `a b - self`, rounded once.
        subtracted_from_product
    }

    /// Its numbers.
    #[inline(always)]
    pub fn to_array(self) -> [f64; 8] {
        let ([a, b, c, d], [e, f, g, h]) = (self.0.to_array(), self.1.to_array());
        [a, b, c, d, e, f, g, h]
    }

    /// The number in one lane.
    #[inline(always)]
    pub fn lane(self, lane: usize) -> f64 {
        self.to_array()[lane]
    }

    /// Square roots.
    #[inline(always)]
    pub fn sqrt(self) -> Self {
        Self(self.0.sqrt(), self.1.sqrt())
    }

    /// `negative` where `self < 0`, else `otherwise`.
    #[inline(always)]
    pub fn select(self, negative: Self, otherwise: Self) -> Self {
        Self(
            self.0.select(negative.0, otherwise.0),
            self.1.select(negative.1, otherwise.1),
        )
    }

    /// Sines and cosines of angles [rad].
    #[inline(always)]
    pub fn sin_cos(self) -> (Self, Self) {
        let (first, second) = (self.0.sin_cos(), self.1.sin_cos());
        (Self(first.0, second.0), Self(first.1, second.1))
    }

    /// Sines of angles [rad].
    #[inline(always)]
    pub fn sin(self) -> Self {
        self.sin_cos().0
    }

    /// Cosines of angles [rad].
    #[inline(always)]
    pub fn cos(self) -> Self {
        self.sin_cos().1
    }

    /// Angles of the points (`x`, `self`) [rad].
    #[inline(always)]
    pub fn atan2(self, x: Self) -> Self {
        Self(self.0.atan2(x.0), self.1.atan2(x.1))
    }

    /// Natural exponentials.
    #[inline(always)]
    pub fn exp(self) -> Self {
        Self(self.0.exp(), self.1.exp())
    }

    /// Natural logarithms.
    #[inline(always)]
    pub fn ln(self) -> Self {
        Self(self.0.ln(), self.1.ln())
    }

    /// Values of one piecewise linear curve: [`crate::table::lookup`] in each lane.
    #[inline(always)]
    pub fn lookup<const N: usize>(self, x_points: &[f64; N], y_points: &[f64; N]) -> Self {
        Self(self.0.lookup(x_points, y_points), self.1.lookup(x_points, y_points))
    }
}

impl Operand<F64x4x2> for F64x4x2 {
    #[inline(always)]
    fn beside(self, _: F64x4x2) -> F64x4x2 {
        self
    }
}

impl Operand<F64x4x2> for f64 {
    #[inline(always)]
    fn beside(self, value: F64x4x2) -> F64x4x2 {
        let half = self.beside(value.0);
        F64x4x2(half, half)
    }
}

impl Neg for F64x4x2 {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0, -self.1)
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident) => {
        impl<O: Operand<F64x4x2>> $trait<O> for F64x4x2 {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: O) -> Self {
                let other = other.beside(self);
                Self(self.0.$method(other.0), self.1.$method(other.1))
            }
        }

        impl $trait<F64x4x2> for f64 {
            type Output = F64x4x2;

            #[inline(always)]
            fn $method(self, other: F64x4x2) -> F64x4x2 {
                $trait::$method(self.beside(other), other)
            }
        }
    };
}

operator!(Add, add);
operator!(Sub, sub);
operator!(Mul, mul);
operator!(Div, div);

/// Methods of a register, half by half.
macro_rules! by_halves {
    ($($method:ident($($register:ident),*; $($number:ident: $type:ty)?);)*) => {$(
        #[inline(always)]
        fn $method(self, $($register: Self,)* $($number: $type)?) -> Self {
            Self(
                Register::$method(self.0, $($register.0,)* $($number)?),
                Register::$method(self.1, $($register.1,)* $($number)?),
            )
        }
    )*};
}

impl Register for F64x4x2 {
    type Numbers = [f64; 8];

    #[inline(always)]
    fn numbers(self) -> [f64; 8] {
        self.to_array()
    }

    #[inline(always)]
    fn with(self, numbers: [f64; 8]) -> Self {
        let [a, b, c, d, e, f, g, h] = numbers;
        Self(self.0.with([a, b, c, d]), self.1.with([e, f, g, h]))
    }

    #[inline(always)]
    fn is_within(self, low: f64, high: f64) -> bool {
        self.0.is_within(low, high) && self.1.is_within(low, high)
    }

    by_halves! {
        all(; number: f64);
        root(;);
        fused(b, c;);
        below_zero(negative, otherwise;);
        lesser(other;);
        greater(other;);
        where_below(other, yes, no;);
        value_below(other, value;);
        value_from(other, value;);
        sign(;);
        turned(sign;);
        choose(yes, no;);
        left(; bits: i32);
        right(; bits: i32);
        plus(; bits: u64);
        minus_bits(other;);
    }
}
