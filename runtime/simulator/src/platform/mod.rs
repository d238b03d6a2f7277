//! Platforms that carry a driver: positions and limits of their actuators.

mod axes;
mod centrifuge;
mod guard;
mod hexapod;
mod payload;
mod three_legs;

pub use axes::Axes;
pub use centrifuge::{Centrifuge, CentrifugeSettings, Turned};
pub use guard::{Guard, Guarded};
pub use hexapod::Hexapod;
pub use payload::Payload;
pub use three_legs::ThreeLegs;

use crate::Unusable;
use crate::pose::Pose;

/// Limits of an actuator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Least length or angle [m or rad].
    pub least: f64,
    /// Greatest length or angle [m or rad].
    pub greatest: f64,
    /// Greatest rate in both directions [m/s or rad/s].
    pub rate: f64,
    /// Greatest acceleration at a start, and greatest deceleration before the ends [m/s² or rad/s²].
    pub acceleration: f64,
}

impl Limits {
    /// Checks the numbers.
    ///
    /// # Errors
    /// Returns an error if rate or acceleration is not above zero, or the greatest position is below the least.
    pub fn check(&self) -> Result<(), Unusable> {
        Unusable::unless_positive("rate", self.rate)?;
        Unusable::unless_positive("acceleration", self.acceleration)?;
        Unusable::unless(true, "least", self.least, "finite")?;
        let ordered = self.greatest >= self.least;
        Unusable::unless(ordered, "greatest", self.greatest, "finite and not below `least`")
    }

    /// Whether a position is within the limits.
    pub fn contain(&self, position: f64) -> bool {
        (self.least..=self.greatest).contains(&position)
    }
}

/// A platform with `N` actuators, by its inverse kinematics.
pub trait Platform<const N: usize> {
    /// Positions of the actuators at a pose.
    fn actuators(&self, pose: &Pose) -> [f64; N];

    /// Limits of the actuators.
    fn limits(&self) -> &[Limits; N];

    /// The pose without motions that the platform does not have.
    fn possible(&self, pose: &Pose) -> Pose {
        *pose
    }
}
