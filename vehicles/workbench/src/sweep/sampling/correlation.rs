//! Correlated parameters by a Gaussian copula (Nelsen 2006, section 2.3). Fractions become normal numbers, `z = L z'`,
//! where `L Lᵀ` is the correlation matrix, and the results become fractions again. Only parameters with normal scatter
//! have exactly the given coefficients.

use super::normal;
use nalgebra::DMatrix;

/// Cholesky factor of the correlation matrix, lower triangular.
#[derive(Clone, Debug, PartialEq)]
pub struct Correlation(DMatrix<f64>);

impl Correlation {
    /// The factor of a symmetric matrix with ones on its diagonal, by Cholesky's method.
    ///
    /// # Errors
    /// If the matrix is not positive definite.
    pub fn of(matrix: DMatrix<f64>) -> Result<Self, String> {
        let factor = matrix.cholesky().map(|found| Self(found.l()));
        factor.ok_or_else(|| {
            "the correlations contradict each other: their matrix is not positive definite; make the coefficients smaller"
                .to_owned()
        })
    }

    /// Correlates independent fractions.
    pub(super) fn applied(&self, fractions: &mut [f64]) {
        let normals: Vec<f64> = fractions.iter().map(|own| normal::quantile(*own)).collect();
        for (row, fraction) in fractions.iter_mut().enumerate() {
            let each = normals.iter().enumerate().take(row + 1);
            let sum: f64 = each.map(|(column, own)| self.0[(row, column)] * own).sum();
            // The values 0 and 1 would be infinite in a normal scatter.
            *fraction = normal::share(sum).clamp(f64::MIN_POSITIVE, 1.0 - f64::EPSILON);
        }
    }
}
