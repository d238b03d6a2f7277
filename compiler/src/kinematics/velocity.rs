//! Velocity: the twist of every body, and the rates of the coordinates.
//!
//! From base to tip (Featherstone 2008, eq. 3.10): `V_body = V_inboard + H v`, all in the frame of the body.

use super::joint::{self, Inboard, Motion, Outboard, Rates};
use super::{Mechanism, Position};
use crate::model::BodyId;
use crate::scalar::Scalar;
use crate::spatial::{Pose, Twist, Vec3};

/// Twists of all bodies, relative to the ground.
#[derive(Clone, Debug)]
pub struct Velocity<S> {
    /// By body: twist in the body's frame.
    twists: Vec<Twist<S>>,
    /// By body: twist relative to the body in whose frame its quantities are expressed; zero for a body that is its own
    /// frame.
    inner: Vec<Twist<S>>,
    /// By body: twist of its parent, in the body's frame.
    inboard: Vec<Twist<S>>,
    /// By body: relative twist across its inboard joint.
    relative: Vec<Twist<S>>,
    /// By body: speeds of its inboard joint, or the velocity of its drive.
    speeds: Vec<Vec<S>>,
}

/// Motion subspace of the body's inboard joint, in the body's frame.
pub fn subspace<S: Scalar>(mechanism: &Mechanism<S>, position: &Position<S>, body: BodyId) -> Vec<Twist<S>> {
    let parent = mechanism.topology.branch(body).parent;
    let inboard = Inboard {
        pose: position.pose(parent),
        placement: mechanism.placement(parent),
        frame: mechanism.placement(mechanism.topology.branch(parent).frame),
        turning: position.turning(parent),
    };
    let outboard = Outboard {
        pose: position.pose(body),
        placement: mechanism.placement(body),
        inboard: (!mechanism.topology.is_frame(body)).then_some(inboard),
        q: position.coordinates(body),
    };
    joint::in_tree(mechanism.inboard(body)).subspace(&outboard)
}

/// Motion subspace in the body's own coordinates; it is constant for a joint whose axes the body carries, such as a
/// revolute or prismatic joint.
///
/// # Panics
/// For a universal, planar or constant-velocity joint, whose axes the body does not carry.
pub fn own_subspace<S: Scalar>(mechanism: &Mechanism<S>, body: BodyId) -> Vec<Twist<S>> {
    let outboard = Outboard {
        pose: &Pose::identity(),
        placement: mechanism.placement(body),
        inboard: None,
        q: &[],
    };
    joint::in_tree(mechanism.inboard(body)).subspace(&outboard)
}

impl<S: Scalar> Velocity<S> {
    /// All bodies at rest.
    pub fn new(mechanism: &Mechanism<S>) -> Self {
        let rest = vec![Twist::zero(); mechanism.model.bodies.len()];
        Velocity {
            twists: rest.clone(),
            inner: rest.clone(),
            inboard: rest.clone(),
            speeds: vec![Vec::new(); rest.len()],
            relative: rest,
        }
    }

    /// Computes the twists of one body from the known twist of its parent. `v`: the speeds of the joint, or the
    /// velocity of its drive.
    pub fn advance(&mut self, mechanism: &Mechanism<S>, position: &Position<S>, body: BodyId, v: &[S]) {
        let columns = subspace(mechanism, position, body);
        let relative = columns.iter().zip(v).fold(Twist::zero(), |sum, (&h, &v)| sum + h * v);
        let inner = self.inner(mechanism.topology.branch(body).parent) + relative;
        self.set(mechanism, position, body, v, relative, inner);
    }

    /// Sets the twists of a body if they have been computed in a different way: `relative` across the inboard joint,
    /// `inner` relative to the frame. `inner` is not used for a body that is its own frame.
    pub fn set(
        &mut self,
        mechanism: &Mechanism<S>,
        position: &Position<S>,
        body: BodyId,
        v: &[S],
        relative: Twist<S>,
        inner: Twist<S>,
    ) {
        self.speeds[body.index()] = v.to_vec();
        let branch = mechanism.topology.branch(body);
        let parent = self.twist(branch.parent);
        self.relative[body.index()] = relative;
        if mechanism.topology.is_frame(body) {
            let inboard = position.mount(body).twist_into(parent);
            self.inboard[body.index()] = inboard;
            self.twists[body.index()] = inboard + relative;
        } else {
            self.inboard[body.index()] = parent;
            self.inner[body.index()] = inner;
            self.twists[body.index()] = self.twist(branch.frame) + inner;
        }
    }

    /// Computes the twists of all bodies. `speeds` takes a body and returns the speeds of its inboard joint, or the
    /// velocity of its drive. It is asked before the twist of the body is computed.
    pub fn all(mechanism: &Mechanism<S>, position: &Position<S>, speeds: impl Fn(BodyId) -> Vec<S>) -> Self {
        let mut velocity = Velocity::new(mechanism);
        for &body in &mechanism.order {
            velocity.advance(mechanism, position, body, &speeds(body));
        }
        velocity
    }

    /// Twist of a body in its frame.
    pub fn twist(&self, body: BodyId) -> Twist<S> {
        self.twists[body.index()]
    }

    /// Twist of a body relative to the body in whose frame its quantities are expressed, in that frame.
    pub fn inner(&self, body: BodyId) -> Twist<S> {
        self.inner[body.index()]
    }

    /// Twist of a body relative to its parent, in the body's frame.
    pub fn relative(&self, body: BodyId) -> Twist<S> {
        self.relative[body.index()]
    }

    /// Twist of a body in the frame of `frame`. The body must hang from `frame`, or be it.
    pub fn twist_in(&self, mechanism: &Mechanism<S>, position: &Position<S>, body: BodyId, frame: BodyId) -> Twist<S> {
        let own = self.twist(body);
        position
            .frame_in(mechanism, body, frame)
            .map_or(own, |carried| carried.twist(own))
    }

    /// Acceleration of a body less the acceleration of its parent, for constant speeds; in the body's frame.
    pub fn bias(&self, mechanism: &Mechanism<S>, position: &Position<S>, body: BodyId) -> Twist<S> {
        let frame = self.twist(mechanism.topology.branch(body).frame).angular;
        self.bias_as_seen(mechanism, position, body, self.inboard[body.index()], frame)
    }

    /// Like [`Velocity::bias`], relative to the body's frame as if that did not move. For a body that is its own frame,
    /// relative to its parent.
    pub fn inner_bias(&self, mechanism: &Mechanism<S>, position: &Position<S>, body: BodyId) -> Twist<S> {
        if mechanism.topology.is_frame(body) {
            let turning = self.relative[body.index()].angular;
            return self.bias_as_seen(mechanism, position, body, Twist::zero(), turning);
        }
        let inboard = self.inner(mechanism.topology.branch(body).parent);
        self.bias_as_seen(mechanism, position, body, inboard, Vec3::zero())
    }

    /// The bias for a given twist of the parent and a given angular velocity of the frame.
    fn bias_as_seen(
        &self,
        mechanism: &Mechanism<S>,
        position: &Position<S>,
        body: BodyId,
        inboard: Twist<S>,
        frame: Vec3<S>,
    ) -> Twist<S> {
        let motion = Motion {
            inboard,
            relative: self.relative[body.index()],
            columns: subspace(mechanism, position, body),
            speeds: &self.speeds[body.index()],
            q: position.coordinates(body),
            frame,
            origin: position.pose(body).position,
            turned: mechanism.topology.is_frame(body),
        };
        joint::in_tree(mechanism.inboard(body)).bias(&motion)
    }

    /// Rates of the coordinates of the body's inboard joint; empty for a driven joint.
    pub fn rates(&self, mechanism: &Mechanism<S>, position: &Position<S>, body: BodyId, q: &[S]) -> Vec<S> {
        let topology = mechanism.topology;
        let (branch, kind) = (topology.branch(body), mechanism.inboard(body));
        if q.is_empty() {
            return Vec::new();
        }
        debug_assert!(!kind.is_free() || topology.is_frame(branch.parent));
        joint::in_tree(kind).rates(&Rates {
            q,
            speeds: &self.speeds[body.index()],
            omega: &|| self.relative_to_frame(mechanism, position, body),
            mount: position.mount(body),
            turned: topology.is_frame(body),
        })
    }

    /// Angular velocity of a body relative to the frame of its parent; in the body's frame.
    fn relative_to_frame(&self, mechanism: &Mechanism<S>, position: &Position<S>, body: BodyId) -> Vec3<S> {
        let parent = mechanism.topology.branch(body).parent;
        let frame = mechanism.topology.branch(parent).frame;
        if frame == parent {
            return self.relative[body.index()].angular;
        }
        if !mechanism.topology.is_frame(body) {
            return self.inner(body).angular;
        }
        let carried = position.mount(body).rotation.transpose() * self.twist(frame).angular;
        self.twist(body).angular - carried
    }
}
