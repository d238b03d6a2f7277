//! Modes of a linear system.

use nalgebra::linalg::balancing::balance_parlett_reinsch;
use nalgebra::{Complex, DMatrix, DVector};

/// Frequency below which a mode is that of a rigid body [rad/s].
const RIGID: f64 = 1e-3;

/// A mode.
#[derive(Clone, Debug)]
pub struct Mode {
    /// Eigenvalue [1/s]; of a conjugate pair, the one above the real axis.
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

/// Eigenvalues of a state matrix, the fastest last. Of each conjugate pair, the one above the real axis.
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
    values.into_iter().map(|value| balanced.mode(value)).collect()
}

/// The mode of a state matrix with this eigenvalue.
pub fn with(a: &DMatrix<f64>, eigenvalue: Complex<f64>) -> Mode {
    Balanced::of(a).mode(eigenvalue)
}

/// A balanced state matrix. Its shares are those of the original matrix, since they do not depend on units.
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

    fn mode(&self, eigenvalue: Complex<f64>) -> Mode {
        let complex = self.matrix.map(|x| Complex::new(x, 0.0));
        let right = null_vector(&complex, eigenvalue);
        let left = null_vector(&complex.adjoint(), eigenvalue.conj());
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
    let size = matrix.nrows();
    let shifted = matrix - DMatrix::from_diagonal_element(size, size, eigenvalue);
    let svd = shifted.svd(false, true);
    let least = svd.singular_values.imin();
    match svd.v_t {
        Some(rows) => rows.row(least).adjoint(),
        None => DVector::zeros(size),
    }
}
