//! Compliance of a wheel's suspension as coefficients.

use crate::math::sqrt;

/// Compliance of a wheel's suspension, as coefficients from a test stand.
///
/// Signs are those of ISO 8855 on both sides of the vehicle. A steer angle is positive about the upward axis, to the left. An
/// inclination is positive about the forward axis, with the top to the right. Forces are positive forward and to the left, the
/// aligning moment about the upward axis. A suspension with compliance oversteer under lateral force has a positive
/// `steer_by_lateral_force` at the front axle, and a negative value at the rear axle.
///
/// All coefficients are zero by default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Compliance {
    /// Steer angle per lateral force [rad/N].
    pub steer_by_lateral_force: f64,
    /// Steer angle per aligning moment [rad/(N m)].
    pub steer_by_aligning_moment: f64,
    /// Steer angle per longitudinal force [rad/N]; of opposite sign on the other side of the vehicle.
    pub steer_by_longitudinal_force: f64,
    /// Inclination per lateral force [rad/N].
    pub inclination_by_lateral_force: f64,
}

impl Compliance {
    /// Compliance of the wheel on the other side of the vehicle. It is the mirror image: a longitudinal force steers
    /// this wheel in the opposite direction.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self {
            steer_by_longitudinal_force: -self.steer_by_longitudinal_force,
            ..self
        }
    }

    /// Steer angle and inclination [rad] under longitudinal and lateral force [N] and aligning moment [N m].
    pub fn angles(&self, [along, across]: [f64; 2], aligning: f64) -> [f64; 2] {
        [
            self.steer_by_lateral_force * across
                + self.steer_by_aligning_moment * aligning
                + self.steer_by_longitudinal_force * along,
            self.inclination_by_lateral_force * across,
        ]
    }

    /// Gain of the loop from the steer angle and inclination of a wheel through the force of its tyre back to these
    /// angles. It is the greatest real part of the eigenvalues of the matrix `J`, which maps the original angles to the
    /// angles that they cause. `response` gives the lateral force [N] and the aligning moment [N m] of the rolling tyre
    /// as functions of slip angle and inclination [rad]. A wheel that steers to the left slips to the right.
    ///
    /// Angles `d` that follow their load with a lag `T` obey `T d' = (J - 1) d`: they are stable for a gain below 1,
    /// and unstable above 1. With the cornering stiffness `C`, the trail `t`, and the steer coefficients `e` for
    /// lateral force and `m` for aligning moment, the gain is `C (e - t m)`.
    pub fn feedback(&self, response: impl Fn(f64, f64) -> [f64; 2]) -> f64 {
        /// Step of the central differences, far below the angles at which tyre curves bend [rad].
        const APART: f64 = 1e-5;
        let angles = |steer: f64, lean: f64| {
            let [ahead, behind] = [APART, -APART].map(|by| response(-by * steer, by * lean));
            let [across, aligning] = [0, 1].map(|k| (ahead[k] - behind[k]) / (2.0 * APART));
            self.angles([0.0, across], aligning)
        };
        let ([a, c], [b, d]) = (angles(1.0, 0.0), angles(0.0, 1.0));
        0.5 * (a + d) + sqrt((0.25 * (a - d) * (a - d) + b * c).max(0.0))
    }
}
