//! **wishbone** compiles vehicles: `vehicle!` turns a declaration of bodies, joints, springs and wheels into a solver
//! made of straight-line code. This crate is the run time of such a solver, and the dependency that a program adds.
//!
#![cfg_attr(feature = "macros", doc = "```")]
#![cfg_attr(not(feature = "macros"), doc = "```ignore")]
//! use wishbone::prelude::*;
//!
//! wishbone::vehicle! {
//!     /// A body on a spring, a wheel carrier below it, a tyre.
//!     pub Quarter {
//!         gravity: 9.81 m/s^2
//!         body chassis { mass: 400 kg, com: [0, 0, 0.6] m, inertia: [50, 60, 40] kg*m^2 }
//!         body carrier { mass: 40 kg, com: [0, 0, 0.3] m, inertia: [1, 1, 1] kg*m^2 }
//!         joint heave: prismatic(ground, chassis) { axis: z }
//!         joint travel: prismatic(chassis, carrier) { axis: z }
//!         spring strut: between(chassis, carrier) {
//!             from: [0, 0, 0.8] m, to: [0, 0, 0.3] m, rate: 20 kN/m, free_length: 696.2 mm, damping: 1500 N*s/m,
//!         }
//!         wheel tyre: on(carrier) { centre: [0, 0, 0.3] m, radius: 0.32 m }
//!         tyre road: linear(tyre) { stiffness: 200 kN/m }
//!         output height: z(chassis)
//!     }
//! }
//!
//! let mut car = Simulation::new(Quarter::new(), Quarter::equipment(), AdamsBashforth3::new());
//! while car.time() < 10.0 {
//!     car.step(1e-3)?;
//! }
//! // At rest 440 kg press the tyre in by 21.58 mm, and 400 kg the spring to 500 mm.
//! let height = car.outputs()[Quarter::OUTPUT_HEIGHT];
//! assert!((height - (0.32 - 0.021582 + 0.3)).abs() < 1e-5);
//! # Ok::<(), Refused>(())
//! ```
//!
//! # Where to start
//!
//! - A declared vehicle implements [`solver::Solver`]: kinematics, accelerations, outputs, energy, closure.
//! - [`simulation::Simulation`] combines one with its subsystems and an integrator, and steps it.
//! - [`subsystem::Subsystem`] is the interface of all that acts on a vehicle. Ready-made: tyres on a terrain
//!   ([`tyre::OnRoad`]), steering ([`control::Steer`]), a speed controller ([`control::SpeedHold`]). Pairs of them
//!   combine.
//! - [`batch`] computes eight vehicles at once; [`level`] lists the instruction sets that a solver can be written for.
//! - [`integrate`] has the integrators, [`event`] locates zeros of a function, [`stabilise`] keeps the loops closed after each step.
//!
//! ```
//! # mod roller { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/runtime/solvers/roller.rs")); }
//! # type Car = roller::Roller;
//! use wishbone::control::SpeedHold;
//! use wishbone::prelude::*;
//!
//! let tyre = LinearTyre {
//!     longitudinal_stiffness: 50e3,
//!     ..LinearTyre::vertical(0.3, 200e3, 2e3)
//! };
//! let road = OnRoad { tyres: [tyre], terrain: Flat };
//! let driver = SpeedHold::new(15.0, 300.0, 100.0, 500.0, [true]);
//!
//! let mut simulation = Simulation::new(Car::default(), (road, driver), AdamsBashforth3::new());
//! let mut rolling = Car::design_state();
//! rolling.v = [10.0, 0.0, 10.0 / 0.3];
//! simulation.set_state(rolling);
//! simulation.assemble()?;
//! while simulation.time() < 20.0 {
//!     simulation.step(1e-3)?;
//! }
//! simulation.evaluate();
//! let speed = forward_speed(simulation.solver().wheels());
//! assert!((speed - 15.0).abs() < 0.05);
//! # Ok::<(), Refused>(())
//! ```
//!
//! # Conventions
//!
//! ISO 8855: X forward, Y left, Z up; SI units; angles in radians. Nothing allocates and nothing in a step panics.
//!
//! # Features
//!
//! - `std` (default): the elementary functions that [`math`] does not compute itself come from the platform's library. Without it
//!   the crate is `no_std` and uses `libm`. The two libraries may differ in the last digit.
//! - `macros` (default): the `vehicle!` macro.
//! - `serde`: parameters can be read and written ([`parameters`]).
//! - `threads`: a team of threads that synchronise within a microsecond (`team`).
//! - `realtime`: the priority of a thread, and memory that is never swapped out (`realtime`; Unix).
#![no_std]
// Units stand in brackets, as in `[m]`, which are not links.
#![allow(rustdoc::broken_intra_doc_links)]
#[cfg(feature = "std")]
extern crate std;

pub mod acting;
pub mod air;
pub mod batch;
pub mod brakes;
pub mod control;
pub mod derivative;
pub mod description;
pub mod driveline;
pub mod equipment;
pub mod event;
#[cfg(feature = "std")]
pub mod fit;
pub mod integrate;
#[cfg(target_arch = "x86_64")]
pub mod lanes;
pub mod level;
pub mod marker;
pub mod names;
pub mod parameters;
pub mod ports;
pub mod prelude;
pub mod profile;
mod random;
#[cfg(all(feature = "realtime", unix))]
pub mod realtime;
pub mod refused;
pub mod simulation;
pub mod solver;
pub mod stabilise;
#[cfg(feature = "std")]
pub mod start;
pub mod state;
pub mod subsystem;
pub mod table;
#[cfg(feature = "threads")]
pub mod team;
pub mod terrain;
pub mod threads;
#[cfg(feature = "std")]
pub mod timed;
pub mod timing;
pub mod tyre;

pub use wishbone_laws::{curve, friction, math, number, orientation, stability};

#[cfg(feature = "serde")]
#[doc(hidden)]
pub use serde;
#[cfg(feature = "macros")]
pub use wishbone_macros::vehicle;
