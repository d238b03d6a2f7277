//! The runtime, driven by small solvers written by hand.

mod control;
mod driveline;
mod integrate;
mod projection;
mod refusals;
mod rigid_body;
mod solvers;
mod subsystem;
mod table;
mod terrain;
mod timing;
mod tyre;
