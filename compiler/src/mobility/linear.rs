//! Ranks, null spaces, and differences between spaces.

use nalgebra::{DMatrix, DVector};

/// Singular values above this part of the largest one count for the rank.
pub const RANK_TOLERANCE: f64 = 1e-9;
/// If all entries of a closure Jacobian are far below this size [m], it contains only roundoff, as for a loop of
/// hinges on one axis.
pub const LEVER: f64 = 1e-3;
/// Entries below this part of the size of their matrix count as zero. These entries are roundoff that is left after a
/// null space has been found and its vectors have been combined.
pub const ZERO: f64 = 1e-7;

/// Numbers count as equal if they differ by less than this fraction, and the first of them is taken: equal numbers on
/// both sides of a vehicle may differ by roundoff.
const NEARLY: f64 = 1e-6;

/// Number of singular values that count.
pub fn rank(matrix: &DMatrix<f64>) -> usize {
    if matrix.is_empty() {
        return 0;
    }
    let values = matrix.clone().svd(false, false).singular_values;
    let size = values.max().max(LEVER);
    values.iter().filter(|&&v| v > RANK_TOLERANCE * size).count()
}

/// Singular values in descending order.
pub fn singular_values(matrix: &DMatrix<f64>) -> Vec<f64> {
    if matrix.is_empty() {
        return Vec::new();
    }
    let mut values: Vec<f64> = matrix
        .clone()
        .svd(false, false)
        .singular_values
        .iter()
        .copied()
        .collect();
    values.sort_by(|a, b| b.total_cmp(a));
    values
}

/// The `count` orthonormal vectors that the matrix maps to the shortest vectors.
pub fn null_space_of(matrix: &DMatrix<f64>, count: usize) -> DMatrix<f64> {
    match count {
        0 => DMatrix::zeros(matrix.ncols(), 0),
        _ => shortest(matrix, |_| count),
    }
}

/// All vectors that the matrix maps to zero, as orthonormal columns. The entries of the matrix are assumed to be of
/// order one, so the limit is absolute.
pub fn null_space(matrix: &DMatrix<f64>) -> DMatrix<f64> {
    shortest(matrix, |lengths| {
        lengths.iter().filter(|&&length| length <= ZERO).count()
    })
}

/// The orthonormal vectors that the matrix maps to the shortest vectors. `count` returns their number from the singular
/// values.
fn shortest(matrix: &DMatrix<f64>, count: impl Fn(&DVector<f64>) -> usize) -> DMatrix<f64> {
    let columns = matrix.ncols();
    if columns == 0 {
        return DMatrix::zeros(0, 0);
    }
    // With at least as many rows as columns the decomposition has all right singular vectors.
    let square = matrix.clone().resize_vertically(matrix.nrows().max(columns), 0.0);
    let svd = square.svd(false, true);
    let vectors = svd.v_t.expect("asked for").transpose();
    let mut order: Vec<usize> = (0..columns).collect();
    order.sort_by(|&a, &b| svd.singular_values[a].total_cmp(&svd.singular_values[b]));
    order.truncate(count(&svd.singular_values));
    vectors.select_columns(&order)
}

/// A basis of the space of these orthonormal columns that does not depend on the given basis. Repeatedly, the unit
/// vector that is nearest to the remaining space is projected into it. If several unit vectors are equally near, the
/// first is taken.
pub fn principal(space: &DMatrix<f64>) -> DMatrix<f64> {
    let mut left = space * space.transpose();
    let mut found = Vec::new();
    for _ in 0..space.ncols() {
        // The diagonal of a projection gives the part of each unit vector that it keeps.
        let nearest = left.diagonal().max() * (1.0 - NEARLY);
        let Some(k) = left.diagonal().iter().position(|&kept| kept >= nearest) else {
            break;
        };
        let direction = left.column(k).normalize();
        left -= &direction * direction.transpose();
        found.push(direction);
    }
    columns(space.nrows(), &found)
}

/// Orthonormal columns for the part of `space` that is perpendicular to `found`.
pub fn outside(space: &DMatrix<f64>, found: &DMatrix<f64>) -> DMatrix<f64> {
    let mut known: Vec<DVector<f64>> = orthonormal(found.column_iter().map(|c| c.into_owned()), Vec::new());
    let before = known.len();
    known = orthonormal(space.column_iter().map(|c| c.into_owned()), known);
    columns(space.nrows(), &known[before..])
}

/// Makes the vectors orthonormal, following the vectors `known`, which are so already. Vectors that depend on others
/// are left out.
fn orthonormal(vectors: impl Iterator<Item = DVector<f64>>, mut known: Vec<DVector<f64>>) -> Vec<DVector<f64>> {
    for vector in vectors {
        let size = vector.norm();
        let mut rest = vector;
        // Two passes are enough for full accuracy.
        for _ in 0..2 {
            for direction in &known {
                let along = direction.dot(&rest);
                rest.axpy(-along, direction, 1.0);
            }
        }
        if rest.norm() > ZERO * size && size > 0.0 {
            known.push(rest.normalize());
        }
    }
    known
}

/// A matrix of these columns.
pub fn columns(rows: usize, vectors: &[DVector<f64>]) -> DMatrix<f64> {
    if vectors.is_empty() {
        DMatrix::zeros(rows, 0)
    } else {
        DMatrix::from_columns(vectors)
    }
}

/// Two matrices beside each other.
pub fn beside(left: &DMatrix<f64>, right: &DMatrix<f64>) -> DMatrix<f64> {
    let mut both = left.clone().resize_horizontally(left.ncols() + right.ncols(), 0.0);
    both.columns_mut(left.ncols(), right.ncols()).copy_from(right);
    both
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(entries: &[f64]) -> DMatrix<f64> {
        DMatrix::from_row_slice(1, entries.len(), entries)
    }

    #[test]
    fn a_space_has_the_same_principal_columns_however_it_was_found() {
        let space = outside(
            &DMatrix::from_row_slice(4, 2, &[1.0, 0.2, 0.1, 1.0, 0.0, 1.0, 0.3, 0.0]),
            &DMatrix::zeros(4, 0),
        );
        let (sin, cos) = 0.7_f64.sin_cos();
        let turned = &space * DMatrix::from_row_slice(2, 2, &[cos, -sin, sin, cos]);
        let [one, other] = [&space, &turned].map(principal);
        assert!((&one - other).amax() < 1e-14);
        assert!((one.tr_mul(&one) - DMatrix::<f64>::identity(2, 2)).amax() < 1e-14);
        assert!((&space - &one * one.tr_mul(&space)).amax() < 1e-14);
    }

    #[test]
    fn a_wide_matrix_has_its_whole_null_space() {
        let matrix = row(&[1.0, 1.0, 0.0, 0.0]);
        let null = null_space(&matrix);
        assert_eq!(null.ncols(), 3);
        assert!((&matrix * &null).amax() < 1e-14);
        assert!((null.transpose() * &null - DMatrix::<f64>::identity(3, 3)).amax() < 1e-14);
    }
}
