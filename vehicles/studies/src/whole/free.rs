//! Speeds that determine all other speeds.

use nalgebra::{DMatrix, DVector};

/// Speeds that determine all other speeds.
#[derive(Clone, Debug)]
pub struct Free {
    /// Their positions.
    pub speeds: Vec<usize>,
    /// Matrix from these speeds to all speeds.
    pub basis: DMatrix<f64>,
}

impl Free {
    /// Speeds that span the range of a projection. Speeds that depend least on the others are taken first.
    pub(super) fn of(projection: &DMatrix<f64>) -> Self {
        let svd = projection.clone().svd(true, false);
        let is_kept = |k: &usize| svd.singular_values[*k] > 0.5;
        let kept: Vec<usize> = (0..svd.singular_values.len()).filter(is_kept).collect();
        let range = svd.u.map_or_else(|| projection.clone(), |u| u.select_columns(&kept));
        // Vectors of nalgebra now and then have errors of 1e-4, if singular values are equal.
        let range = projection * range;
        let mut rest = range.clone();
        let mut speeds = Vec::new();
        for _ in 0..kept.len() {
            let lengths = DVector::from_fn(rest.nrows(), |row, _| rest.row(row).norm());
            let speed = lengths.imax();
            let direction = rest.row(speed).normalize();
            rest -= &rest * direction.transpose() * direction;
            speeds.push(speed);
        }
        speeds.sort_unstable();
        let own = range.select_rows(&speeds).try_inverse();
        let basis = own.map_or_else(|| range.clone(), |inverse| &range * inverse);
        Self { speeds, basis }
    }
}
