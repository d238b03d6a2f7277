//! Programs of a solver: the computation of each program, traced from the mechanics, and the numbers that it reads and
//! delivers.
//!
//! [`calls`] lists them. [`tracer`] runs the mechanics of [`formulation`](crate::formulation) on traced numbers;
//! [`trace`](mod@trace) runs the tracer for each program of a vehicle.

pub mod calls;
pub mod choose;
mod corrections;
mod joints;
pub mod lanes;
pub mod ports;
mod preparation;
mod reports;
pub mod sharing;
pub mod side_by_side;
pub mod slopes;
pub mod state;
pub mod trace;
pub mod traceable;
pub mod tracer;
mod traces;
pub mod tried;
pub mod unfinished;

pub use trace::{Extent, Later, Programs, trace};
pub use traceable::{Price, Traceable};
