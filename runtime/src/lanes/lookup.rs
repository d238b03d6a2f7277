//! Piecewise linear curves in lanes.
//!
//! Comparisons are counted as in [`Straight::at`], in all lanes at once. Then the piece of each lane is loaded as one vector. Each lane
//! has the bits of that function.

use super::{F64x4, F64x8};
use crate::table::Straight;
use core::arch::x86_64::*;

/// Begins, ordinates there and slopes of one piece of each of four curves.
///
/// # Safety
/// The processor has AVX2, and no index is as large as `N`.
#[inline(always)]
unsafe fn pieces<const N: usize>(curves: [&Straight<N>; 4], indices: [u64; 4]) -> [__m256d; 3] {
    // SAFETY: see above.
    unsafe {
        let row = |lane: usize| {
            let row = curves[lane].pieces().get_unchecked(indices[lane] as usize);
            _mm256_loadu_pd(row.as_ptr())
        };
        let [a, b, c, d] = [row(0), row(1), row(2), row(3)];
        let [ab, cd] = [_mm256_unpacklo_pd(a, b), _mm256_unpacklo_pd(c, d)];
        let ordinates = _mm256_permute2f128_pd::<0x20>(_mm256_unpackhi_pd(a, b), _mm256_unpackhi_pd(c, d));
        let (begins, slopes) = (
            _mm256_permute2f128_pd::<0x20>(ab, cd),
            _mm256_permute2f128_pd::<0x31>(ab, cd),
        );
        [begins, ordinates, slopes]
    }
}

/// The four indices in a register.
///
/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn indices(four: __m256i) -> [u64; 4] {
    // SAFETY: see above.
    unsafe {
        let (low, high) = (_mm256_castsi256_si128(four), _mm256_extracti128_si256::<1>(four));
        let numbers = [
            _mm_cvtsi128_si64(low),
            _mm_extract_epi64::<1>(low),
            _mm_cvtsi128_si64(high),
            _mm_extract_epi64::<1>(high),
        ];
        numbers.map(i64::cast_unsigned)
    }
}

impl F64x4 {
    /// Values of a curve for each lane. All curves have the abscissae of the first.
    #[inline(always)]
    pub fn lookup<const N: usize>(self, curves: [&Straight<N>; 4]) -> Self {
        // SAFETY: a value of the type exists, so the processor has the instruction set. An index is a count of `N - 2` comparisons.
        let [begin, ordinate, slope] = unsafe {
            let mut begun = _mm256_setzero_si256();
            for &begin in curves[0].begins() {
                let is_begun = _mm256_cmp_pd::<_CMP_GE_OQ>(self.0, _mm256_set1_pd(begin));
                begun = _mm256_sub_epi64(begun, _mm256_castpd_si256(is_begun));
            }
            pieces(curves, indices(begun)).map(Self)
        };
        ordinate + slope * (self - begin)
    }
}

impl F64x8 {
    /// Values of a curve for each lane. All curves have the abscissae of the first.
    #[inline(always)]
    pub fn lookup<const N: usize>(self, curves: [&Straight<N>; 8]) -> Self {
        // SAFETY: a value of the type exists, so the processor has the instruction set. An index is a count of `N - 2` comparisons.
        let [begin, ordinate, slope] = unsafe {
            let mut begun = _mm512_setzero_si512();
            for &begin in curves[0].begins() {
                let is_begun = _mm512_cmp_pd_mask::<_CMP_GE_OQ>(self.0, _mm512_set1_pd(begin));
                begun = _mm512_mask_sub_epi64(begun, is_begun, begun, _mm512_set1_epi64(-1));
            }
            let [a, b, c, d, e, f, g, h] = curves;
            let low = pieces([a, b, c, d], indices(_mm512_castsi512_si256(begun)));
            let high = pieces([e, f, g, h], indices(_mm512_extracti64x4_epi64::<1>(begun)));
            let both = |k: usize| _mm512_insertf64x4::<1>(_mm512_castpd256_pd512(low[k]), high[k]);
            [both(0), both(1), both(2)].map(Self)
        };
        ordinate + slope * (self - begin)
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::super::{x4, x8};
    use crate::level::Level;
    use crate::table::Straight;

    const FORCES: [Straight<4>; 2] = [
        Straight::new([-1.0, 0.0, 0.7, 2.0], [3.0, 1.0, 1.1, 5.3]),
        Straight::new([-1.0, 0.0, 0.7, 2.0], [-3.0, 0.1, 0.3, 0.2]),
    ];

    /// On all pieces, on their ends, far outside, and for NaN.
    const PLACES: [f64; 16] = [
        -9.0,
        -1.0,
        -0.3,
        0.0,
        0.1,
        0.7,
        1.9,
        2.0,
        2.1,
        1e9,
        -1e9,
        -0.0,
        0.699_999_999_999_999_9,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ];

    /// Curve of a lane.
    fn of(lane: usize) -> &'static Straight<4> {
        &FORCES[lane % 3 % 2]
    }

    #[target_feature(enable = "avx2,fma")]
    fn by_four() -> [f64; 16] {
        let mut found = [0.0; 16];
        for k in (0..16).step_by(4) {
            let four = x4(core::array::from_fn(|i| PLACES[k + i])).lookup([of(k), of(k + 1), of(k + 2), of(k + 3)]);
            found[k..k + 4].copy_from_slice(&four.to_array());
        }
        found
    }

    #[target_feature(enable = "avx2,fma,avx512f,avx512vl,avx512dq")]
    fn by_eight() -> [f64; 16] {
        let mut found = [0.0; 16];
        for k in [0, 8] {
            let eight = x8(core::array::from_fn(|i| PLACES[k + i])).lookup(core::array::from_fn(|i| of(k + i)));
            found[k..k + 8].copy_from_slice(&eight.to_array());
        }
        found
    }

    #[test]
    fn lookups_in_lanes_have_the_bits_of_numbers() {
        let bits = |values: [f64; 16]| values.map(f64::to_bits);
        let alone = bits(core::array::from_fn(|k| of(k).at(PLACES[k])));
        if Level::detect() >= Level::V3 {
            // SAFETY: the processor has been asked.
            assert_eq!(bits(unsafe { by_four() }), alone);
        }
        if Level::detect() >= Level::V4 {
            // SAFETY: the processor has been asked.
            assert_eq!(bits(unsafe { by_eight() }), alone);
        }
    }
}
