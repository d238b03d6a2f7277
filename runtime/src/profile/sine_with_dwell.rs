//! A sine with a pause at its second peak.

use super::sine::wave;
use super::{Profile, between, piece};
use crate::ports::Drive;
use core::f64::consts::TAU;

/// One period of a sine with a pause at the second peak: the steering input in tests of electronic stability control
/// (FMVSS 126, 2007, S7.9; ISO 19365:2016).
///
/// With `s = t - start` and the period `T = 1 / frequency`: `a sin(2π s / T)` up to `s = 3/4 T`, then `-a` for the time
/// `dwell`, then the last quarter of the sine, which ends at `s = T + dwell`. The motion is zero before and after. At
/// the start and at the end, the velocity jumps and has its value after the jump. At both ends of the pause the
/// velocity is continuous, and the acceleration jumps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SineWithDwell {
    /// Start time [s].
    pub start: f64,
    /// Amplitude; the first half period has its sign [rad or m].
    pub amplitude: f64,
    /// Frequency [Hz]; zero or less means no motion.
    pub frequency: f64,
    /// Duration of the pause [s], zero or more. If it is negative, the motion is NaN from the second peak on.
    pub dwell: f64,
}

impl SineWithDwell {
    /// The motion of both standards: 0.7 Hz and a pause of 0.5 s.
    pub fn standard(start: f64, amplitude: f64) -> Self {
        Self {
            start,
            amplitude,
            frequency: 0.7,
            dwell: 0.5,
        }
    }
}

impl SineWithDwell {
    /// Duration of the pause [s]; NaN if it is negative.
    fn pause(&self) -> f64 {
        if self.dwell >= 0.0 { self.dwell } else { f64::NAN }
    }

    /// 0 before the motion, 1 during it, 2 after it.
    fn piece(&self, time: f64) -> usize {
        piece([time - self.start, 1.0 / self.frequency + self.pause()])
    }
}

impl Profile for SineWithDwell {
    fn at(&self, time: f64) -> Drive {
        let since = time - self.start;
        if since < 0.0 || self.frequency <= 0.0 {
            return Drive::default();
        }
        let peak = 0.75 / self.frequency;
        if since < peak {
            return wave(self.amplitude, TAU * self.frequency, since);
        }
        let dwell = self.pause();
        if since < peak + dwell {
            return Drive {
                position: -self.amplitude,
                ..Drive::default()
            };
        }
        if self.piece(time) == 2 {
            return Drive::default();
        }
        wave(self.amplitude, TAU * self.frequency, since - dwell)
    }

    /// A full period ends with the velocity with which it began.
    fn jump(&self, from: f64, to: f64) -> f64 {
        let fastest = TAU * self.frequency.max(0.0) * self.amplitude;
        between(self.piece(from), self.piece(to), [fastest, -fastest])
    }
}
