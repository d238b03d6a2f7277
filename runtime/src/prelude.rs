//! The names that nearly every program with a simulation uses: `use wishbone::prelude::*;`. Everything else is imported from its
//! module, such as [`terrain`](crate::terrain), [`tyre`](crate::tyre) or [`control`](crate::control).

pub use crate::control::{Steer, forward_speed};
pub use crate::equipment::Equipment;
pub use crate::integrate::{AdamsBashforth3, Integrator, RungeKutta4};
pub use crate::ports::{Drive, InputPorts};
pub use crate::profile::Ramp;
pub use crate::refused::Refused;
pub use crate::simulation::Simulation;
pub use crate::solver::Solver;
pub use crate::state::State;
pub use crate::subsystem::{Now, StateOf, Still, Subsystem};
pub use crate::terrain::Flat;
pub use crate::tyre::{LinearTyre, OnRoad};
