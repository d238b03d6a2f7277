//! A co-simulation FMU of FMI 2.0 or 3.0 as a part of a vehicle: for example an engine, a brake, a controller, a spring
//! or a tyre from another source.
//!
//! `Foreign` is a subsystem of `wishbone`. Between two steps its outputs are held. At the end of each step of the
//! vehicle the FMU makes a step of equal length, from inputs at the beginning or the end of the step. A step that the
//! FMU refuses is refused.
//!
//! An FMU is a program: it runs with the rights of the user.

#[cfg(feature = "run")]
mod connection;
#[cfg(feature = "run")]
mod described;
#[cfg(feature = "run")]
mod host;
#[cfg(feature = "run")]
mod library;
#[cfg(feature = "run")]
mod part;
mod platform;
#[cfg(feature = "run")]
mod read;
#[cfg(feature = "run")]
mod unpacked;
#[cfg(feature = "run")]
mod write;

#[cfg(feature = "run")]
pub use host::{Below, Host};
#[cfg(feature = "run")]
pub use part::{Connections, Foreign, Reads};
pub use platform::{Standard, platform};
#[cfg(feature = "run")]
pub use write::Place;

use std::fmt;

/// Reason why an FMU cannot be a part of a vehicle: what is wrong, and what can be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong(pub String);

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Wrong {}

/// A mistake in words.
#[cfg(feature = "run")]
fn wrong(message: impl Into<String>) -> Wrong {
    Wrong(message.into())
}
