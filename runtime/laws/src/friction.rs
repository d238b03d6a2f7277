//! Dry friction that holds a load at rest, for brakes and clutches.

use crate::curve::from_knots;
use crate::number::Scalar;

/// Time constant with which the deflection decays when the friction is released [s].
pub const DECAY: f64 = 0.02;

/// Part of its capacity below which friction lets go.
pub const LEAST: f64 = 1e-3;

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
/// During sliding at a constant velocity, `u` is `reach` in the direction of sliding, and the force is the limit
/// against it. At rest `u` does not change: the friction holds a constant force below the limit without creeping. Under
/// an oscillating force, the deflection drifts a little with each oscillation, as in every model of Dahl. There are no
/// jumps, and nothing is stiffer than the spring `limit / reach`: a mass or inertia `m` oscillates on it at
/// `√(limit / (reach m))`, damped by `T`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DryFriction<S = f64> {
    /// Deflection at which the friction slides, above zero [m or rad].
    pub reach: S,
    /// Time `T` of the damper [s].
    pub damper: S,
    /// Shortest time for a deflection by the reach [s]; five times the step of an explicit method is long enough.
    pub shortest: S,
}

impl DryFriction {
    /// Distance of a sliding velocity from the nearest kink of the rate, with a sign that changes there
    /// ([`from_knots`]). Kinks are where the sliding changes direction, and where it becomes too fast to count in full.
    pub fn from_kinks(&self, velocity: f64) -> f64 {
        let fastest = self.reach / self.shortest;
        from_knots(&[-fastest, 0.0, fastest], velocity)
    }
}

impl<S: Scalar> DryFriction<S> {
    /// Force, or torque, that opposes the sliding, with this limit, and the rate of the deflection.
    #[inline(always)]
    pub fn respond(&self, limit: S, velocity: S, deflection: S) -> (S, S) {
        let part = deflection / self.reach;
        let fastest = self.reach / self.shortest;
        let sliding = velocity.max(-fastest).min(fastest);
        let rate = sliding - sliding.abs() * part;
        (self.force(limit, part, rate), rate)
    }

    /// This rate for friction of variable capacity, which may be released and engage again. If the capacity is almost
    /// zero, the deflection decays.
    ///
    /// Below [`LEAST`] of the capacity, the rate has `-g u / DECAY` in place of `-|W| u / reach` if this is faster. `g` is 1 without a
    /// limit, and falls to 0 at this part. A deflection that stays would be a tensioned spring at the next touch.
    #[inline(always)]
    pub fn respond_of(&self, capacity: S, limit: S, velocity: S, deflection: S) -> (S, S) {
        let least = (S::from(LEAST) * capacity).max(S::from(f64::MIN_POSITIVE));
        let loose = (S::one() - limit / least).max(S::zero());
        let part = deflection / self.reach;
        let fastest = self.reach / self.shortest;
        let sliding = velocity.max(-fastest).min(fastest);
        let relaxing = loose * self.reach * S::from(1.0 / DECAY);
        let rate = sliding - sliding.abs().max(relaxing) * part;
        (self.force(limit, part, rate), rate)
    }

    /// Force against a deflection, given as a fraction of the reach, and the rate of the deflection.
    #[inline(always)]
    fn force(&self, limit: S, part: S, rate: S) -> S {
        -(limit * (part + self.damper * rate / self.reach))
    }
}
