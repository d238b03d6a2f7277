//! Platforms with an actuator for each motion.

use crate::Unusable;
use crate::platform::{Limits, Platform};
use crate::pose::Pose;

/// A platform with a separate actuator for each motion that it has, such as rails, a yaw table, or a cradle that rolls and pitches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axes {
    moves: [bool; 6],
    limits: [Limits; 6],
}

impl Axes {
    /// A platform with these limits of X, Y, Z, roll, pitch and yaw; `None` for a motion that it does not have.
    ///
    /// # Errors
    /// If limits are invalid or do not contain zero.
    pub fn new(motions: [Option<Limits>; 6]) -> Result<Self, Unusable> {
        const FIXED: Limits = Limits {
            least: 0.0,
            greatest: 0.0,
            rate: 1.0,
            acceleration: 1.0,
        };
        for limits in motions.iter().flatten() {
            limits.check()?;
            Unusable::unless(
                limits.contain(0.0),
                "least",
                limits.least,
                "such that zero is within the limits",
            )?;
        }
        Ok(Self {
            moves: motions.map(|limits| limits.is_some()),
            limits: motions.map(|limits| limits.unwrap_or(FIXED)),
        })
    }
}

impl Platform<6> for Axes {
    fn actuators(&self, pose: &Pose) -> [f64; 6] {
        let ([x, y, z], [roll, pitch, yaw]) = (pose.position, pose.angles);
        [x, y, z, roll, pitch, yaw]
    }

    fn limits(&self) -> &[Limits; 6] {
        &self.limits
    }

    fn possible(&self, pose: &Pose) -> Pose {
        let kept = |number: f64, place: usize| if self.moves[place] { number } else { 0.0 };
        Pose {
            position: core::array::from_fn(|k| kept(pose.position[k], k)),
            angles: core::array::from_fn(|k| kept(pose.angles[k], k + 3)),
        }
    }
}
