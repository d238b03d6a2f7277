//! The Sobol sequence (1967) with the direction numbers of Joe & Kuo (2008), in the order of Gray codes (Antonov & Saleev 1979),
//! scrambled at random.
//!
//! Each binary digit of a coordinate is flipped or not; a random bit decides, which depends on all digits before it
//! (Owen 1995). A scrambled sequence keeps its uniformity, and does not begin at zero. Scrambling alone does not
//! improve pairs of parameters that are far apart in the sequence: their points may lie on a few diagonals. Therefore
//! each group of four parameters has the first four dimensions of the sequence (Burley 2020). The points of each group
//! of four have their own random order, so parameters of different groups are paired as in a Latin hypercube.

use super::counter;
use super::permutation::{ROUNDS, permuted};

/// Number of parameters that share an order of the points.
const TOGETHER: usize = 4;
/// Binary digits of a coordinate.
const DIGITS: u32 = 32;
/// First stream of random bits of the orders. Those of the parameters are below.
const ORDERS: u64 = 1 << 32;

/// Fraction of a parameter at a point, among this number of points.
pub(super) fn fraction(seed: u64, parameter: usize, count: u64, index: u64) -> f64 {
    let (order, dimension) = ((parameter / TOGETHER) as u64, parameter % TOGETHER);
    let index = permuted((seed, ORDERS + ROUNDS * order), count, index);
    let digits = scrambled(coordinate(dimension, index), (seed, parameter as u64));
    (f64::from(digits) + 0.5) / (1_u64 << DIGITS) as f64
}

/// A number with each of its digits flipped or not, by a random bit that depends on seed, stream and all digits before
/// it.
fn scrambled(number: u32, (seed, stream): (u64, u64)) -> u32 {
    (0..DIGITS).fold(number, |found, digit| {
        // A one before the digits shows how many digits there are.
        let before = ((1 << DIGITS) | u64::from(number)) >> (DIGITS - digit);
        let flip = (counter::bits(seed, stream, before) >> 63) as u32;
        found ^ (flip << (DIGITS - 1 - digit))
    })
}

/// Coordinate of a point [2⁻³²], without scrambling. Joe & Kuo 2008, equations 1 to 3.
fn coordinate(dimension: usize, index: u64) -> u32 {
    let gray = index ^ (index >> 1);
    let digits = (0..DIGITS).filter(|digit| gray >> digit & 1 == 1);
    let numbers = directions(dimension);
    digits.fold(0, |sum, digit| sum ^ numbers[digit as usize])
}

/// Direction numbers of a dimension [2⁻³²].
fn directions(dimension: usize) -> [u32; DIGITS as usize] {
    let mut numbers = std::array::from_fn(|k| 1 << (DIGITS - 1 - k as u32));
    let Some((polynomial, initial)) = dimension.checked_sub(1).map(|place| DIRECTIONS[place]) else {
        return numbers;
    };
    let degree = initial.len();
    for k in 0..numbers.len() {
        numbers[k] = match initial.get(k) {
            Some(first) => first << (DIGITS - 1 - k as u32),
            None => {
                let before = (1..degree).filter(|j| polynomial >> (degree - j) & 1 == 1);
                let last = numbers[k - degree];
                before.fold(last ^ (last >> degree), |sum, j| sum ^ numbers[k - j])
            }
        };
    }
    numbers
}

/// Primitive polynomial (a bit for each coefficient) and first direction numbers of the second and all further dimensions. These
/// are the first rows of `new-joe-kuo-6.21201` (Joe & Kuo 2008).
const DIRECTIONS: [(u32, &[u32]); TOGETHER - 1] = [(3, &[1]), (7, &[1, 3]), (11, &[1, 3, 1])];

#[cfg(test)]
mod tests {
    use super::*;

    /// The first points in three dimensions, as printed by Joe and Kuo.
    #[test]
    fn the_published_points_are_met() {
        let published = [
            [0.0, 0.0, 0.0],
            [0.5, 0.5, 0.5],
            [0.75, 0.25, 0.25],
            [0.25, 0.75, 0.75],
            [0.375, 0.375, 0.625],
            [0.875, 0.875, 0.125],
            [0.625, 0.125, 0.875],
            [0.125, 0.625, 0.375],
            [0.1875, 0.3125, 0.9375],
            [0.6875, 0.8125, 0.4375],
        ];
        for (index, point) in (0..).zip(published) {
            let own = [0, 1, 2].map(|dimension| f64::from(coordinate(dimension, index)) / 2f64.powi(32));
            assert_eq!(own, point, "point {index}");
        }
    }

    /// For 2ᵏ points, each of 2ᵏ equal intervals of every parameter contains one point: a (0, k, 1)-net.
    #[test]
    fn every_parameter_is_filled_evenly() {
        for (seed, digits) in [(1, 0), (2, 1), (3, 4), (4, 8), (5, 11)] {
            let count = 1_u64 << digits;
            for parameter in 0..64 {
                let mut cells: Vec<u64> = (0..count)
                    .map(|index| (fraction(seed, parameter, count, index) * count as f64) as u64)
                    .collect();
                cells.sort_unstable();
                assert!(
                    cells.into_iter().eq(0..count),
                    "parameter {parameter} of {count} points"
                );
            }
        }
    }

    /// The first two dimensions of the sequence are a (0, k, 2)-net, and scrambling preserves this property: each of 2ᵏ
    /// equal rectangles contains one point, for any ratio of their sides.
    #[test]
    fn two_parameters_are_filled_evenly_together() {
        const DIGITS: i32 = 8;
        for (seed, wide) in (1..4).flat_map(|seed| (0..=DIGITS).map(move |wide| (seed, wide))) {
            let (columns, rows) = (2f64.powi(wide), 2f64.powi(DIGITS - wide));
            let mut cells: Vec<u64> = (0..1 << DIGITS)
                .map(|index| {
                    let [x, y] = [0, 1].map(|parameter| fraction(seed, parameter, 1 << DIGITS, index));
                    ((x * columns).floor() * rows + (y * rows).floor()) as u64
                })
                .collect();
            cells.sort_unstable();
            assert!(cells.into_iter().eq(0..1 << DIGITS), "{columns} columns");
        }
    }

    /// Each digit is flipped with probability one half, by a separate random bit for each combination of the digits
    /// before it.
    #[test]
    fn scrambling_is_a_coin_for_each_digit() {
        let (one, other) = (0x1234_5678, 0x1234_5679);
        for seed in 0..100 {
            let [one, other] = [one, other].map(|own| scrambled(own, (seed, 0)));
            assert_eq!(one ^ other, 1, "numbers that differ in the last digit");
        }
        let flips: Vec<u32> = (0..4096).map(|seed| scrambled(0, (seed, 7))).collect();
        for digit in 0..DIGITS {
            let ones = flips.iter().filter(|own| *own >> digit & 1 == 1).count();
            assert!(ones.abs_diff(2048) < 5 * 32, "digit {digit}: {ones}");
        }
    }
}
