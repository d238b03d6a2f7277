//! Position and velocity of all bodies, written once over [`crate::scalar::Scalar`].
//!
//! Each body has its own axes and origin ([`Placement`]), chosen so that the description of its inboard joint is
//! simple. The pose of a body is given in the frame of the body from which its subsystem hangs
//! ([`crate::topology::Branch::frame`]).
//!
//! Coordinates (`q`) and speeds (`v`) of the tree joints, in tree order ([`Layout`]):
//! - revolute, prismatic, screw: one coordinate; its rate is the speed;
//! - cylindrical: the angle, then the displacement; planar: both displacements, then the angle; their rates are the speeds;
//! - universal: the angle about the axis fixed in the inboard body, then the angle about the axis fixed in the outboard
//!   body; their rates are the speeds;
//! - constant velocity: both bends; speeds: angular velocity about two axes in the plane that halves the bend;
//! - spherical: Euler parameters of the outboard body relative to the frame; speeds: angular velocity of the outboard
//!   body relative to the inboard body, in the axes of the frame in which the outboard body's quantities are
//!   expressed;
//! - free: position of the reference point and Euler parameters, both relative to the parent; speeds: angular
//!   velocity, then velocity of the reference point, relative to the parent, in the outboard body's axes.

pub mod closing;
mod closure;
mod design;
mod displacement;
mod equation;
mod joint;
mod layout;
mod mechanism;
mod meeting;
mod placement;
mod placing;
mod position;
mod turning;
mod values;
mod velocity;

pub use closing::Step;
pub use closure::{bias, bias_within, holding, jacobian, less_drive, motions, residuals, rows};
pub use design::{Design, Direction, ENTRIES, Geometry, Given};
pub use displacement::{displaced, displaced_of, normalised};
pub use equation::{Ends, Row};
pub use joint::Indistinct;
pub use layout::{Layout, Slot};
pub use mechanism::Mechanism;
pub use meeting::Found;
pub use placement::Placement;
pub use position::Position;
pub use turning::Turning;
pub use values::Values;
pub use velocity::{Velocity, own_subspace, subspace};
