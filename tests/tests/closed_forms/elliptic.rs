//! Jacobi's elliptic functions of parameter `m`, by the arithmetic-geometric mean (Abramowitz & Stegun 1964, 16.4 and
//! 17.6).

use std::f64::consts::{FRAC_PI_2, PI};

/// Number of steps of the mean; each step doubles the number of correct digits.
const DEPTH: usize = 8;

/// Complete integral of the first kind `K(m)`.
pub fn quarter_period(m: f64) -> f64 {
    FRAC_PI_2 / means(m)[DEPTH].0
}

/// `sn`, `cn` and `dn` at `u`.
pub fn jacobi(u: f64, m: f64) -> [f64; 3] {
    let means = means(m);
    // The argument is reduced to one period, so that the phase, 256 times as large, keeps its digits.
    let period = 2.0 * PI / means[DEPTH].0;
    let mut phase = (1 << DEPTH) as f64 * means[DEPTH].0 * u.rem_euclid(period);
    for (a, c) in means[1..].iter().rev() {
        phase = 0.5 * (phase + (c / a * phase.sin()).asin());
    }
    let (sn, cn) = phase.sin_cos();
    [sn, cn, (1.0 - m * sn * sn).sqrt()]
}

/// Arithmetic mean and half of the difference at each step, starting with `1` and `sqrt(1 - m)`.
fn means(m: f64) -> [(f64, f64); DEPTH + 1] {
    let (mut a, mut b, mut c) = (1.0, (1.0 - m).sqrt(), m.sqrt());
    std::array::from_fn(|_| {
        let now = (a, c);
        (a, b, c) = (0.5 * (a + b), (a * b).sqrt(), 0.5 * (a - b));
        now
    })
}

#[test]
fn agrees_with_published_values() {
    // Abramowitz & Stegun 1964, table 17.1: K(0.5); 16.5: sn(K/2) = 1 / sqrt(1 + sqrt(1 - m)).
    let k = quarter_period(0.5);
    assert!((k - 1.854_074_677_301_372).abs() < 1e-15);
    let [sn, cn, dn] = jacobi(0.5 * k, 0.5);
    assert!((sn - 1.0 / (1.0 + 0.5_f64.sqrt()).sqrt()).abs() < 1e-15);
    assert!((sn * sn + cn * cn - 1.0).abs() < 1e-15 && dn > 0.0);
}
