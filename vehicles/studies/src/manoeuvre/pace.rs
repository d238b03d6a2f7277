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
    #[serde(default)]
    pub throttle: Vec<f64>,
    /// Brake at these times, from 0 to 1.
    #[serde(default)]
    pub brake: Vec<f64>,
    /// Whether the powertrain is disconnected from the wheels.
    #[serde(default)]
    pub disengaged: bool,
    /// Name of the powertrain, if the vehicle declares several; by default the first one.
    #[serde(default)]
    pub powertrain: Option<String>,
}

/// Condition of an end.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// The vehicle stands.
    Standstill,
    /// The vehicle has reached this speed.
    Speed(Speed),
}

impl Pace {
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
        mistakes
    }
}

impl Until {
    /// Whether the condition holds at this forward speed [m/s].
    pub(super) fn holds(&self, speed: f64) -> bool {
        match self {
            Self::Standstill => speed < STANDSTILL,
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

    /// Time from which the brake pedal is pressed [s].
    pub(super) fn brake_begins(&self) -> Option<f64> {
        let pressed = self.brake.iter().position(|brake| *brake > 0.0)?;
        Some(self.time[pressed.saturating_sub(1)].0)
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
