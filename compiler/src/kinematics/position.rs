//! Position: the pose of every body.

use super::turning::Orbit;
use super::{Mechanism, Turning};
use crate::model::{BodyId, SpringId};
use crate::scalar::Scalar;
use crate::spatial::{Pose, Vec3};

/// Poses of all bodies.
#[derive(Clone, Debug)]
pub struct Position<S> {
    /// By body: its pose in the frame in which its quantities are expressed; the identity if the body is its own frame.
    poses: Vec<Pose<S>>,
    /// By body: pose in the frame of its parent. It differs from the pose above only for a body that is its own frame.
    mounts: Vec<Pose<S>>,
    /// By body: coordinates of its inboard joint, or the position of its drive.
    pub(super) coordinates: Vec<Vec<S>>,
    /// By body: its turning, if the body is on a pivot that does not move in the body's frame.
    pub(super) turnings: Vec<Option<Turning<S>>>,
    /// By spring: displacement of its damper in series from the design position [m].
    pub(super) dampers: Vec<S>,
}

impl<S: Scalar> Position<S> {
    /// The position with nothing placed but the ground.
    pub fn new(mechanism: &Mechanism<S>) -> Self {
        let poses = vec![Pose::identity(); mechanism.model.bodies.len()];
        Position {
            mounts: poses.clone(),
            coordinates: vec![Vec::new(); poses.len()],
            turnings: vec![None; poses.len()],
            dampers: vec![S::zero(); mechanism.model.springs.len()],
            poses,
        }
    }

    /// This position with the dampers in series displaced as given in the coordinates.
    pub fn with_dampers(mut self, mechanism: &Mechanism<S>, q: &[S]) -> Self {
        for (spring, moved) in self.dampers.iter_mut().enumerate() {
            if let Some(place) = mechanism.layout.damper(spring.into()) {
                *moved = q[place];
            }
        }
        self
    }

    /// Displacement of the damper in series of a spring from the design position [m].
    pub fn damper(&self, spring: SpringId) -> S {
        self.dampers[spring.index()]
    }

    /// Sets the pose of a body in the frame of its parent, if it has been computed in a different way.
    pub fn set(&mut self, mechanism: &Mechanism<S>, body: BodyId, mount: Pose<S>) {
        self.mounts[body.index()] = mount;
        if mechanism.topology.branch(body).frame != body {
            self.poses[body.index()] = mount;
        }
    }

    /// Stores the coordinates of a body that was not placed from its coordinates.
    pub(super) fn remember(&mut self, body: BodyId, coordinates: Vec<S>) {
        self.coordinates[body.index()] = coordinates;
    }

    /// Stores the displacement of a slide that was found before the body that carries the slide was placed.
    pub(super) fn displace(&mut self, body: BodyId, moved: S) {
        self.coordinates[body.index()] = vec![moved];
    }

    /// The stored displacement of a slide.
    pub(super) fn displacement(&self, body: BodyId) -> S {
        self.coordinates[body.index()].first().copied().unwrap_or(S::zero())
    }

    /// Pose of a body in its frame.
    pub fn pose(&self, body: BodyId) -> &Pose<S> {
        &self.poses[body.index()]
    }

    /// Pose of a body in the frame of its parent.
    pub fn mount(&self, body: BodyId) -> &Pose<S> {
        &self.mounts[body.index()]
    }

    /// The turning of a body on a pivot that does not move in its frame; `None` for any other body.
    pub fn turning(&self, body: BodyId) -> Option<&Turning<S>> {
        self.turnings[body.index()].as_ref()
    }

    /// Coordinates of a body's inboard joint, or the position of its drive.
    pub fn coordinates(&self, body: BodyId) -> &[S] {
        &self.coordinates[body.index()]
    }

    /// Pose of a body in the frame of `frame`. The body must hang from `frame`, or be it.
    pub fn pose_in(&self, mechanism: &Mechanism<S>, body: BodyId, frame: BodyId) -> Pose<S> {
        let own = *self.pose(body);
        self.frame_in(mechanism, body, frame)
            .map_or(own, |carried| carried.then(&own))
    }

    /// Pose of a body's own frame in the frame of `frame`, which is inboard of it; `None` if both frames are the same.
    ///
    /// Nested frames are composed from `frame` outward, so all bodies with common frames share the composed pose of
    /// these frames.
    pub fn frame_in(&self, mechanism: &Mechanism<S>, body: BodyId, frame: BodyId) -> Option<Pose<S>> {
        let topology = mechanism.topology;
        let own = topology.branch(body).frame;
        let frames = std::iter::successors(Some(own), |&f| {
            (f != BodyId::GROUND).then(|| topology.branch(topology.branch(f).parent).frame)
        });
        let carried: Vec<BodyId> = frames.take_while(|&f| f != frame).collect();
        let mounts = carried.into_iter().rev().map(|f| *self.mount(f));
        mounts.reduce(|outer, inner| outer.then(&inner))
    }

    /// The present place, in the frame of `frame`, of a point given in the vehicle frame at the design position.
    pub fn point_in(&self, mechanism: &Mechanism<S>, body: BodyId, point: Vec3<S>, frame: BodyId) -> Vec3<S> {
        let own = mechanism
            .placement(body)
            .point_at(self.pose(body), self.turning(body), point);
        self.frame_in(mechanism, body, frame)
            .map_or(own, |carried| carried.point(own))
    }

    /// Like [`Position::point_in`], as the circle on which the point moves, if the point's body is on a pivot that does
    /// not move in the frame.
    pub(super) fn orbit_in(&self, mechanism: &Mechanism<S>, body: BodyId, point: Vec3<S>, frame: BodyId) -> Orbit<S> {
        if mechanism.topology.branch(body).frame != frame {
            return Orbit::of_point(self.point_in(mechanism, body, point, frame));
        }
        mechanism
            .placement(body)
            .orbit_at(self.pose(body), self.turning(body), point)
    }

    /// The present direction, in the frame of `frame`, of a direction given in the vehicle frame at the design
    /// position.
    pub fn direction_in(&self, mechanism: &Mechanism<S>, body: BodyId, direction: Vec3<S>, frame: BodyId) -> Vec3<S> {
        let local = mechanism.placement(body).direction(direction);
        self.pose_in(mechanism, body, frame).direction(local)
    }
}
