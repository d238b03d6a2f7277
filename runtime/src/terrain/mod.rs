//! The ground under the wheels.
//!
//! World axes, ISO 8855: Z up. A terrain is evaluated at a point of the plane, once per wheel and evaluation (RTRD
//! 2018, 5.2), and returns the surface there.
//!
//! | kind | surface |
//! |---|---|
//! | [`Flat`] | the level plane |
//! | [`Slope`] | a plane with grades along X and Y |
//! | [`Sine`] | sine waves, both sides alike or one later than the other |
//! | [`HalfSineBump`], [`CosineBump`], [`Trapezoid`] | one bump |
//! | [`RandomRoad`] | random roughness by ISO 8608, classes A to H |
//! | [`HeightGrid`] | heights on a regular grid, smooth between them |
//! | `OpenCrg` | a road from an OpenCRG file; feature `std` |
//! | [`row`] | equal bumps one behind the other |
//! | an array of terrains | their sum |
//! | [`Shifted`] | a terrain at another place |
//! | [`Patches`] | rectangles with another friction on a terrain |
//! | [`Post`], [`Treadmill`] | ground that moves under a vehicle that stays |
//! | a function `(x, y, time)` | any |

mod cosine_bump;
mod extent;
mod flat;
mod half_sine_bump;
mod height_grid;
mod moving;
#[cfg(feature = "std")]
pub mod open_crg;
mod patches;
pub mod random_road;
mod row;
mod sine;
mod slope;
mod trapezoid;

pub use cosine_bump::CosineBump;
pub use flat::Flat;
pub use half_sine_bump::HalfSineBump;
pub use height_grid::{GridMistake, GridSize, HeightGrid};
pub use moving::{Post, Treadmill};
#[cfg(feature = "std")]
pub use open_crg::{CrgMistake, OpenCrg};
pub use patches::{Patch, Patches};
pub use random_road::{RandomRoad, RoadClass};
pub use row::{Shifted, row};
pub use sine::Sine;
pub use slope::Slope;
pub use trapezoid::Trapezoid;
pub use wishbone_laws::tyre::{Ground, Terrain};
