//! Platforms on three vertical actuators.

use crate::Unusable;
use crate::platform::{Limits, Platform};
use crate::pose::Pose;

/// A platform on three vertical actuators, which heaves, rolls and pitches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThreeLegs {
    feet: [[f64; 3]; 3],
    limits: [Limits; 3],
}

impl ThreeLegs {
    /// A platform whose actuators lift these points, given relative to the driver's head [m]. Lengths of actuators are relative to
    /// the neutral position.
    ///
    /// # Errors
    /// Returns an error if a number is not finite, limits are invalid or do not contain zero, or the points are on one
    /// line.
    pub fn new(feet: [[f64; 3]; 3], limits: [Limits; 3]) -> Result<Self, Unusable> {
        for &number in feet.as_flattened() {
            Unusable::unless(true, "foot", number, "finite")?;
        }
        for limits in &limits {
            limits.check()?;
            Unusable::unless(
                limits.contain(0.0),
                "least",
                limits.least,
                "such that zero is within the limits",
            )?;
        }
        let [a, b, c] = feet;
        let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        Unusable::unless(area.abs() > 1e-6, "area between the feet", area, "other than zero")?;
        Ok(Self { feet, limits })
    }
}

impl Platform<3> for ThreeLegs {
    fn actuators(&self, pose: &Pose) -> [f64; 3] {
        let up = pose.rotation()[2];
        self.feet
            .map(|foot| pose.position[2] + up[0] * foot[0] + up[1] * foot[1] + (up[2] - 1.0) * foot[2])
    }

    fn limits(&self) -> &[Limits; 3] {
        &self.limits
    }

    fn possible(&self, pose: &Pose) -> Pose {
        let ([_, _, z], [roll, pitch, _]) = (pose.position, pose.angles);
        Pose {
            position: [0.0, 0.0, z],
            angles: [roll, pitch, 0.0],
        }
    }
}
