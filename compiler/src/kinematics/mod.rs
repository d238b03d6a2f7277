//! Where everything is and how fast it moves, written once over [`crate::scalar::Scalar`].
//!
//! Each body has axes and an origin of its own ([`Placement`]), chosen so that its inboard joint is simple in them.
//! The pose of a body is given in the frame of the body its subsystem hangs from ([`crate::topology::Branch::frame`]).
//!
//! Coordinates (`q`) and speeds (`v`) of the tree joints, in tree order ([`Layout`]):
//! - revolute, prismatic: one coordinate; its rate is the speed;
//! - universal: the angle about the axis fixed in the inboard body, then that about the axis fixed in the outboard one;
//!   their rates are the speeds;
//! - spherical: Euler parameters of the outboard body relative to the frame; speeds: angular velocity of the outboard
//!   relative to the inboard body, in the axes of the frame the outboard body's quantities are expressed in;
//! - free: position of the reference point and Euler parameters, both relative to the parent; speeds: angular
//!   velocity, then velocity of the reference point, relative to the parent, in the outboard body's axes.

pub mod closing;
mod closure;
mod displacement;
mod joint;
mod layout;
mod placement;
mod position;
mod turning;
mod velocity;

pub use closing::Step;
pub use closure::{Ends, Row, bias, bias_within, holding, jacobian, rows};
pub use displacement::{displaced, displaced_of, normalised};
pub use layout::{Layout, Slot};
pub use placement::Placement;
pub use position::Position;
pub use turning::Turning;
pub use velocity::{Velocity, own_subspace, subspace};

use crate::model::Model;
use crate::topology::Topology;
use std::collections::BTreeMap;

/// A vehicle with all that is fixed about it.
#[derive(Clone, Debug)]
pub struct Mechanism<'a> {
    /// As declared.
    pub model: &'a Model,
    /// As analysed.
    pub topology: &'a Topology,
    /// Which coordinate is whose.
    pub layout: Layout,
    /// By body.
    pub placements: Vec<Placement>,
}

impl<'a> Mechanism<'a> {
    /// Numbers the coordinates and places the bodies.
    pub fn new(model: &'a Model, topology: &'a Topology) -> Self {
        Mechanism {
            model,
            topology,
            layout: Layout::new(model, topology),
            placements: placement::place(model, topology, &BTreeMap::new()),
        }
    }

    /// The same with the bodies that steps place given the axes in which these are simplest.
    pub fn aligned<'s>(mut self, steps: impl IntoIterator<Item = &'s Step>) -> Self {
        let axes = steps
            .into_iter()
            .filter_map(|step| Some((step.body(), step.axes(&self)?)));
        self.placements = placement::place(self.model, self.topology, &axes.collect());
        self
    }
}
