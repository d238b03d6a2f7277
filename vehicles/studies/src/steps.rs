//! The largest step of an explicit method for a mode.

use nalgebra::Complex;

pub use wishbone::stability::Method;

/// Largest step with which a method is stable for a decaying mode [s].
pub fn largest(method: Method, eigenvalue: Complex<f64>) -> f64 {
    method.largest_step([eigenvalue.re, eigenvalue.im])
}
