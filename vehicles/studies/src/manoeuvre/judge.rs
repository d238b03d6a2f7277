//! The judgement of a run: finds the event after which its figures have no meaning.

use super::followed::{Followed, LOST};
use super::{Facts, Manoeuvre, Method, Pace};
use crate::findings::{Outcome, Verdict};
use crate::table::Column;
use nalgebra::Vector3;
use wishbone::control::path::{LaneChange, Path};
use wishbone::ports::BodyMotion;

/// Lean angle of the chassis above which no vehicle returns onto its wheels by itself [rad].
const LEAN: f64 = 60.0 * DEGREE;
/// Angles between velocity and heading of a vehicle that slides across its path [rad].
const ACROSS: [f64; 2] = [60.0 * DEGREE, 120.0 * DEGREE];
/// Speed above which a vehicle has a direction of travel [m/s].
const MOVING: f64 = 2.0;
/// Speed below which a vehicle stands [m/s].
const STANDING: f64 = 0.1;
/// Speed [m/s] and rate of turn [rad/s] that no road vehicle exceeds.
const FASTEST: f64 = 500.0;
const WHIRLING: f64 = 100.0;
/// Acceleration that no road vehicle survives [m/s^2]: about a hundred times gravity.
const VIOLENT: f64 = 1000.0;
const DEGREE: f64 = std::f64::consts::PI / 180.0;

/// Angle by which a chassis leans [rad], if no vehicle returns onto its wheels by itself from this angle.
pub fn overturned(chassis: &BodyMotion) -> Option<f64> {
    let lean = chassis.rotation[2][2].clamp(-1.0, 1.0).acos();
    (lean > LEAN).then_some(lean)
}

/// Criteria of a run.
#[derive(Clone, Debug, Default)]
pub struct Judge {
    /// The bodies that represent the other units of a combination, such as a tractor before a heavier trailer.
    others: Vec<usize>,
    /// Speed at the start [m/s], if the manoeuvre holds it to the end.
    held: Option<f64>,
    /// Path to be followed, and the position of the middle of the wheels relative to the chassis' centre of mass [m].
    path: Option<(LaneChange, [f64; 2])>,
    /// Whether the declared driver steers, who may follow his own path.
    steers_himself: bool,
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
            others: Vec::new(),
            held: (matches!(manoeuvre.pace, Pace::Held) && manoeuvre.until.is_none()).then_some(manoeuvre.speed.0),
            path: manoeuvre
                .steering
                .track(facts)
                .map(|(track, _)| (track, [x - facts.com[0], y - facts.com[1]])),
            steers_himself: matches!(manoeuvre.pace, Pace::Declared),
            may_reverse: !matches!(manoeuvre.pace, Pace::Held),
            method: manoeuvre.method,
        }
    }

    /// These criteria for a combination of units: the given bodies represent the units other than the chassis.
    #[must_use]
    pub fn of_units(self, others: Vec<usize>) -> Self {
        Self { others, ..self }
    }

    /// The criteria for a vehicle that stands while the road moves under it.
    #[must_use]
    pub fn on_a_belt(self) -> Self {
        Self { held: None, ..self }
    }

    /// The path of the declared driver among the outputs of the equipment, which stand after the first `first` columns;
    /// `None` if he follows no path.
    pub(super) fn followed(&self, first: usize, equipment: &[Column]) -> Option<Followed> {
        Followed::of(first, equipment).filter(|_| self.steers_himself)
    }

    /// What may help where a step was too long.
    pub fn advice(&self) -> &'static str {
        self.method.advice()
    }

    /// The event at a time [s] in the motion of all bodies, one of which represents the vehicle; `None` while the run
    /// proceeds as prescribed. `names` are the names of the bodies.
    pub fn event(&self, time: f64, (bodies, names): (&[BodyMotion], &[&str]), chassis: usize) -> Option<Verdict> {
        let of_another = |&unit: &usize| self.upset(time, &bodies[unit], Some(names[unit]));
        let own = self.of_chassis(time, &bodies[chassis]);
        own.or_else(|| self.others.iter().find_map(of_another))
    }

    fn of_chassis(&self, time: f64, chassis: &BodyMotion) -> Option<Verdict> {
        if let Some(words) = Self::grown(chassis) {
            let words = format!("grew without bound at {time:.3} s: {words}; {}", self.advice());
            return Some(Verdict::at(Outcome::GrewWithoutBound, time, words));
        }
        if let Some(verdict) = self.upset(time, chassis, None) {
            return Some(verdict);
        }
        if let Some(off) = self.off(chassis).filter(|off| off.abs() > LOST) {
            let words = format!("left its path at {time:.3} s: {off:.2} m off");
            return Some(Verdict::at(Outcome::LeftItsPath, time, words));
        }
        let [vx, vy, _] = chassis.velocity;
        let stood = self.held.is_some_and(|held| held > MOVING) && vx.hypot(vy) < STANDING;
        stood.then(|| {
            let words = format!("came to stand at {time:.3} s, though its speed is held");
            Verdict::at(Outcome::Stood, time, words)
        })
    }

    /// The event of a unit that has rolled over or spun round. The chassis has no name in the verdict.
    fn upset(&self, time: f64, body: &BodyMotion, name: Option<&str>) -> Option<Verdict> {
        let quoted = name.map(|name| format!("`{name}`"));
        let verdict = if let Some(lean) = overturned(body) {
            let who = quoted.as_deref().unwrap_or("the chassis");
            let words = format!("rolled over at {time:.3} s: {who} leans by {:.0} deg", lean / DEGREE);
            Verdict::at(Outcome::RolledOver, time, words)
        } else {
            let slip = self.spun(body)?;
            let who = quoted.as_deref().unwrap_or("it");
            let words = format!(
                "spun round at {time:.3} s: {who} moves at {:.0} deg to its heading",
                slip / DEGREE
            );
            Verdict::at(Outcome::SpunRound, time, words)
        };
        Some(match name {
            Some(name) => verdict.by(name),
            None => verdict,
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

    /// Angle between velocity and heading [rad], if a unit slides across its path or backward.
    fn spun(&self, body: &BodyMotion) -> Option<f64> {
        let (r, [vx, vy, _]) = (&body.rotation, body.velocity);
        let heading = r[1][0].atan2(r[0][0]);
        let along = vx * heading.cos() + vy * heading.sin();
        let across = vy * heading.cos() - vx * heading.sin();
        let slip = across.atan2(along);
        let most = if self.may_reverse { ACROSS[1] } else { f64::INFINITY };
        (vx.hypot(vy) > MOVING && (ACROSS[0]..most).contains(&slip.abs())).then_some(slip)
    }

    /// Distance of the middle of the wheels from the path along Y [m]; `None` before the beginning and after the end of
    /// the path.
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

    /// A tractor that folds against its heavier trailer counts as spun, and a vehicle whose trailer lies on its side
    /// counts as rolled over, for any motion of the chassis.
    #[test]
    fn every_unit_is_judged() {
        let manoeuvre = library::find("step_steer").expect("it is listed").expect("it is sound");
        let heading = |yaw: f64| {
            [
                [yaw.cos(), -yaw.sin(), 0.0],
                [yaw.sin(), yaw.cos(), 0.0],
                [0.0, 0.0, 1.0],
            ]
        };
        let leaning = |roll: f64| {
            [
                [1.0, 0.0, 0.0],
                [0.0, roll.cos(), -roll.sin()],
                [0.0, roll.sin(), roll.cos()],
            ]
        };
        let moving = |rotation: [[f64; 3]; 3]| BodyMotion {
            velocity: [10.0, 0.0, 0.0],
            rotation,
            ..BodyMotion::default()
        };
        let alone = Judge::of(&manoeuvre, &Facts::default());
        let judge = alone.clone().of_units(vec![0]);
        let names = ["tractor", "trailer"];
        for (rotation, outcome) in [
            (heading(0.5), None),
            (heading(1.7), Some(Outcome::SpunRound)),
            (leaning(0.9), None),
            (leaning(-1.2), Some(Outcome::RolledOver)),
        ] {
            let bodies = [moving(rotation), moving(heading(0.1))];
            assert!(alone.event(1.0, (&bodies, &names), 1).is_none());
            let event = judge.event(1.0, (&bodies, &names), 1);
            assert_eq!(event.as_ref().map(|verdict| verdict.outcome), outcome, "{event:?}");
            assert!(event.is_none_or(|verdict| verdict.words.contains("`tractor`")));
        }
    }

    /// A vehicle that rolls straight backward continues if nothing holds its speed. One that slides across its path has spun.
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
                let event = judge.event(1.0, (&[moving(velocity)], &["chassis"]), 0);
                event.is_some_and(|verdict| verdict.outcome == Outcome::SpunRound)
            };
            assert_eq!(is_spun([-5.0, 0.0, 0.0]), spins_backward, "{:?}", manoeuvre.pace);
            assert!(is_spun([0.0, 5.0, 0.0]) && !is_spun([5.0, 0.0, 0.0]));
        }
    }
}
