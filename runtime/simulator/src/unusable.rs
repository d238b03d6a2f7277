//! Refusal of a setting.

use core::fmt;

/// A setting that is refused: its name, its value and the values that are possible.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unusable {
    /// Name of the setting.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
    /// Possible values, as the end of the sentence "it has to be".
    pub wanted: &'static str,
}

impl Unusable {
    /// Refuses a value that is NaN, infinite or does not satisfy the condition.
    pub(crate) fn unless(condition: bool, name: &'static str, value: f64, wanted: &'static str) -> Result<(), Self> {
        match condition && value.is_finite() {
            true => Ok(()),
            false => Err(Self { name, value, wanted }),
        }
    }

    /// Refuses a value that is not finite and above zero.
    pub(crate) fn unless_positive(name: &'static str, value: f64) -> Result<(), Self> {
        Self::unless(value > 0.0, name, value, "finite and above zero")
    }

    /// Refuses a value that is not finite or is below zero.
    pub(crate) fn unless_not_negative(name: &'static str, value: f64) -> Result<(), Self> {
        Self::unless(value >= 0.0, name, value, "finite and not below zero")
    }
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, value, wanted } = self;
        write!(f, "`{name}` is {value}; it has to be {wanted}")
    }
}

impl core::error::Error for Unusable {}
