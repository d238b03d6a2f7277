//! Order of elimination for a large sparse matrix whose entries vary with the position.
//!
//! Pivots are chosen at build time, on the matrices of several positions at once. A candidate must not be small beside
//! the other entries of its row in any of these matrices. Among the candidates, the entry is taken that can fill in the
//! fewest zeros: `(r - 1) (c - 1)` with `r` entries in its row and `c` entries in its column (Markowitz 1957). If
//! several entries have equal fill, entries that are 1 or -1 come first, since they cost no division.

use nalgebra::DMatrix;

/// A pivot may be smaller than the largest entry of its row by this factor.
const THRESHOLD: f64 = 0.2;
/// Entries smaller than this fraction of the matrix's largest entry are zeros with a rounding error.
const ZERO: f64 = 1e-12;

/// Pivots `(row, column)` in order, one for each row of the square matrices.
///
/// The matrices are assumed to be regular. If one is singular, the last pivots are meaningless.
pub fn choose(mut matrices: Vec<DMatrix<f64>>) -> Vec<(usize, usize)> {
    let size = matrices.first().map_or(0, |m| m.nrows());
    let mut rows: Vec<usize> = (0..size).collect();
    let mut columns: Vec<usize> = (0..size).collect();
    let mut pivots = Vec::with_capacity(size);
    matrices.iter_mut().for_each(clean);
    while let Some((row, column)) = best(&matrices, &rows, &columns) {
        rows.retain(|&r| r != row);
        columns.retain(|&c| c != column);
        for m in &mut matrices {
            for &other in rows
                .iter()
                .filter(|&&other| m[(other, column)] != 0.0)
                .collect::<Vec<_>>()
            {
                let factor = m[(other, column)] / m[(row, column)];
                for &later in &columns {
                    m[(other, later)] -= factor * m[(row, later)];
                }
            }
            clean(m);
        }
        pivots.push((row, column));
    }
    pivots
}

fn clean(m: &mut DMatrix<f64>) {
    let size = if m.is_empty() { 0.0 } else { m.amax() };
    m.iter_mut().filter(|x| x.abs() < ZERO * size).for_each(|x| *x = 0.0);
}

/// Merit of a pivot: first its fill, then whether it differs from ±1, then its size. The least is best.
type Merit = (usize, bool, f64);

fn best(matrices: &[DMatrix<f64>], rows: &[usize], columns: &[usize]) -> Option<(usize, usize)> {
    let is_entry = |r: usize, c: usize| matrices.iter().any(|m| m[(r, c)] != 0.0);
    let in_row = |r: usize| columns.iter().filter(|&&c| is_entry(r, c)).count();
    let in_column = |c: usize| rows.iter().filter(|&&r| is_entry(r, c)).count();
    let counts: Vec<usize> = columns.iter().map(|&c| in_column(c)).collect();
    let mut found: Option<(Merit, (usize, usize))> = None;
    for &r in rows {
        let across = in_row(r);
        for (&c, &down) in columns.iter().zip(&counts) {
            let size = relative_size(matrices, r, c, columns);
            let fill = across.saturating_sub(1) * down.saturating_sub(1);
            // An entry that is too small is taken only if there is no other.
            let fill = if size < THRESHOLD { usize::MAX } else { fill };
            let is_unit = matrices.iter().all(|m| m[(r, c)].abs() == 1.0);
            let merit = (fill, !is_unit, -size);
            if found.is_none_or(|(least, _)| less(merit, least)) {
                found = Some((merit, (r, c)));
            }
        }
    }
    found.map(|(_, place)| place)
}

fn less(a: Merit, b: Merit) -> bool {
    (a.0, a.1).cmp(&(b.0, b.1)).then(a.2.total_cmp(&b.2)).is_lt()
}

/// Size of an entry relative to the largest entry of its row, at the position where this ratio is least.
fn relative_size(matrices: &[DMatrix<f64>], row: usize, column: usize, columns: &[usize]) -> f64 {
    let relative = matrices.iter().map(|m| {
        let largest = columns.iter().map(|&c| m[(row, c)].abs()).fold(0.0, f64::max);
        if largest > 0.0 {
            m[(row, column)].abs() / largest
        } else {
            0.0
        }
    });
    relative.fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spatial::Ordered;

    /// An arrow matrix: elimination that begins at its tip would fill in all zeros, and elimination that begins at the
    /// shaft fills in none.
    #[test]
    fn the_fewest_zeros_are_filled_in() {
        let arrow = DMatrix::from_fn(5, 5, |i, j| match (i, j) {
            (0, 0) => 9.0,
            (i, j) if i == j => 2.0,
            (0, _) | (_, 0) => 1.0,
            _ => 0.0,
        });
        let pivots = choose(vec![arrow]);
        assert!(
            pivots[..3].iter().all(|&(row, column)| row > 0 && row == column),
            "{pivots:?}"
        );
    }

    /// An entry that vanishes in one of the positions cannot be a pivot, even if it is large in all other positions.
    #[test]
    fn pivots_hold_in_all_positions() {
        let at = |a: f64| DMatrix::from_row_slice(2, 2, &[a, 1.0, 1.0, 0.5 * a]);
        let pivots = choose(vec![at(1.0), at(1e-6)]);
        assert_eq!(pivots, [(0, 1), (1, 0)]);
        for a in [1.0, 1e-6, 0.0] {
            let m = at(a);
            let rows = (0..2).map(|i| (0..2).map(|j| m[(i, j)]).collect()).collect();
            let solution = Ordered::eliminate(rows, pivots.clone()).solve(vec![a + 2.0, 1.0 + a]);
            assert!(
                (solution[0] - 1.0).abs() + (solution[1] - 2.0).abs() < 1e-12,
                "{solution:?}"
            );
        }
    }
}
