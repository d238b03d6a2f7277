//! The ground under the wheels.
//!
//! World axes, ISO 8855: Z up. A terrain is evaluated at a point of the plane, once per wheel and evaluation (RTRD
//! 2018, 5.2), and returns the surface there.

mod flat;
mod half_sine_bump;
mod moving;

pub use flat::Flat;
pub use half_sine_bump::HalfSineBump;
pub use moving::{Post, Treadmill};
pub use wishbone_laws::tyre::{Ground, Terrain};
