//! Histogram of a figure.

use wishbone_report::sweep::Histogram;

/// Fewest and most bins.
const BINS: [usize; 2] = [5, 40];

/// Histogram of numbers, with bins of equal width from the least to the greatest number. There are `2 ∛n` bins (Lane 2013, "Rice
/// rule"), and one bin if all numbers are equal.
pub(super) fn histogram(numbers: &[f64]) -> Histogram {
    let ends = numbers
        .iter()
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], own| {
            [low.min(*own), high.max(*own)]
        });
    let [least, greatest] = ends;
    let length = greatest - least;
    if !(length > 0.0 && length.is_finite()) {
        return Histogram {
            from: least,
            width: 0.0,
            counts: vec![numbers.len()],
        };
    }
    let bins = (2.0 * (numbers.len() as f64).cbrt()).ceil() as usize;
    let bins = bins.clamp(BINS[0], BINS[1]);
    let mut counts = vec![0; bins];
    for own in numbers {
        // The greatest number belongs to the last bin.
        let bin = ((own - least) / length * bins as f64) as usize;
        counts[bin.min(bins - 1)] += 1;
    }
    Histogram {
        from: least,
        width: length / bins as f64,
        counts,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_in_the_bin_between_its_ends() {
        // The corners of the bins are halves, and no number is at a corner between two bins.
        let numbers = [0.0, 0.1, 0.4, 0.6, 0.7, 2.4, 2.5];
        let found = histogram(&numbers);
        assert_eq!((found.from, found.width), (0.0, 0.5));
        assert_eq!(found.counts, [3, 2, 0, 0, 2]);
    }

    #[test]
    fn equal_numbers_share_one_bin() {
        assert_eq!(histogram(&[3.0; 7]).counts, [7]);
        assert_eq!(histogram(&[3.0; 7]).width, 0.0);
    }
}
