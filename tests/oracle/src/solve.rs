//! The augmented system, solved to the last digit.
//!
//! 1. Unknowns and rows are scaled by powers of two (without rounding), so that masses and lengths of any size become
//!    numbers near one.
//! 2. Redundant rows are found and left out. Pivoted modified Gram-Schmidt keeps the rows one after the other. Each
//!    time it keeps the row that has the largest part independent of the kept rows.
//! 3. The remaining equations are factorised with partial pivoting and refined with residuals in twice the working
//!    precision.

use nalgebra::{DMatrix, DVector};

/// A unit row counts as independent if its independent part is larger than this limit. States are consistent to about
/// 1e-12, and real linkages stay above 1e-3 away from their singular positions.
const INDEPENDENT: f64 = 1e-8;

/// Number of refinements: two reduce the error to the rounding of the solution itself unless the matrix is nearly singular.
const REFINEMENTS: usize = 2;

/// `M a + J' l = f`, `J a = -gamma`.
pub(crate) struct Augmented {
    /// Symmetric mass matrix; it may be singular where `J` constrains the motion without mass.
    pub mass: DMatrix<f64>,
    /// Transposed Jacobian: one column for each row of constraints.
    pub jacobian_t: DMatrix<f64>,
    pub force: DVector<f64>,
    pub gamma: DVector<f64>,
    /// Typical mass or inertia behind each unknown, for scaling only.
    pub scale: DVector<f64>,
}

pub(crate) struct Solution {
    pub acceleration: DVector<f64>,
    /// Multipliers; zero for redundant rows.
    pub multipliers: DVector<f64>,
    /// Number of independent rows.
    pub rank: usize,
    /// Largest residual of the scaled equations, relative to the largest term in them.
    pub residual: f64,
    /// Largest `J a + gamma` of any scaled row, including redundant rows, relative to the largest term of the scaled
    /// equations.
    pub disagreement: f64,
}

impl Augmented {
    /// Solves the system. Panics if a motion that the constraints allow has no mass, which cannot happen for a model.
    pub fn solve(&self) -> Solution {
        let unknowns = self.force.len();
        let column_scale = unknown_scale(&self.scale);
        let (scaled_t, row_scale) = scaled_rows(&self.jacobian_t, &column_scale);
        let kept = independent(&scaled_t);
        let gamma = self.gamma.component_mul(&row_scale);
        let (matrix, right) = self.system(
            &column_scale,
            &scaled_t.select_columns(&kept),
            &gamma.select_rows(&kept),
        );

        let solution = solve_refined(&matrix, &right);
        let size = right.amax().max(matrix.amax() * solution.amax());
        let relative = |error: f64| if size > 0.0 { error / size } else { 0.0 };
        let scaled_acceleration = solution.rows(0, unknowns);
        let closure = scaled_t.tr_mul(&scaled_acceleration) + gamma;
        let mut multipliers = DVector::zeros(self.gamma.len());
        for (k, &row) in kept.iter().enumerate() {
            multipliers[row] = row_scale[row] * solution[unknowns + k];
        }
        Solution {
            acceleration: scaled_acceleration.component_mul(&column_scale),
            multipliers,
            rank: kept.len(),
            residual: relative(residual(&matrix, &solution, &right).amax()),
            disagreement: relative(closure.amax()),
        }
    }

    /// Matrix and right-hand side in scaled unknowns, with independent scaled rows.
    fn system(
        &self,
        column_scale: &DVector<f64>,
        rows_t: &DMatrix<f64>,
        gamma: &DVector<f64>,
    ) -> (DMatrix<f64>, DVector<f64>) {
        let (n, m) = rows_t.shape();
        let mut matrix = DMatrix::zeros(n + m, n + m);
        let scales = column_scale * column_scale.transpose();
        matrix
            .view_mut((0, 0), (n, n))
            .copy_from(&self.mass.component_mul(&scales));
        matrix.view_mut((0, n), (n, m)).copy_from(rows_t);
        matrix.view_mut((n, 0), (m, n)).copy_from(&rows_t.transpose());
        let mut right = DVector::zeros(n + m);
        right.rows_mut(0, n).copy_from(&self.force.component_mul(column_scale));
        right.rows_mut(n, m).copy_from(&-gamma);
        (matrix, right)
    }
}

/// Number of independent rows.
pub(crate) fn rank(jacobian_t: &DMatrix<f64>, scale: &DVector<f64>) -> usize {
    independent(&scaled_rows(jacobian_t, &unknown_scale(scale)).0).len()
}

/// The power of two nearest to `x > 0`.
fn power_of_two(x: f64) -> f64 {
    x.log2().round().exp2()
}

fn unknown_scale(mass: &DVector<f64>) -> DVector<f64> {
    mass.map(|m| power_of_two(m.sqrt().recip()))
}

/// The rows in scaled unknowns, and the factors that bring each row to a length near one.
fn scaled_rows(jacobian_t: &DMatrix<f64>, column_scale: &DVector<f64>) -> (DMatrix<f64>, DVector<f64>) {
    let mut scaled = jacobian_t.clone();
    let mut row_scale = DVector::from_element(scaled.ncols(), 1.0);
    for (mut row, factor) in scaled.column_iter_mut().zip(row_scale.iter_mut()) {
        row.component_mul_assign(column_scale);
        let norm = row.norm();
        if norm > 0.0 {
            *factor = power_of_two(norm.recip());
            row *= *factor;
        }
    }
    (scaled, row_scale)
}

/// Indices of a largest well-conditioned set of independent rows, ascending.
fn independent(rows_t: &DMatrix<f64>) -> Vec<usize> {
    let mut rest = rows_t.clone();
    let mut candidates: Vec<usize> = (0..rest.ncols()).collect();
    let mut kept = Vec::new();
    while let Some((place, norm)) = longest(&rest, &candidates).filter(|&(_, norm)| norm > INDEPENDENT) {
        let pivot = candidates.remove(place);
        let direction = rest.column(pivot) / norm;
        for &other in &candidates {
            let along = direction.dot(&rest.column(other));
            rest.column_mut(other).axpy(-along, &direction, 1.0);
        }
        kept.push(pivot);
    }
    kept.sort_unstable();
    kept
}

/// The candidate with the longest column (if several are equal, the first), as its place in the list and its length.
fn longest(columns: &DMatrix<f64>, candidates: &[usize]) -> Option<(usize, f64)> {
    let norms = candidates.iter().map(|&index| columns.column(index).norm()).enumerate();
    norms.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

/// The solution after iterative refinement.
fn solve_refined(matrix: &DMatrix<f64>, right: &DVector<f64>) -> DVector<f64> {
    let factors = matrix.clone().lu();
    let solve = |b: &DVector<f64>| factors.solve(b).expect("every open motion has mass");
    let mut solution = solve(right);
    for _ in 0..REFINEMENTS {
        solution += solve(&residual(matrix, &solution, right));
    }
    solution
}

/// `b - A x` as if computed in twice the working precision (Ogita, Rump & Oishi 2005, "Accurate sum and dot product",
/// algorithm 5.3). Otherwise refinement could not reduce errors below the rounding of the residual.
fn residual(matrix: &DMatrix<f64>, x: &DVector<f64>, b: &DVector<f64>) -> DVector<f64> {
    let mut sum = b.clone();
    let mut lost = DVector::zeros(b.len());
    for (column, &factor) in matrix.column_iter().zip(x.iter()) {
        for (i, &entry) in column.iter().enumerate().filter(|&(_, &entry)| entry != 0.0) {
            let product = -entry * factor;
            let product_error = (-entry).mul_add(factor, -product);
            let (total, sum_error) = two_sum(sum[i], product);
            sum[i] = total;
            lost[i] += sum_error + product_error;
        }
    }
    sum + lost
}

/// Sum and its rounding error (Knuth).
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_part = sum - a;
    (sum, (a - (sum - b_part)) + (b - b_part))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The Hilbert matrix of order eight (condition 1.5e10) times 360360 has integer entries, so the right-hand
    /// side of an integer solution is exact. A plain factorisation loses seven digits or more; refinement recovers
    /// them.
    #[test]
    fn refinement_recovers_the_digits_that_conditioning_costs() {
        let matrix = DMatrix::from_fn(8, 8, |i, j| 360_360.0 / (i + j + 1) as f64);
        let exact = DVector::from_fn(8, |i, _| if i % 2 == 0 { 3.0 + i as f64 } else { -(i as f64) });
        let right = &matrix * &exact;
        let plain = matrix.clone().lu().solve(&right).expect("regular");
        assert!(
            (plain - &exact).amax() > 1e-10,
            "the matrix is too kind to prove anything"
        );
        assert!((solve_refined(&matrix, &right) - exact).amax() < 1e-14);
    }

    /// Rows of very different lengths, one of which is the sum of two others. It is found at any scale.
    #[test]
    fn a_dependent_row_is_left_out() {
        let a = DVector::from_vec(vec![1e6, 2e6, 0.0, 1e6]);
        let b = DVector::from_vec(vec![0.0, 1e-3, 3e-3, 0.0]);
        let rows_t = DMatrix::from_columns(&[a.clone(), b.clone(), a * 1e-9 + b]);
        assert_eq!(rank(&rows_t, &DVector::from_vec(vec![1e-2, 10.0, 400.0, 1e3])), 2);
    }
}
