//! A smooth step.

use super::Profile;
use crate::math::clamp;
use crate::ports::Drive;
use core::cmp::Ordering;

/// A motion from zero to `amplitude` along a polynomial of fifth degree with zero velocity and acceleration at both ends.
///
/// `x = a (10 s^3 - 15 s^4 + 6 s^5)` with `s = (t - start) / duration` limited to 0 and 1. The largest velocity is
/// `15/8 a / duration`, the largest acceleration `10/sqrt(3) a / duration^2`.
///
/// A ramp of zero duration is a jump: the position is `amplitude` from `start` on, with zero velocity and acceleration.
/// The loops are closed again after the jump, but the jump does not change any speed. A negative duration is invalid:
/// the motion is NaN, which a step refuses.
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
    #[inline]
    fn at(&self, time: f64) -> Drive {
        if self.duration == 0.0 {
            let position = match time.partial_cmp(&self.start) {
                Some(Ordering::Less) => 0.0,
                Some(_) => self.amplitude,
                None => f64::NAN,
            };
            return Drive {
                position,
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
