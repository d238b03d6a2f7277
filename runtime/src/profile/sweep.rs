//! A sine of changing frequency.

use super::{Profile, between, piece};
use crate::math::{abs, exp, ln, sin_cos};
use crate::ports::Drive;
use core::f64::consts::TAU;

/// A sine whose frequency goes from `from` to `to`; zero before and after.
///
/// `x = a sin φ(s)` with `s = t - start`, and the frequency `f = φ' / 2π` is
/// - linear: `f = f₀ + (f₁ - f₀) s / T`, so `φ = 2π (f₀ s + (f₁ - f₀) s² / 2T)`;
/// - logarithmic, with equal time in each octave: `f = f₀ e^(k s)` with `k = ln(f₁ / f₀) / T`, so
///   `φ = 2π (f - f₀) / k`.
///
/// The velocity jumps at the start. At the end, position and velocity jump to zero. At both ends the motion has the values after the
/// jump.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep {
    /// Start time [s].
    pub start: f64,
    /// Duration [s]; zero or less means no motion.
    pub duration: f64,
    /// Amplitude [rad or m].
    pub amplitude: f64,
    /// Frequency at the start [Hz]. In a logarithmic sweep it has to be above zero, otherwise the motion is NaN.
    pub from: f64,
    /// Frequency at the end [Hz]. In a logarithmic sweep it has to be above zero, otherwise the motion is NaN.
    pub to: f64,
    /// How the frequency changes.
    pub spacing: Spacing,
}

/// How a frequency changes over time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spacing {
    /// An equal number of hertz in each second.
    Linear,
    /// An equal number of octaves in each second.
    Logarithmic,
}

impl Sweep {
    /// Phase [rad] and its first [rad/s] and second [rad/s²] derivative, `since` [s] after the start.
    fn phase(&self, since: f64) -> [f64; 3] {
        let [from, to] = [TAU * self.from, TAU * self.to];
        match self.spacing {
            Spacing::Linear => {
                let rise = (to - from) / self.duration;
                [since * (from + 0.5 * rise * since), from + rise * since, rise]
            }
            Spacing::Logarithmic => {
                let is_sound = from > 0.0 && to > 0.0;
                let growth = if is_sound {
                    ln(to / from) / self.duration
                } else {
                    f64::NAN
                };
                let (x, rate) = (growth * since, from * exp(growth * since));
                let phase = if abs(x) < 1e-4 {
                    // (e^x - 1) / x without cancellation.
                    from * since * (1.0 + x * (0.5 + x * (1.0 / 6.0 + x * (1.0 / 24.0))))
                } else {
                    (rate - from) / growth
                };
                [phase, rate, rate * growth]
            }
        }
    }
}

impl Profile for Sweep {
    fn at(&self, time: f64) -> Drive {
        let since = time - self.start;
        if piece([since, self.duration]) != 1 {
            return Drive::default();
        }
        let [phase, rate, rise] = self.phase(since);
        let (sine, cosine) = sin_cos(phase);
        Drive {
            position: self.amplitude * sine,
            velocity: self.amplitude * rate * cosine,
            acceleration: self.amplitude * (rise * cosine - rate * rate * sine),
        }
    }

    fn jump(&self, from: f64, to: f64) -> f64 {
        let [from, to] = [from, to].map(|time| piece([time - self.start, self.duration]));
        if from == to || self.duration <= 0.0 {
            return 0.0;
        }
        let velocity = |since: f64| {
            let [phase, rate, _] = self.phase(since);
            self.amplitude * rate * sin_cos(phase).1
        };
        between(from, to, [velocity(0.0), -velocity(self.duration)])
    }
}
