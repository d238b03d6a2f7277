//! Stability of a rest: whether a displacement grows.
//!
//! With the accelerations `v' = J δz` of a vehicle at rest that is displaced by `δz`, a displacement along an eigenvector of `J` with the
//! eigenvalue `λ` grows as `exp(√λ t)` where `λ` is real and above zero, whatever the dampers do: these change the rate, never the sign
//! (Thomson & Tait 1879, art. 345).

use crate::whole::System;
use nalgebra::DMatrix;
use wishbone::prelude::*;
use wishbone::state::Whole;

/// Rate of growth below which differences cannot tell it from none [1/s].
const SLOW: f64 = 0.3;
/// Largest imaginary part of an eigenvalue that counts as real, as part of its size.
const REAL: f64 = 1e-3;

/// A displacement that grows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growing {
    /// Name of the speed along which it is largest.
    pub speed: &'static str,
    /// Its rate [1/s]: it grows by a factor of e in the inverse of it.
    pub rate: f64,
}

/// The displacement of a vehicle at rest that grows fastest; none where all of them come back or stay.
pub fn growing<S: Solver, E: Subsystem<S>>(
    system: &mut System<S, E>,
    state: &Whole<S::State, E::State>,
) -> Option<Growing> {
    let (free, jacobian) = (system.free(state), system.jacobian(state));
    let stiffness = (jacobian.v_z * &free.basis).select_rows(&free.speeds);
    if stiffness.is_empty() || !stiffness.iter().all(|entry| entry.is_finite()) {
        return None;
    }
    let values = stiffness.complex_eigenvalues();
    let real = values.iter().filter(|value| value.im.abs() <= REAL * value.norm());
    let fastest = real.map(|value| value.re).fold(0.0, f64::max);
    let rate = fastest.sqrt();
    (rate > SLOW).then(|| Growing {
        speed: system.solver.description().speeds[free.speeds[largest(stiffness, fastest)]],
        rate,
    })
}

/// Position of the largest entry of the eigenvector of an eigenvalue.
fn largest(mut matrix: DMatrix<f64>, value: f64) -> usize {
    let size = matrix.nrows();
    matrix -= DMatrix::from_diagonal_element(size, size, value);
    let svd = matrix.svd(false, true);
    let vectors = svd.v_t.unwrap_or_else(|| DMatrix::zeros(size, size));
    vectors.row(svd.singular_values.imin()).transpose().iamax()
}
