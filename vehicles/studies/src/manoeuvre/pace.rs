//! Pedals and gears of manoeuvres.

use super::quantity::{self, Speed, Time};
use serde::Deserialize;
use wishbone::control::{Controls, Plan};

/// The use of pedals and gears.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// Torques at the wheels hold the speed, in the ratio of the declared differentials; powertrain and brakes are left out.
    #[default]
    Held,
    /// The torques that hold the speed at the start stay constant (ISO 7401 has a constant throttle); powertrain and brakes are
    /// left out.
    SteadyTorque,
    /// No torque acts at the wheels.
    Coasting,
    /// Pedals over time, on the declared powertrain and brakes.
    Pedals(Pedals),
    /// The declared driver, who also steers.
    Declared,
}

/// Pedals over time, linear between points. Before the first and after the last point a pedal is constant. The lever is in first
/// gear, from which an automatic gearbox continues. The declared driver shifts a manual gearbox (`shift`), if he is declared to do
/// so.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Pedals {
    /// Times, rising.
    #[serde(deserialize_with = "quantity::list")]
    pub time: Vec<Time>,
    /// Accelerator at these times, from 0 to 1.
    #[serde(default, deserialize_with = "quantity::numbers")]
    pub throttle: Vec<f64>,
    /// Brake at these times, from 0 to 1.
    #[serde(default, deserialize_with = "quantity::numbers")]
    pub brake: Vec<f64>,
    /// Whether the powertrain is disconnected from the wheels.
    #[serde(default)]
    pub disengaged: bool,
    /// Name of the powertrain, if the vehicle declares several; by default the first.
    #[serde(default)]
    pub powertrain: Option<String>,
}

/// Condition of an end.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// The vehicle stands.
    Standstill,
    /// The vehicle has reached this speed, from below or from above.
    Speed(Speed),
}

impl Pace {
    /// Name of the powertrain that the pedals select; `None` for the first.
    pub fn powertrain(&self) -> Option<&str> {
        match self {
            Self::Pedals(pedals) => pedals.powertrain.as_deref(),
            Self::Held | Self::SteadyTorque | Self::Coasting | Self::Declared => None,
        }
    }

    /// The words after the speed in a line.
    pub(super) fn describe(&self) -> &'static str {
        match self {
            Self::Held => " held",
            Self::SteadyTorque => " at the start, torques that stay",
            Self::Coasting => ", coasting",
            Self::Pedals(_) | Self::Declared => " at the start",
        }
    }

    pub(super) fn mistakes(&self) -> Vec<String> {
        let Self::Pedals(pedals) = self else {
            return Vec::new();
        };
        let mut mistakes = Vec::new();
        let rises = pedals.time.windows(2).all(|pair| pair[0] < pair[1]);
        if pedals.time.is_empty() || !rises {
            mistakes.push("`pace.pedals.time` needs at least one time, and times that rise".to_owned());
        }
        for (name, values) in [("throttle", &pedals.throttle), ("brake", &pedals.brake)] {
            if !values.is_empty() && values.len() != pedals.time.len() {
                mistakes.push(format!("`pace.pedals.{name}` needs as many numbers as `time`, or none"));
            }
            if values.iter().any(|value| !(0.0..=1.0).contains(value)) {
                mistakes.push(format!("`pace.pedals.{name}` needs numbers from 0 to 1"));
            }
        }
        let is_driven = pedals.throttle.iter().any(|throttle| *throttle > 0.0) || pedals.powertrain.is_some();
        if pedals.disengaged && is_driven {
            mistakes.push(
                "`pace.pedals.disengaged` takes the powertrain away: leave `throttle` and `powertrain` out, or leave `disengaged` out".to_owned(),
            );
        }
        mistakes
    }
}

impl Until {
    /// Whether the condition is met at a forward speed, in a run that began at a different speed [m/s].
    pub(super) fn holds(&self, begin: f64, speed: f64) -> bool {
        match self {
            Self::Standstill => speed.abs() < STANDSTILL,
            Self::Speed(wanted) if begin > wanted.0 => speed <= wanted.0,
            Self::Speed(wanted) => speed >= wanted.0,
        }
    }
}

/// Speed below which a vehicle stands [m/s].
const STANDSTILL: f64 = 0.02;

impl Pedals {
    /// Position of a pedal at `time` [s].
    fn at(&self, values: &[f64], time: f64) -> f64 {
        let points: Vec<(f64, f64)> = self
            .time
            .iter()
            .map(|time| time.0)
            .zip(values.iter().copied())
            .collect();
        let later = points.partition_point(|(own, _)| *own <= time);
        match (later.checked_sub(1).map(|k| points[k]), points.get(later)) {
            (Some((from, x)), Some((to, y))) => x + (y - x) * (time - from) / (to - from),
            (Some((_, x)), None) | (None, Some(&(_, x))) => x,
            (None, None) => 0.0,
        }
    }

    /// Time from which the brake pedal is pressed [s]. A brake that is pressed at the first point is pressed from the
    /// beginning on.
    pub(super) fn brake_begins(&self) -> Option<f64> {
        let pressed = self.brake.iter().position(|brake| *brake > 0.0)?;
        Some(pressed.checked_sub(1).map_or(0.0, |before| self.time[before].0))
    }
}

impl Plan for Pedals {
    fn controls(&self, time: f64) -> Controls {
        Controls {
            throttle: self.at(&self.throttle, time),
            brake: self.at(&self.brake, time),
            gear: 1,
            ..Controls::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A wanted speed ends a run that approaches it from below, and a run that approaches it from above. Standstill is
    /// neither of two directions.
    #[test]
    fn an_end_is_reached_from_both_sides() {
        let until = Until::Speed(Speed(10.0));
        assert!(!until.holds(5.0, 9.9) && until.holds(5.0, 10.0) && until.holds(5.0, 12.0));
        assert!(!until.holds(20.0, 19.0) && !until.holds(20.0, 10.1) && until.holds(20.0, 10.0));
        assert!(Until::Standstill.holds(10.0, 0.01) && Until::Standstill.holds(-10.0, -0.01));
        assert!(!Until::Standstill.holds(-10.0, -9.0));
    }

    /// A pedal is constant before its first point.
    #[test]
    fn a_brake_acts_from_where_its_plan_says() {
        let plan = |time: &[f64], brake: &[f64]| Pedals {
            time: time.iter().map(|time| Time(*time)).collect(),
            brake: brake.to_vec(),
            ..Pedals::default()
        };
        for (time, brake, begin) in [
            (&[1.0][..], &[0.5][..], Some(0.0)),
            (&[1.0, 2.0], &[0.5, 0.0], Some(0.0)),
            (&[1.0, 2.0], &[0.0, 0.5], Some(1.0)),
            (&[0.0, 1.0, 2.0], &[0.0, 0.0, 0.5], Some(1.0)),
            (&[1.0, 2.0], &[0.0, 0.0], None),
        ] {
            let own = plan(time, brake);
            assert_eq!(own.brake_begins(), begin, "{time:?} {brake:?}");
            let begin = begin.unwrap_or(f64::INFINITY);
            assert!(Plan::controls(&own, begin.min(1e3) + 1e-3).brake > 0.0 || begin.is_infinite());
        }
    }
}
