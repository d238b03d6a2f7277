//! What of an evaluation may run side by side, and whether that would be faster.
//!
//! An evaluation is divided into [`Task`]s. [`free`] is what threads could gain if handing over cost nothing, the bound
//! that papers like to print; [`predict`] counts what handing over does cost, and says which number of threads to take.
//! Nothing here changes the program: it is the same on any number of threads.

pub mod free;
mod plan;
mod predict;
mod tasks;

pub use plan::{Plan, plan};
pub use predict::{Assumptions, OnThreads, Prediction, predict};
pub use tasks::{Task, divide};
