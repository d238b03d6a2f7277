//! The pattern of the closure equations: which speeds each equation depends on.

use super::sample::Sample;

/// Entries below this fraction of the largest entry count as zero: they are roundoff of unit vectors and lever arms.
const ZERO: f64 = 1e-12;

/// A closure equation with the speeds that it depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosureRow {
    /// `(loop, row)`
    pub equation: (usize, usize),
    /// Positions of the speeds, in ascending order.
    pub speeds: Vec<usize>,
}

/// The pattern of the closure Jacobian, redundant equations included.
pub(super) fn pattern(samples: &[Sample]) -> Vec<ClosureRow> {
    let largest = |s: &Sample| s.jacobian.iter().fold(0.0, |most: f64, entry| most.max(entry.abs()));
    let size = samples.iter().map(largest).fold(0.0, f64::max);
    let first = &samples[0];
    let occurs = |row: usize, speed: usize| samples.iter().any(|s| s.jacobian[(row, speed)].abs() > ZERO * size);
    let row = |(row, &equation): (usize, &(usize, usize))| ClosureRow {
        equation,
        speeds: (0..first.jacobian.ncols())
            .filter(|&speed| occurs(row, speed))
            .collect(),
    };
    first.rows.iter().enumerate().map(row).collect()
}
