//! Four numbers where the processor has registers of eight.

use super::{F64x4, F64x8, Registers};
use core::arch::x86_64::*;
use core::ops::{Add, Div, Mul, Neg, Sub};
use wishbone_laws::math::{in_lanes, in_range};
use wishbone_laws::number::Register;

/// Four numbers whose functions are computed for two registers at once, in one of eight numbers (AVX-512): half of the instructions, of
/// the same bits.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Wide(F64x4);

/// Proof that the processor has AVX-512, as [`Registers`] is of AVX2.
#[derive(Clone, Copy, Debug)]
pub struct WideRegisters(Registers);

impl WideRegisters {
    /// A proof.
    ///
    /// # Safety
    /// The processor must have the instruction set. Where that is enabled for the calling function, the call is safe.
    #[inline]
    #[target_feature(enable = "avx2,fma,avx512f,avx512vl,avx512dq")]
    pub fn proven() -> Self {
        Self(Registers::proven())
    }

    /// Four numbers.
    #[inline(always)]
    pub fn x4(self, numbers: [f64; 4]) -> Wide {
        Wide(self.0.x4(numbers))
    }
}

impl Neg for Wide {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident) => {
        impl $trait for Wide {
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

/// Methods of the four numbers themselves.
macro_rules! own {
    ($($method:ident($($register:ident),*; $($number:ident: $type:ty)?);)*) => {$(
        #[inline(always)]
        fn $method(self, $($register: Self,)* $($number: $type)?) -> Self {
            Self(Register::$method(self.0, $($register.0,)* $($number)?))
        }
    )*};
}

impl Register for Wide {
    type Numbers = [f64; 4];

    #[inline(always)]
    fn numbers(self) -> [f64; 4] {
        self.0.numbers()
    }

    #[inline(always)]
    fn is_within(self, low: f64, high: f64) -> bool {
        self.0.is_within(low, high)
    }

    own! {
        with(; numbers: [f64; 4]);
        all(; number: f64);
        root(;);
        fused(b, c;);
        below_zero(negative, otherwise;);
        lesser(other;);
        greater(other;);
        where_below(other, yes, no;);
        sign(;);
        turned(sign;);
        choose(yes, no;);
        left(; bits: i32);
        right(; bits: i32);
        plus(; bits: u64);
        minus_bits(other;);
    }

    #[inline(always)]
    fn four_arc_tangents(four: [Self; 4]) -> [Self; 4] {
        // SAFETY: there are values, so the processor has the instruction set.
        unsafe { arc_tangents(four) }
    }

    #[inline(always)]
    fn four_sines_in_range(four: [Self; 4]) -> [Self; 4] {
        // SAFETY: there are values, so the processor has the instruction set.
        unsafe { sines(four) }
    }
}

/// Arc tangents [rad].
#[inline]
#[target_feature(enable = "avx2,fma,avx512f,avx512vl,avx512dq")]
fn arc_tangents([a, b, c, d]: [Wide; 4]) -> [Wide; 4] {
    let (one, other) = (in_lanes::fused_atan(joined(a, b)), in_lanes::fused_atan(joined(c, d)));
    let ([a, b], [c, d]) = (parted(one), parted(other));
    [a, b, c, d]
}

/// Sines of angles [rad]; no number where an angle is out of range.
#[inline]
#[target_feature(enable = "avx2,fma,avx512f,avx512vl,avx512dq")]
fn sines([a, b, c, d]: [Wide; 4]) -> [Wide; 4] {
    let (one, other) = (in_range::fused_sine(joined(a, b)), in_range::fused_sine(joined(c, d)));
    let ([a, b], [c, d]) = (parted(one), parted(other));
    [a, b, c, d]
}

#[inline]
#[target_feature(enable = "avx512f")]
fn joined(low: Wide, high: Wide) -> F64x8 {
    F64x8(_mm512_insertf64x4::<1>(_mm512_castpd256_pd512(low.0.0), high.0.0))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn parted(both: F64x8) -> [Wide; 2] {
    let (low, high) = (_mm512_castpd512_pd256(both.0), _mm512_extractf64x4_pd::<1>(both.0));
    [Wide(F64x4(low)), Wide(F64x4(high))]
}
