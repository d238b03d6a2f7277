//! A bump in the form of half a sine.

use super::Profile;
use crate::math::sin_cos;
use crate::ports::Drive;
use core::f64::consts::PI;

/// Half a period of a sine, and zero before and after: the motion of a wheel of zero radius on a half-sine bump.
///
/// The velocity jumps at both ends. There the motion has the values after the jump: at `start` the bump has begun, and at
/// `start + duration` it has ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSine {
    /// Start time [s].
    pub start: f64,
    /// Duration [s]; zero or less means no motion.
    pub duration: f64,
    /// Height [rad or m].
    pub amplitude: f64,
}

impl Profile for HalfSine {
    fn at(&self, time: f64) -> Drive {
        let since = time - self.start;
        if since < 0.0 || since >= self.duration {
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
}
