//! Up, hold, and down again.

use super::{Profile, Ramp, between, piece};
use crate::ports::Drive;

/// A motion from zero to `amplitude`, a pause, and a motion back to zero: a trapezoid, or without a pause a triangle.
///
/// A flank of zero duration is a jump. A negative or NaN duration makes the motion NaN, which a step refuses.
///
/// ```
/// use wishbone::profile::{Flank, Profile, Pulse};
/// let triangle = Pulse { start: 1.0, rise: 2.0, hold: 0.0, fall: 1.0, amplitude: 4.0, flank: Flank::Straight };
/// assert_eq!(triangle.at(2.0).position, 2.0);
/// assert_eq!(triangle.at(3.5).velocity, -4.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pulse {
    /// Start time [s].
    pub start: f64,
    /// Time from zero to the amplitude [s].
    pub rise: f64,
    /// Time at the amplitude [s].
    pub hold: f64,
    /// Time from the amplitude to zero [s].
    pub fall: f64,
    /// Height [rad or m].
    pub amplitude: f64,
    /// Shape of rise and fall.
    pub flank: Flank,
}

/// Shape of a rise or fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flank {
    /// A straight line. At the ends of the motion, the velocity jumps and has its value after the jump.
    Straight,
    /// A polynomial of fifth degree with zero velocity and acceleration at both ends: see [`Ramp`].
    Smooth,
}

impl Flank {
    fn at(self, start: f64, duration: f64, amplitude: f64, time: f64) -> Drive {
        let smooth = Ramp {
            start,
            duration,
            amplitude,
        };
        let since = time - start;
        // Jumps and negative durations are treated as in a smooth step.
        if self == Self::Smooth || duration.is_nan() || duration <= 0.0 {
            return smooth.at(time);
        }
        if since < 0.0 {
            return Drive::default();
        }
        if since >= duration {
            return Drive {
                position: amplitude,
                ..Drive::default()
            };
        }
        Drive {
            position: amplitude * (since / duration),
            velocity: amplitude / duration,
            acceleration: 0.0,
        }
    }

    /// As [`Profile::jump`] for one flank.
    fn jump(self, start: f64, duration: f64, amplitude: f64, [from, to]: [f64; 2]) -> f64 {
        if self == Self::Smooth || duration.is_nan() || duration <= 0.0 {
            return 0.0;
        }
        let [from, to] = [from, to].map(|time| piece([time - start, duration]));
        let velocity = amplitude / duration;
        between(from, to, [velocity, -velocity])
    }
}

impl Profile for Pulse {
    fn at(&self, time: f64) -> Drive {
        let hold = if self.hold >= 0.0 { self.hold } else { f64::NAN };
        let top = self.start + self.rise;
        let up = self.flank.at(self.start, self.rise, self.amplitude, time);
        let down = self.flank.at(top + hold, self.fall, -self.amplitude, time);
        Drive {
            position: up.position + down.position,
            velocity: up.velocity + down.velocity,
            acceleration: up.acceleration + down.acceleration,
        }
    }

    fn jump(&self, from: f64, to: f64) -> f64 {
        let down = self.start + self.rise + self.hold;
        let flanks = [
            (self.start, self.rise, self.amplitude),
            (down, self.fall, -self.amplitude),
        ];
        let jump = |(start, duration, amplitude)| self.flank.jump(start, duration, amplitude, [from, to]);
        flanks.map(jump).iter().sum()
    }
}
