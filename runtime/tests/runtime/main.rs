//! Tests of the runtime with small solvers written by hand.

mod adaptive;
mod air;
mod brakes;
mod column;
mod compliance;
mod control;
mod cruise;
mod driveline;
mod enveloping;
mod events;
mod exact_slopes;
mod feedback;
mod four;
mod height_grid;
#[cfg(feature = "std")]
mod held;
mod implicit;
mod in_lanes;
mod integrate;
#[cfg(feature = "std")]
mod open_crg;
mod path;
mod pedals;
mod profile;
mod projection;
mod random_road;
mod refusals;
mod rigid_body;
mod solvers;
mod subsystem;
mod table;
mod terrain;
mod timing;
mod tyre;
mod unequal;
