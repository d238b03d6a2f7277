//! The way from a vehicle's text to an answer, for every caller: the command-line tool, the page, other programs.
//!
//! The caller passes texts and receives progress. The workbench reads no arguments and prints nothing. It uses files and threads
//! only with its features `files` and `threads`.

mod bears;
pub mod behaviour;
pub mod designs;
pub mod explain;
mod figures;
pub mod files;
pub mod fmu;
pub mod gate;
pub mod geometry;
pub mod glossary;
pub mod identify;
pub mod import;
mod integrators;
pub mod loads;
#[cfg(feature = "native")]
mod machine;
pub mod manoeuvre;
pub mod measured;
pub mod new_car;
pub mod outside;
pub mod over;
pub mod plausible;
pub mod precision;
mod problem;
pub mod procedure;
pub mod progress;
pub mod report;
pub mod reports;
pub mod rig;
pub mod run;
pub mod settle;
pub mod steady;
pub mod suspensions;
pub mod sweep;
pub mod tyre;
pub mod unit;
pub mod vehicle;

pub use problem::{Mistake, Mistakes, Problem};
/// The crate of the answers: findings, tables, manoeuvres.
pub use wishbone_studies as studies;
