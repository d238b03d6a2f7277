//! Four vectors whose functions are computed together.

use super::F64x4;
use core::arch::asm;
use core::ops::{Add, Div, Mul, Neg, Sub};
use wishbone_laws::number::Register;

/// Four vectors that go through each operation one after the other. While the first function waits for its result, the
/// others begin, and each constant of a function is loaded only once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Abreast(pub [F64x4; 4]);

impl Abreast {
    /// The same vectors. No vector is used before all four are computed. Otherwise the compiler would compute one function after the
    /// other, which keeps fewer values alive at a time (Magic Formula: 6 % more time).
    #[inline(always)]
    fn together(self) -> Self {
        // SAFETY: there are values, so the processor has the instruction set.
        unsafe { together(self) }
    }
}

#[inline]
#[target_feature(enable = "avx2,fma")]
fn together(Abreast([mut a, mut b, mut c, mut d]): Abreast) -> Abreast {
    // SAFETY: no instruction is written, but for a comment.
    unsafe {
        asm!(
            "/* {0} {1} {2} {3} */",
            inout(ymm_reg) a.0,
            inout(ymm_reg) b.0,
            inout(ymm_reg) c.0,
            inout(ymm_reg) d.0,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    Abreast([a, b, c, d])
}

impl Neg for Abreast {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([-a, -b, -c, -d])
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident) => {
        impl $trait for Abreast {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
                Self([a.$method(e), b.$method(f), c.$method(g), d.$method(h)])
            }
        }
    };
}

operator!(Add, add);
operator!(Sub, sub);
operator!(Mul, mul);
operator!(Div, div);

/// Methods of a register, vector by vector.
macro_rules! one_by_one {
    ($($method:ident($($register:ident),*; $($number:ident: $type:ty)?);)*) => {$(
        #[inline(always)]
        fn $method(self, $($register: Self,)* $($number: $type)?) -> Self {
            Self([
                Register::$method(self.0[0], $($register.0[0],)* $($number)?),
                Register::$method(self.0[1], $($register.0[1],)* $($number)?),
                Register::$method(self.0[2], $($register.0[2],)* $($number)?),
                Register::$method(self.0[3], $($register.0[3],)* $($number)?),
            ])
        }
    )*};
}

impl Register for Abreast {
    type Numbers = [f64; 16];

    #[inline(always)]
    fn numbers(self) -> [f64; 16] {
        let mut numbers = [0.0; 16];
        for (four, own) in numbers.chunks_exact_mut(4).zip(self.0) {
            four.copy_from_slice(&own.to_array());
        }
        numbers
    }

    #[inline(always)]
    fn with(self, n: [f64; 16]) -> Self {
        let [a, b, c, d] = self.0;
        Self([
            a.with([n[0], n[1], n[2], n[3]]),
            b.with([n[4], n[5], n[6], n[7]]),
            c.with([n[8], n[9], n[10], n[11]]),
            d.with([n[12], n[13], n[14], n[15]]),
        ])
    }

    #[inline(always)]
    fn is_within(self, low: f64, high: f64) -> bool {
        let [a, b, c, d] = self.0;
        a.is_within(low, high) && b.is_within(low, high) && c.is_within(low, high) && d.is_within(low, high)
    }

    #[inline(always)]
    fn all(self, number: f64) -> Self {
        Self([Register::all(self.0[0], number); 4])
    }

    #[inline(always)]
    fn fused(self, factor: Self, term: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h], [i, j, k, l]) = (self.0, factor.0, term.0);
        Self([a.fused(e, i), b.fused(f, j), c.fused(g, k), d.fused(h, l)]).together()
    }

    one_by_one! {
        root(;);
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
