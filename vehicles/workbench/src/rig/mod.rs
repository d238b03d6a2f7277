//! Suspensions on a rig: kinematics and compliance, sensitivities, hardpoints for wanted curves.

pub mod fit;
mod given;
pub mod kc;
mod movable;
pub mod sensitivity;
mod wanted;

pub use movable::{AXES, Movable};
pub use wanted::Wanted;
