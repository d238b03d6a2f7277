//! Wheels that steer and lean under the load of their tyre.

use super::read::{Reader, Sign};
use crate::front::units;
use wishbone_laws::tyre::Compliance;

/// Compliance of the suspensions of wheels by coefficients.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compliant {
    /// The coefficients of wheels on the left.
    pub on_the_left: Compliance,
    /// Time constant of the angles [s].
    pub lag: f64,
}

impl Compliant {
    /// The coefficients on a side.
    pub fn on_side(&self, is_left: bool) -> Compliance {
        match is_left {
            true => self.on_the_left,
            false => self.on_the_left.mirrored(),
        }
    }
}

/// Reads `compliance: coefficients(steer_by_lateral_force: .., .., lag: ..)`; none where it is not given.
pub(super) fn read(reader: &mut Reader) -> Option<Compliant> {
    let value = reader.optional("compliance")?;
    reader.call("compliance", value, &["coefficients"], |reader, _| {
        let mut by_force = |key| reader.number_or(key, &units::ANGLE_PER_FORCE, Sign::Any, 0.0);
        let steer_by_lateral_force = by_force("steer_by_lateral_force");
        let steer_by_longitudinal_force = by_force("steer_by_longitudinal_force");
        let inclination_by_lateral_force = by_force("inclination_by_lateral_force");
        let on_the_left = Compliance {
            steer_by_lateral_force,
            steer_by_aligning_moment: reader.number_or(
                "steer_by_aligning_moment",
                &units::ANGLE_PER_TORQUE,
                Sign::Any,
                0.0,
            ),
            steer_by_longitudinal_force,
            inclination_by_lateral_force,
        };
        let lag = reader.number_or("lag", &units::TIME, Sign::Positive, 0.01);
        Some(Compliant { on_the_left, lag })
    })
}
