//! Modes of a linear system.

use nalgebra::linalg::balancing::balance_parlett_reinsch;
use nalgebra::{Complex, DMatrix, DVector};

/// Frequency below which a mode belongs to a rigid body [rad/s].
const RIGID: f64 = 1e-3;

/// Relative distance below which eigenvalues are equal, but for rounding.
const EQUAL: f64 = 1e-9;

/// A mode.
#[derive(Clone, Debug)]
pub struct Mode {
    /// Eigenvalue [1/s]; of a conjugate pair, the eigenvalue above the real axis.
    pub eigenvalue: Complex<f64>,
    /// Share of each state in the mode; the sum is one.
    ///
    /// The shares are the absolute values of `l_k r_k`, of left and right eigenvector (participation factors: Perez-Arriaga,
    /// Verghese and Schweppe, IEEE Trans. PAS-101, 1982). They do not depend on units.
    pub shares: Vec<f64>,
    /// Size and phase of each state, up to a common factor.
    pub vector: Vec<Complex<f64>>,
}

impl Mode {
    /// Frequency of the oscillation [Hz]; zero without an oscillation.
    pub fn frequency(&self) -> f64 {
        self.eigenvalue.im / core::f64::consts::TAU
    }

    /// Damping ratio; negative if the mode grows.
    pub fn damping(&self) -> f64 {
        -self.eigenvalue.re / self.eigenvalue.norm()
    }

    /// Whether the mode is a neutral displacement as a rigid body.
    pub fn is_rigid(&self) -> bool {
        self.eigenvalue.norm() < RIGID
    }

    /// Positions of the states with the largest shares, and their shares.
    pub fn largest(&self, count: usize) -> Vec<(usize, f64)> {
        let mut shares: Vec<(usize, f64)> = self.shares.iter().copied().enumerate().collect();
        shares.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        shares.truncate(count);
        shares
    }
}

/// Eigenvalues of a state matrix, the fastest last. Of each conjugate pair, the eigenvalue above the real axis.
pub fn eigenvalues(a: &DMatrix<f64>) -> Vec<Complex<f64>> {
    let mut balanced = a.clone();
    let _ = balance_parlett_reinsch(&mut balanced);
    of_balanced(&balanced)
}

fn of_balanced(balanced: &DMatrix<f64>) -> Vec<Complex<f64>> {
    let values = balanced.complex_eigenvalues();
    let mut values: Vec<Complex<f64>> = values.iter().copied().filter(|value| value.im >= 0.0).collect();
    values.sort_by(|one, other| one.norm().total_cmp(&other.norm()));
    values
}

/// The modes of a state matrix, in the order of [`eigenvalues`].
pub fn of(a: &DMatrix<f64>) -> Vec<Mode> {
    let balanced = Balanced::of(a);
    let values = of_balanced(&balanced.matrix);
    let is_equal =
        |one: &Complex<f64>, other: &Complex<f64>| one.norm() > RIGID && (one - other).norm() < EQUAL * one.norm();
    let groups = values.chunk_by(is_equal);
    groups.flat_map(|equal| balanced.modes(equal)).collect()
}

/// The mode of a state matrix with this eigenvalue.
pub fn with(a: &DMatrix<f64>, eigenvalue: Complex<f64>) -> Mode {
    Balanced::of(a).mode(eigenvalue)
}

/// A balanced state matrix. The shares are computed from the original matrix, since they do not depend on units.
struct Balanced {
    matrix: DMatrix<f64>,
    scales: DVector<f64>,
}

impl Balanced {
    fn of(a: &DMatrix<f64>) -> Self {
        let mut matrix = a.clone();
        let scales = balance_parlett_reinsch(&mut matrix);
        Self { matrix, scales }
    }

    /// The modes of equal eigenvalues. Each combination of their vectors is an eigenvector, too. Each mode is chosen to
    /// have no component in a state of every other mode, so the modes of independent parts stay separate.
    fn modes(&self, equal: &[Complex<f64>]) -> Vec<Mode> {
        let each = || equal.iter().map(|value| self.mode(*value)).collect();
        let [first, _, ..] = equal else {
            return each();
        };
        let complex = self.matrix.map(|x| Complex::new(x, 0.0));
        let right = null_vectors(&complex, *first, equal.len());
        let left = null_vectors(&complex.adjoint(), first.conj(), equal.len());
        let pivots = pivots(&right);
        let Some(inverse) = right.select_rows(&pivots).try_inverse() else {
            return each();
        };
        let right = right * inverse;
        // Left vectors whose products with the right vectors are one or zero; `None` if vectors of the matrix are
        // missing.
        let Some(inverse) = left.ad_mul(&right).adjoint().try_inverse() else {
            return each();
        };
        let left = left * inverse;
        let all = right.column_iter().zip(left.column_iter()).zip(equal);
        all.map(|((right, left), value)| self.of_vectors(*value, &right.into_owned(), &left.into_owned()))
            .collect()
    }

    fn mode(&self, eigenvalue: Complex<f64>) -> Mode {
        let complex = self.matrix.map(|x| Complex::new(x, 0.0));
        let right = null_vector(&complex, eigenvalue);
        let left = null_vector(&complex.adjoint(), eigenvalue.conj());
        self.of_vectors(eigenvalue, &right, &left)
    }

    fn of_vectors(
        &self,
        eigenvalue: Complex<f64>,
        right: &DVector<Complex<f64>>,
        left: &DVector<Complex<f64>>,
    ) -> Mode {
        let products = right.iter().zip(left.iter()).map(|(r, l)| (r * l.conj()).norm());
        let products: Vec<f64> = products.collect();
        let sum: f64 = products.iter().sum();
        Mode {
            eigenvalue,
            shares: products.iter().map(|product| product / sum).collect(),
            vector: right
                .iter()
                .zip(self.scales.iter())
                .map(|(r, scale)| r * *scale)
                .collect(),
        }
    }
}

/// Unit vector that the matrix only multiplies by its eigenvalue.
fn null_vector(matrix: &DMatrix<Complex<f64>>, eigenvalue: Complex<f64>) -> DVector<Complex<f64>> {
    null_vectors(matrix, eigenvalue, 1).column(0).into_owned()
}

/// This number of mutually perpendicular unit vectors that the matrix only multiplies by its eigenvalue.
fn null_vectors(matrix: &DMatrix<Complex<f64>>, eigenvalue: Complex<f64>, count: usize) -> DMatrix<Complex<f64>> {
    let size = matrix.nrows();
    let shifted = matrix - DMatrix::from_diagonal_element(size, size, eigenvalue);
    let svd = shifted.svd(false, true);
    let mut order: Vec<usize> = (0..size).collect();
    order.sort_by(|&one, &other| svd.singular_values[one].total_cmp(&svd.singular_values[other]));
    match svd.v_t {
        Some(rows) => rows.select_rows(&order[..count]).adjoint(),
        None => DMatrix::zeros(size, count),
    }
}

/// For each column, the row of the largest number after the earlier columns are removed from the later columns.
fn pivots(columns: &DMatrix<Complex<f64>>) -> Vec<usize> {
    let mut left = columns.clone();
    let mut found = Vec::new();
    for column in 0..left.ncols() {
        let size = |row: &usize| left[(*row, column)].norm();
        let pivot = (0..left.nrows())
            .max_by(|a, b| size(a).total_cmp(&size(b)))
            .unwrap_or(0);
        let own = left.column(column) / left[(pivot, column)];
        for other in column + 1..left.ncols() {
            let factor = left[(pivot, other)];
            left.column_mut(other).axpy(-factor, &own, Complex::new(1.0, 0.0));
        }
        found.push(pivot);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two equal oscillators that do not act on each other, seen in coordinates of different sizes.
    #[test]
    fn equal_oscillators_have_a_mode_each() {
        let (k, d) = (40.0, 0.3);
        let mut a = DMatrix::zeros(4, 4);
        for own in [0, 1] {
            a[(own, 2 + own)] = 1.0;
            a[(2 + own, own)] = -k;
            a[(2 + own, 2 + own)] = -d;
        }
        let modes = of(&a);
        assert_eq!(modes.len(), 2);
        for (place, mode) in modes.iter().enumerate() {
            let own: Vec<f64> = [0, 1].map(|part| mode.shares[part] + mode.shares[2 + part]).to_vec();
            let most = own[0].max(own[1]);
            assert!((most - 1.0).abs() < 1e-9, "mode {place}: {own:?}");
            let value = mode.eigenvalue;
            let product = a.map(Complex::from) * DVector::from_column_slice(&mode.vector);
            let left = product - DVector::from_column_slice(&mode.vector) * value;
            assert!(left.norm() < 1e-9, "{left}");
        }
        let first = |mode: &Mode| mode.shares[0] > 0.4;
        assert_ne!(first(&modes[0]), first(&modes[1]));
    }
}
