//! Sums of many numbers by the vectors of the processor.

use crate::level::Level;
use crate::state;

/// Writes `from + factor * rate + ..` to `numbers`, for all terms in order. Each product and each sum is rounded, as without vectors.
#[inline]
pub(crate) fn sum_to<const K: usize>(numbers: &mut [f64], from: &[f64], terms: [(f64, &[f64]); K]) {
    #[target_feature(enable = "avx2")]
    fn v3<const K: usize>(numbers: &mut [f64], from: &[f64], terms: [(f64, &[f64]); K]) {
        state::sum_to(numbers, from, terms);
    }
    match Level::detect() {
        Level::Baseline => state::sum_to(numbers, from, terms),
        // SAFETY: the processor has been asked.
        Level::V3 | Level::V4 => unsafe { v3(numbers, from, terms) },
    }
}
