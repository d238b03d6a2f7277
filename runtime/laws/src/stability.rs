//! Stability regions of explicit methods of integration, and the largest stable step for a mode.
//!
//! For `x' = λ x`, the factors from step to step of a method with the step `h` are the roots of a polynomial, whose coefficients
//! depend on `z = h λ`. The method is stable if no root has a magnitude above one (Hairer & Wanner 1996, Solving Ordinary
//! Differential Equations II, IV.2 and V.1).

use crate::math::hypot;
use core::ops::{Add, Mul, Neg, Sub};

/// An explicit method of fixed step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Heun's method, two evaluations per step.
    RungeKutta2,
    /// Kutta's classical method, four evaluations per step.
    RungeKutta4,
    /// Fifth-order result of Dormand and Prince, seven evaluations per step.
    DormandPrince5,
    /// Adams and Bashforth, order 2.
    AdamsBashforth2,
    /// Adams and Bashforth, order 3.
    AdamsBashforth3,
    /// Predictor of Adams and Bashforth, corrector of Adams and Moulton, one evaluation (PEC), order 2.
    AdamsBashforthMoulton2,
    /// The same, order 3.
    AdamsBashforthMoulton3,
    /// The explicit part of the linearly implicit two-step method, for modes that its Jacobian leaves out.
    Sbdf2,
}

impl Method {
    /// All methods.
    pub const ALL: [Self; 8] = [
        Self::RungeKutta2,
        Self::RungeKutta4,
        Self::DormandPrince5,
        Self::AdamsBashforth2,
        Self::AdamsBashforth3,
        Self::AdamsBashforthMoulton2,
        Self::AdamsBashforthMoulton3,
        Self::Sbdf2,
    ];

    /// Whether the method damps `x' = λ x` at `h λ`, given as real and imaginary part. Points on the boundary of the region count as
    /// unstable.
    pub fn is_stable(self, [re, im]: [f64; 2]) -> bool {
        let z = Complex { re, im };
        match self {
            Self::RungeKutta2 => factor(z, &[1.0, 1.0, 0.5]) < 1.0,
            Self::RungeKutta4 => factor(z, &[1.0, 1.0, 0.5, 1.0 / 6.0, 1.0 / 24.0]) < 1.0,
            // Hairer & Wanner 1996, IV.2, (2.13)
            Self::DormandPrince5 => {
                let r = [1.0, 1.0, 0.5, 1.0 / 6.0, 1.0 / 24.0, 1.0 / 120.0, 1.0 / 600.0];
                factor(z, &r) < 1.0
            }
            Self::AdamsBashforth2 => inside([-z * -0.5, -ONE - z * 1.5, ONE]),
            Self::AdamsBashforth3 => inside([-z * (5.0 / 12.0), z * (16.0 / 12.0), -ONE - z * (23.0 / 12.0), ONE]),
            // (r - 1) (r² - z (3/2 r - 1/2)) = z (1/2 r² + 1/2 r), for the predicted states
            Self::AdamsBashforthMoulton2 => inside([-z * 0.5, z * 1.5, -ONE - z * 2.0, ONE]),
            // (r - 1) (r³ - z (23/12 r² - 16/12 r + 5/12)) = z (5/12 r³ + 8/12 r² - 1/12 r)
            Self::AdamsBashforthMoulton3 => inside([
                z * (5.0 / 12.0),
                z * (-20.0 / 12.0),
                z * (31.0 / 12.0),
                -ONE - z * (28.0 / 12.0),
                ONE,
            ]),
            // 3/2 r² - 2 r + 1/2 = z (2 r - 1)
            Self::Sbdf2 => inside([ONE * 0.5 + z, ONE * -2.0 - z * 2.0, ONE * 1.5]),
        }
    }

    /// Largest step for a mode with this eigenvalue, given as real and imaginary part [1/s]: the method is stable for all shorter
    /// steps [s]. Zero for a mode that grows with every step size, infinite for an eigenvalue of zero.
    pub fn largest_step(self, [re, im]: [f64; 2]) -> f64 {
        let size = hypot(re, im);
        if size == 0.0 {
            return f64::INFINITY;
        }
        let at = |part: f64| END * part / size;
        let is_stable = |part: f64| self.is_stable([re * at(part), im * at(part)]);
        let Some(first) = (1..=PARTS).find(|&part| !is_stable(f64::from(part) / f64::from(PARTS))) else {
            return at(1.0);
        };
        let (mut stable, mut unstable) = (f64::from(first - 1), f64::from(first));
        for _ in 0..50 {
            let middle = 0.5 * (stable + unstable);
            if is_stable(middle / f64::from(PARTS)) {
                stable = middle;
            } else {
                unstable = middle;
            }
        }
        at(stable / f64::from(PARTS))
    }
}

/// Number of intervals of the range in which the first instability is searched.
const PARTS: u32 = 400;

/// End of this range, as the magnitude of `h λ`: beyond the regions of all methods.
const END: f64 = 4.0;

#[derive(Clone, Copy)]
struct Complex {
    re: f64,
    im: f64,
}

const ONE: Complex = Complex { re: 1.0, im: 0.0 };
const ZERO: Complex = Complex { re: 0.0, im: 0.0 };

impl Complex {
    fn squared_size(self) -> f64 {
        self.re * self.re + self.im * self.im
    }

    fn conjugate(self) -> Self {
        Self { im: -self.im, ..self }
    }
}

impl Add for Complex {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            re: self.re + other.re,
            im: self.im + other.im,
        }
    }
}

impl Sub for Complex {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + other * -1.0
    }
}

impl Neg for Complex {
    type Output = Self;

    fn neg(self) -> Self {
        self * -1.0
    }
}

impl Mul<f64> for Complex {
    type Output = Self;

    fn mul(self, factor: f64) -> Self {
        Self {
            re: self.re * factor,
            im: self.im * factor,
        }
    }
}

impl Mul for Complex {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self {
            re: self.re * other.re - self.im * other.im,
            im: self.re * other.im + self.im * other.re,
        }
    }
}

/// Squared magnitude of a polynomial with real coefficients, lowest power first.
fn factor(z: Complex, coefficients: &[f64]) -> f64 {
    let value = coefficients.iter().rfold(ZERO, |sum, &c| sum * z + ONE * c);
    value.squared_size()
}

/// Whether all roots of a polynomial, lowest power first, lie inside the unit circle (Schur 1917, Cohn 1922). The
/// product of the roots has to be smaller than one; this also holds for the reduced polynomials of lower degree.
fn inside<const N: usize>(mut p: [Complex; N]) -> bool {
    for degree in (1..N).rev() {
        let (first, last) = (p[0], p[degree]);
        // False for NaN.
        let is_smaller = first.squared_size() < last.squared_size();
        if !is_smaller {
            return false;
        }
        let full = p;
        for k in 0..degree {
            p[k] = last.conjugate() * full[k + 1] - first * full[degree - 1 - k].conjugate();
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(method: Method, direction: [f64; 2]) -> f64 {
        method.largest_step(direction) * hypot(direction[0], direction[1])
    }

    fn assert_limits(direction: [f64; 2], known: &[(Method, f64)]) {
        for &(method, known) in known {
            let found = limit(method, direction);
            assert!(
                (found - known).abs() < 1e-3 * (1.0 + known),
                "{method:?}: {found}, not {known}"
            );
        }
    }

    /// Hairer & Wanner 1996, IV.2 and V.1; at this limit a root of the multistep methods passes -1.
    #[test]
    fn ends_on_the_real_axis() {
        assert_limits(
            [-100.0, 0.0],
            &[
                (Method::RungeKutta2, 2.0),
                (Method::RungeKutta4, 2.785_29),
                (Method::DormandPrince5, 3.3066),
                (Method::AdamsBashforth2, 1.0),
                (Method::AdamsBashforth3, 6.0 / 11.0),
                (Method::AdamsBashforthMoulton2, 0.5),
                (Method::AdamsBashforthMoulton3, 2.0 / 7.0),
                (Method::Sbdf2, 4.0 / 3.0),
            ],
        );
    }

    #[test]
    fn ends_on_the_imaginary_axis() {
        assert_limits(
            [-1e-9, 1.0],
            &[
                (Method::RungeKutta4, 8.0_f64.sqrt()),
                (Method::AdamsBashforth3, 0.72361),
                (Method::AdamsBashforthMoulton2, 2.0 / 3.0),
            ],
        );
        for method in [Method::RungeKutta2, Method::AdamsBashforth2, Method::Sbdf2] {
            assert!(limit(method, [0.0, 1.0]) < 1e-2, "{method:?}");
        }
    }

    /// Limits of `h omega` of a mode with 10 % and 50 % damping, by the roots of the characteristic polynomials.
    #[test]
    fn limits_of_damped_modes() {
        for (ratio, second, third) in [(0.1, 0.650, 0.693), (0.5, 0.911, 0.609)] {
            let direction = [-ratio, (1.0_f64 - ratio * ratio).sqrt()];
            assert_limits(
                direction,
                &[(Method::AdamsBashforth2, second), (Method::AdamsBashforth3, third)],
            );
        }
    }

    #[test]
    fn modes_that_do_not_decay() {
        for method in Method::ALL {
            assert_eq!(method.largest_step([0.0, 0.0]), f64::INFINITY);
            assert!(method.largest_step([1.0, 0.0]) < 1e-12);
            assert!(!method.is_stable([f64::NAN, 0.0]));
        }
    }
}
