//! From the declaration of a vehicle to the text of its solver.

pub mod diag;
pub mod emit;
pub mod formulation;
pub mod front;
pub mod ir;
pub mod kinematics;
pub mod mobility;
pub mod model;
pub mod pipeline;
pub mod report;
pub mod scalar;
pub mod spatial;
pub mod topology;
