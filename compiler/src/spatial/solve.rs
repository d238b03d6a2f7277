//! Small linear systems, unrolled: no pivoting at run time.

use crate::scalar::Scalar;

/// A symmetric positive definite matrix factorised as `L D Lᵀ`, with the reciprocals of `D` kept.
#[derive(Clone, Debug)]
pub struct Symmetric<S> {
    /// Strictly lower part, by rows.
    lower: Vec<Vec<S>>,
    /// `1 / D`
    reciprocal: Vec<S>,
}

impl<S: Scalar> Symmetric<S> {
    /// Factorises the matrix of that size; `entry(i, j)` is asked for `j <= i`.
    pub fn factorise(size: usize, entry: impl Fn(usize, usize) -> S) -> Self {
        let mut lower: Vec<Vec<S>> = Vec::with_capacity(size);
        let mut reciprocal: Vec<S> = Vec::with_capacity(size);
        for i in 0..size {
            // `raw[j] = L_ij D_j`, from the rows above.
            let mut raw: Vec<S> = Vec::with_capacity(i);
            for (j, above) in lower.iter().enumerate() {
                let done = raw.iter().zip(above).fold(S::zero(), |sum, (&r, &l)| sum + r * l);
                raw.push(entry(i, j) - done);
            }
            let row: Vec<S> = raw.iter().zip(&reciprocal).map(|(&r, &d)| r * d).collect();
            let done = raw.iter().zip(&row).fold(S::zero(), |sum, (&r, &l)| sum + r * l);
            reciprocal.push(S::one() / (entry(i, i) - done));
            lower.push(row);
        }
        Symmetric { lower, reciprocal }
    }

    /// Solves for one right-hand side.
    pub fn solve(&self, rhs: &[S]) -> Vec<S> {
        let size = self.reciprocal.len();
        let mut x = rhs.to_vec();
        for i in 0..size {
            x[i] = (0..i).fold(x[i], |sum, k| sum - self.lower[i][k] * x[k]);
        }
        for (value, &reciprocal) in x.iter_mut().zip(&self.reciprocal) {
            *value = *value * reciprocal;
        }
        for i in (0..size).rev() {
            x[i] = (i + 1..size).fold(x[i], |sum, k| sum - self.lower[k][i] * x[k]);
        }
        x
    }

    /// `L⁻¹ rhs`, and the same times `D⁻¹`: with `(y, z)` and `(y', z')` of two right-hand sides, `rhsᵀ A⁻¹ rhs' = z · y'`.
    pub fn half_solve(&self, rhs: &[S]) -> (Vec<S>, Vec<S>) {
        let mut y = rhs.to_vec();
        for i in 0..y.len() {
            y[i] = (0..i).fold(y[i], |sum, k| sum - self.lower[i][k] * y[k]);
        }
        let z = y.iter().zip(&self.reciprocal).map(|(&y, &d)| y * d).collect();
        (y, z)
    }
}

/// A square matrix eliminated with pivots known beforehand: step `k` eliminates column `pivots[k].1` by row
/// `pivots[k].0`. Kept to be solved for several right-hand sides.
#[derive(Clone, Debug)]
pub struct Ordered<S> {
    /// By rows: where eliminated, the factor; elsewhere what elimination left.
    matrix: Vec<Vec<S>>,
    pivots: Vec<(usize, usize)>,
    /// By pivot.
    reciprocals: Vec<S>,
}

impl<S: Scalar> Ordered<S> {
    /// Eliminates; `matrix` is by rows.
    pub fn eliminate(mut matrix: Vec<Vec<S>>, pivots: Vec<(usize, usize)>) -> Self {
        let mut reciprocals = Vec::with_capacity(pivots.len());
        for (k, &(row, column)) in pivots.iter().enumerate() {
            let reciprocal = S::one() / matrix[row][column];
            reciprocals.push(reciprocal);
            for &(other, _) in &pivots[k + 1..] {
                let factor = matrix[other][column] * reciprocal;
                matrix[other][column] = factor;
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

    /// The values met as pivots, in order.
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
