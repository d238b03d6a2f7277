//! Velocity: the twist of every body, and the rates of the coordinates.
//!
//! From base to tip (Featherstone 2008, eq. 3.10): `V_body = V_inboard + H v`, all in the frame of the body.

use super::joint::{self, Motion, Outboard};
use super::{Mechanism, Position};
use crate::model::{BodyId, JointKind};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3};

/// Twists of all bodies, relative to the ground.
#[derive(Clone, Debug)]
pub struct Velocity<S> {
    /// By body, in its frame.
    twists: Vec<Twist<S>>,
    /// By body: twist of its parent, in the body's frame.
    inboard: Vec<Twist<S>>,
    /// By body: relative twist across its inboard joint.
    relative: Vec<Twist<S>>,
}

/// Motion subspace of the body's inboard joint, in the body's frame.
pub fn subspace<S: Scalar>(mechanism: &Mechanism, position: &Position<S>, body: BodyId) -> Vec<Twist<S>> {
    let outboard = Outboard {
        pose: position.pose(body),
        placement: &mechanism.placements[body.index()],
    };
    joint::subspace(&mechanism.topology.joint(body).kind, &outboard)
}

impl<S: Scalar> Velocity<S> {
    /// Everything at rest.
    pub fn new(mechanism: &Mechanism) -> Self {
        let rest = vec![Twist::zero(); mechanism.model.bodies.len()];
        Velocity {
            twists: rest.clone(),
            inboard: rest.clone(),
            relative: rest,
        }
    }

    /// Sets one body going; its parent's twist is known. `v`: the joint's speeds, or its drive's velocity.
    pub fn advance(&mut self, mechanism: &Mechanism, position: &Position<S>, body: BodyId, v: &[S]) {
        let parent = self.twist(mechanism.topology.branch(body).parent);
        let inboard = if mechanism.topology.is_frame(body) {
            position.mount(body).twist_into(parent)
        } else {
            parent
        };
        let columns = subspace(mechanism, position, body);
        let relative = columns.iter().zip(v).fold(Twist::zero(), |sum, (&h, &v)| sum + h * v);
        self.inboard[body.index()] = inboard;
        self.relative[body.index()] = relative;
        self.twists[body.index()] = inboard + relative;
    }

    /// All bodies: `v` are the speeds, `drives` the velocities of the driven joints.
    pub fn all(mechanism: &Mechanism, position: &Position<S>, v: &[S], drives: &[S]) -> Self {
        let mut velocity = Velocity::new(mechanism);
        for &body in &mechanism.topology.order {
            let own = match mechanism.topology.joint(body).drive {
                Some(drive) => vec![drives[drive.index()]],
                None => v[mechanism.layout.slot(body).v.clone()].to_vec(),
            };
            velocity.advance(mechanism, position, body, &own);
        }
        velocity
    }

    /// Twist of a body in its frame.
    pub fn twist(&self, body: BodyId) -> Twist<S> {
        self.twists[body.index()]
    }

    /// Twist of a body in the frame of `frame`, which it hangs from.
    pub fn twist_in(&self, mechanism: &Mechanism, position: &Position<S>, body: BodyId, frame: BodyId) -> Twist<S> {
        position
            .frames_between(mechanism, body, frame)
            .fold(self.twist(body), |twist, mount| mount.twist(twist))
    }

    /// What the acceleration of a body, less its parent's, is without any rate of the speeds; in the body's frame.
    pub fn bias(&self, mechanism: &Mechanism, position: &Position<S>, body: BodyId) -> Twist<S> {
        let motion = Motion {
            inboard: self.inboard[body.index()],
            relative: self.relative[body.index()],
            frame: self.twist(mechanism.topology.branch(body).frame).angular,
            origin: position.pose(body).position,
        };
        joint::bias(&mechanism.topology.joint(body).kind, &motion)
    }

    /// Rates of the coordinates of the body's inboard joint.
    pub fn rates(&self, mechanism: &Mechanism, position: &Position<S>, body: BodyId, q: &[S], v: &[S]) -> Vec<S> {
        let topology = mechanism.topology;
        let (branch, kind) = (topology.branch(body), &topology.joint(body).kind);
        let turned = topology.is_frame(body);
        let omega = match kind {
            JointKind::Spherical { .. } => self.relative_to_frame(mechanism, position, body),
            _ => Vec3::zero(),
        };
        debug_assert!(!matches!(kind, JointKind::Free { .. }) || topology.is_frame(branch.parent));
        joint::rates(kind, q, v, omega, position.mount(body), turned)
    }

    /// Angular velocity of a body relative to the frame of its parent; in the body's frame.
    fn relative_to_frame(&self, mechanism: &Mechanism, position: &Position<S>, body: BodyId) -> Vec3<S> {
        let parent = mechanism.topology.branch(body).parent;
        let frame = mechanism.topology.branch(parent).frame;
        if frame == parent {
            return self.relative[body.index()].angular;
        }
        let carried = self.twist(frame).angular;
        let carried = if mechanism.topology.is_frame(body) {
            position.mount(body).rotation.transpose() * carried
        } else {
            carried
        };
        self.twist(body).angular - carried
    }
}
