//! A vehicle in a driving simulator: what stands around a solver so that a driver can sit in it.
//!
//! - [`block`]: linear filters of fixed size, from continuous transfer functions by the bilinear rule.
//! - [`cueing`]: from the motion of a vehicle to that of a platform: classical and adaptive washout.
//! - [`platform`]: where the actuators of a platform have to be, and how they keep their limits.
//! - [`frame`]: a vehicle at a fixed rate, with its deadlines, pauses, snapshots and recordings.
//! - [`loading`]: forces on the steering wheel, pedals and lever, gauges, sound.
//! - [`perception`]: what a driver feels of a motion, and what not.
//! - [`shared`]: exchange with other processes through mapped files.
//!
//! # Conventions
//!
//! ISO 8855: X forward, Y left, Z up; SI units; angles in radians. Specific force is acceleration less gravity, so that a
//! body at rest has +9.81 m/s² upwards. What runs in a frame does not allocate, and does not wait for anybody.

pub mod block;
pub mod cueing;
#[cfg(not(loom))]
pub mod frame;
pub mod loading;
pub mod motion;
pub mod perception;
pub mod platform;
pub mod pose;
pub mod shared;
pub mod unusable;

pub use unusable::Unusable;
