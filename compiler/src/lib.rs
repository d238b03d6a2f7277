//! From the declaration of a vehicle to the text of its solver.

pub mod diag;
pub mod front;
pub mod model;
