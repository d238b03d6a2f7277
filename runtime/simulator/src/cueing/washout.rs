//! Interface of the washout filters.

use crate::motion::Motion;
use crate::pose::PlatformMotion;
use core::fmt;

/// A filter from the motion of a vehicle to the motion of a platform, which leads the platform back to its neutral position.
pub trait Washout {
    /// Takes one sample of the vehicle's motion at the driver's head and returns the wanted motion of the platform.
    ///
    /// # Errors
    /// If a number of the motion is not finite; then nothing changes.
    fn step(&mut self, vehicle: &Motion) -> Result<PlatformMotion, NotFinite>;

    /// Returns to the neutral position, at rest.
    fn reset(&mut self);
}

/// A number of a motion that is NaN or infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NotFinite {
    /// Name of the number.
    pub name: &'static str,
    /// The number.
    pub value: f64,
}

impl NotFinite {
    /// Refuses a motion with a number that is not finite.
    pub(super) fn unless_finite(motion: &Motion) -> Result<(), Self> {
        let found = motion.numbers().into_iter().zip(Motion::NAMES);
        let found = found.into_iter().find(|(number, _)| !number.is_finite());
        match found {
            None => Ok(()),
            Some((value, (name, _))) => Err(Self { name, value }),
        }
    }
}

impl fmt::Display for NotFinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, value } = self;
        write!(f, "the vehicle's {name} is {value}; the platform stays where it is")
    }
}

impl core::error::Error for NotFinite {}
