//! Stability of explicit methods: the largest step for a mode.
//!
//! A method with step `h` multiplies `x' = λ x` in each step by the roots of a polynomial in `h λ`; it is stable where none
//! is larger than one (Hairer and Wanner, Solving Ordinary Differential Equations II, 1996, sections IV.2 and V.1).

use nalgebra::Complex;

/// An explicit method of fixed step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// [`wishbone::integrate::RungeKutta4`]
    RungeKutta4,
    /// [`wishbone::integrate::AdamsBashforth3`]
    AdamsBashforth3,
}

impl Method {
    /// Whether it is stable at `z = h λ`.
    fn is_stable(self, z: Complex<f64>) -> bool {
        let one = Complex::new(1.0, 0.0);
        match self {
            Method::RungeKutta4 => {
                let factor = one + z * (one + z / 2.0 * (one + z / 3.0 * (one + z / 4.0)));
                factor.norm() <= 1.0
            }
            // r³ - (1 + 23/12 z) r² + 16/12 z r - 5/12 z
            Method::AdamsBashforth3 => inside([-z * 5.0 / 12.0, z * 16.0 / 12.0, -one - z * 23.0 / 12.0, one]),
        }
    }
}

/// Whether all roots of a cubic, coefficients of rising powers, lie inside the unit circle (Schur and Cohn): the product of
/// the roots is smaller than one, and so it is for the polynomial with one root less.
fn inside([a0, a1, a2, a3]: [Complex<f64>; 4]) -> bool {
    fn reduced<const N: usize, const M: usize>(p: [Complex<f64>; N]) -> Option<[Complex<f64>; M]> {
        let (first, last) = (p[0], p[N - 1]);
        let reduced = core::array::from_fn(|k| last.conj() * p[k + 1] - first * p[N - 2 - k].conj());
        (first.norm() < last.norm()).then_some(reduced)
    }
    let Some(square) = reduced::<4, 3>([a0, a1, a2, a3]) else {
        return false;
    };
    let Some([b0, b1]) = reduced::<3, 2>(square) else {
        return false;
    };
    b0.norm() < b1.norm()
}

/// Parts of the range that is searched for the first instability.
const PARTS: usize = 400;
/// Where the range ends, by the size of the eigenvalue: beyond the stability of both methods.
const END: f64 = 4.0;

/// Largest step with which a method is stable for a decaying mode [s].
pub fn largest(method: Method, eigenvalue: Complex<f64>) -> f64 {
    let at = |part: f64| END * part / eigenvalue.norm();
    let is_stable = |part: f64| method.is_stable(eigenvalue * at(part));
    let first = (1..=PARTS).find(|&part| !is_stable(part as f64 / PARTS as f64));
    let (mut stable, mut unstable) = match first {
        Some(part) => ((part - 1) as f64 / PARTS as f64, part as f64 / PARTS as f64),
        None => return at(1.0),
    };
    for _ in 0..50 {
        let middle = (stable + unstable) / 2.0;
        if is_stable(middle) {
            stable = middle;
        } else {
            unstable = middle;
        }
    }
    at(stable)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ends of the stability regions on the negative real axis, and of Runge and Kutta's on the imaginary one.
    #[test]
    fn known_ends_of_stability() {
        let near = |found: f64, known: f64| (found - known).abs() < 1e-4;
        let real = Complex::new(-1.0, 0.0);
        assert!(near(largest(Method::RungeKutta4, real), 2.78529));
        assert!(near(largest(Method::AdamsBashforth3, real), 6.0 / 11.0));
        let imaginary = Complex::new(-1e-9, 1.0);
        assert!(near(largest(Method::RungeKutta4, imaginary), 8.0_f64.sqrt()));
        assert!(near(largest(Method::AdamsBashforth3, imaginary), 0.72361));
    }
}
