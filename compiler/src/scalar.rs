//! The number type of all algorithms, re-exported from the package of laws, and the curves through points that programs
//! store.
//!
//! Kinematics and dynamics are written once over [`Scalar`]. Run on `f64`, the algorithms are the reference interpreter
//! and give ranks and sample states. Run on [`crate::ir::Traced`], they record a straight-line program in which zeros,
//! ones and constants have already folded away.

mod points;

pub use points::{Ordinates, Points};
pub use wishbone_laws::number::Scalar;

/// Sine and cosine of an angle of the mechanism [rad]. For an angle that is known at build time, the platform's
/// functions are used: sizes of pivots are emitted, and depend on these values to the last digit.
pub fn sin_cos<S: Scalar>(angle: S) -> (S, S) {
    match angle.constant() {
        Some(angle) => {
            let (sine, cosine) = angle.sin_cos();
            (sine.into(), cosine.into())
        }
        None => angle.sin_cos(),
    }
}
