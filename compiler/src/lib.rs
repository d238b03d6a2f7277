//! Compiles the declaration of a vehicle to the text of its solver. The library serves the `vehicle!` macro, build
//! scripts and tools. All functions are pure, except those in [`build`]. The only inputs are the text or tokens, and
//! the files that the caller provides; the only output is the return value.
//!
//! Start with [`pipeline`], the table of contents: each of its stages is a module here, and [`pipeline::Compiled`]
//! keeps the result of every stage. A build script calls [`build::vehicle`]; a tool does this:
//!
//! ```
//! use wishbone_compiler::diag::to_text::render;
//! use wishbone_compiler::{emit, pipeline};
//!
//! let declaration = "
//!     pub Pendulum {
//!         body bob { mass: 1 kg, com: [0, 0, -1] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
//!         joint pivot: revolute(ground, bob) { axis: y, at: [0, 0, 0] m }
//!     }";
//! match pipeline::compile_text(declaration) {
//!     Ok(compiled) => {
//!         assert_eq!(compiled.mobility.freedoms, 1);
//!         let rust = emit::text(&compiled, declaration);
//!         assert!(rust.contains("impl ::wishbone::solver::Solver for Pendulum"));
//!     }
//!     Err(diagnostics) => panic!("{}", render(&diagnostics, "pendulum.txt", declaration)),
//! }
//! ```
//!
//! The physics begins in [`kinematics`] and [`formulation`], both generic over [`scalar::Scalar`]. When these modules
//! run on traced numbers, they record a program ([`ir`]), which is the emitted code.

pub mod build;
pub mod diag;
pub mod emit;
pub mod formulation;
pub mod front;
pub mod ir;
pub mod kinematics;
pub mod lower;
pub mod mobility;
pub mod model;
pub mod passes;
pub mod pipeline;
pub mod programs;
pub mod report;
pub mod scalar;
pub mod schedule;
pub mod search;
pub mod spatial;
pub mod topology;
