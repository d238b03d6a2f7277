//! Pedals.

use crate::Unusable;

/// A pedal with spring and damper. The spring has two stiffnesses: a brake pedal becomes stiffer when the pads touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pedal {
    /// Force at rest [N].
    pub preload: f64,
    /// Stiffness up to the knee [N/m].
    pub spring: f64,
    /// Travel at which the stiffness changes [m].
    pub knee: f64,
    /// Stiffness beyond the knee [N/m].
    pub hard_spring: f64,
    /// Damping [N s/m].
    pub damper: f64,
    /// Whole travel [m].
    pub travel: f64,
    /// Stiffness of the stop at the end of the travel [N/m].
    pub stop: f64,
}

impl Pedal {
    /// An accelerator: 15 N to 40 N over 50 mm. The numbers are invented, of common magnitude.
    pub const ACCELERATOR: Self = Self {
        preload: 15.0,
        spring: 500.0,
        knee: 0.05,
        hard_spring: 500.0,
        damper: 20.0,
        travel: 0.05,
        stop: 5e4,
    };

    /// A brake: 15 N to 30 N over 20 mm, to 480 N over 60 mm more. The numbers are invented, of common magnitude.
    pub const BRAKE: Self = Self {
        preload: 15.0,
        spring: 750.0,
        knee: 0.02,
        hard_spring: 7500.0,
        damper: 100.0,
        travel: 0.08,
        stop: 1e5,
    };

    /// Checks the numbers.
    ///
    /// # Errors
    /// If a number is below zero, or the travel is not above zero.
    pub fn check(&self) -> Result<(), Unusable> {
        for (name, number) in [
            ("preload", self.preload),
            ("spring", self.spring),
            ("knee", self.knee),
            ("hard_spring", self.hard_spring),
            ("damper", self.damper),
            ("stop", self.stop),
        ] {
            Unusable::unless_not_negative(name, number)?;
        }
        Unusable::unless_positive("travel", self.travel)
    }

    /// Force on the foot at this travel [m] and velocity [m/s]; it never pulls [N].
    pub fn force(&self, position: f64, velocity: f64) -> f64 {
        let pressed = position.max(0.0);
        let soft = self.spring * pressed.min(self.knee);
        let hard = self.hard_spring * (pressed - self.knee).max(0.0);
        let stop = self.stop * (pressed - self.travel).max(0.0);
        (self.preload + soft + hard + stop + self.damper * velocity).max(0.0)
    }

    /// Part of the travel, from 0 to 1, for [`Controls`](wishbone::control::Controls).
    pub fn part(&self, position: f64) -> f64 {
        (position / self.travel).clamp(0.0, 1.0)
    }
}
