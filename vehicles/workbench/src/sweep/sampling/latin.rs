//! Latin hypercube sampling (McKay, Beckman & Conover 1979): each of `n` equal strata of a parameter contains one of the `n`
//! points.

use super::counter;
use super::permutation::{ROUNDS, permuted};

/// Streams of random bits for one parameter: the streams of a permutation, and a stream for the position within a
/// stratum.
const STREAMS: u64 = ROUNDS + 1;

/// Fraction of a parameter at a point. Its position within its stratum is random.
pub(super) fn fraction(seed: u64, parameter: u64, count: u64, index: u64) -> f64 {
    let within = counter::fraction(counter::bits(seed, STREAMS * parameter + ROUNDS, index));
    let stratum = permuted((seed, STREAMS * parameter), count, index);
    // Rounding must not raise the last stratum to one.
    ((stratum as f64 + within) / count as f64).min(1.0 - f64::EPSILON)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stratum_holds_one_point() {
        for count in [1, 2, 3, 7, 64, 65, 1000] {
            for parameter in 0..3 {
                let mut strata: Vec<u64> = (0..count)
                    .map(|index| (fraction(5, parameter, count, index) * count as f64) as u64)
                    .collect();
                strata.sort_unstable();
                assert!(strata.into_iter().eq(0..count), "{count} points");
            }
        }
    }
}
