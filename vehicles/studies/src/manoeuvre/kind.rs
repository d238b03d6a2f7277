//! Kinds of figures, and the data that they need from a manoeuvre.

use super::{Pace, Steering};
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
    /// Whether a manoeuvre with this steering and pace has everything that these figures need.
    pub(super) fn fits(self, steering: &Steering, pace: &Pace) -> bool {
        match self {
            Self::Steady => matches!(steering, Steering::Ramp(_)),
            Self::Step => matches!(steering, Steering::Step(_)),
            Self::Sine => matches!(steering, Steering::Sine(wave) if wave.periods >= 1.0),
            Self::Frequency => matches!(steering, Steering::Sweep(_)),
            Self::SineWithDwell => matches!(steering, Steering::SineWithDwell(_)),
            Self::Lanes => steering.lanes().is_some(),
            Self::Braking => matches!(pace, Pace::Pedals(pedals) if pedals.brake_begins().is_some()),
            Self::Acceleration => matches!(pace, Pace::Pedals(pedals) if !pedals.throttle.is_empty()),
            Self::Bumps | Self::Comfort | Self::Circle => true,
        }
    }

    /// Whether the figures are peaks and times of quick motions.
    pub(super) fn tells_peaks(self) -> bool {
        match self {
            Self::Step | Self::Sine | Self::Frequency | Self::SineWithDwell | Self::Lanes => true,
            Self::Steady | Self::Braking | Self::Acceleration | Self::Bumps | Self::Comfort | Self::Circle => false,
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
