//! Small dense systems of linear equations, stored in a fixed size or on the heap.

use crate::math::abs;
use core::fmt::Debug;

/// Room for a square matrix, a right-hand side, and a position for each row. An implicit method has two of these.
pub trait Room: Clone + Debug + PartialEq {
    /// Room for `size` equations, filled with zeros.
    ///
    /// # Panics
    /// If there is no room for this number of equations.
    fn of(size: usize) -> Self;

    /// Its numbers, mutable.
    fn parts(&mut self) -> Parts<'_>;
}

/// Numbers of a [`Room`] for `n` equations.
#[derive(Debug)]
pub struct Parts<'a> {
    /// The matrix by rows, `n * n` numbers.
    pub matrix: &'a mut [f64],
    /// `n` positions: of numbers in a state, or the pivots of a factored matrix.
    pub places: &'a mut [usize],
    /// The right-hand side, or the solution: `n` numbers.
    pub line: &'a mut [f64],
}

/// Room for a state of `N` numbers or fewer, without allocation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fixed<const N: usize> {
    size: usize,
    matrix: [[f64; N]; N],
    places: [usize; N],
    line: [f64; N],
}

impl<const N: usize> Room for Fixed<N> {
    fn of(size: usize) -> Self {
        assert!(size <= N, "a state has {size} numbers, and the integrator room for {N}");
        Self {
            size,
            matrix: [[0.0; N]; N],
            places: [0; N],
            line: [0.0; N],
        }
    }

    fn parts(&mut self) -> Parts<'_> {
        let size = self.size;
        Parts {
            matrix: &mut self.matrix.as_flattened_mut()[..size * size],
            places: &mut self.places[..size],
            line: &mut self.line[..size],
        }
    }
}

/// Room for any number of equations, on the heap. It allocates once, when the size of a state is first known.
#[cfg(feature = "std")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heap {
    matrix: std::vec::Vec<f64>,
    places: std::vec::Vec<usize>,
    line: std::vec::Vec<f64>,
}

#[cfg(feature = "std")]
impl Room for Heap {
    fn of(size: usize) -> Self {
        Self {
            matrix: std::vec![0.0; size * size],
            places: std::vec![0; size],
            line: std::vec![0.0; size],
        }
    }

    fn parts(&mut self) -> Parts<'_> {
        Parts {
            matrix: &mut self.matrix,
            places: &mut self.places,
            line: &mut self.line,
        }
    }
}

impl Parts<'_> {
    /// Factors the matrix in place, by Gaussian elimination with the largest pivot of each column. `places` becomes the rows of the
    /// pivots. With a singular matrix the solutions are not finite.
    pub(super) fn factor(&mut self) {
        let size = self.places.len();
        for column in 0..size {
            let entry = |row: usize| abs(self.matrix[row * size + column]);
            let pivot = (column + 1..size).fold(column, |best, row| if entry(row) > entry(best) { row } else { best });
            self.places[column] = pivot;
            let (above, below) = self.matrix.split_at_mut((column + 1) * size);
            let upper = &mut above[column * size..];
            if pivot > column {
                let first = (pivot - column - 1) * size;
                upper.swap_with_slice(&mut below[first..first + size]);
            }
            for row in below.chunks_exact_mut(size) {
                let factor = row[column] / upper[column];
                row[column] = factor;
                if factor != 0.0 {
                    let entries = row[column + 1..].iter_mut().zip(&upper[column + 1..]);
                    entries.for_each(|(entry, above)| *entry -= factor * above);
                }
            }
        }
    }

    /// Replaces the right-hand side by the solution. The matrix must have been factored.
    pub(super) fn solve(&mut self) {
        let size = self.places.len();
        let x = &mut *self.line;
        for (row, &pivot) in self.places.iter().enumerate() {
            x.swap(row, pivot);
        }
        for row in 0..size {
            let (known, rest) = x.split_at_mut(row);
            rest[0] -= product(&self.matrix[row * size..][..row], known);
        }
        for row in (0..size).rev() {
            let (rest, known) = x.split_at_mut(row + 1);
            let sum = product(&self.matrix[row * size + row + 1..][..known.len()], known);
            rest[row] = (rest[row] - sum) / self.matrix[row * size + row];
        }
    }

    /// Adds the product of the first rows of the matrix and `line`, multiplied by `factor`. The matrix must not have been factored.
    pub(super) fn add_product(&self, factor: f64, sums: &mut [f64]) {
        for (sum, row) in sums.iter_mut().zip(self.matrix.chunks_exact(self.line.len().max(1))) {
            *sum += factor * product(row, self.line);
        }
    }
}

/// Sum of products, in four chains: in a single chain each addition has to wait for the addition before it.
fn product(one: &[f64], other: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let ((ones, one), (others, other)) = (one.as_chunks::<4>(), other.as_chunks::<4>());
    for (a, b) in ones.iter().zip(others) {
        for k in 0..4 {
            sums[k] += a[k] * b[k];
        }
    }
    let rest: f64 = one.iter().zip(other).map(|(a, b)| a * b).sum();
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;

    /// A matrix of six rows whose first pivot is zero.
    fn matrix(row: usize, column: usize) -> f64 {
        match (row, column) {
            (0, 0) => 0.0,
            _ => 1.0 / (1.0 + row as f64 + 2.0 * column as f64) + if row == column { 0.3 } else { 0.0 },
        }
    }

    fn solved<R: Room>() -> std::vec::Vec<f64> {
        let mut room = R::of(6);
        let parts = &mut room.parts();
        for place in 0..36 {
            parts.matrix[place] = matrix(place / 6, place % 6);
        }
        let right: [f64; 6] = core::array::from_fn(|k| k as f64 - 2.5);
        parts.line.copy_from_slice(&right);
        parts.factor();
        parts.solve();
        let x = parts.line.to_vec();
        for (row, right) in right.iter().enumerate() {
            let product: f64 = (0..6).map(|column| matrix(row, column) * x[column]).sum();
            assert!((product - right).abs() < 1e-12, "{product} {right}");
        }
        x
    }

    #[test]
    fn a_solution_gives_the_right_hand_side_in_any_room() {
        assert_eq!(solved::<Fixed<6>>(), solved::<Fixed<9>>());
        assert_eq!(solved::<Fixed<6>>(), solved::<Heap>());
    }

    #[test]
    fn a_singular_matrix_has_no_numbers() {
        let mut room = Fixed::<2>::of(2);
        let mut parts = room.parts();
        parts.matrix.copy_from_slice(&[1.0, 2.0, 2.0, 4.0]);
        parts.line.fill(1.0);
        parts.factor();
        parts.solve();
        assert!(parts.line.iter().any(|x| !x.is_finite()));
    }
}
