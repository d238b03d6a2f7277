//! The Sobol sequence (1967) with the direction numbers of Joe & Kuo (2008), in the order of Gray codes (Antonov & Saleev 1979).
//!
//! It is shifted by random digits of the seed. A shifted sequence keeps its uniformity, and does not begin at zero.

use super::counter;

/// Number of parameters with direction numbers.
pub const MOST: usize = DIRECTIONS.len() + 1;
/// Binary digits of a coordinate.
const DIGITS: u32 = 32;
/// Stream of random bits of the shifts.
const SHIFT: u64 = u64::MAX;

/// Fraction of a parameter at a point.
pub(super) fn fraction(seed: u64, parameter: usize, index: u64) -> f64 {
    let shift = (counter::bits(seed, SHIFT, parameter as u64) >> 32) as u32;
    (f64::from(coordinate(parameter, index) ^ shift) + 0.5) / (1_u64 << DIGITS) as f64
}

/// Coordinate of a point [2⁻³²], without a shift. Joe & Kuo 2008, equations 1 to 3.
fn coordinate(parameter: usize, index: u64) -> u32 {
    let gray = index ^ (index >> 1);
    let digits = (0..DIGITS).filter(|digit| gray >> digit & 1 == 1);
    let numbers = directions(parameter);
    digits.fold(0, |sum, digit| sum ^ numbers[digit as usize])
}

/// Direction numbers of a parameter [2⁻³²].
fn directions(parameter: usize) -> [u32; DIGITS as usize] {
    let mut numbers = std::array::from_fn(|k| 1 << (DIGITS - 1 - k as u32));
    let Some((polynomial, initial)) = parameter.checked_sub(1).map(|place| DIRECTIONS[place]) else {
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

/// Primitive polynomial (a bit for each coefficient) and first direction numbers of the second and all further parameters. These
/// are the first rows of `new-joe-kuo-6.21201` (Joe & Kuo 2008).
#[rustfmt::skip]
const DIRECTIONS: [(u32, &[u32]); 63] = [
    (3, &[1]),
    (7, &[1, 3]),
    (11, &[1, 3, 1]),
    (13, &[1, 1, 1]),
    (19, &[1, 1, 3, 3]),
    (25, &[1, 3, 5, 13]),
    (37, &[1, 1, 5, 5, 17]),
    (41, &[1, 1, 5, 5, 5]),
    (47, &[1, 1, 7, 11, 19]),
    (55, &[1, 1, 5, 1, 1]),
    (59, &[1, 1, 1, 3, 11]),
    (61, &[1, 3, 5, 5, 31]),
    (67, &[1, 3, 3, 9, 7, 49]),
    (91, &[1, 1, 1, 15, 21, 21]),
    (97, &[1, 3, 1, 13, 27, 49]),
    (103, &[1, 1, 1, 15, 7, 5]),
    (109, &[1, 3, 1, 15, 13, 25]),
    (115, &[1, 1, 5, 5, 19, 61]),
    (131, &[1, 3, 7, 11, 23, 15, 103]),
    (137, &[1, 3, 7, 13, 13, 15, 69]),
    (143, &[1, 1, 3, 13, 7, 35, 63]),
    (145, &[1, 3, 5, 9, 1, 25, 53]),
    (157, &[1, 3, 1, 13, 9, 35, 107]),
    (167, &[1, 3, 1, 5, 27, 61, 31]),
    (171, &[1, 1, 5, 11, 19, 41, 61]),
    (185, &[1, 3, 5, 3, 3, 13, 69]),
    (191, &[1, 1, 7, 13, 1, 19, 1]),
    (193, &[1, 3, 7, 5, 13, 19, 59]),
    (203, &[1, 1, 3, 9, 25, 29, 41]),
    (211, &[1, 3, 5, 13, 23, 1, 55]),
    (213, &[1, 3, 7, 3, 13, 59, 17]),
    (229, &[1, 3, 1, 3, 5, 53, 69]),
    (239, &[1, 1, 5, 5, 23, 33, 13]),
    (241, &[1, 1, 7, 7, 1, 61, 123]),
    (247, &[1, 1, 7, 9, 13, 61, 49]),
    (253, &[1, 3, 3, 5, 3, 55, 33]),
    (285, &[1, 3, 1, 15, 31, 13, 49, 245]),
    (299, &[1, 3, 5, 15, 31, 59, 63, 97]),
    (301, &[1, 3, 1, 11, 11, 11, 77, 249]),
    (333, &[1, 3, 1, 11, 27, 43, 71, 9]),
    (351, &[1, 1, 7, 15, 21, 11, 81, 45]),
    (355, &[1, 3, 7, 3, 25, 31, 65, 79]),
    (357, &[1, 3, 1, 1, 19, 11, 3, 205]),
    (361, &[1, 1, 5, 9, 19, 21, 29, 157]),
    (369, &[1, 3, 7, 11, 1, 33, 89, 185]),
    (391, &[1, 3, 3, 3, 15, 9, 79, 71]),
    (397, &[1, 3, 7, 11, 15, 39, 119, 27]),
    (425, &[1, 1, 3, 1, 11, 31, 97, 225]),
    (451, &[1, 1, 1, 3, 23, 43, 57, 177]),
    (463, &[1, 3, 7, 7, 17, 17, 37, 71]),
    (487, &[1, 3, 1, 5, 27, 63, 123, 213]),
    (501, &[1, 1, 3, 5, 11, 43, 53, 133]),
    (529, &[1, 3, 5, 5, 29, 17, 47, 173, 479]),
    (539, &[1, 3, 3, 11, 3, 1, 109, 9, 69]),
    (545, &[1, 1, 1, 5, 17, 39, 23, 5, 343]),
    (557, &[1, 3, 1, 5, 25, 15, 31, 103, 499]),
    (563, &[1, 1, 1, 11, 11, 17, 63, 105, 183]),
    (601, &[1, 1, 5, 11, 9, 29, 97, 231, 363]),
    (607, &[1, 1, 5, 15, 19, 45, 41, 7, 383]),
    (617, &[1, 3, 7, 7, 31, 19, 83, 137, 221]),
    (623, &[1, 1, 1, 3, 23, 15, 111, 223, 83]),
    (631, &[1, 1, 5, 13, 31, 15, 55, 25, 161]),
    (637, &[1, 1, 3, 13, 25, 47, 39, 87, 257]),
];

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
            let own = [0, 1, 2].map(|parameter| f64::from(coordinate(parameter, index)) / 2f64.powi(32));
            assert_eq!(own, point, "point {index}");
        }
    }

    /// For the first 2ᵏ points, each of 2ᵏ equal intervals of every parameter contains one point, shifted or not.
    #[test]
    fn every_parameter_is_filled_evenly() {
        for parameter in 0..MOST {
            let mut cells: Vec<u64> = (0..256)
                .map(|index| (fraction(3, parameter, index) * 256.0) as u64)
                .collect();
            cells.sort_unstable();
            assert!(cells.into_iter().eq(0..256), "parameter {parameter}");
        }
    }
}
