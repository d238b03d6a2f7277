//! Parts of a driveline: engines and motors, clutches, torque converters, gearboxes; and the graph of shafts between them.
//!
//! A driveline is declared as a [`Graph`] of shafts, gears, differentials, a gearbox, couplings and engines. Solving it
//! eliminates gears and differentials. The *free* shafts remain, with speeds that are states and a constant mass
//! matrix. The couplings also remain, each a torque between two sides.

#[cfg(feature = "std")]
mod at_input;
mod converter;
mod coupling;
mod engine;
mod gearbox;
#[cfg(feature = "std")]
mod graph;
#[cfg(feature = "std")]
mod loaded;
mod losses;
#[cfg(feature = "std")]
mod reduction;
#[cfg(feature = "std")]
mod span;

pub use converter::{Capacity, Converter, Transmitted};
pub use coupling::{HOLDING, Law, TOGETHER};
pub use engine::Engine;
pub use gearbox::{Gearbox, MOST_GEARS, Shifting};
#[cfg(feature = "std")]
pub use graph::{Coupled, End, Graph, Mistake, Mistakes, Shaft, Solved, Turning};
pub use losses::{Losses, Unsound};

/// Largest number of engines and motors of a driveline.
pub const MOST_ENGINES: usize = 4;
