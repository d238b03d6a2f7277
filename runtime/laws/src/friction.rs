//! Dry friction that holds a load at rest: brakes, clutches.

use crate::number::Scalar;

/// Dry friction with an elastic deflection before it slides (Dahl 1968), as a state.
///
/// With the sliding velocity `w` and the deflection `u`,
///
/// ```text
/// u' = W - |W| u / reach,   F = -limit (u + T u') / reach
/// ```
///
/// where `W` is `w`, limited to the reach in the `shortest` time: a friction that slides fast is not stiff for an integrator.
///
/// Sliding at a constant velocity, `u` is `reach` in its direction, and the force is the limit against it. At rest `u` stays as
/// it is: the friction holds every force below the limit without creeping. Nothing jumps, and nothing is stiffer than the
/// spring `limit / reach`: a mass or inertia `m` swings on it at `√(limit / (reach m))`, damped by `T`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DryFriction<S = f64> {
    /// Deflection at which it slides, above zero [m or rad].
    pub reach: S,
    /// Time `T` of the damper [s].
    pub damper: S,
    /// Shortest time in which it is deflected by its reach [s]; five times the step of an explicit method is long enough.
    pub shortest: S,
}

impl<S: Scalar> DryFriction<S> {
    /// Force, or torque, against the sliding under this limit of it, and the rate of the deflection.
    #[inline(always)]
    pub fn respond(&self, limit: S, velocity: S, deflection: S) -> (S, S) {
        let part = deflection / self.reach;
        let fastest = self.reach / self.shortest;
        let sliding = velocity.max(-fastest).min(fastest);
        let rate = sliding - sliding.abs() * part;
        (-(limit * (part + self.damper * rate / self.reach)), rate)
    }
}
