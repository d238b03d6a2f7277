//! The laws on each kind of number, against independent references.

mod brush;
mod calspan;
mod carpet;
mod check;
mod curves;
mod duals;
mod engine;
mod friction;
mod functions;
mod magic_formula;
mod orientation;
mod pacejka;
mod property_file;
#[allow(clippy::approx_constant, reason = "printed by a tool")]
mod reference;
mod reverse;
mod tmeasy;
mod transient;
mod tyre;
