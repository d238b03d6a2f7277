//! The largest step of an explicit method for a mode.

use nalgebra::Complex;

pub use wishbone::stability::Method;

/// Part of an eigenvalue below which a motion neither decays nor grows.
const LASTING: f64 = 1e-9;

/// Largest step with which a method is stable for a mode that decays, or oscillates without decay [s]. `None` for a
/// mode that grows, which is unstable at every step, and for a mode that neither oscillates nor decays.
pub fn largest(method: Method, eigenvalue: Complex<f64>) -> Option<f64> {
    let least = LASTING * eigenvalue.norm();
    let lasts = eigenvalue.im != 0.0 && eigenvalue.re.abs() <= least;
    // A method without an interval on the imaginary axis would allow no step at all for a motion that swings without
    // decay.
    let damped = eigenvalue.re.min(-least);
    (eigenvalue.re < 0.0 || lasts).then(|| method.largest_step([damped, eigenvalue.im]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An undamped shaft swings for ever. The methods' intervals on the imaginary axis come from textbooks (Hairer &
    /// Wanner 1996, IV.2 and V.1).
    #[test]
    fn what_swings_for_ever_bounds_the_step() {
        for (method, interval) in [(Method::AdamsBashforth3, 0.7236), (Method::RungeKutta4, 2.8284)] {
            for re in [0.0, 1e-12, -1e-12] {
                let step = largest(method, Complex::new(346.0 * re, 346.0)).expect("it swings");
                assert!((346.0 * step / interval - 1.0).abs() < 0.01, "{method:?}: {step}");
            }
        }
        assert_eq!(largest(Method::RungeKutta4, Complex::new(1.0, 10.0)), None);
        assert_eq!(largest(Method::RungeKutta4, Complex::new(0.0, 0.0)), None);
    }
}
