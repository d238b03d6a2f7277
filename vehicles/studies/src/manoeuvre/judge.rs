//! The judgement of a run: finds the event after which its figures have no meaning.

use super::{Facts, Manoeuvre, Method, Pace};
use crate::findings::{Outcome, Verdict};
use nalgebra::Vector3;
use wishbone::control::path::{LaneChange, Path};
use wishbone::ports::BodyMotion;

/// Lean angle of the chassis from which no vehicle returns onto its wheels by itself [rad].
const LEAN: f64 = 60.0 * DEGREE;
/// Angles between velocity and heading of a vehicle that slides across its path [rad].
const ACROSS: [f64; 2] = [60.0 * DEGREE, 120.0 * DEGREE];
/// Speed above which a vehicle has a direction of travel [m/s].
const MOVING: f64 = 2.0;
/// Speed below which a vehicle stands [m/s].
const STANDING: f64 = 0.1;
/// Distance of the middle of the wheels from the path at which a driver has lost it [m]: nearly a lane's width.
const LOST: f64 = 3.0;
/// Speed [m/s] and rate of turn [rad/s] that no road vehicle exceeds.
const FASTEST: f64 = 500.0;
const WHIRLING: f64 = 100.0;
/// Acceleration that no road vehicle survives [m/s^2]: about a hundred times that of gravity.
const VIOLENT: f64 = 1000.0;
const DEGREE: f64 = std::f64::consts::PI / 180.0;

/// Angle by which a chassis leans [rad], if no vehicle returns onto its wheels from there by itself.
pub fn overturned(chassis: &BodyMotion) -> Option<f64> {
    let lean = chassis.rotation[2][2].clamp(-1.0, 1.0).acos();
    (lean > LEAN).then_some(lean)
}

/// Criteria of a run.
#[derive(Clone, Debug, Default)]
pub struct Judge {
    /// Speed at the start [m/s], if the manoeuvre holds it to the end.
    held: Option<f64>,
    /// Path to be followed, and the position of the middle of the wheels relative to the chassis' centre of mass [m].
    path: Option<(LaneChange, [f64; 2])>,
    /// Whether the vehicle may move backward: nothing holds its speed.
    may_reverse: bool,
    /// The method that integrates.
    method: Method,
}

impl Judge {
    /// The criteria of a manoeuvre for a vehicle with these facts.
    pub fn of(manoeuvre: &Manoeuvre, facts: &Facts) -> Self {
        let [x, y] = facts.middle();
        Self {
            held: (matches!(manoeuvre.pace, Pace::Held) && manoeuvre.until.is_none()).then_some(manoeuvre.speed.0),
            path: manoeuvre
                .steering
                .track(facts)
                .map(|(track, _)| (track, [x - facts.com[0], y - facts.com[1]])),
            may_reverse: !matches!(manoeuvre.pace, Pace::Held),
            method: manoeuvre.method,
        }
    }

    /// The criteria for a vehicle that stands while the road moves under it.
    #[must_use]
    pub fn on_a_belt(self) -> Self {
        Self { held: None, ..self }
    }

    /// What may help where a step was too long.
    pub fn advice(&self) -> &'static str {
        self.method.advice()
    }

    /// The event at a time [s] in the motion of the chassis; `None` while the run is as it was asked for.
    pub fn event(&self, time: f64, chassis: &BodyMotion) -> Option<Verdict> {
        let [vx, vy, _] = chassis.velocity;
        let speed = vx.hypot(vy);
        if let Some(words) = Self::grown(chassis) {
            let words = format!("grew without bound at {time:.3} s: {words}; {}", self.advice());
            return Some(Verdict::at(Outcome::GrewWithoutBound, time, words));
        }
        if let Some(lean) = overturned(chassis) {
            let words = format!(
                "rolled over at {time:.3} s: the chassis leans by {:.0} deg",
                lean / DEGREE
            );
            return Some(Verdict::at(Outcome::RolledOver, time, words));
        }
        if let Some(words) = self.spun(speed, chassis) {
            return Some(Verdict::at(
                Outcome::SpunRound,
                time,
                format!("spun round at {time:.3} s: {words}"),
            ));
        }
        if let Some(off) = self.off(chassis).filter(|off| off.abs() > LOST) {
            let words = format!("left its path at {time:.3} s: {off:.2} m off");
            return Some(Verdict::at(Outcome::LeftItsPath, time, words));
        }
        let stood = self.held.is_some_and(|held| held > MOVING) && speed < STANDING;
        stood.then(|| {
            let words = format!("came to stand at {time:.3} s, though its speed is held");
            Verdict::at(Outcome::Stood, time, words)
        })
    }

    /// Tells a motion that no road vehicle has.
    fn grown(chassis: &BodyMotion) -> Option<String> {
        let [moving, pushed] = [chassis.velocity, chassis.acceleration].map(|vector| Vector3::from(vector).norm());
        let turning = Vector3::from(chassis.angular_velocity).amax();
        let is_fast = moving > FASTEST || turning > WHIRLING;
        (is_fast || pushed > VIOLENT).then(|| {
            format!("the chassis moves at {moving:.3e} m/s, {turning:.3e} rad/s, and accelerates at {pushed:.3e} m/s^2")
        })
    }

    /// Tells the angle between velocity and heading, if the vehicle slides across its path or backward.
    fn spun(&self, speed: f64, chassis: &BodyMotion) -> Option<String> {
        let (r, [vx, vy, _]) = (&chassis.rotation, chassis.velocity);
        let heading = r[1][0].atan2(r[0][0]);
        let along = vx * heading.cos() + vy * heading.sin();
        let across = vy * heading.cos() - vx * heading.sin();
        let slip = across.atan2(along);
        let most = if self.may_reverse { ACROSS[1] } else { f64::INFINITY };
        (speed > MOVING && (ACROSS[0]..most).contains(&slip.abs()))
            .then(|| format!("it moves at {:.0} deg to its heading", slip / DEGREE))
    }

    /// Distance of the middle of the wheels from the path along Y [m]; `None` before and behind the path.
    fn off(&self, chassis: &BodyMotion) -> Option<f64> {
        let (track, [dx, dy]) = self.path.as_ref()?;
        let r = &chassis.rotation;
        let [x, y] = [0, 1].map(|k| chassis.com[k] + r[k][0] * dx + r[k][1] * dy);
        let lanes = track.lanes();
        let (begin, end) = (lanes[0].along[0], lanes[2].along[1]);
        (begin..=end).contains(&x).then(|| y - track.at(x - begin).position[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manoeuvre::library;

    /// A vehicle that rolls straight backward goes on where nothing holds its speed. One that slides across its path has spun.
    #[test]
    fn rolling_back_is_no_spin() {
        let moving = |velocity: [f64; 3]| BodyMotion {
            velocity,
            rotation: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            ..BodyMotion::default()
        };
        let mut manoeuvre = library::find("step_steer").expect("it is listed").expect("it is sound");
        for (pace, spins_backward) in [(Pace::Held, true), (Pace::Coasting, false), (Pace::SteadyTorque, false)] {
            manoeuvre.pace = pace;
            let judge = Judge::of(&manoeuvre, &Facts::default());
            let is_spun = |velocity: [f64; 3]| {
                let event = judge.event(1.0, &moving(velocity));
                event.is_some_and(|verdict| verdict.outcome == Outcome::SpunRound)
            };
            assert_eq!(is_spun([-5.0, 0.0, 0.0]), spins_backward, "{:?}", manoeuvre.pace);
            assert!(is_spun([0.0, 5.0, 0.0]) && !is_spun([5.0, 0.0, 0.0]));
        }
    }
}
