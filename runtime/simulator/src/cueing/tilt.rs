//! Tilt coordination: the platform tilts, so that gravity replaces a sustained force.

use crate::Unusable;
use crate::motion::GRAVITY;

/// Limits of the tilt, so that tilting is not felt as rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TiltLimits {
    /// Largest angle [rad].
    pub angle: f64,
    /// Largest rate [rad/s], below the canals' threshold.
    pub rate: f64,
    /// Largest change of the rate [rad/s²].
    pub acceleration: f64,
}

impl TiltLimits {
    /// 12 deg, 1.2 deg/s and 8 deg/s². The canals adapt to a constant tilt rate, so that its reversal is felt with twice the rate.
    /// This is still below their threshold of 2.5 deg/s.
    pub const UNNOTICED: Self = Self {
        angle: 12.0 * DEGREE,
        rate: 1.2 * DEGREE,
        acceleration: 8.0 * DEGREE,
    };

    /// Checks the numbers.
    ///
    /// # Errors
    /// Returns an error if a number is not above zero, or the angle is not below a quarter of a turn.
    pub fn check(&self) -> Result<(), Unusable> {
        Unusable::unless_positive("tilt rate", self.rate)?;
        Unusable::unless_positive("tilt acceleration", self.acceleration)?;
        let possible = self.angle > 0.0 && self.angle < core::f64::consts::FRAC_PI_2;
        Unusable::unless(
            possible,
            "tilt angle",
            self.angle,
            "above zero and below a quarter of a turn",
        )
    }

    /// The angle at which gravity gives a specific force [m/s²], `asin(force / g)`, limited to the largest angle.
    #[inline]
    pub fn angle_for(&self, force: f64) -> f64 {
        let sine = (force / GRAVITY).clamp(-1.0, 1.0);
        sine.asin().clamp(-self.angle, self.angle)
    }
}

const DEGREE: f64 = core::f64::consts::PI / 180.0;

/// An angle that follows a target within limits of rate and acceleration, and stops at the target without overshoot.
///
/// Its rate is limited to the rate from which it can stop at the target, `√(2 acceleration distance)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Follower {
    limits: TiltLimits,
    period: f64,
    angle: f64,
    rate: f64,
}

impl Follower {
    /// An angle of zero, at rest, that takes a step every `period` [s].
    ///
    /// # Errors
    /// If a limit or the period is invalid.
    pub fn new(limits: TiltLimits, period: f64) -> Result<Self, Unusable> {
        limits.check()?;
        Unusable::unless_positive("period", period)?;
        Ok(Self {
            limits,
            period,
            angle: 0.0,
            rate: 0.0,
        })
    }

    /// Takes one step towards the target [rad] and returns angle and rate.
    #[inline]
    pub fn step(&mut self, target: f64) -> (f64, f64) {
        let TiltLimits { rate, acceleration, .. } = self.limits;
        let change = acceleration * self.period;
        let gap = target - self.angle;
        // The largest rate that can decrease by `change` in each step and end at the target: the sum of the steps is the gap.
        let stopping = change * ((0.25 + 2.0 * gap.abs() / (change * self.period)).sqrt() - 0.5);
        let wanted = stopping.min(rate).min(gap.abs() / self.period).copysign(gap);
        self.rate += (wanted - self.rate).clamp(-change, change);
        self.angle += self.rate * self.period;
        (self.angle, self.rate)
    }

    /// Returns to zero, at rest.
    pub fn reset(&mut self) {
        (self.angle, self.rate) = (0.0, 0.0);
    }
}
