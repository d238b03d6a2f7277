//! Small algebra over a generic scalar: vectors, rotations, twists, wrenches, inertias, poses.
//!
//! Notation: a *twist* is (angular, linear), with the velocity of the body's point at the origin of the frame as its
//! linear part; a *wrench* is (moment about the origin, force). Both are Plücker coordinates in one frame, so that the
//! quantities of all bodies of a subsystem can be added without a shift.

mod distribution;
mod inertia;
mod mat3;
mod pose;
mod quaternion;
mod solve;
mod twist;
mod vec3;

pub use distribution::{Distribution, Field};
pub use inertia::Inertia;
pub use mat3::{Mat3, Sym3};
pub use pose::Pose;
pub use quaternion::Quaternion;
pub use solve::{Ordered, Symmetric};
pub use twist::{Twist, Wrench};
pub use vec3::{Vec3, without_dust};
