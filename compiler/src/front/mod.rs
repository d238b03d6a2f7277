//! Text to syntax tree, with a place for every name and number. Decides nothing.

pub mod syntax;
pub mod units;
