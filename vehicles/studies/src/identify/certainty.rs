//! Certainty of the parameters from the Jacobian: standard errors, and parameters that cannot be separated.

use super::Unclear;
use nalgebra::{DMatrix, DVector};

/// Part of the largest singular value below which a direction changes no curve.
pub(super) const SINGULAR: f64 = 1e-5;
/// Correlation above which two parameters can be separated only badly.
const CORRELATED: f64 = 0.98;
/// Component of a parameter in a direction above which the parameter is named.
const NAMED: f64 = 0.25;

/// Certainty of the parameters by the Jacobian.
pub(super) struct Told {
    /// Standard errors, in half widths of the bounds.
    pub(super) errors: Vec<Option<f64>>,
    pub(super) correlation: DMatrix<f64>,
    pub(super) unclear: Vec<Unclear>,
}

impl Told {
    /// Evaluates a Jacobian with the variance of a residual. The first `parameters` columns have bounds.
    pub(super) fn of(jacobian: &DMatrix<f64>, variance: f64, parameters: usize) -> Self {
        let count = jacobian.ncols();
        // The eigenvectors of JᵀJ are the right singular vectors of J. Taking them from the triangle of J loses no digits.
        let triangle = jacobian.clone().qr().r();
        let svd = triangle.svd(false, true);
        let directions = svd.v_t.unwrap_or_else(|| DMatrix::identity(count, count));
        let largest = svd.singular_values.max();
        let mut covariance = DMatrix::zeros(count, count);
        let mut hidden = vec![false; count];
        let mut unclear = Vec::new();
        for (place, size) in svd.singular_values.iter().enumerate() {
            let direction: DVector<f64> = directions.row(place).transpose();
            let error = variance.sqrt() / size;
            let is_singular = *size <= SINGULAR * largest;
            if is_singular {
                let parts = direction.iter().zip(&mut hidden);
                parts.for_each(|(part, hidden)| *hidden |= part.abs() > NAMED * 0.1);
            } else {
                covariance += &direction * direction.transpose() * (error * error);
            }
            let has_bounds = direction.rows(0, parameters).amax() > NAMED;
            if is_singular || (error > 1.0 && has_bounds) {
                let parts = direction.iter().copied().enumerate();
                unclear.push(Unclear {
                    parts: parts.filter(|(_, part)| part.abs() > NAMED).collect(),
                    error: (!is_singular).then_some(error),
                });
            }
        }
        let sizes: Vec<f64> = (0..count).map(|k| covariance[(k, k)].sqrt()).collect();
        let correlation = DMatrix::from_fn(count, count, |row, column| {
            let size = sizes[row] * sizes[column];
            if size > 0.0 {
                covariance[(row, column)] / size
            } else {
                f64::from(row == column)
            }
        });
        for row in 0..count {
            for column in (row + 1)..count {
                let own = correlation[(row, column)];
                let are_known = !hidden[row] && !hidden[column];
                let is_told = unclear
                    .iter()
                    .any(|own| own.parts.iter().filter(|(k, _)| [row, column].contains(k)).count() == 2);
                if own.abs() > CORRELATED && are_known && !is_told {
                    unclear.push(Unclear {
                        parts: vec![(row, 1.0), (column, own.signum())],
                        error: Some(sizes[row].max(sizes[column])),
                    });
                }
            }
        }
        let errors = sizes.iter().zip(&hidden);
        Self {
            errors: errors.map(|(size, hidden)| (!hidden).then_some(*size)).collect(),
            correlation,
            unclear,
        }
    }
}
