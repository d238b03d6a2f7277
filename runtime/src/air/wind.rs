//! Velocity of the air over time and place.

use crate::math::{clamp, cos};
use core::f64::consts::{PI, TAU};

/// Velocity of the air, world axes. Every function `(time, position) -> velocity` is a wind.
pub trait Wind {
    /// Velocity [m/s] at `time` [s] and at a place [m].
    fn at(&self, time: f64, position: [f64; 3]) -> [f64; 3];
}

impl<F: Fn(f64, [f64; 3]) -> [f64; 3]> Wind for F {
    fn at(&self, time: f64, position: [f64; 3]) -> [f64; 3] {
        self(time, position)
    }
}

/// Both winds together.
impl<A: Wind, B: Wind> Wind for (A, B) {
    fn at(&self, time: f64, position: [f64; 3]) -> [f64; 3] {
        let (a, b) = (self.0.at(time, position), self.1.at(time, position));
        [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
    }
}

/// The wind of a vehicle that stands on a belt, such as a [`Treadmill`](crate::terrain::Treadmill): the place on the
/// road and the air move backwards with the belt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverBelt<W> {
    /// The wind beside a vehicle that drives.
    pub wind: W,
    /// Backward speed of the belt: the apparent forward speed of the vehicle [m/s].
    pub speed: f64,
}

impl<W: Wind> Wind for OverBelt<W> {
    fn at(&self, time: f64, [x, y, z]: [f64; 3]) -> [f64; 3] {
        let [ahead, left, up] = self.wind.at(time, [x + self.speed * time, y, z]);
        [ahead - self.speed, left, up]
    }
}

/// No wind.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Calm;

impl Wind for Calm {
    fn at(&self, _time: f64, _position: [f64; 3]) -> [f64; 3] {
        [0.0; 3]
    }
}

/// A velocity that is constant in space and time [m/s].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Steady(pub [f64; 3]);

impl Wind for Steady {
    fn at(&self, _time: f64, _position: [f64; 3]) -> [f64; 3] {
        self.0
    }
}

/// A gust that is uniform in space: `peak (1 - cos 2πs) / 2` with `s = (t - start) / duration` from 0 to 1. A duration of zero or
/// less means no gust.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gust {
    /// Largest velocity [m/s].
    pub peak: [f64; 3],
    /// [s]
    pub start: f64,
    /// [s]
    pub duration: f64,
}

impl Wind for Gust {
    fn at(&self, time: f64, _position: [f64; 3]) -> [f64; 3] {
        let since = time - self.start;
        if since < 0.0 || since >= self.duration {
            return [0.0; 3];
        }
        let factor = 0.5 - 0.5 * cos(TAU * since / self.duration);
        self.peak.map(|v| factor * v)
    }
}

/// A range of X in which the wind blows, for example from fans beside a track. At both ends the wind rises along
/// `(1 - cos πs) / 2` over a length inside the range; if this length is zero or less, the wind jumps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crosswind {
    /// Velocity [m/s].
    pub velocity: [f64; 3],
    /// Begin and end along X [m].
    pub range: [f64; 2],
    /// Length of rise and fall [m].
    pub edge: f64,
}

impl Wind for Crosswind {
    fn at(&self, _time: f64, position: [f64; 3]) -> [f64; 3] {
        let inside = (position[0] - self.range[0]).min(self.range[1] - position[0]);
        let factor = if self.edge > 0.0 {
            0.5 - 0.5 * cos(PI * clamp(inside / self.edge, 0.0, 1.0))
        } else if inside >= 0.0 {
            1.0
        } else {
            0.0
        };
        self.velocity.map(|v| factor * v)
    }
}
