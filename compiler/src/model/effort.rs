//! Forces and torques.

use crate::front::units;

/// Force or torque, along or about a direction of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// [N]
    Force,
    /// [N m]
    Torque,
}

impl Effort {
    /// The word of the output.
    pub fn word(self) -> &'static str {
        match self {
            Effort::Force => "force",
            Effort::Torque => "torque",
        }
    }

    /// Its unit.
    pub(crate) fn unit(self) -> &'static units::Quantity {
        match self {
            Effort::Force => &units::FORCE,
            Effort::Torque => &units::TORQUE,
        }
    }
}
