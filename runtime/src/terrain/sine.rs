//! A road of sine waves.

use super::{Ground, Terrain};
use crate::math::sin_cos;
use core::f64::consts::TAU;

/// Waves along X from a start, without an end: `z = amplitude sin(2 pi (x - start) / wavelength)` on the right half of
/// the road, `y <= 0`.
///
/// On the left half, `y > 0`, the waves may come later: by `left_lag`, an angle. With `pi` the two sides are in
/// antiphase, and a vehicle rolls or twists; with zero it heaves and pitches. The left half then also starts later, by
/// `left_lag / 2 pi` wavelengths, so that there is no step at its start. Each half is level laterally, and there is a
/// step between the halves where they differ: no wheel should stand on `y = 0`.
///
/// The slope jumps at the start; the value there is the value on the side of larger X.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sine {
    /// Amplitude [m]: half of the height from trough to crest.
    pub amplitude: f64,
    /// Wavelength [m], more than zero.
    pub wavelength: f64,
    /// X where the waves start on the right half [m]; before it the road is level.
    pub start: f64,
    /// Angle by which the left half comes later [rad].
    pub left_lag: f64,
}

impl Sine {
    /// Waves over the whole width of the road.
    pub fn across(start: f64, wavelength: f64, amplitude: f64) -> Self {
        Self {
            amplitude,
            wavelength,
            start,
            left_lag: 0.0,
        }
    }
}

impl Terrain for Sine {
    fn at(&self, x: f64, y: f64, _time: f64) -> Ground {
        let wave_number = TAU / self.wavelength;
        let lag = if y > 0.0 { self.left_lag } else { 0.0 };
        let angle = wave_number * (x - self.start) - lag;
        if angle < 0.0 {
            return Ground::level(0.0);
        }
        let (sine, cosine) = sin_cos(angle);
        Ground::sloping(self.amplitude * sine, [self.amplitude * wave_number * cosine, 0.0])
    }
}
