//! One evaluation, stage by stage: from state, drives and loads to the state's rate of change.
//!
//! The work that all methods share is done here. The rest is done by each subsystem's
//! [`Reduction`](super::method::Reduction).

mod base;
mod known;
mod loads;
mod outward;
mod run;

pub use known::{Arguments, Evaluation, WheelState};
pub use run::{Found, evaluate};
