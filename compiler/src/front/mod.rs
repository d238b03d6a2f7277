//! Text to syntax tree, with a place for every name and number. Decides nothing.
//!
//! There are two doors, the grammar of `vehicle! { .. }` ([`dsl`]) and TOML ([`toml`]), and [`file`] opens either.

mod brackets;
pub mod dsl;
pub mod file;
pub(crate) mod language;
mod library;
pub mod suggest;
pub mod syntax;
mod text;
mod tokens;
pub mod toml;
pub mod units;
mod value;
