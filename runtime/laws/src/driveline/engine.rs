//! Engines and electric motors: torque by two maps.

use crate::curve::Samples;
use crate::math::clamp;

/// An engine or a motor: torque over speed with the pedal fully pressed and with the pedal released, linear in the pedal
/// between them.
///
/// `T = closed(w) + u (full(w) - closed(w))`, `u` the pedal. Two things change `u`, each over a band of speeds, so that
/// there are no jumps:
///
/// - below the idle speed, the governor opens the throttle, fully at the least speed of the band;
/// - above the limit of the speed, the fuel is cut, fully at the greatest speed of the band.
///
/// Losses oppose the spin. If `closed` has no point below zero speed and is negative at zero speed, it is continued
/// below zero with the opposite sign: `closed(-w) = -closed(w)`. A value below zero at zero speed fades in over the
/// first 5 rad/s of speed. Points below zero speed are taken as declared. So is a torque above zero at rest, for
/// example of a motor that creeps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Engine {
    /// Torque over speed with the pedal fully pressed [N m over rad/s].
    pub full: Samples,
    /// Torque over speed with the pedal released: the engine brake, which is negative, or the recuperation of a motor.
    pub closed: Samples,
    /// Least and greatest speed of the idle governor's band [rad/s]; at the greatest speed the governor has no effect.
    /// None: the engine may stand still, as a motor does.
    pub idle: Option<[f64; 2]>,
    /// Speeds at which the fuel cut begins, and is complete [rad/s]; `None`: the maps determine it.
    pub limit: Option<[f64; 2]>,
}

/// Speed from which the released torque has its declared value, if the declared torque is below zero at zero speed
/// [rad/s].
pub const SLOW: f64 = 5.0;

impl Engine {
    /// Reports contradictions in an engine with this name: a pedal that only reduces torque, or a limit below the idle
    /// speed.
    #[cfg(feature = "std")]
    pub(super) fn contradictions(&self, name: &str, tell: &mut dyn FnMut(std::string::String)) {
        // Beyond the rated speed the map with the pedal pressed may fall below the map with the pedal released.
        let mut speeds = self.full.points().chain(self.closed.points()).map(|[speed, _]| speed);
        if speeds.all(|speed| self.full.at(speed) < self.closed.at(speed)) {
            tell(std::format!(
                "`{name}` has less torque with the pedal pressed than with it released, at every speed"
            ));
        }
        if let (Some([_, idle]), Some([limit, _])) = (self.idle, self.limit)
            && limit < idle
        {
            tell(std::format!(
                "the fuel of `{name}` is cut from {limit} rad/s on, below its idle speed of {idle} rad/s"
            ));
        }
    }

    /// Torque at a speed [rad/s] with the pedal from 0 to 1 [N m].
    pub fn torque(&self, speed: f64, pedal: f64) -> f64 {
        let (full, closed) = (self.full.at(speed), self.released(speed));
        closed + self.throttle(speed, pedal) * (full - closed)
    }

    /// Distance of a speed [rad/s] from the nearest kink of the torque, with a sign that changes there. The kinks are the points of both maps, and
    /// both ends of the bands of governor and limiter.
    pub fn from_kinks(&self, speed: f64) -> f64 {
        let knots = || {
            let maps = self.full.points().chain(self.closed.points());
            let bands = [self.idle, self.limit].into_iter().flatten().flatten();
            maps.map(|[speed, _]| speed).chain(bands)
        };
        let mut nearest = f64::INFINITY;
        let mut is_above = false;
        for (place, knot) in knots().enumerate() {
            // A knot of several courses counts once.
            if knots().take(place).any(|earlier| earlier == knot) {
                continue;
            }
            nearest = nearest.min((speed - knot).abs());
            is_above ^= speed >= knot;
        }
        if is_above { nearest } else { -nearest }
    }

    /// Torque at a speed [rad/s] with the pedal released [N m].
    fn released(&self, speed: f64) -> f64 {
        let at_rest = self.closed.at(0.0);
        let is_whole = self.closed.points().next().is_some_and(|[first, _]| first < 0.0);
        if is_whole || at_rest > 0.0 {
            return self.closed.at(speed);
        }
        let direction = if speed < 0.0 { -1.0 } else { 1.0 };
        let missing = direction - (speed / SLOW).clamp(-1.0, 1.0);
        direction * self.closed.at(direction * speed) - missing * at_rest
    }

    /// The pedal as governor and limiter leave it, from 0 to 1.
    pub fn throttle(&self, speed: f64, pedal: f64) -> f64 {
        let pedal = clamp(pedal, 0.0, 1.0);
        let above = |[from, to]: [f64; 2]| ((speed - from) / (to - from)).clamp(0.0, 1.0);
        let governed = self.idle.map_or(0.0, |band| 1.0 - above(band));
        let allowed = self.limit.map_or(1.0, |band| 1.0 - above(band));
        clamp(pedal, governed.min(allowed), allowed)
    }
}
