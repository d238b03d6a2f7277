//! Null space and least squares solutions of matrices that may be singular, by Householder's reflections with pivoting.
//!
//! The singular value decomposition of nalgebra sometimes gives vectors with errors of 1e-4 if singular values are
//! equal or zero. The two sides of a vehicle give such values. Reflections are orthogonal to rounding. A column counts
//! as dependent if its pivot is below a fraction of the largest pivot.

use nalgebra::{DMatrix, DVector};

/// Returns an orthonormal basis of the null space of a matrix, by column.
pub(crate) fn null_space(matrix: &DMatrix<f64>, part: f64) -> DMatrix<f64> {
    let count = matrix.ncols();
    if count == 0 {
        return DMatrix::zeros(0, 0);
    }
    // The basis is complete only with at least as many columns as rows.
    let mut rows = DMatrix::zeros(count, matrix.nrows().max(count));
    rows.columns_mut(0, matrix.nrows()).copy_from(&matrix.transpose());
    let reflected = rows.col_piv_qr();
    let rank = rank(&reflected.r(), part);
    reflected.q().columns_range(rank..).into_owned()
}

/// Returns the least squares solution of `matrix x = right` with the least norm. `None` if a number is not finite.
pub(crate) fn least(matrix: &DMatrix<f64>, right: &DVector<f64>, part: f64) -> Option<DVector<f64>> {
    let found = least_of_each(matrix, &DMatrix::from_columns(std::slice::from_ref(right)), part)?;
    Some(found.column(0).into_owned())
}

/// Returns the pseudo-inverse, which gives the solution of [`least`] for every right-hand side. `None` if a number is not finite.
pub(crate) fn pseudo_inverse(matrix: &DMatrix<f64>, part: f64) -> Option<DMatrix<f64>> {
    least_of_each(matrix, &DMatrix::identity(matrix.nrows(), matrix.nrows()), part)
}

/// Computes [`least`] for each column of `right`.
pub(crate) fn least_of_each(matrix: &DMatrix<f64>, right: &DMatrix<f64>, part: f64) -> Option<DMatrix<f64>> {
    if matrix.ncols() == 0 {
        return Some(DMatrix::zeros(0, right.ncols()));
    }
    let reflected = matrix.clone().col_piv_qr();
    let upper = reflected.r();
    let rank = rank(&upper, part);
    let image = reflected.q().columns_range(..rank).tr_mul(right);
    // The shortest solution is a linear combination of the rows: `R = (Q S)ᵀ`, `x = Q S⁻ᵀ y`.
    let rows = upper.rows_range(..rank).transpose().qr();
    let sizes = rows.r().transpose().solve_lower_triangular(&image)?;
    let mut found = rows.q() * sizes;
    reflected.p().inv_permute_rows(&mut found);
    found.iter().all(|number| number.is_finite()).then_some(found)
}

/// Number of pivots on the diagonal that are not small.
fn rank(upper: &DMatrix<f64>, part: f64) -> usize {
    let pivots = (0..upper.nrows().min(upper.ncols())).map(|k| upper[(k, k)].abs());
    let largest = pivots.clone().fold(0.0, f64::max);
    pivots.filter(|pivot| *pivot > part * largest).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two equal blocks with three columns and rank two, like the two sides of a vehicle.
    fn twice() -> DMatrix<f64> {
        let block = DMatrix::from_row_slice(3, 3, &[2.0, 1.0, 3.0, 1.0, -1.0, 0.0, 3.0, 0.0, 3.0]);
        let mut whole = DMatrix::zeros(6, 6);
        whole.view_mut((0, 0), (3, 3)).copy_from(&block);
        whole.view_mut((3, 3), (3, 3)).copy_from(&block);
        whole
    }

    #[test]
    fn a_null_space_is_all_that_goes_to_zero() {
        let matrix = twice();
        let null = null_space(&matrix, 1e-10);
        assert_eq!(null.ncols(), 2);
        assert!((&matrix * &null).amax() < 1e-14);
        assert!((null.tr_mul(&null) - DMatrix::identity(2, 2)).amax() < 1e-14);
        assert_eq!(null_space(&DMatrix::zeros(0, 3), 1e-10).ncols(), 3);
        assert_eq!(null_space(&DMatrix::zeros(6, 0), 1e-10).ncols(), 0);
        let tall = DMatrix::from_fn(6, 2, |row, _| row as f64);
        assert_eq!(null_space(&tall, 1e-10).ncols(), 1);
    }

    /// The conditions of Moore and Penrose are met for matrices with more rows than columns, and with fewer.
    #[test]
    fn a_pseudo_inverse_inverts_what_can_be() {
        for matrix in [
            twice().columns(0, 4).into_owned(),
            twice().rows(0, 4).into_owned(),
            twice(),
        ] {
            let inverse = pseudo_inverse(&matrix, 1e-10).expect("finite");
            assert!((&matrix * &inverse * &matrix - &matrix).amax() < 1e-13);
            assert!((&inverse * &matrix * &inverse - &inverse).amax() < 1e-13);
            for product in [&matrix * &inverse, &inverse * &matrix] {
                assert!((product.transpose() - product).amax() < 1e-13);
            }
        }
    }

    /// A right-hand side in the range is met, by a solution without a part in the null space. Otherwise the residual is orthogonal
    /// to the range.
    #[test]
    fn the_least_solution_has_no_part_in_the_null_space() {
        let matrix = twice();
        let wanted = &matrix * DVector::from_column_slice(&[1.0, 2.0, -1.0, 0.5, 0.0, 3.0]);
        let found = least(&matrix, &wanted, 1e-10).expect("finite");
        assert!((&matrix * &found - &wanted).amax() < 1e-13);
        assert!(null_space(&matrix, 1e-10).tr_mul(&found).amax() < 1e-14);
        let beside = DVector::from_column_slice(&[1.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        let left = &matrix * least(&matrix, &beside, 1e-10).expect("finite") - beside;
        assert!(matrix.tr_mul(&left).amax() < 1e-13);
        assert_eq!(least(&matrix, &DVector::from_element(6, f64::NAN), 1e-10), None);
        let nothing = least(&DMatrix::zeros(6, 0), &wanted, 1e-10).expect("finite");
        assert_eq!(nothing.len(), 0);
    }
}
