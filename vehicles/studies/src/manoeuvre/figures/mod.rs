//! Figures of manoeuvres, made of their histories.
//!
//! | kind | of | standard |
//! |---|---|---|
//! | `steady` | slowly increasing steer | ISO 4138 |
//! | `step` | a step of the steering wheel | ISO 7401 |
//! | `sine` | one period of a sine | ISO 7401 |
//! | `frequency` | a swept sine | ISO 7401 |
//! | `dwell` | a sine with dwell | ISO 19365, FMVSS 126 |
//! | `lanes` | a lane change between cones | ISO 3888-1, ISO 3888-2 |
//! | `braking` | braking to standstill | ISO 21994, UN R13-H |
//! | `acceleration` | full throttle | |
//! | `ride` | bumps and random roads | ISO 2631-1 |
//! | `circle` | a path that becomes a circle | |

mod acceleration;
mod braking;
mod circle;
mod dwell;
mod extremes;
mod frequency;
mod history;
mod lanes;
pub(super) mod loads;
mod ride;
mod sine;
mod steady;
mod step;

pub(super) use frequency::swept;
pub use history::{History, slope};
pub use lanes::told as cones;

use super::{Facts, Manoeuvre, Pace, Steering};
use crate::findings::Figure;
use crate::table::Table;
use serde::Deserialize;

/// A kind of figures.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Gradients over the lateral acceleration (ISO 4138).
    Steady,
    /// Gains, times and overshoot of a step (ISO 7401).
    Step,
    /// Lags and ratios of peaks of one period of a sine (ISO 7401).
    Sine,
    /// Gains and phases over frequency (ISO 7401).
    Frequency,
    /// Yaw rates after a sine with dwell (ISO 19365).
    SineWithDwell,
    /// Distances from the cones (ISO 3888).
    Lanes,
    /// Distance and deceleration.
    Braking,
    /// Times to speeds.
    Acceleration,
    /// Vertical accelerations and wheel loads over bumps.
    Bumps,
    /// Comfort and loads on a random road (ISO 2631-1).
    Comfort,
    /// The circle that the path becomes.
    Circle,
}

impl Kind {
    /// Whether a manoeuvre has everything that these figures need.
    pub(super) fn fits(self, manoeuvre: &Manoeuvre) -> bool {
        let steering = &manoeuvre.steering;
        match self {
            Self::Steady => matches!(steering, Steering::Ramp(_)),
            Self::Step => matches!(steering, Steering::Step(_)),
            Self::Sine => matches!(steering, Steering::Sine(wave) if wave.periods >= 1.0),
            Self::Frequency => matches!(steering, Steering::Sweep(_)),
            Self::SineWithDwell => matches!(steering, Steering::SineWithDwell(_)),
            Self::Lanes => steering.lanes().is_some(),
            Self::Braking => matches!(&manoeuvre.pace, Pace::Pedals(pedals) if pedals.brake_begins().is_some()),
            Self::Acceleration => matches!(&manoeuvre.pace, Pace::Pedals(pedals) if !pedals.throttle.is_empty()),
            Self::Bumps | Self::Comfort | Self::Circle => true,
        }
    }

    /// The part of a manoeuvre that these figures need, in words.
    pub(super) fn needs(self) -> &'static str {
        match self {
            Self::Steady => "the figures `steady` need `steering.ramp`",
            Self::Step => "the figures `step` need `steering.step`",
            Self::Sine => "the figures `sine` need `steering.sine` of at least one period",
            Self::Frequency => "the figures `frequency` need `steering.sweep`",
            Self::SineWithDwell => "the figures `sine_with_dwell` need `steering.sine_with_dwell`",
            Self::Lanes => "the figures `lanes` need `steering.lane_change` or `steering.severe_lane_change`",
            Self::Braking => "the figures `braking` need `pace.pedals` with a brake",
            Self::Acceleration => "the figures `acceleration` need `pace.pedals` with a throttle",
            Self::Bumps | Self::Comfort | Self::Circle => "",
        }
    }
}

/// The figures of a manoeuvre, the extremes of its motion, and the greatest loads of the joints where they are recorded.
pub fn of(manoeuvre: &Manoeuvre, facts: &Facts, table: &Table) -> Vec<Figure> {
    let history = History::of(table, &facts.wheels);
    let mut figures = Vec::new();
    for kind in &manoeuvre.figures {
        figures.extend(match kind {
            Kind::Steady => steady::of(facts, &history),
            Kind::Step => step::of(manoeuvre, &history),
            Kind::Sine => sine::of(manoeuvre, &history),
            Kind::Frequency => frequency::of(manoeuvre, &history),
            Kind::SineWithDwell => dwell::of(manoeuvre, &history),
            Kind::Lanes => lanes::of(manoeuvre, facts, &history),
            Kind::Braking => braking::of(manoeuvre, facts, &history),
            Kind::Acceleration => acceleration::of(manoeuvre, &history),
            Kind::Bumps => ride::of_bumps(facts, &history),
            Kind::Comfort => ride::of_random(manoeuvre, facts, &history),
            Kind::Circle => circle::of(&history),
        });
    }
    figures.extend(extremes::of(&history));
    figures.extend(loads::of(table));
    figures
}
