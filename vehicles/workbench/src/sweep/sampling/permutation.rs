//! Random permutations by counter: each number is a function of only the key and the index.
//!
//! A Feistel network permutes the numbers. The step is repeated until the result is below `n` (cycle walking: Black &
//! Rogaway 2002, section 3). The permutation of one index takes a few steps for any `n`.

use super::counter;

/// Rounds of the network, and streams of random bits that a permutation takes. Four rounds give a pseudorandom permutation (Luby &
/// Rackoff 1988).
pub(super) const ROUNDS: u64 = 4;

/// A permutation of the numbers below `count`, given by a seed and the first of its streams.
pub(super) fn permuted((seed, stream): (u64, u64), count: u64, index: u64) -> u64 {
    // Half of the bits of the network. Its range has at most four times as many numbers as needed.
    let half = (64 - count.saturating_sub(1).leading_zeros()).div_ceil(2).max(1);
    let mask = (1_u64 << half) - 1;
    let mut number = index;
    loop {
        let (mut left, mut right) = (number >> half, number & mask);
        for round in 0..ROUNDS {
            let mixed = counter::bits(seed, stream + round, right) & mask;
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
    fn streams_are_permuted_apart() {
        let [first, second] = [0, 1].map(|parameter| {
            (0..100)
                .map(|k| permuted((5, parameter * ROUNDS), 100, k))
                .collect::<Vec<_>>()
        });
        let same = first.iter().zip(&second).filter(|(one, other)| one == other).count();
        assert!(same < 10, "{same} of 100 strata are the same");
    }
}
