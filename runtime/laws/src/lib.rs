//! The mathematics that compiler and runtime share: one number, its functions, and the laws written over it.
//!
//! - [`number::Scalar`]: the number that every algorithm and law is written over. It is an `f64`, a number in each lane
//!   of a register ([`number::Lanes`]), a number with its slopes ([`number::Dual`]), or a traced number of the
//!   compiler.
//! - [`math`]: the elementary functions, with equal bits for all of these numbers.
//! - [`curve`]: characteristics: linear, split, polynomial and through points.
//! - [`driveline`]: engines and motors, torque converters.
//! - [`friction`]: dry friction that holds.
//! - [`orientation`]: Euler angles of both kinds and Euler parameters, and conversions between them.
//! - [`record`]: records of numbers, whose fields can be walked.
//! - [`stability`]: the largest stable step of each method of integration.
//! - [`tyre`]: wheel, ground and contact, the linear tyre, TMeasy, the Magic Formula, relaxation. [`vec3`]: the vectors they need.
//!
//! A law is a function over [`number::Scalar`], with a file for each law. It chooses by [`number::Scalar::select`] and never by `if`.
//! So its cost does not depend on its arguments, it runs in lanes, and it can be traced into a program.
//!
//! ```
//! use wishbone_laws::number::{Dual, Scalar};
//!
//! /// Drag [N] at a speed [m/s].
//! fn drag<S: Scalar>(speed: S) -> S {
//!     -(S::from(0.6) * speed.abs() * speed)
//! }
//!
//! assert_eq!(drag(20.0), -240.0);
//! let speed = Dual::<f64, 1>::variable(20.0, 0);
//! assert_eq!(drag(speed).slopes, [-24.0]);
//! ```
//!
//! Nothing here allocates, and no function panics unless its documentation says so.
#![no_std]
#[cfg(feature = "std")]
extern crate std;

pub mod curve;
pub mod driveline;
pub mod friction;
pub mod math;
pub mod number;
pub mod orientation;
pub mod record;
pub mod stability;
pub mod tyre;
pub mod vec3;
