//! Courses over time.

use std::sync::Arc;
use wishbone::ports::Drive;
use wishbone::profile::{Flank, Hold, Profile, Pulse, Ramp, Sine, SineWithDwell, Spacing, Sweep, Tabled};
use wishbone_compiler::model::equipment;

/// A course of any kind.
#[derive(Clone)]
pub struct Course(Arc<dyn Profile + Send + Sync>);

impl Course {
    /// This profile.
    pub fn new(profile: impl Profile + Send + Sync + 'static) -> Self {
        Self(Arc::new(profile))
    }

    /// The course as declared.
    pub fn of(course: &equipment::Course) -> Self {
        match *course {
            equipment::Course::Hold(value) => Self::new(Hold(value)),
            equipment::Course::Ramp {
                start,
                duration,
                amplitude,
            } => Self::new(Ramp {
                start,
                duration,
                amplitude,
            }),
            equipment::Course::Sine {
                start,
                cycles,
                amplitude,
                frequency,
            } => Self::new(Sine {
                start,
                cycles,
                amplitude,
                frequency,
            }),
            equipment::Course::SineWithDwell {
                start,
                amplitude,
                frequency,
                dwell,
            } => Self::new(SineWithDwell {
                start,
                amplitude,
                frequency,
                dwell,
            }),
            equipment::Course::Sweep {
                start,
                duration,
                amplitude,
                from,
                to,
                is_logarithmic,
            } => Self::new(Sweep {
                start,
                duration,
                amplitude,
                from,
                to,
                spacing: if is_logarithmic {
                    Spacing::Logarithmic
                } else {
                    Spacing::Linear
                },
            }),
            equipment::Course::Pulse {
                start,
                rise,
                hold,
                fall,
                amplitude,
                is_smooth,
            } => Self::new(Pulse {
                start,
                rise,
                hold,
                fall,
                amplitude,
                flank: if is_smooth { Flank::Smooth } else { Flank::Straight },
            }),
            equipment::Course::Table { ref points, is_smooth } => Self::new(match is_smooth {
                true => Tabled::smooth_through(points),
                false => Tabled::straight_through(points),
            }),
        }
    }
}

impl From<Box<dyn Profile + Send + Sync>> for Course {
    fn from(profile: Box<dyn Profile + Send + Sync>) -> Self {
        Self(profile.into())
    }
}

impl Profile for Course {
    fn at(&self, time: f64) -> Drive {
        self.0.at(time)
    }

    fn jump(&self, from: f64, to: f64) -> f64 {
        self.0.jump(from, to)
    }
}
