//! Gauges with a needle.

use crate::Unusable;
use crate::block::{Block, TransferFunction};

/// A gauge whose needle follows a number like a mass on a spring and damper, between its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gauge {
    needle: Block<3>,
    scale: f64,
    most: f64,
}

impl Gauge {
    /// A gauge that shows `scale` times a number, from 0 to `most`. Its needle has this natural frequency [rad/s] and damping ratio,
    /// and is computed every `period` [s].
    ///
    /// # Errors
    /// If a number is not above zero.
    pub fn new([scale, most]: [f64; 2], [frequency, damping]: [f64; 2], period: f64) -> Result<Self, Unusable> {
        Unusable::unless_positive("scale", scale)?;
        Unusable::unless_positive("most", most)?;
        let needle = TransferFunction::low_pass(frequency, damping)?.discretise(period)?;
        Ok(Self { needle, scale, most })
    }

    /// A speedometer in km/h for a speed in m/s: up to 250 km/h, natural frequency 10 rad/s, damping ratio 1.
    ///
    /// # Errors
    /// If the period is not above zero.
    pub fn speedometer(period: f64) -> Result<Self, Unusable> {
        Self::new([3.6, 250.0], [10.0, 1.0], period)
    }

    /// A tachometer in 1/min for a speed in rad/s: up to 8000 1/min, natural frequency 15 rad/s, damping ratio 1.
    ///
    /// # Errors
    /// If the period is not above zero.
    pub fn tachometer(period: f64) -> Result<Self, Unusable> {
        Self::new([30.0 / core::f64::consts::PI, 8000.0], [15.0, 1.0], period)
    }

    /// Takes one sample and returns the reading of the needle. A NaN leaves the needle unchanged.
    pub fn step(&mut self, number: f64) -> f64 {
        let shown = match number.is_nan() {
            true => self.needle.output(),
            false => self.needle.step((self.scale * number.abs()).min(self.most)),
        };
        shown.clamp(0.0, self.most)
    }
}
