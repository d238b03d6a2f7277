//! Parallel parts of an evaluation, and whether running them on several threads would be faster.
//!
//! An evaluation is divided into [`Task`]s; [`free`] computes their time without communication cost, a bound that is
//! often published. [`predict`] judges the programs that threads would be given
//! ([`Sharing`](crate::programs::sharing::Sharing)).

pub mod free;
mod predict;
mod tasks;

pub use crate::programs::sharing::Assumptions;
pub use predict::{OnThreads, Prediction, predict};
pub use tasks::{Task, divide};
