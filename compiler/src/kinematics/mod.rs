//! Position and velocity of all bodies, written once over [`crate::scalar::Scalar`].
//!
//! Each body has its own axes and origin ([`Placement`]), chosen so that the description of its inboard joint is
//! simple. The pose of a body is given in the frame of the body from which its subsystem hangs
//! ([`crate::topology::Branch::frame`]).
//!
//! Coordinates (`q`) and speeds (`v`) of the tree joints, in tree order ([`Layout`]):
//! - revolute, prismatic, screw: one coordinate; its rate is the speed;
//! - cylindrical: the angle, then the displacement; planar: both displacements, then the angle; their rates are the speeds;
//! - universal: the angle about the axis fixed in the inboard body, then that about the axis fixed in the outboard one;
//!   their rates are the speeds;
//! - constant velocity: both bends; speeds: angular velocity about two axes in the plane that halves the bend;
//! - spherical: Euler parameters of the outboard body relative to the frame; speeds: angular velocity of the outboard
//!   relative to the inboard body, in the axes of the frame the outboard body's quantities are expressed in;
//! - free: position of the reference point and Euler parameters, both relative to the parent; speeds: angular
//!   velocity, then velocity of the reference point, relative to the parent, in the outboard body's axes.

pub mod closing;
mod closure;
mod design;
mod displacement;
mod joint;
mod layout;
mod meeting;
mod placement;
mod position;
mod turning;
mod velocity;

pub use closing::Step;
pub use closure::{Ends, Row, bias, bias_within, holding, jacobian, less_drive, motions, residuals, rows};
pub use design::{Design, Direction, ENTRIES, Geometry, Given};
pub use displacement::{displaced, displaced_of, normalised};
pub use joint::Indistinct;
pub use layout::{Layout, Slot};
pub use placement::Placement;
pub use position::Position;
pub use turning::Turning;
pub use velocity::{Velocity, own_subspace, subspace};

use crate::model::{BodyId, Fixed, JointId, Model};
use crate::scalar::Scalar;
use crate::spatial::Vec3;
use crate::topology::Topology;
use std::collections::BTreeMap;

/// A vehicle with all that is fixed about it.
#[derive(Clone, Debug)]
pub struct Mechanism<'a, S = f64> {
    /// As declared.
    pub model: &'a Model,
    /// As analysed.
    pub topology: &'a Topology,
    /// The bodies that are computed, in tree order: all bodies, unless one subsystem is computed in place of several.
    pub order: Vec<BodyId>,
    /// Places of the coordinates and speeds of each joint.
    pub layout: Layout,
    /// The model's numbers.
    pub design: Design<S>,
    /// By body: its axes and origin.
    pub placements: Vec<Placement<S>>,
    /// By body: the geometry of its inboard joint, directed outward; the ground has no joint.
    inboard: Vec<Geometry<S>>,
    /// By joint or link: its geometry as declared.
    declared: Vec<Geometry<S>>,
}

impl<'a> Mechanism<'a> {
    /// The vehicle with all parameters at their defaults.
    pub fn new(model: &'a Model, topology: &'a Topology) -> Self {
        let defaults = model.parameters.iter().map(|parameter| parameter.default);
        Mechanism::tuned(model, topology, &defaults.collect::<Vec<f64>>())
    }
}

impl<'a, S: Scalar> Mechanism<'a, S> {
    /// Numbers the coordinates and places the bodies, for the given values of the parameters.
    pub fn tuned(model: &'a Model, topology: &'a Topology, parameters: &[S]) -> Self {
        Mechanism::viewed(model, topology, parameters, Given::default(), topology.order.clone())
    }

    /// Like [`Mechanism::tuned`], with values that replace quantities of the model, and for these bodies only.
    pub fn viewed(
        model: &'a Model,
        topology: &'a Topology,
        parameters: &[S],
        given: Given<S>,
        order: Vec<BodyId>,
    ) -> Self {
        let defaults = model.parameters.iter().map(|parameter| parameter.default);
        let design = Design::new(parameters.iter().copied().zip(defaults).collect(), given);
        let inboard = |body: usize| match body {
            0 => Geometry::Fixed(Fixed { at: Vec3::zero() }),
            body => design.joint(&topology.joint(BodyId::from(body)).kind),
        };
        Mechanism {
            model,
            topology,
            order,
            layout: Layout::new(model, topology),
            placements: placement::place(model, topology, &design, &BTreeMap::new()),
            inboard: (0..model.bodies.len()).map(inboard).collect(),
            declared: model.joints.iter().map(|joint| design.joint(&joint.kind)).collect(),
            design,
        }
    }

    /// The same mechanism; bodies that are placed by steps get the axes in which their steps are simplest.
    pub fn aligned<'s>(mut self, steps: impl IntoIterator<Item = &'s Step>) -> Self {
        let axes = steps
            .into_iter()
            .filter_map(|step| Some((step.body(), step.axes(&self)?)));
        let axes = axes.collect();
        self.placements = placement::place(self.model, self.topology, &self.design, &axes);
        self
    }

    /// The same mechanism with all parameters at their defaults.
    pub fn at_defaults<'s>(&self, steps: impl IntoIterator<Item = &'s Step>) -> Mechanism<'a> {
        let mut mechanism = Mechanism::new(self.model, self.topology);
        mechanism.order.clone_from(&self.order);
        mechanism.aligned(steps)
    }

    /// Axes and origin of a body.
    pub fn placement(&self, body: BodyId) -> &Placement<S> {
        &self.placements[body.index()]
    }

    /// Geometry of a body's inboard joint, directed from the parent to the body.
    pub fn inboard(&self, body: BodyId) -> &Geometry<S> {
        &self.inboard[body.index()]
    }

    /// Coordinates of a body's inboard joint, among those of all joints; or the position of its drive.
    pub fn coordinates_of<T: Copy>(&self, body: BodyId, q: &[T], drives: &[T]) -> Vec<T> {
        match self.topology.joint(body).drive {
            Some(drive) => vec![drives[drive.index()]],
            None => q[self.layout.slot(body).q.clone()].to_vec(),
        }
    }

    /// Speeds of a body's inboard joint, or their rates, among those of all joints; or the number of its drive.
    pub fn speeds_of<T: Copy>(&self, body: BodyId, v: &[T], drives: &[T]) -> Vec<T> {
        match self.topology.joint(body).drive {
            Some(drive) => vec![drives[drive.index()]],
            None => v[self.layout.slot(body).v.clone()].to_vec(),
        }
    }

    /// Moments of a body's mass that may be assigned to its parent.
    pub fn indistinct(&self, body: BodyId) -> Indistinct {
        joint::in_tree(self.inboard(body)).indistinct()
    }

    /// Geometry of a joint or link, directed from its first to its second body.
    pub fn geometry(&self, joint: JointId) -> &Geometry<S> {
        &self.declared[joint.index()]
    }
}
