//! Text to syntax tree, with a place for every name and number. Decides nothing.

pub mod dsl;
pub mod suggest;
pub mod syntax;
mod tokens;
pub mod units;
mod value;
