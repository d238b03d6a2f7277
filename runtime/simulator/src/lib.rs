//! A vehicle in a driving simulator: the parts around a solver that let a driver drive it.
//!
//! - [`block`]: linear filters of fixed size, from continuous transfer functions by the bilinear rule.
//! - [`cueing`]: classical and adaptive washout, which turn the motion of a vehicle into the motion of a platform.
//! - [`platform`]: positions of the actuators of a platform, and their limits.
//! - [`frame`]: a vehicle at a fixed rate, with its deadlines, pauses, snapshots and recordings.
//! - [`loading`]: forces on the steering wheel, pedals and lever, gauges, sound.
//! - [`perception`]: which motions a driver feels.
//! - [`shared`]: exchange with other processes through mapped files.
//!
//! # Conventions
//!
//! ISO 8855: X forward, Y left, Z up; SI units; angles in radians. Specific force is acceleration minus gravity, so that a body at
//! rest has +9.81 m/s² upwards. Code that runs in a frame does not allocate, and does not wait for other threads or processes.

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
