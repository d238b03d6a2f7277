//! Functions for which there is no instruction. In each lane they give the bits of the functions of [`crate::math`], because they
//! share one text.

use super::abreast::Abreast;
use super::{F64x2, F64x4, F64x8};
use crate::math::{in_lanes, in_range};
use core::arch::x86_64::*;
use wishbone_laws::number::Register;

macro_rules! functions {
    ($name:ident) => {
        impl $name {
            /// Sines and cosines of angles [rad].
            #[inline(always)]
            pub fn sin_cos(self) -> (Self, Self) {
                in_lanes::fused_sin_cos(self)
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
                in_lanes::atan2(self, x)
            }

            /// Natural exponentials.
            #[inline(always)]
            pub fn exp(self) -> Self {
                in_lanes::exp(self)
            }

            /// Natural logarithms.
            #[inline(always)]
            pub fn ln(self) -> Self {
                in_lanes::ln(self)
            }

            /// Absolute values.
            #[inline(always)]
            pub fn abs(self) -> Self {
                self.size()
            }
        }
    };
}

functions!(F64x2);
functions!(F64x4);
functions!(F64x8);

/// Implements [`Register`] by the intrinsics of a vector.
macro_rules! register {
    (
        $name:ident, $lanes:literal lanes:
        $and:ident $xor:ident $splat:ident $splat_bits:ident $left:ident $right:ident $add:ident $sub:ident
        $to_bits:ident $from_bits:ident $min:ident $max:ident
        |$left_number:ident, $right_number:ident| $below:expr,
        |$mask:ident, $of:ident| $kept:expr, $removed:expr, $chosen:expr,
        |$test:ident, $yes:ident, $no:ident| $choose:expr, |$number:ident, $low:ident, $high:ident| $within:expr
        $(; $($more:item)*)?
    ) => {
        // SAFETY, of all intrinsics below: a value of the type exists, so the processor has the instruction set of the type.
        impl Register for $name {
            type Numbers = [f64; $lanes];

            #[inline(always)]
            fn numbers(self) -> [f64; $lanes] {
                self.to_array()
            }

            #[inline(always)]
            fn with(self, numbers: [f64; $lanes]) -> Self {
                self.loaded(numbers)
            }

            #[inline(always)]
            fn all(self, number: f64) -> Self {
                self.all(number)
            }

            #[inline(always)]
            fn root(self) -> Self {
                self.sqrt()
            }

            #[inline(always)]
            fn fused(self, b: Self, c: Self) -> Self {
                self.mul_add(b, c)
            }

            // If the numbers are equal, or one is NaN, the instructions return the second number.

            #[inline(always)]
            fn lesser(self, other: Self) -> Self {
                Self(unsafe { $min(self.0, other.0) })
            }

            #[inline(always)]
            fn greater(self, other: Self) -> Self {
                Self(unsafe { $max(self.0, other.0) })
            }

            #[inline(always)]
            fn where_below(self, other: Self, yes: Self, no: Self) -> Self {
                let ($left_number, $right_number, $yes, $no) = (self.0, other.0, yes.0, no.0);
                Self(unsafe {
                    let $mask = $below;
                    $chosen
                })
            }

            #[inline(always)]
            fn value_below(self, other: Self, value: Self) -> Self {
                let ($left_number, $right_number, $of) = (self.0, other.0, value.0);
                Self(unsafe {
                    let $mask = $below;
                    $kept
                })
            }

            #[inline(always)]
            fn value_from(self, other: Self, value: Self) -> Self {
                let ($left_number, $right_number, $of) = (self.0, other.0, value.0);
                Self(unsafe {
                    let $mask = $below;
                    $removed
                })
            }

            #[inline(always)]
            fn below_zero(self, negative: Self, otherwise: Self) -> Self {
                self.select(negative, otherwise)
            }

            #[inline(always)]
            fn is_within(self, low: f64, high: f64) -> bool {
                let ($number, $low, $high) = (self.0, self.all(low).0, self.all(high).0);
                unsafe { $within }
            }

            #[inline(always)]
            fn sign(self) -> Self {
                Self(unsafe { $and(self.0, $splat(-0.0)) })
            }

            #[inline(always)]
            fn turned(self, sign: Self) -> Self {
                Self(unsafe { $xor(self.0, sign.0) })
            }

            #[inline(always)]
            fn choose(self, yes: Self, no: Self) -> Self {
                let ($test, $yes, $no) = (self.0, yes.0, no.0);
                Self(unsafe { $choose })
            }

            #[inline(always)]
            fn left(self, bits: i32) -> Self {
                Self(unsafe { $from_bits($left($to_bits(self.0), _mm_cvtsi32_si128(bits))) })
            }

            #[inline(always)]
            fn right(self, bits: i32) -> Self {
                Self(unsafe { $from_bits($right($to_bits(self.0), _mm_cvtsi32_si128(bits))) })
            }

            #[inline(always)]
            fn plus(self, bits: u64) -> Self {
                Self(unsafe { $from_bits($add($to_bits(self.0), $splat_bits(bits.cast_signed()))) })
            }

            #[inline(always)]
            fn minus_bits(self, other: Self) -> Self {
                Self(unsafe { $from_bits($sub($to_bits(self.0), $to_bits(other.0))) })
            }

            $($($more)*)?
        }
    };
}

register! {
    F64x2, 2 lanes:
    _mm_and_pd _mm_xor_pd _mm_set1_pd _mm_set1_epi64x _mm_sll_epi64 _mm_srl_epi64 _mm_add_epi64 _mm_sub_epi64
    _mm_castpd_si128 _mm_castsi128_pd _mm_min_pd _mm_max_pd
    |a, b| _mm_cmplt_pd(a, b),
    |below, value| _mm_and_pd(below, value), _mm_andnot_pd(below, value), _mm_blendv_pd(no, yes, below),
    |test, yes, no| _mm_blendv_pd(no, yes, test),
    |x, low, high| _mm_movemask_pd(_mm_and_pd(_mm_cmpge_pd(x, low), _mm_cmple_pd(x, high))) == 0b11
}

register! {
    F64x4, 4 lanes:
    _mm256_and_pd _mm256_xor_pd _mm256_set1_pd _mm256_set1_epi64x _mm256_sll_epi64 _mm256_srl_epi64 _mm256_add_epi64
    _mm256_sub_epi64 _mm256_castpd_si256 _mm256_castsi256_pd _mm256_min_pd _mm256_max_pd
    |a, b| _mm256_cmp_pd::<_CMP_LT_OQ>(a, b),
    |below, value| _mm256_and_pd(below, value), _mm256_andnot_pd(below, value), _mm256_blendv_pd(no, yes, below),
    |test, yes, no| _mm256_blendv_pd(no, yes, test),
    |x, low, high| {
        let (above, below) = (_mm256_cmp_pd::<_CMP_GE_OQ>(x, low), _mm256_cmp_pd::<_CMP_LE_OQ>(x, high));
        _mm256_movemask_pd(_mm256_and_pd(above, below)) == 0b1111
    };

    #[inline(always)]
    fn four_arc_tangents(rises: [Self; 4], runs: [Self; 4]) -> [Self; 4] {
        in_lanes::fused_atan_over(Abreast(rises), Abreast(runs)).0
    }

    #[inline(always)]
    fn four_sines_in_range(four: [Self; 4]) -> [Self; 4] {
        in_range::fused_sine(Abreast(four)).0
    }
}

register! {
    F64x8, 8 lanes:
    _mm512_and_pd _mm512_xor_pd _mm512_set1_pd _mm512_set1_epi64 _mm512_sll_epi64 _mm512_srl_epi64 _mm512_add_epi64
    _mm512_sub_epi64 _mm512_castpd_si512 _mm512_castsi512_pd _mm512_min_pd _mm512_max_pd
    |a, b| _mm512_cmp_pd_mask::<_CMP_LT_OQ>(a, b),
    |below, value| _mm512_maskz_mov_pd(below, value), _mm512_maskz_mov_pd(!below, value),
    _mm512_mask_blend_pd(below, no, yes),
    |test, yes, no| _mm512_mask_blend_pd(_mm512_movepi64_mask(_mm512_castpd_si512(test)), no, yes),
    |x, low, high| {
        _mm512_cmp_pd_mask::<_CMP_GE_OQ>(x, low) & _mm512_cmp_pd_mask::<_CMP_LE_OQ>(x, high) == 0b1111_1111
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::super::{x2, x4, x8};
    use crate::lanes::InRange;
    use crate::level::Level;
    use crate::math::{self, in_lanes};
    use wishbone_laws::number::{Lanes, Register, Scalar};

    /// Angles in all quadrants, an angle whose sine differs without fused operations, angles beyond the limit, and NaN.
    const ANGLES: [f64; 16] = [
        0.0,
        0.3,
        -0.9,
        1.5,
        -2.0,
        2.9,
        3.5,
        -4.4,
        5.2,
        6.1,
        -7.7,
        512.8232880048653,
        -9.9e5,
        2.2e6,
        f64::INFINITY,
        f64::NAN,
    ];

    #[target_feature(enable = "avx2,fma")]
    fn by_two_and_four() -> [[(f64, f64); 16]; 2] {
        let mut found = [[(0.0, 0.0); 16]; 2];
        for k in (0..16).step_by(2) {
            let (sine, cosine) = x2([ANGLES[k], ANGLES[k + 1]]).sin_cos();
            (0..2).for_each(|i| found[0][k + i] = (sine.lane(i), cosine.lane(i)));
        }
        for k in (0..16).step_by(4) {
            let (sine, cosine) = x4([ANGLES[k], ANGLES[k + 1], ANGLES[k + 2], ANGLES[k + 3]]).sin_cos();
            (0..4).for_each(|i| found[1][k + i] = (sine.lane(i), cosine.lane(i)));
        }
        found
    }

    #[target_feature(enable = "avx2,fma,avx512f,avx512vl,avx512dq")]
    fn by_eight() -> [(f64, f64); 16] {
        let mut found = [(0.0, 0.0); 16];
        for k in [0, 8] {
            let (sine, cosine) = x8(core::array::from_fn(|i| ANGLES[k + i])).sin_cos();
            (0..8).for_each(|i| found[k + i] = (sine.lane(i), cosine.lane(i)));
        }
        found
    }

    /// Points in all octants of the plane, on its axes and diagonals, and points with NaN, in groups of eight.
    const POINTS: [(f64, f64); 32] = {
        let mut points = [(0.0, 0.0); 32];
        let sizes = [1.0, 0.3, 0.41, 0.42, 5.0, 1e-20, 0.0, 0.999];
        let mut k = 0;
        while k < 24 {
            let sign = if k < 8 { 1.0 } else { -1.0 };
            points[k] = if k < 16 {
                (sign * sizes[k % 8], 1.0)
            } else {
                (2.0, sign * sizes[k % 8])
            };
            k += 1;
        }
        points[24] = (f64::INFINITY, 1.0);
        points[25] = (f64::NAN, 1.0);
        points[26] = (1e-300, -1e-300);
        points
    };

    #[target_feature(enable = "avx2,fma")]
    fn angles_by_two_and_four() -> [[f64; 32]; 2] {
        let mut found = [[0.0; 32]; 2];
        for k in (0..32).step_by(2) {
            let (y, x) = (x2([0, 1].map(|i| POINTS[k + i].0)), x2([0, 1].map(|i| POINTS[k + i].1)));
            found[0][k..k + 2].copy_from_slice(&y.atan2(x).to_array());
        }
        for k in (0..32).step_by(4) {
            let [y, x] =
                [|p: (f64, f64)| p.0, |p: (f64, f64)| p.1].map(|of| x4([0, 1, 2, 3].map(|i| of(POINTS[k + i]))));
            found[1][k..k + 4].copy_from_slice(&y.atan2(x).to_array());
        }
        found
    }

    #[target_feature(enable = "avx2,fma,avx512f,avx512vl,avx512dq")]
    fn angles_by_eight() -> [f64; 32] {
        let mut found = [0.0; 32];
        for k in (0..32).step_by(8) {
            let y = x8(core::array::from_fn(|i| POINTS[k + i].0));
            let x = x8(core::array::from_fn(|i| POINTS[k + i].1));
            found[k..k + 8].copy_from_slice(&y.atan2(x).to_array());
        }
        found
    }

    #[test]
    fn angles_of_points_in_lanes_have_the_bits_of_numbers() {
        let bits = |angles: [f64; 32]| angles.map(f64::to_bits);
        let alone = bits(POINTS.map(|(y, x)| math::atan2(y, x)));
        if Level::detect() >= Level::V3 {
            // SAFETY: the processor has been asked.
            let [two, four] = unsafe { angles_by_two_and_four() };
            assert_eq!(bits(two), alone);
            assert_eq!(bits(four), alone);
        }
        if Level::detect() >= Level::V4 {
            // SAFETY: the processor has been asked.
            assert_eq!(bits(unsafe { angles_by_eight() }), alone);
        }
    }

    #[target_feature(enable = "avx2,fma")]
    fn slopes_by_two_four_and_sixteen() -> [[f64; 16]; 3] {
        let slopes: [f64; 16] = core::array::from_fn(|k| POINTS[k].0);
        let mut found = [[0.0; 16]; 3];
        for k in (0..16).step_by(2) {
            let two = in_lanes::fused_atan(x2([slopes[k], slopes[k + 1]]));
            found[0][k..k + 2].copy_from_slice(&two.to_array());
        }
        let fours = [0, 4, 8, 12].map(|k| x4([slopes[k], slopes[k + 1], slopes[k + 2], slopes[k + 3]]));
        let together = Register::four_arc_tangents(fours, [fours[0].all(1.0); 4]);
        for k in 0..4 {
            found[1][4 * k..4 * k + 4].copy_from_slice(&in_lanes::fused_atan(fours[k]).to_array());
            found[2][4 * k..4 * k + 4].copy_from_slice(&together[k].to_array());
        }
        found
    }

    #[target_feature(enable = "avx2,fma,avx512f,avx512vl,avx512dq")]
    fn slopes_by_eight() -> [f64; 16] {
        let mut found = [0.0; 16];
        for k in [0, 8] {
            let eight = in_lanes::fused_atan(x8(core::array::from_fn(|i| POINTS[k + i].0)));
            found[k..k + 8].copy_from_slice(&eight.to_array());
        }
        found
    }

    #[test]
    fn arc_tangents_in_lanes_have_the_bits_of_numbers() {
        let bits = |angles: [f64; 16]| angles.map(f64::to_bits);
        let alone: [f64; 16] = core::array::from_fn(|k| math::fused::atan(POINTS[k].0));
        if Level::detect() >= Level::V3 {
            // SAFETY: the processor has been asked.
            for found in unsafe { slopes_by_two_four_and_sixteen() } {
                assert_eq!(bits(found), bits(alone));
            }
        }
        if Level::detect() >= Level::V4 {
            // SAFETY: the processor has been asked.
            assert_eq!(bits(unsafe { slopes_by_eight() }), bits(alone));
        }
    }

    #[test]
    fn lanes_give_the_bits_of_numbers() {
        let bits = |both: [(f64, f64); 16]| both.map(|(s, c)| (s.to_bits(), c.to_bits()));
        let alone = bits(ANGLES.map(math::fused::sin_cos));
        if Level::detect() >= Level::V3 {
            // SAFETY: the processor has been asked.
            let [two, four] = unsafe { by_two_and_four() };
            assert_eq!(bits(two), alone);
            assert_eq!(bits(four), alone);
        }
        if Level::detect() >= Level::V4 {
            // SAFETY: the processor has been asked.
            assert_eq!(bits(unsafe { by_eight() }), alone);
        }
    }

    /// Arguments of exponential and logarithm: ordinary numbers, the ends of the functions' ranges, and NaN.
    #[allow(clippy::approx_constant, reason = "beside each other")]
    const ARGUMENTS: [f64; 24] = [
        1.0,
        0.5,
        0.7071067811865475,
        0.7071067811865476,
        1.4142135623730951,
        2.0,
        3e-200,
        7e200,
        -1.0,
        0.34657359027997264,
        -20.5,
        300.7,
        -707.9,
        707.9,
        1e-9,
        100.0,
        0.0,
        -0.0,
        709.5,
        -745.0,
        1e-310,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ];

    #[target_feature(enable = "avx2,fma")]
    fn powers_by_two_and_four() -> [[(f64, f64); 24]; 2] {
        let mut found = [[(0.0, 0.0); 24]; 2];
        for k in (0..24).step_by(2) {
            let x = x2([0, 1].map(|i| ARGUMENTS[k + i]));
            let (power, logarithm) = (x.exp(), x.ln());
            (0..2).for_each(|i| found[0][k + i] = (power.lane(i), logarithm.lane(i)));
        }
        for k in (0..24).step_by(4) {
            let x = x4([0, 1, 2, 3].map(|i| ARGUMENTS[k + i]));
            let (power, logarithm) = (x.exp(), x.ln());
            (0..4).for_each(|i| found[1][k + i] = (power.lane(i), logarithm.lane(i)));
        }
        found
    }

    #[target_feature(enable = "avx2,fma,avx512f,avx512vl,avx512dq")]
    fn powers_by_eight() -> [(f64, f64); 24] {
        let mut found = [(0.0, 0.0); 24];
        for k in (0..24).step_by(8) {
            let x = x8(core::array::from_fn(|i| ARGUMENTS[k + i]));
            let (power, logarithm) = (x.exp(), x.ln());
            (0..8).for_each(|i| found[k + i] = (power.lane(i), logarithm.lane(i)));
        }
        found
    }

    #[test]
    fn exponentials_and_logarithms_in_lanes_have_the_bits_of_numbers() {
        let bits = |both: [(f64, f64); 24]| both.map(|(e, l)| (e.to_bits(), l.to_bits()));
        let alone = bits(ARGUMENTS.map(|x| (math::exp(x), math::ln(x))));
        if Level::detect() >= Level::V3 {
            // SAFETY: the processor has been asked.
            for found in unsafe { powers_by_two_and_four() } {
                assert_eq!(bits(found), alone);
            }
        }
        if Level::detect() >= Level::V4 {
            // SAFETY: the processor has been asked.
            assert_eq!(bits(unsafe { powers_by_eight() }), alone);
        }
    }

    /// Every function of the scalar, and operators with a constant on either side.
    fn law<S: Scalar>(x: S, y: S) -> S {
        let (sine, cosine) = (x * S::from(3.0)).sin_cos();
        let angle = (S::one() - x).atan2(y);
        let power = (-(x * x)).exp() + (x * x + S::from(0.5)).ln() + y.abs().powf(S::from(0.3)) + y.powi(-3);
        let chosen = (x - y).select(sine.abs().sqrt(), S::from(2.0) / cosine);
        (chosen * power - angle.atan()).min(S::from(9.0)).max(-(y * y))
    }

    #[target_feature(enable = "avx2,fma")]
    fn law_in_lanes(x: [f64; 4], y: [f64; 4]) -> [[f64; 4]; 2] {
        let first = law(Lanes(InRange(x4(x))), Lanes::from(0.7));
        let second = law(Lanes::from(0.3), Lanes(InRange(x4(y))));
        [first, second].map(|results| core::array::from_fn(|lane| results.lane(lane)))
    }

    #[test]
    fn a_law_in_lanes_is_the_law_on_each_number() {
        if Level::detect() < Level::V3 {
            return;
        }
        let mut rng = fastrand::Rng::with_seed(2);
        for _ in 0..500 {
            let mut number = || 4.0 * rng.f64() - 2.0;
            let [x, y]: [[f64; 4]; 2] = core::array::from_fn(|_| core::array::from_fn(|_| number()));
            // SAFETY: the processor has been asked.
            let [first, second] = unsafe { law_in_lanes(x, y) };
            assert_eq!(first.map(f64::to_bits), x.map(|x| law(x, 0.7).to_bits()));
            assert_eq!(second.map(f64::to_bits), y.map(|y| law(0.3, y).to_bits()));
        }
    }
}
