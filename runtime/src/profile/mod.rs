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
}

impl<F: Fn(f64) -> Drive> Profile for F {
    fn at(&self, time: f64) -> Drive {
        self(time)
    }
}
