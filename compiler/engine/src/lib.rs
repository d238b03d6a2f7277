//! A vehicle that runs as soon as it is declared: the programs of a solver, evaluated without compiling them to machine code.
//!
//! [`Engine`] is a [`Solver`](wishbone::solver::Solver) like an emitted solver, but its sizes and names are determined
//! when it is made. It computes the numbers of emitted code of the baseline, to the last bit, but takes several times
//! as long. Reports that are compiled later ([`compile_to_run`](wishbone_compiler::pipeline::compile_to_run)) agree to
//! rounding.
//!
//! ```
//! use wishbone::prelude::*;
//! use wishbone_compiler::pipeline::compile_text;
//! use wishbone_engine::Engine;
//!
//! let declaration = "Pendulum {
//!     body bob { mass: 2 kg, com: [0, 0, -1] m, inertia: [0.01, 0.01, 0.01] kg*m^2 }
//!     joint pivot: revolute(ground, bob) { axis: y, at: [0, 0, 0] m }
//! }";
//! let compiled = compile_text(declaration).expect("a vehicle");
//! let mut simulation = Simulation::new(Engine::new(&compiled), Still, RungeKutta4);
//! let _ = simulation.step(1e-3)?;
//! assert_eq!(simulation.solver().description().coordinates, ["pivot"]);
//! # Ok::<(), Refused>(())
//! ```

mod board;
mod engine;
pub mod equipment;
pub mod native;
mod numbers;
mod parameters;
mod placed;
mod runs;
mod words;

pub use engine::Engine;
pub use numbers::{Inputs, Numbers};
pub use parameters::NotSet;
