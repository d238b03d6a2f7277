//! Small linear equations, without allocation.

use crate::math::abs;
use core::array;

/// Factors of a matrix: Gauss' elimination with the largest pivot of each column.
#[derive(Clone, Debug)]
pub(crate) struct Factored<const N: usize> {
    /// Unit lower and upper triangle.
    factors: [[f64; N]; N],
    /// Row of the matrix that stands in each row of the factors.
    rows: [usize; N],
}

impl<const N: usize> Factored<N> {
    /// Factors a matrix, given by rows. A singular one has solutions that are no numbers.
    pub fn new(matrix: [[f64; N]; N]) -> Self {
        let (mut factors, mut rows) = (matrix, array::from_fn(|row| row));
        for column in 0..N {
            let largest = |best: usize, row: usize| match abs(factors[row][column]) > abs(factors[best][column]) {
                true => row,
                false => best,
            };
            let pivot = (column + 1..N).fold(column, largest);
            factors.swap(column, pivot);
            rows.swap(column, pivot);
            let upper = factors[column];
            for row in &mut factors[column + 1..] {
                let factor = row[column] / upper[column];
                row[column] = factor;
                if factor != 0.0 {
                    for (entry, above) in row.iter_mut().zip(upper).skip(column + 1) {
                        *entry -= factor * above;
                    }
                }
            }
        }
        Self { factors, rows }
    }

    /// Solves for a right-hand side.
    pub fn solve(&self, right: [f64; N]) -> [f64; N] {
        let mut x: [f64; N] = array::from_fn(|row| right[self.rows[row]]);
        for row in 0..N {
            let known: f64 = (0..row).map(|k| self.factors[row][k] * x[k]).sum();
            x[row] -= known;
        }
        for row in (0..N).rev() {
            let known: f64 = (row + 1..N).map(|k| self.factors[row][k] * x[k]).sum();
            x[row] = (x[row] - known) / self.factors[row][row];
        }
        x
    }
}

/// Product of a matrix, given by rows, and a vector.
pub(crate) fn times<const N: usize>(matrix: &[[f64; N]; N], x: &[f64; N]) -> [f64; N] {
    array::from_fn(|row| matrix[row].iter().zip(x).map(|(a, x)| a * x).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A matrix whose first pivot is zero.
    #[test]
    fn a_solution_gives_the_right_hand_side() {
        let matrix = [[0.0, 2.0, 1.0], [1.0, -3.0, 4.0], [5.0, 0.5, -1.0]];
        let right = [1.0, -2.0, 3.0];
        let product = times(&matrix, &Factored::new(matrix).solve(right));
        for (found, exact) in product.iter().zip(right) {
            assert!((found - exact).abs() < 1e-14);
        }
    }

    #[test]
    fn a_singular_matrix_has_no_numbers() {
        let solved = Factored::new([[1.0, 2.0], [2.0, 4.0]]).solve([1.0, 1.0]);
        assert!(solved.iter().any(|x| !x.is_finite()));
    }
}
