//! Motions made of other motions.

use super::Profile;
use crate::ports::Drive;

/// The sum of two motions.
///
/// ```
/// use wishbone::profile::{Profile, Ramp, Scaled, Sum};
/// let ramp = Ramp { start: 1.0, duration: 0.2, amplitude: 0.1 };
/// let later = Ramp { start: 3.0, ..ramp };
/// let there_and_back = Sum(ramp, Scaled { profile: later, factor: -1.0 });
/// assert_eq!((there_and_back.at(2.0).position, there_and_back.at(4.0).position), (0.1, 0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sum<A, B>(pub A, pub B);

impl<A: Profile, B: Profile> Profile for Sum<A, B> {
    fn at(&self, time: f64) -> Drive {
        let (a, b) = (self.0.at(time), self.1.at(time));
        Drive {
            position: a.position + b.position,
            velocity: a.velocity + b.velocity,
            acceleration: a.acceleration + b.acceleration,
        }
    }

    fn jump(&self, from: f64, to: f64) -> f64 {
        self.0.jump(from, to) + self.1.jump(from, to)
    }
}

/// This motion, later: `x(t) = profile(t - delay)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Delayed<P> {
    /// The motion.
    pub profile: P,
    /// Delay [s]; negative for an earlier motion.
    pub delay: f64,
}

impl<P: Profile> Profile for Delayed<P> {
    fn at(&self, time: f64) -> Drive {
        self.profile.at(time - self.delay)
    }

    fn jump(&self, from: f64, to: f64) -> f64 {
        self.profile.jump(from - self.delay, to - self.delay)
    }
}

/// This motion, larger: `x(t) = factor profile(t)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scaled<P> {
    /// The motion.
    pub profile: P,
    /// Factor on position, velocity and acceleration.
    pub factor: f64,
}

impl<P: Profile> Profile for Scaled<P> {
    fn at(&self, time: f64) -> Drive {
        let motion = self.profile.at(time);
        Drive {
            position: self.factor * motion.position,
            velocity: self.factor * motion.velocity,
            acceleration: self.factor * motion.acceleration,
        }
    }

    fn jump(&self, from: f64, to: f64) -> f64 {
        self.factor * self.profile.jump(from, to)
    }
}
