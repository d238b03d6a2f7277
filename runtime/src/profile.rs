//! Motions prescribed as functions of time.

use crate::math::{clamp, sin_cos};
use crate::ports::Drive;
use core::f64::consts::PI;

/// A position with its first and second derivative, at any time. Every function `time -> Drive` is one.
pub trait Profile {
    /// The motion at `time` [s].
    fn at(&self, time: f64) -> Drive;
}

impl<F: Fn(f64) -> Drive> Profile for F {
    fn at(&self, time: f64) -> Drive {
        self(time)
    }
}

/// From zero to `amplitude` along a polynomial of fifth degree with zero velocity and acceleration at both ends.
///
/// `x = a (10 s^3 - 15 s^4 + 6 s^5)` with `s = (t - start) / duration` limited to 0 and 1. The largest velocity is
/// `15/8 a / duration`, the largest acceleration `10/sqrt(3) a / duration^2`.
///
/// A ramp of zero duration is a jump: at `amplitude` from `start` on, with zero velocity and acceleration. The loops
/// are closed again after it, but the jump does not change any speed. A negative duration is invalid: the motion is
/// NaN, which a step refuses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ramp {
    /// Start time [s].
    pub start: f64,
    /// Duration [s], zero or more.
    pub duration: f64,
    /// Final position [rad or m].
    pub amplitude: f64,
}

impl Profile for Ramp {
    fn at(&self, time: f64) -> Drive {
        if self.duration == 0.0 {
            let has_begun = time >= self.start;
            return Drive {
                position: if has_begun { self.amplitude } else { 0.0 },
                ..Drive::default()
            };
        }
        let rate = if self.duration > 0.0 {
            1.0 / self.duration
        } else {
            f64::NAN
        };
        let s = clamp((time - self.start) * rate, 0.0, 1.0);
        let rest = 1.0 - s;
        Drive {
            position: self.amplitude * s * s * s * (10.0 - 15.0 * s + 6.0 * s * s),
            velocity: self.amplitude * rate * 30.0 * s * s * rest * rest,
            acceleration: self.amplitude * rate * rate * 60.0 * s * rest * (1.0 - 2.0 * s),
        }
    }
}

/// Half a period of a sine, and zero before and after: the motion of a wheel of zero radius on a half-sine bump.
///
/// The velocity jumps at both ends, where the motion is that on the later side: at `start` the bump has begun, and at
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
