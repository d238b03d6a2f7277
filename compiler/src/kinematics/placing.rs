//! Placing: the axes of all bodies at the design position, and their poses from the coordinates.

use super::joint::{self, Inboard, Indistinct};
use super::{Design, Geometry, Given, Layout, Mechanism, Placement, Position, Step, Turning, Values};
use crate::model::{BodyId, Fixed, Model};
use crate::scalar::{Scalar, sin_cos};
use crate::spatial::{Mat3, Pose, Vec3};
use crate::topology::Topology;
use std::collections::BTreeMap;

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
        let design = Design::new(Values::new(model, parameters), given);
        let inboard = |body: usize| match body {
            0 => Geometry::Fixed(Fixed { at: Vec3::zero() }),
            body => design.joint(&topology.joint(BodyId::from(body)).kind),
        };
        Mechanism {
            model,
            topology,
            order,
            layout: Layout::new(model, topology),
            placements: place(model, topology, &design, &BTreeMap::new()),
            inboard: (0..model.bodies.len()).map(inboard).collect(),
            declared: model.joints.iter().map(|joint| design.joint(&joint.kind)).collect(),
            design,
        }
    }

    /// This mechanism; bodies that are placed by steps get the axes in which their steps are simplest.
    pub fn aligned<'s>(mut self, steps: impl IntoIterator<Item = &'s Step>) -> Self {
        let axes = steps
            .into_iter()
            .filter_map(|step| Some((step.body(), step.axes(&self)?)));
        let axes = axes.collect();
        self.placements = place(self.model, self.topology, &self.design, &axes);
        self
    }

    /// This mechanism with all parameters at their defaults.
    pub fn at_defaults<'s>(&self, steps: impl IntoIterator<Item = &'s Step>) -> Mechanism<'a> {
        let mut mechanism = Mechanism::new(self.model, self.topology);
        mechanism.order.clone_from(&self.order);
        mechanism.aligned(steps)
    }

    /// Moments of a body's mass that may be assigned to its parent.
    pub fn indistinct(&self, body: BodyId) -> Indistinct {
        joint::in_tree(self.inboard(body)).indistinct()
    }
}

/// Places all bodies, from the ground outward. `axes`, by body, overrides the axes of bodies that hang on a pivot or a
/// ball. The third of these axes must lie along the pivot.
fn place<S: Scalar>(
    model: &Model,
    topology: &Topology,
    design: &Design<S>,
    axes: &BTreeMap<BodyId, Mat3<S>>,
) -> Vec<Placement<S>> {
    let mut placements = vec![Placement::of_vehicle(); model.bodies.len()];
    for &body in &topology.order {
        let parent = topology.branch(body).parent;
        let of = |b: BodyId| &placements[b.index()];
        let frame = topology.branch(parent).frame;
        let geometry = design.joint(&topology.joint(body).kind);
        let mut own = joint::in_tree(&geometry).placement(of(parent), of(frame));
        if let Some(axes) = axes.get(&body) {
            own.axes = *axes;
        }
        placements[body.index()] = own;
    }
    placements
}

impl<S: Scalar> Position<S> {
    /// Places one body; its parent has been placed. `q`: the joint's coordinates, or its drive's position.
    pub fn place(&mut self, mechanism: &Mechanism<S>, body: BodyId, q: &[S]) {
        self.coordinates[body.index()] = q.to_vec();
        let is_pivot = mechanism.topology.joint(body).kind.pivot().is_some();
        if is_pivot && !mechanism.topology.is_frame(body) {
            let (sin, cos) = sin_cos(q[0]);
            self.turn(mechanism, body, sin, cos);
        } else {
            let mount = pose_at(mechanism, self, body, q);
            self.set(mechanism, body, mount);
        }
    }

    /// Places a body on a pivot.
    pub(super) fn turn(&mut self, mechanism: &Mechanism<S>, body: BodyId, sin: S, cos: S) {
        let still = pose_at(mechanism, self, body, &[]);
        let turned = Turning { still, sin, cos };
        self.turnings[body.index()] = Turning::new(still, sin, cos);
        self.set(mechanism, body, turned.pose());
    }

    /// Places all bodies: `q` are the coordinates, `drives` the positions of the driven joints.
    pub fn all(mechanism: &Mechanism<S>, q: &[S], drives: &[S]) -> Self {
        let mut position = Position::new(mechanism).with_dampers(mechanism, q);
        for &body in &mechanism.order {
            position.place(mechanism, body, &mechanism.coordinates_of(body, q, drives));
        }
        position
    }

    /// These coordinates in a mechanism whose bodies have other axes.
    pub fn anew(&self, mechanism: &Mechanism<S>) -> Self {
        let mut position = Position::new(mechanism);
        position.dampers.clone_from(&self.dampers);
        for &body in &mechanism.order {
            position.place(mechanism, body, self.coordinates(body));
        }
        position
    }
}

/// Pose of a body in the frame of its parent, which must have been placed. `q`: the coordinates of its inboard joint or
/// the position of its drive; if `q` is empty, the values at the design position are used.
pub fn pose_at<S: Scalar>(mechanism: &Mechanism<S>, position: &Position<S>, body: BodyId, q: &[S]) -> Pose<S> {
    let parent = mechanism.topology.branch(body).parent;
    let placement = |b: BodyId| mechanism.placement(b);
    let inboard = Inboard {
        pose: position.pose(parent),
        placement: placement(parent),
        frame: placement(mechanism.topology.branch(parent).frame),
        turning: position.turning(parent),
    };
    let kind = mechanism.inboard(body);
    let joint = joint::in_tree(kind);
    if q.is_empty() {
        let design: Vec<S> = kind.names(false).design().map(S::from).collect();
        joint.pose(&inboard, placement(body), &design)
    } else {
        joint.pose(&inboard, placement(body), q)
    }
}
