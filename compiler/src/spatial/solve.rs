//! Small linear systems, unrolled, without pivoting at run time.

use crate::scalar::Scalar;

/// Number of unknowns that are eliminated in pairs, at the end.
const PAIRED: usize = 4;

/// A symmetric positive definite matrix factorised as `L D Lᵀ`, with 1x1 and 2x2 blocks in `D`.
///
/// Each block `B` of `D` is inverted with one division, `B⁻¹ = adj B / det B`, and the next block has to wait for this
/// division. The update of the next block by this block, `r B⁻¹ rᵀ` with the rows `r` beside it, is computed as
/// `(r adj B rᵀ) / det B`, so that only the division is left when `det B` is known.
#[derive(Clone, Debug)]
pub struct Symmetric<S> {
    /// `L`, left of the blocks, by rows.
    lower: Vec<Vec<S>>,
    diagonal: Vec<Block<S>>,
}

/// A block of `D`.
#[derive(Clone, Debug)]
struct Block<S> {
    /// Its first row.
    start: usize,
    /// Its lower triangle, by rows.
    entries: Vec<S>,
    /// Reciprocal of its determinant.
    reciprocal: S,
}

impl<S: Scalar> Block<S> {
    fn new(start: usize, entries: Vec<S>) -> Self {
        let determinant = match entries[..] {
            [a, b, c] => a * c - b * b,
            _ => entries[0],
        };
        Block {
            start,
            entries,
            reciprocal: S::one() / determinant,
        }
    }

    fn rows(&self) -> std::ops::Range<usize> {
        let size = if self.entries.len() == 1 { 1 } else { 2 };
        self.start..self.start + size
    }

    /// Product of the adjugate with the entries of a row at the block.
    fn adjugate(&self, row: &[S]) -> Vec<S> {
        match (&self.entries[..], row) {
            (&[a, b, c], &[x, y]) => vec![c * x - b * y, a * y - b * x],
            _ => row.to_vec(),
        }
    }

    /// Product of the inverse with the entries of a row at the block.
    fn solve(&self, row: &[S]) -> Vec<S> {
        let adjugate = self.adjugate(row);
        adjugate.into_iter().map(|x| x * self.reciprocal).collect()
    }
}

impl<S: Scalar> Symmetric<S> {
    /// Factorises a matrix of this size; `entry(i, j)` is called for `j <= i`.
    ///
    /// The last unknowns are eliminated in pairs. A pair takes one division instead of two successive ones, with the
    /// same number of operations if no rows are below it, and slightly more otherwise.
    pub fn factorise(size: usize, entry: impl Fn(usize, usize) -> S) -> Self {
        let pairs = size.min(PAIRED) / 2;
        let sizes = [vec![1; size - 2 * pairs], vec![2; pairs]].concat();
        let mut lower: Vec<Vec<S>> = Vec::new();
        let mut diagonal: Vec<Block<S>> = Vec::new();
        for size in sizes {
            let start = lower.len();
            // By row of the block: `A - L D Lᵀ` left of it, and its own entries after the update by the block before.
            let mut raw: Vec<Vec<S>> = Vec::new();
            let mut own = Vec::new();
            for i in start..start + size {
                let mut left: Vec<S> = Vec::with_capacity(start);
                for block in &diagonal {
                    let columns = block.rows().map(|j| entry(i, j) - dot(&left, &lower[j]));
                    let columns: Vec<S> = columns.collect();
                    left.extend(columns);
                }
                let solved = diagonal.iter().flat_map(|block| block.solve(&left[block.rows()]));
                lower.push(solved.collect());
                raw.push(left);
                own.extend((start..=i).map(|j| match diagonal.last() {
                    Some(before) => {
                        let far = dot(&raw[i - start][..before.start], &lower[j]);
                        let adjugate = before.adjugate(&raw[j - start][before.start..]);
                        entry(i, j) - far - dot(&raw[i - start][before.start..], &adjugate) * before.reciprocal
                    }
                    None => entry(i, j),
                }));
            }
            diagonal.push(Block::new(start, own));
        }
        Symmetric { lower, diagonal }
    }

    /// Solves for one right-hand side.
    pub fn solve(&self, rhs: &[S]) -> Vec<S> {
        let (_, mut x) = self.half_solve(rhs);
        for k in (0..x.len()).rev() {
            let known = x[k];
            for (value, &factor) in x.iter_mut().zip(&self.lower[k]) {
                *value = *value - factor * known;
            }
        }
        x
    }

    /// `L⁻¹ rhs` and `D⁻¹ L⁻¹ rhs`: with `(y, z)` and `(y', z')` of two right-hand sides, `rhsᵀ A⁻¹ rhs' = z · y'`.
    pub fn half_solve(&self, rhs: &[S]) -> (Vec<S>, Vec<S>) {
        let mut y: Vec<S> = Vec::with_capacity(rhs.len());
        for (&right, row) in rhs.iter().zip(&self.lower) {
            let done = dot(row, &y);
            y.push(right - done);
        }
        let z = self.diagonal.iter().flat_map(|block| block.solve(&y[block.rows()]));
        let z = z.collect();
        (y, z)
    }
}

/// `a · b`, up to the shorter length.
fn dot<S: Scalar>(a: &[S], b: &[S]) -> S {
    a.iter().zip(b).fold(S::zero(), |sum, (&a, &b)| sum + a * b)
}

/// A square matrix eliminated with given pivots: step `k` eliminates column `pivots[k].1` by row `pivots[k].0`. The
/// result can be solved for several right-hand sides.
#[derive(Clone, Debug)]
pub struct Ordered<S> {
    /// By rows: the factors of the eliminated entries, and the remaining entries.
    matrix: Vec<Vec<S>>,
    pivots: Vec<(usize, usize)>,
    /// Reciprocal of each pivot.
    reciprocals: Vec<S>,
}

impl<S: Scalar> Ordered<S> {
    /// Eliminates a matrix given by rows.
    pub fn eliminate(mut matrix: Vec<Vec<S>>, pivots: Vec<(usize, usize)>) -> Self {
        let mut reciprocals = Vec::with_capacity(pivots.len());
        for (k, &(row, column)) in pivots.iter().enumerate() {
            let reciprocal = S::one() / matrix[row][column];
            reciprocals.push(reciprocal);
            for &(other, _) in &pivots[k + 1..] {
                let factor = matrix[other][column] * reciprocal;
                matrix[other][column] = factor;
                // Most rows of a large system have entries in few columns.
                if factor.constant() == Some(0.0) {
                    continue;
                }
                for &(_, later) in &pivots[k + 1..] {
                    matrix[other][later] = matrix[other][later] - factor * matrix[row][later];
                }
            }
        }
        Ordered {
            matrix,
            pivots,
            reciprocals,
        }
    }

    /// The solution, by column; `rhs` is by row.
    pub fn solve(&self, mut rhs: Vec<S>) -> Vec<S> {
        for (k, &(row, column)) in self.pivots.iter().enumerate() {
            for &(other, _) in &self.pivots[k + 1..] {
                rhs[other] = rhs[other] - self.matrix[other][column] * rhs[row];
            }
        }
        let mut solution = vec![S::zero(); self.pivots.len()];
        for (k, &(row, column)) in self.pivots.iter().enumerate().rev() {
            let rest = self.pivots[k + 1..].iter().fold(rhs[row], |sum, &(_, later)| {
                sum - self.matrix[row][later] * solution[later]
            });
            solution[column] = rest * self.reciprocals[k];
        }
        solution
    }

    /// The values of the pivots that the elimination has met, in order.
    pub fn met(&self) -> Vec<S> {
        self.pivots
            .iter()
            .map(|&(row, column)| self.matrix[row][column])
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symmetric_system_is_solved() {
        let a = [[4.0, 1.0, 0.5], [1.0, 3.0, -1.0], [0.5, -1.0, 5.0]];
        let x = [1.0, -2.0, 3.0];
        let rhs: Vec<f64> = a
            .iter()
            .map(|row| row.iter().zip(&x).map(|(a, x)| a * x).sum())
            .collect();
        let factor = Symmetric::factorise(3, |i, j| a[i][j]);
        for (found, expected) in factor.solve(&rhs).iter().zip(x) {
            assert!((found - expected).abs() < 1e-14);
        }
        let (y, z) = factor.half_solve(&rhs);
        let quadratic: f64 = y.iter().zip(&z).map(|(y, z)| y * z).sum();
        let expected: f64 = rhs.iter().zip(x).map(|(b, x)| b * x).sum();
        assert!((quadratic - expected).abs() < 1e-12);
    }

    #[test]
    fn systems_of_all_sizes_are_solved() {
        let entry = |i: usize, j: usize| match i == j {
            true => 5.0 + i as f64,
            false => 1.0 / (1.0 + (i + j) as f64),
        };
        for size in 1..8 {
            let x: Vec<f64> = (0..size).map(|i| 1.0 - 0.7 * i as f64).collect();
            let rhs: Vec<f64> = (0..size).map(|i| (0..size).map(|j| entry(i, j) * x[j]).sum()).collect();
            for (found, expected) in Symmetric::factorise(size, entry).solve(&rhs).iter().zip(x) {
                assert!((found - expected).abs() < 1e-13);
            }
        }
    }

    #[test]
    fn given_pivots_are_followed_off_the_diagonal() {
        let a = vec![vec![0.0, 2.0, 1.0], vec![3.0, 0.0, 1.0], vec![1.0, 1.0, 0.0]];
        let x = [1.0, 2.0, -1.0];
        let rhs: Vec<f64> = a
            .iter()
            .map(|row| row.iter().zip(&x).map(|(a, x)| a * x).sum())
            .collect();
        let solution = Ordered::eliminate(a, vec![(1, 0), (0, 1), (2, 2)]).solve(rhs);
        for (found, expected) in solution.iter().zip(x) {
            assert!((found - expected).abs() < 1e-14);
        }
    }
}
