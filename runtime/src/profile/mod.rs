//! Motions prescribed as functions of time.
//!
//! | motion | type |
//! |---|---|
//! | smooth step, bump | [`Ramp`], [`HalfSine`] |
//! | periods of a sine | [`Sine`], [`SineWithDwell`] |
//! | sine of changing frequency | [`Sweep`] |
//! | up, hold, down | [`Pulse`] |
//! | curve through points, constant | [`Tabled`], [`Hold`] |
//! | combinations | [`Sum`], [`Delayed`], [`Scaled`] |
//!
//! All of them are at zero before their start, except [`Tabled`] and [`Hold`]. If a number of a type is NaN, the motion becomes NaN
//! at some time, which a step refuses. Each type says what a duration of zero or less means.

mod combined;
mod half_sine;
mod hold;
mod pulse;
mod ramp;
mod sine;
mod sine_with_dwell;
mod sweep;
mod tabled;

pub use combined::{Delayed, Scaled, Sum};
pub use half_sine::HalfSine;
pub use hold::Hold;
pub use pulse::{Flank, Pulse};
pub use ramp::Ramp;
pub use sine::Sine;
pub use sine_with_dwell::SineWithDwell;
pub use sweep::{Spacing, Sweep};
pub use tabled::Tabled;

use crate::ports::Drive;

/// A position with its first and second derivative, at any time. Every function `time -> Drive` is a profile.
pub trait Profile {
    /// The motion at `time` [s].
    fn at(&self, time: f64) -> Drive;

    /// Sum of the jumps of the velocity after the time `from` and up to the time `to` [m/s or rad/s]. A jump counts
    /// from the first time at which [`Profile::at`] has the velocity after the jump. A simulation gives the bodies the
    /// impulse of the jump. Zero for a motion whose velocity is continuous; a function `time -> Drive` is treated as
    /// such a motion.
    fn jump(&self, from: f64, to: f64) -> f64 {
        let _ = (from, to);
        0.0
    }
}

/// The piece of a motion with a duration, at a time after its start: 0 before the piece, 1 during the piece, 2 after
/// it.
fn piece([since, duration]: [f64; 2]) -> usize {
    match since {
        _ if since < 0.0 => 0,
        _ if since >= duration => 2,
        _ => 1,
    }
}

/// Sum of the jumps between two pieces of a motion. `jumps` has the jump at the beginning of each piece but the first.
fn between<const N: usize>(from: usize, to: usize, jumps: [f64; N]) -> f64 {
    jumps.iter().take(to).skip(from).sum()
}

impl<F: Fn(f64) -> Drive> Profile for F {
    fn at(&self, time: f64) -> Drive {
        self(time)
    }
}
