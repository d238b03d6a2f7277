//! Turbulent wind by von Kármán's spectrum.

use super::Wind;
use crate::math::{cos, exp, ln, sqrt};
use crate::random::SplitMix64;
use core::f64::consts::TAU;

/// A turbulent wind: a mean, and the sum of `N` waves in each of three directions: along the mean, across it to its
/// left, and up.
///
/// **Spectrum.** With the standard deviation `σ` and the length `L` of a direction, the one-sided spectral density over the spatial
/// frequency `n` [1/m] along the wind is, with `m = n L`,
///
/// ```text
/// along       4 σ² L / (1 + 70.8 m²)^(5/6)
/// across, up  4 σ² L (1 + 755.2 m²) / (1 + 283.2 m²)^(11/6)
/// ```
///
/// (von Kármán 1948; in this form ESDU 74031). Frequencies from `0.001 / L` to `100 / L` are divided into `N` bands of equal ratio.
/// Each band has one wave, with the mean square of the spectrum in this band (Simpson's rule over the logarithm). One percent of the
/// mean square lies outside of all bands.
///
/// **Frozen** (Taylor 1938): the pattern moves with the mean wind `U`. The velocity depends on `x - U t` along the wind alone, and is
/// uniform across the wind. A vehicle that drives against the wind meets the pattern faster than a vehicle at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turbulence<const N: usize> {
    /// Mean velocity, X and Y [m/s].
    mean: [f64; 2],
    /// Its speed [m/s].
    speed: f64,
    /// Its direction; X if the mean is zero.
    direction: [f64; 2],
    /// Waves of each direction: along, across, up.
    waves: [[Wave; N]; 3],
}

/// One wave: `amplitude cos(number s + phase)`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Wave {
    /// [rad/m]
    number: f64,
    /// [m/s]
    amplitude: f64,
    /// [rad]
    phase: f64,
}

/// Lowest and highest frequency, multiplied by the length.
const RANGE: [f64; 2] = [1e-3, 1e2];

impl<const N: usize> Turbulence<N> {
    /// A wind with a mean velocity, X and Y [m/s], and with standard deviations [m/s] and lengths [m] along, across and up. Every
    /// seed gives a different wind. One seed gives equal winds on all machines.
    pub fn new(mean: [f64; 2], deviations: [f64; 3], lengths: [f64; 3], seed: u64) -> Self {
        const { assert!(N > 0, "a turbulent wind needs at least one wave") };
        let mut random = SplitMix64(seed);
        let half = exp(ln(RANGE[1] / RANGE[0]) / (2.0 * N as f64));
        let waves = core::array::from_fn(|k| {
            let mut relative = RANGE[0] * half;
            core::array::from_fn(|_| {
                let [low, middle, high] = [relative / half, relative, relative * half].map(|m| m * density(m, k == 0));
                // Integral over the logarithm of the frequency, in which a band is 2 ln(half) wide.
                let square = (low + 4.0 * middle + high) / 6.0 * 2.0 * ln(half);
                let wave = Wave {
                    number: TAU * relative / lengths[k],
                    amplitude: deviations[k] * sqrt(2.0 * square),
                    phase: TAU * random.next(),
                };
                relative *= half * half;
                wave
            })
        });
        let speed = sqrt(mean[0] * mean[0] + mean[1] * mean[1]);
        Self {
            mean,
            speed,
            direction: if speed > 0.0 {
                mean.map(|v| v / speed)
            } else {
                [1.0, 0.0]
            },
            waves,
        }
    }
}

/// Spectral density over the frequency multiplied by the length, for a standard deviation of one.
fn density(relative: f64, is_along: bool) -> f64 {
    let power = |x: f64, exponent: f64| exp(exponent * ln(x));
    let square = relative * relative;
    match is_along {
        true => 4.0 / power(1.0 + 70.8 * square, 5.0 / 6.0),
        false => 4.0 * (1.0 + 755.2 * square) / power(1.0 + 283.2 * square, 11.0 / 6.0),
    }
}

impl<const N: usize> Wind for Turbulence<N> {
    fn at(&self, time: f64, position: [f64; 3]) -> [f64; 3] {
        let [x, y] = self.direction;
        let station = position[0] * x + position[1] * y - self.speed * time;
        let value = |wave: &Wave| wave.amplitude * cos(wave.number * station + wave.phase);
        let [along, across, up] = self.waves.each_ref().map(|waves| waves.iter().map(value).sum::<f64>());
        [
            self.mean[0] + along * x - across * y,
            self.mean[1] + along * y + across * x,
            up,
        ]
    }
}
