//! The mechanics of joints, with one file for each kind. It has placement, pose, motion subspace and rates of the
//! coordinates for a joint in the tree, and the equations for a joint that closes a loop. This file only dispatches to
//! them.

mod constant_velocity;
mod cylindrical;
mod distance;
mod fixed;
mod free;
mod gear;
mod mechanics;
mod planar;
mod point_on_plane;
mod prismatic;
mod revolute;
mod revolute_translational;
mod screw;
mod spherical;
mod spherical_revolute;
mod spherical_translational;
mod universal;

pub use mechanics::{Inboard, Indistinct, Motion, Outboard, Rates};

use super::Geometry;
use crate::model::JointKind;
use crate::scalar::Scalar;
use mechanics::{Closure, TreeJoint};

/// The mechanics of a kind.
enum Mechanics<'a, S> {
    /// A joint, which may stand in the tree or close a loop.
    Joint(&'a dyn TreeJoint<S>),
    /// A link, which always closes a loop.
    Link(&'a dyn Closure<S>),
}

/// The mechanics of a kind. This is the only place that distinguishes the kinds.
fn mechanics<S: Scalar>(kind: &Geometry<S>) -> Mechanics<'_, S> {
    match kind {
        JointKind::Fixed(joint) => Mechanics::Joint(joint),
        JointKind::Revolute(joint) => Mechanics::Joint(joint),
        JointKind::Prismatic(joint) => Mechanics::Joint(joint),
        JointKind::Cylindrical(joint) => Mechanics::Joint(joint),
        JointKind::Screw(joint) => Mechanics::Joint(joint),
        JointKind::Planar(joint) => Mechanics::Joint(joint),
        JointKind::Spherical(joint) => Mechanics::Joint(joint),
        JointKind::Universal(joint) => Mechanics::Joint(joint),
        JointKind::ConstantVelocity(joint) => Mechanics::Joint(joint),
        JointKind::Free(joint) => Mechanics::Joint(joint),
        JointKind::Distance(link) => Mechanics::Link(link),
        JointKind::PointOnPlane(link) => Mechanics::Link(link),
        JointKind::SphericalRevolute(link) => Mechanics::Link(link),
        JointKind::SphericalTranslational(link) => Mechanics::Link(link),
        JointKind::RevoluteTranslational(link) => Mechanics::Link(link),
        JointKind::Gear(link) => Mechanics::Link(link),
    }
}

/// A kind as a joint of the tree.
///
/// # Panics
/// If it is a link.
pub fn in_tree<S: Scalar>(kind: &Geometry<S>) -> &dyn TreeJoint<S> {
    match mechanics(kind) {
        Mechanics::Joint(joint) => joint,
        Mechanics::Link(_) => unreachable!("a link is no tree joint"),
    }
}

/// A kind as a joint that closes a loop.
pub fn closure<S: Scalar>(kind: &Geometry<S>) -> &dyn Closure<S> {
    match mechanics(kind) {
        Mechanics::Joint(joint) => joint,
        Mechanics::Link(link) => link,
    }
}
