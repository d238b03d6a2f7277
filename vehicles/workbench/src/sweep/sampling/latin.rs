//! Latin hypercube sampling (McKay, Beckman & Conover 1979): each of `n` equal strata of a parameter contains one of the `n`
//! points.
//!
//! A Feistel network permutes the strata. It is repeated until the result is below `n` (cycle walking: Black & Rogaway 2002,
//! section 3). The permutation of one index takes a few steps for any `n`.

use super::counter;

/// Rounds of the network. Four rounds give a pseudorandom permutation (Luby & Rackoff 1988).
const ROUNDS: u64 = 4;
/// Streams of random bits for one parameter: one for each round, and one for the position within a stratum.
const STREAMS: u64 = ROUNDS + 1;

/// Fraction of a parameter at a point. Its position within its stratum is random.
pub(super) fn fraction(seed: u64, parameter: u64, count: u64, index: u64) -> f64 {
    let within = counter::fraction(counter::bits(seed, STREAMS * parameter + ROUNDS, index));
    // Rounding must not raise the last stratum to one.
    ((permuted(seed, parameter, count, index) as f64 + within) / count as f64).min(1.0 - f64::EPSILON)
}

/// The stratum of a point: a permutation of the numbers below `count`.
fn permuted(seed: u64, parameter: u64, count: u64, index: u64) -> u64 {
    // Half of the bits of the network. Its range has at most four times as many numbers as needed.
    let half = (64 - count.saturating_sub(1).leading_zeros()).div_ceil(2).max(1);
    let mask = (1_u64 << half) - 1;
    let mut number = index;
    loop {
        let (mut left, mut right) = (number >> half, number & mask);
        for round in 0..ROUNDS {
            let mixed = counter::bits(seed, STREAMS * parameter + round, right) & mask;
            (left, right) = (right, left ^ mixed);
        }
        number = (left << half) | right;
        if number < count {
            return number;
        }
    }
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

    #[test]
    fn parameters_are_permuted_apart() {
        let [first, second] =
            [0, 1].map(|parameter| (0..100).map(|k| permuted(5, parameter, 100, k)).collect::<Vec<_>>());
        let same = first.iter().zip(&second).filter(|(one, other)| one == other).count();
        assert!(same < 10, "{same} of 100 strata are the same");
    }
}
