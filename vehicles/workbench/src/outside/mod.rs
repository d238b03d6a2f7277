//! A vehicle that is stepped by an external caller: by a simulator that imports it, or by a program.
//!
//! - [`Asked`] is what it offers.
//! - [`Car`] is the vehicle that runs: it can be set, begun, stepped, saved and restored. It knows nothing of those who
//!   step it.
//! - [`Port`] is a kind of inputs in addition to the inputs of a driver: forces on wheels, a road, loads on the
//!   chassis.
//! - [`ByNumbers`] has the derivatives of its rates by declared numbers.
//! - [`Variable`] is a row of the table of its variables.
//!
//! Doors of this room are FMUs ([`crate::fmu`]) and the package for Python.

mod asked;
mod by_number;
mod car;
mod driver;
mod input;
mod integrator;
mod kinks;
mod outputs;
mod ports;
mod signals;
mod table;
mod variable;

pub use asked::Asked;
pub use by_number::ByNumbers;
pub use car::{Car, Moment, Present};
pub use driver::{Demand, Hands};
pub use input::{Input, Told};
pub use ports::Port;
#[cfg(feature = "foreign")]
pub(crate) use ports::{Below, loaded as free_markers};
pub use variable::{BASE, Kind, Unit, Variable};
