//! What every force element answers, and what follows from its answers.

use crate::formulation::Progress;
use crate::kinematics::{Mechanism, Position, Velocity};
use crate::model::BodyId;
use crate::scalar::Scalar;
use crate::spatial::{Twist, Wrench};

/// A force element at a position.
pub trait Element<S: Scalar> {
    /// The bodies it acts on.
    fn bodies(&self) -> Vec<BodyId>;
    /// The body in whose frame it takes twists and gives wrenches.
    fn frame(&self) -> BodyId;
    /// By direction: how fast bodies with these twists move along it.
    fn rates(&self, twist: &dyn Fn(BodyId) -> Twist<S>) -> Vec<S>;
    /// By direction: the force at these rates, where inputs give `signals`.
    fn forces(&self, rates: &[S], signals: &[S]) -> Vec<S>;
    /// Wrenches of these forces on the bodies.
    fn wrenches(&self, forces: &[S]) -> Vec<(BodyId, Wrench<S>)>;
    /// Work stored, where inputs give `signals` [J]; zero where the element stores none.
    fn energy(&self, signals: &[S]) -> S;
    /// Names the values that deserve a name.
    fn name(&self, progress: &dyn Progress<S>, forces: &[S]);
}

/// By direction: how fast the bodies move along it.
pub fn rates<S: Scalar>(
    mechanism: &Mechanism<S>,
    position: &Position<S>,
    velocity: &Velocity<S>,
    element: &dyn Element<S>,
) -> Vec<S> {
    let frame = element.frame();
    let share = |b: BodyId| mechanism.topology.branch(b).frame == frame;
    if element.bodies().into_iter().all(share) {
        // Where all are expressed in that frame, its own motion cancels.
        element.rates(&|b| velocity.inner(b))
    } else {
        element.rates(&|b| velocity.twist_in(mechanism, position, b, frame))
    }
}

/// Wrenches of forces of these sizes on the bodies, each wrench in the frame of its body.
pub fn wrenches<S: Scalar>(
    mechanism: &Mechanism<S>,
    position: &Position<S>,
    element: &dyn Element<S>,
    forces: &[S],
) -> Vec<(BodyId, Wrench<S>)> {
    let given = element.wrenches(forces).into_iter();
    given
        .map(|(body, wrench)| {
            let own = into_frame_of(mechanism, position, body, element.frame(), wrench);
            (body, own)
        })
        .collect()
}

/// A wrench given in the frame of `frame`, in the frame of a body that hangs from it.
pub fn into_frame_of<S: Scalar>(
    mechanism: &Mechanism<S>,
    position: &Position<S>,
    body: BodyId,
    frame: BodyId,
    wrench: Wrench<S>,
) -> Wrench<S> {
    let carried = position.frame_in(mechanism, body, frame);
    carried.map_or(wrench, |carried| carried.wrench_into(wrench))
}

/// The innermost frame that all these bodies hang from.
pub fn common_frame<S>(mechanism: &Mechanism<S>, bodies: &[BodyId]) -> BodyId {
    let topology = mechanism.topology;
    let hangs = |from: BodyId| move |&b: &BodyId| topology.to_ground(b).any(|x| x == from);
    let mut inward = bodies.iter().take(1).flat_map(|&b| topology.to_ground(b));
    let meet = inward.find(|&x| bodies.iter().all(hangs(x)));
    topology.branch(meet.unwrap_or(BodyId::GROUND)).frame
}
