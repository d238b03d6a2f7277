//! Text to syntax tree, with a source place for every name and number. Decides no meaning.
//!
//! There are two front ends, the grammar of `vehicle! { .. }` ([`dsl`]) and TOML ([`toml`]); [`file`] chooses one.

mod brackets;
pub mod change;
pub mod dsl;
pub mod file;
pub(crate) mod language;
pub mod library;
pub mod points;
pub mod reference;
pub mod suggest;
pub mod syntax;
mod text;
mod tokens;
pub mod toml;
pub mod units;
mod value;
