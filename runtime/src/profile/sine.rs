//! Periods of a sine.

use super::{Profile, piece};
use crate::math::sin_cos;
use crate::ports::Drive;
use core::f64::consts::TAU;

/// `x = a sin(2π f (t - start))` for a number of periods, and zero before and after.
///
/// At both ends the velocity jumps and has its value after the jump. If the number of periods is not a multiple of one
/// half, the position also jumps to zero at the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sine {
    /// Start time [s].
    pub start: f64,
    /// Number of periods; infinite for a sine without end; zero or less means no motion.
    pub cycles: f64,
    /// Amplitude, positive for a first half period above zero [rad or m].
    pub amplitude: f64,
    /// Frequency [Hz], above zero; zero or less means no motion.
    pub frequency: f64,
}

impl Sine {
    /// 0 before the motion, 1 during it, 2 after it.
    fn piece(&self, time: f64) -> usize {
        piece([(time - self.start) * self.frequency, self.cycles])
    }
}

impl Profile for Sine {
    fn at(&self, time: f64) -> Drive {
        let since = time - self.start;
        if self.frequency <= 0.0 || self.piece(time) != 1 {
            return Drive::default();
        }
        if self.cycles.is_nan() {
            return wave(f64::NAN, 0.0, since);
        }
        wave(self.amplitude, TAU * self.frequency, since)
    }

    fn jump(&self, from: f64, to: f64) -> f64 {
        if self.frequency <= 0.0 || self.cycles <= 0.0 {
            return 0.0;
        }
        let end = || wave(self.amplitude, TAU * self.frequency, self.cycles / self.frequency).velocity;
        let begin = TAU * self.frequency * self.amplitude;
        match [self.piece(from), self.piece(to)] {
            [from, to] if from == to => 0.0,
            [0, 1] => begin,
            [1, 2] => -end(),
            _ => begin - end(),
        }
    }
}

/// A sine of this rate [rad/s], `since` [s] after it has begun.
pub(super) fn wave(amplitude: f64, rate: f64, since: f64) -> Drive {
    let (sine, cosine) = sin_cos(rate * since);
    Drive {
        position: amplitude * sine,
        velocity: amplitude * rate * cosine,
        acceleration: -amplitude * rate * rate * sine,
    }
}
