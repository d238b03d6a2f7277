//! The frequency weighting Wk of ISO 2631-1:1997 for vertical vibration of a seated person.
//!
//! Annex A gives Wk as a product of four transfer functions, with `p = i 2π f`: a second-order Butterworth high pass at 0.4 Hz, and
//! a second-order Butterworth low pass at 100 Hz. The transition from acceleration to velocity is at 12.5 Hz, with `Q4 = 0.63`. The
//! upward step is between 2.37 Hz and 3.35 Hz, with `Q5 = Q6 = 0.91`.

use super::spectrum::spectrum;

/// Corner frequencies [Hz].
const HIGH_PASS: f64 = 0.4;
const LOW_PASS: f64 = 100.0;
const TRANSITION: f64 = 12.5;
const STEP: [f64; 2] = [2.37, 3.35];
/// Quality factors of transition and step.
const Q_TRANSITION: f64 = 0.63;
const Q_STEP: f64 = 0.91;

/// Absolute value of the weighting Wk at a frequency [Hz].
pub fn wk(frequency: f64) -> f64 {
    if frequency <= 0.0 {
        return 0.0;
    }
    // Absolute value of 1 + p / (Q w) + (p / w)², at p = i 2π f.
    let second = |corner: f64, q: f64| {
        let ratio = frequency / corner;
        (1.0 - ratio * ratio).hypot(ratio / q)
    };
    let butterworth = std::f64::consts::FRAC_1_SQRT_2;
    let high = (frequency / HIGH_PASS).powi(2) / second(HIGH_PASS, butterworth);
    let low = second(LOW_PASS, butterworth).recip();
    let transition = 1f64.hypot(frequency / TRANSITION) / second(TRANSITION, Q_TRANSITION);
    let [lower, upper] = STEP;
    let step = second(lower, Q_STEP) / second(upper, Q_STEP) * (lower / upper).powi(2);
    high * low * transition * step
}

/// Root mean square of an acceleration in equal steps [s], weighted by Wk. By Parseval's theorem this value is the root
/// of the sum of the squared spectrum times the squared weighting. NaN for less than two numbers.
pub fn weighted_rms(values: &[f64], step: f64) -> f64 {
    if values.len() < 2 || step.is_nan() || step <= 0.0 {
        return f64::NAN;
    }
    let count = values.len();
    let lines = spectrum(values);
    let sum: f64 = lines
        .iter()
        .enumerate()
        .map(|(k, line)| {
            let frequency = k.min(count - k) as f64 / (count as f64 * step);
            (wk(frequency) * line.norm()).powi(2)
        })
        .sum();
    sum.sqrt() / count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Factors of table 3 of the standard at third-octave centre frequencies, multiplied by a thousand.
    const TABLE: [(f64, f64); 31] = [
        (0.1, 31.2),
        (0.125, 48.6),
        (0.16, 79.0),
        (0.2, 121.0),
        (0.25, 182.0),
        (0.315, 263.0),
        (0.4, 352.0),
        (0.5, 418.0),
        (0.63, 459.0),
        (0.8, 477.0),
        (1.0, 482.0),
        (1.25, 484.0),
        (1.6, 494.0),
        (2.0, 531.0),
        (2.5, 631.0),
        (3.15, 804.0),
        (4.0, 967.0),
        (5.0, 1039.0),
        (6.3, 1054.0),
        (8.0, 1036.0),
        (10.0, 988.0),
        (12.5, 902.0),
        (16.0, 768.0),
        (20.0, 636.0),
        (25.0, 513.0),
        (31.5, 405.0),
        (40.0, 314.0),
        (50.0, 246.0),
        (63.0, 186.0),
        (80.0, 132.0),
        (100.0, 88.7),
    ];

    #[test]
    fn factors_are_those_of_the_standard() {
        for (frequency, factor) in TABLE {
            let own = 1e3 * wk(frequency);
            assert!(
                (own / factor - 1.0).abs() < 3e-3,
                "{frequency} Hz: {own}, tabulated {factor}"
            );
        }
    }

    #[test]
    fn a_sine_is_weighted_by_its_factor() {
        let (step, frequency) = (5e-3, 5.0);
        let wave = |k: usize| (std::f64::consts::TAU * frequency * step * k as f64).sin();
        let values: Vec<f64> = (0..2000).map(wave).collect();
        let expected = wk(frequency) * std::f64::consts::FRAC_1_SQRT_2;
        assert!((weighted_rms(&values, step) / expected - 1.0).abs() < 1e-9);
    }
}
