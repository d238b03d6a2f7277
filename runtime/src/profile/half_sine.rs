//! A bump in the form of half a sine.

use super::{Profile, between, piece};
use crate::math::sin_cos;
use crate::ports::Drive;
use core::f64::consts::PI;

/// Half a period of a sine, and zero before and after: the motion of a wheel of zero radius on a half-sine bump.
///
/// The velocity jumps at both ends. At these times the motion has the values after the jump: at `start` the bump has
/// begun, and at `start + duration` it has ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSine {
    /// Start time [s].
    pub start: f64,
    /// Duration [s]; zero or less means no motion.
    pub duration: f64,
    /// Height [rad or m].
    pub amplitude: f64,
}

impl HalfSine {
    /// 0 before the bump, 1 on it, 2 after it.
    fn piece(&self, time: f64) -> usize {
        piece([time - self.start, self.duration])
    }
}

impl Profile for HalfSine {
    fn at(&self, time: f64) -> Drive {
        let since = time - self.start;
        if self.piece(time) != 1 {
            return Drive::default();
        }
        let rate = PI / self.duration;
        let (sine, cosine) = sin_cos(rate * since);
        Drive {
            position: self.amplitude * sine,
            velocity: self.amplitude * rate * cosine,
            acceleration: -self.amplitude * rate * rate * sine,
        }
    }

    /// The bump begins with the velocity with which it ends downwards.
    fn jump(&self, from: f64, to: f64) -> f64 {
        let fastest = match self.duration > 0.0 {
            true => self.amplitude * PI / self.duration,
            false => 0.0,
        };
        between(self.piece(from), self.piece(to), [fastest, fastest])
    }
}
