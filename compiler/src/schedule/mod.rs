//! Parallel parts of an evaluation, and whether running them on several threads would be faster.
//!
//! An evaluation is divided into [`Task`]s. [`free`] computes the time without communication cost, the bound that is
//! often published; [`predict`] includes that cost and recommends a number of threads. The program itself is not
//! changed: it is the same for any number of threads.

pub mod free;
mod plan;
mod predict;
mod tasks;

pub use crate::formulation::sharing::Assumptions;
pub use plan::{ThreadPlan, plan};
pub use predict::{OnThreads, Prediction, predict};
pub use tasks::{Task, divide};
