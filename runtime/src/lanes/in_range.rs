//! Vectors for laws without jumps and calls.

use super::{F64x4, F64x8};
use crate::math::in_range;
use core::arch::x86_64::{_mm256_set1_pd, _mm512_set1_pd};
use core::ops::{Add, Div, Mul, Neg, Sub};
use wishbone_laws::number::{Everywhere, Register};

/// A vector whose functions give NaN in lanes whose argument is out of range ([`in_range`]), without branches and calls. In range
/// these functions give the same bits as the functions of the vector type.
///
/// Only kernels that are compiled for the instruction set may name this vector: it can be made from a plain number,
/// without a proof.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InRange<R>(pub R);

impl Everywhere for InRange<F64x4> {
    #[inline(always)]
    fn everywhere(number: f64) -> Self {
        // SAFETY: only kernels for the instruction set name this type.
        Self(F64x4(unsafe { _mm256_set1_pd(number) }))
    }
}

impl Everywhere for InRange<F64x8> {
    #[inline(always)]
    fn everywhere(number: f64) -> Self {
        // SAFETY: only kernels for the instruction set name this type.
        Self(F64x8(unsafe { _mm512_set1_pd(number) }))
    }
}

impl<R: Register> Neg for InRange<R> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident) => {
        impl<R: Register> $trait for InRange<R> {
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

/// Methods of the register itself.
macro_rules! own {
    ($($method:ident($($register:ident),*; $($number:ident: $type:ty)?);)*) => {$(
        #[inline(always)]
        fn $method(self, $($register: Self,)* $($number: $type)?) -> Self {
            Self(self.0.$method($($register.0,)* $($number)?))
        }
    )*};
}

impl<R: Register> Register for InRange<R> {
    type Numbers = R::Numbers;

    #[inline(always)]
    fn numbers(self) -> R::Numbers {
        self.0.numbers()
    }

    #[inline(always)]
    fn is_within(self, low: f64, high: f64) -> bool {
        self.0.is_within(low, high)
    }

    own! {
        with(; numbers: R::Numbers);
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

    #[inline(always)]
    fn sines_and_cosines(self) -> (Self, Self) {
        in_range::sin_cos(self)
    }

    #[inline(always)]
    fn angles(self, x: Self) -> Self {
        in_range::atan2(self, x)
    }

    #[inline(always)]
    fn four_arc_tangents([a, b, c, d]: [Self; 4], [w, x, y, z]: [Self; 4]) -> [Self; 4] {
        let [a, b, c, d] = R::four_arc_tangents([a.0, b.0, c.0, d.0], [w.0, x.0, y.0, z.0]);
        [Self(a), Self(b), Self(c), Self(d)]
    }

    #[inline(always)]
    fn four_sines([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        let [a, b, c, d] = R::four_sines_in_range([a.0, b.0, c.0, d.0]);
        [Self(a), Self(b), Self(c), Self(d)]
    }

    #[inline(always)]
    fn fused_sines(self) -> Self {
        in_range::fused_sine(self)
    }

    #[inline(always)]
    fn exponentials(self) -> Self {
        in_range::exp(self)
    }

    #[inline(always)]
    fn logarithms(self) -> Self {
        in_range::ln(self)
    }
}
