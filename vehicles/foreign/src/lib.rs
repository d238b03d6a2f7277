//! A co-simulation FMU of FMI 2.0 or 3.0 as a part of a vehicle: a colleague's engine, brake or controller.
//!
//! [`Foreign`] is a [`Subsystem`](wishbone::subsystem::Subsystem). Between two steps its outputs are held. At the end of each step the FMU
//! makes the same step, from inputs at the begin of the step. A step that the FMU refuses is refused.
//!
//! An FMU is a program: it runs with the rights of the user.

mod connection;
mod described;
mod library;
mod part;
mod unpacked;

pub use connection::Place;
pub use part::{Connections, Foreign};

use std::fmt;

/// Reason why an FMU is no part of a vehicle: what is wrong, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong(pub String);

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Wrong {}

/// A mistake in words.
fn wrong(message: impl Into<String>) -> Wrong {
    Wrong(message.into())
}
