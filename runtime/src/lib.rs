//! What a generated vehicle solver runs on.
#![no_std]
#[cfg(feature = "std")]
extern crate std;

pub mod ports;
pub mod solver;
pub mod state;

#[cfg(feature = "macros")]
pub use wishbone_macros::vehicle;
