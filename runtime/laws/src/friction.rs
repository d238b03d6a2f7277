//! Dry friction that holds a load at rest, for brakes and clutches.

use crate::number::Scalar;

/// Dry friction with an elastic deflection before it slides (Dahl 1968). The deflection is a state.
///
/// With the sliding velocity `w` and the deflection `u`,
///
/// ```text
/// u' = W - |W| u / reach,   F = -limit (u + T u') / reach
/// ```
///
/// where `W` is `w`, limited to `reach / shortest`, so that fast sliding is not stiff for an integrator.
///
/// During sliding at a constant velocity, `u` is `reach` in the direction of sliding, and the force is the limit against it. At rest
/// `u` does not change: the friction holds every force below the limit without creeping. Nothing jumps, and nothing is stiffer than
/// the spring `limit / reach`: a mass or inertia `m` oscillates on it at `√(limit / (reach m))`, damped by `T`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DryFriction<S = f64> {
    /// Deflection at which the friction slides, above zero [m or rad].
    pub reach: S,
    /// Time `T` of the damper [s].
    pub damper: S,
    /// Shortest time for a deflection by the reach [s]; five times the step of an explicit method is long enough.
    pub shortest: S,
}

impl<S: Scalar> DryFriction<S> {
    /// Force, or torque, against the sliding, with this limit, and the rate of the deflection.
    #[inline(always)]
    pub fn respond(&self, limit: S, velocity: S, deflection: S) -> (S, S) {
        let part = deflection / self.reach;
        let fastest = self.reach / self.shortest;
        let sliding = velocity.max(-fastest).min(fastest);
        let rate = sliding - sliding.abs() * part;
        (-(limit * (part + self.damper * rate / self.reach)), rate)
    }
}
