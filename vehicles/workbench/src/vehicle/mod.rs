//! A vehicle, from its text to what runs.

mod declaration;
pub mod library;
mod macros;
mod running;
pub mod shares;
mod weight;

pub use declaration::{Declaration, Source, all, none, one};
pub use running::{Rest, Running};
pub use weight::Weight;
