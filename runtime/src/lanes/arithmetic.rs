//! Vectors and their operators.

use super::Operand;
use core::arch::x86_64::*;
use core::mem::transmute;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// Defines a vector by its intrinsics.
macro_rules! vector {
    (
        $(#[$doc:meta])*
        $name:ident($raw:ident) by $make:ident, $features:literal, $lanes:literal lanes:
        $store:ident $set:ident $add:ident $sub:ident $mul:ident $div:ident $sqrt:ident $fma:ident
        $fms:ident $fnma:ident
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        #[repr(transparent)]
        pub struct $name(pub(super) $raw);

        /// A vector of these numbers.
        ///
        /// # Safety
        /// The processor must have the instruction set. Where that is enabled for the calling function, the call is safe.
        #[inline]
        #[target_feature(enable = $features)]
        pub fn $make(numbers: [f64; $lanes]) -> $name {
            // SAFETY: both are the same numbers in the same order.
            $name(unsafe { transmute::<[f64; $lanes], $raw>(numbers) })
        }

        // SAFETY, of all intrinsics below: a value of the type exists, so the processor has the instruction set of the type.
        impl $name {
            /// Its numbers, stored by an explicit instruction. If the memory of the vector is read instead, a step of the HMMWV takes
            /// 5 % longer.
            #[inline(always)]
            pub fn to_array(self) -> [f64; $lanes] {
                let mut numbers = [0.0; $lanes];
                // SAFETY: the array has as many numbers as are written.
                unsafe { $store(numbers.as_mut_ptr(), self.0) };
                numbers
            }

            /// The number in one lane.
            #[inline(always)]
            pub fn lane(self, lane: usize) -> f64 {
                self.to_array()[lane]
            }

            /// A vector of these numbers. An existing value, `self`, proves that the processor has the instruction set.
            #[inline(always)]
            pub(super) fn loaded(self, numbers: [f64; $lanes]) -> Self {
                // SAFETY: both are the same numbers in the same order.
                Self(unsafe { transmute::<[f64; $lanes], $raw>(numbers) })
            }

            /// One number in all lanes.
            #[inline(always)]
            pub(super) fn all(self, number: f64) -> Self {
                Self(unsafe { $set(number) })
            }

            /// Square roots.
            #[inline(always)]
            pub fn sqrt(self) -> Self {
                Self(unsafe { $sqrt(self.0) })
            }

            /// `self b + c`, rounded once.
            #[inline(always)]
            pub fn mul_add(self, b: impl Operand<Self>, c: impl Operand<Self>) -> Self {
                Self(unsafe { $fma(self.0, b.beside(self).0, c.beside(self).0) })
            }

            /// `self b - c`, rounded once.
            #[inline(always)]
            pub fn mul_sub(self, b: impl Operand<Self>, c: impl Operand<Self>) -> Self {
                Self(unsafe { $fms(self.0, b.beside(self).0, c.beside(self).0) })
            }

            /// `c - self b`, rounded once.
            #[inline(always)]
            pub fn neg_mul_add(self, b: impl Operand<Self>, c: impl Operand<Self>) -> Self {
                Self(unsafe { $fnma(self.0, b.beside(self).0, c.beside(self).0) })
            }

            /// `a b + self`, rounded once.
            #[inline(always)]
            pub fn plus_product(self, a: f64, b: f64) -> Self {
                self.all(a).mul_add(self.all(b), self)
            }

            /// `self - a b`, rounded once.
            #[inline(always)]
            pub fn minus_product(self, a: f64, b: f64) -> Self {
                self.all(a).neg_mul_add(self.all(b), self)
            }

            /// `a b - self`, rounded once.
            #[inline(always)]
            pub fn subtracted_from_product(self, a: f64, b: f64) -> Self {
                self.all(a).mul_sub(self.all(b), self)
            }
        }

        impl Operand<$name> for $name {
            #[inline(always)]
            fn beside(self, _: $name) -> $name {
                self
            }
        }

        impl Operand<$name> for f64 {
            #[inline(always)]
            fn beside(self, value: $name) -> $name {
                value.all(self)
            }
        }

        operator!($name, Add, add, $add);
        operator!($name, Sub, sub, $sub);
        operator!($name, Mul, mul, $mul);
        operator!($name, Div, div, $div);
    };
}

/// Implements an operator between two vectors, and between a vector and a number on either side.
macro_rules! operator {
    ($name:ident, $trait:ident, $method:ident, $intrinsic:ident) => {
        impl<O: Operand<$name>> $trait<O> for $name {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: O) -> Self {
                Self(unsafe { $intrinsic(self.0, other.beside(self).0) })
            }
        }

        impl $trait<$name> for f64 {
            type Output = $name;

            #[inline(always)]
            fn $method(self, other: $name) -> $name {
                $trait::$method(other.all(self), other)
            }
        }
    };
}

vector! {
    /// Two numbers (SSE2, FMA).
    F64x2(__m128d) by x2, "avx2,fma", 2 lanes:
    _mm_storeu_pd _mm_set1_pd _mm_add_pd _mm_sub_pd _mm_mul_pd _mm_div_pd _mm_sqrt_pd _mm_fmadd_pd
    _mm_fmsub_pd _mm_fnmadd_pd
}

vector! {
    /// Four numbers (AVX, FMA).
    F64x4(__m256d) by x4, "avx2,fma", 4 lanes:
    _mm256_storeu_pd _mm256_set1_pd _mm256_add_pd _mm256_sub_pd _mm256_mul_pd _mm256_div_pd
    _mm256_sqrt_pd _mm256_fmadd_pd _mm256_fmsub_pd _mm256_fnmadd_pd
}

vector! {
    /// Eight numbers (AVX-512).
    F64x8(__m512d) by x8, "avx2,fma,avx512f,avx512vl,avx512dq", 8 lanes:
    _mm512_storeu_pd _mm512_set1_pd _mm512_add_pd _mm512_sub_pd _mm512_mul_pd _mm512_div_pd
    _mm512_sqrt_pd _mm512_fmadd_pd _mm512_fmsub_pd _mm512_fnmadd_pd
}

impl Neg for F64x2 {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        // SAFETY: there is a value, so the processor has the instruction set.
        Self(unsafe { _mm_xor_pd(self.0, _mm_set1_pd(-0.0)) })
    }
}

impl Neg for F64x4 {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        // SAFETY: there is a value, so the processor has the instruction set.
        Self(unsafe { _mm256_xor_pd(self.0, _mm256_set1_pd(-0.0)) })
    }
}

impl Neg for F64x8 {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        // SAFETY: there is a value, so the processor has the instruction set.
        Self(unsafe { _mm512_xor_pd(self.0, _mm512_set1_pd(-0.0)) })
    }
}

impl F64x2 {
    /// `negative` where `self < 0`, else `otherwise`.
    #[inline(always)]
    pub fn select(self, negative: Self, otherwise: Self) -> Self {
        // SAFETY: there is a value, so the processor has the instruction set.
        Self(unsafe { _mm_blendv_pd(otherwise.0, negative.0, _mm_cmplt_pd(self.0, _mm_setzero_pd())) })
    }

    /// Sum of the lanes.
    #[inline(always)]
    pub fn sum(self) -> f64 {
        let [a, b] = self.to_array();
        a + b
    }
}

impl F64x4 {
    /// `negative` where `self < 0`, else `otherwise`.
    #[inline(always)]
    pub fn select(self, negative: Self, otherwise: Self) -> Self {
        // SAFETY: there is a value, so the processor has the instruction set.
        Self(unsafe {
            let below = _mm256_cmp_pd::<_CMP_LT_OQ>(self.0, _mm256_setzero_pd());
            _mm256_blendv_pd(otherwise.0, negative.0, below)
        })
    }

    /// Sum of the lanes, one after the other.
    #[inline(always)]
    pub fn sum(self) -> f64 {
        let [a, b, c, d] = self.to_array();
        a + b + c + d
    }
}

impl F64x8 {
    /// `negative` where `self < 0`, else `otherwise`.
    #[inline(always)]
    pub fn select(self, negative: Self, otherwise: Self) -> Self {
        // SAFETY: there is a value, so the processor has the instruction set.
        Self(unsafe {
            let below = _mm512_cmp_pd_mask::<_CMP_LT_OQ>(self.0, _mm512_setzero_pd());
            _mm512_mask_blend_pd(below, otherwise.0, negative.0)
        })
    }

    /// Sum of the lanes, one after the other.
    #[inline(always)]
    pub fn sum(self) -> f64 {
        let [a, b, c, d, e, f, g, h] = self.to_array();
        a + b + c + d + e + f + g + h
    }
}

/// Proof that the processor has AVX2 and FMA. The proof makes values in functions for which the instruction set is not
/// enabled. These functions are inlined into functions for which it is enabled. So one text serves several levels.
#[derive(Clone, Copy, Debug)]
pub struct Registers(());

impl Registers {
    /// A proof.
    ///
    /// # Safety
    /// The processor must have the instruction set. Where that is enabled for the calling function, the call is safe.
    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub fn proven() -> Self {
        Self(())
    }

    /// A vector of these numbers.
    #[inline(always)]
    pub fn x2(self, numbers: [f64; 2]) -> F64x2 {
        // SAFETY: there is a proof.
        unsafe { x2(numbers) }
    }

    /// A vector of these numbers.
    #[inline(always)]
    pub fn x4(self, numbers: [f64; 4]) -> F64x4 {
        // SAFETY: there is a proof.
        unsafe { x4(numbers) }
    }
}

/// Proof that the processor has AVX-512; corresponds to [`Registers`] for eight numbers.
#[derive(Clone, Copy, Debug)]
pub struct WideRegisters(());

impl WideRegisters {
    /// A proof.
    ///
    /// # Safety
    /// The processor must have the instruction set. Where that is enabled for the calling function, the call is safe.
    #[inline]
    #[target_feature(enable = "avx2,fma,avx512f,avx512vl,avx512dq")]
    pub fn proven() -> Self {
        Self(())
    }

    /// A vector of these numbers.
    #[inline(always)]
    pub fn x8(self, numbers: [f64; 8]) -> F64x8 {
        // SAFETY: there is a proof.
        unsafe { x8(numbers) }
    }
}
