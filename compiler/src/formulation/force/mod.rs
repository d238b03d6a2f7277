//! Force elements, one a file.
//!
//! An element acts along one or more *directions*. To each belong a rate, linear in the twists of the element's bodies,
//! and a force that does its work on that rate: `power = Σ force · rate`. The wrenches on the bodies, and the generalised
//! force on any speed, follow from the rates; so the evaluation and the methods need to know nothing else.

mod air_spring;
mod bushing;
mod curve;
mod friction;
mod ground_contact;
mod hinge;
mod limit;
mod line_of_action;
mod load;
mod marker;
mod roll_bar;
mod spring;
mod torsion;

pub use ground_contact::point as contact_point;
pub use marker::MarkerState;
pub use spring::SpringState;

use super::Progress;
use crate::kinematics::{Mechanism, Position, Velocity};
use crate::model::{BodyId, Force, Law, Model, SpringId};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Wrench};
use air_spring::Compressed;
use bushing::Deflected;
use friction::FrictionState;
use ground_contact::Touching;
use limit::Stopped;
use load::LoadState;
use marker::Loaded;
use roll_bar::Rolled;
use torsion::Twisted;

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
    /// Names what is worth a name.
    fn name(&self, progress: &dyn Progress<S>, forces: &[S]);
}

/// A force element as declared.
#[derive(Clone, Copy, Debug)]
pub enum Declared<'m> {
    /// A spring-damper.
    Spring(SpringId),
    /// Any other.
    Force(&'m Force),
}

impl<'m> Declared<'m> {
    /// All of a vehicle: spring-dampers first.
    pub fn all(model: &'m Model) -> impl Iterator<Item = Self> {
        let springs = (0..model.springs.len()).map(|spring| Declared::Spring(spring.into()));
        springs.chain(model.forces.iter().map(Declared::Force))
    }

    /// The bodies it acts on.
    pub fn bodies(self, model: &Model) -> Vec<BodyId> {
        match self {
            Declared::Spring(id) => {
                let spring = &model.springs[id.index()];
                vec![spring.first, spring.second]
            }
            Declared::Force(force) => force.law.bodies(model),
        }
    }

    /// At that position.
    pub fn at<S: Scalar>(self, mechanism: &'m Mechanism<S>, position: &Position<S>) -> Box<dyn Element<S> + 'm> {
        match self {
            Declared::Spring(spring) => Box::new(SpringState::new(mechanism, position, spring)),
            Declared::Force(force) => match &force.law {
                Law::AirSpring(spring) => Box::new(Compressed::new(mechanism, position, &force.name, spring)),
                Law::Bushing(bushing) => Box::new(Deflected::new(mechanism, position, &force.name, bushing)),
                Law::Friction(friction) => Box::new(FrictionState::new(mechanism, position, &force.name, friction)),
                Law::GroundContact(contact) => Box::new(Touching::new(mechanism, position, &force.name, contact)),
                Law::Limit(limit) => Box::new(Stopped::new(mechanism, position, &force.name, limit)),
                Law::Load(load) => Box::new(LoadState::new(mechanism, position, &force.name, load)),
                Law::Marker(marker) => Box::new(Loaded::new(mechanism, position, &force.name, marker)),
                Law::RollBar(bar) => Box::new(Rolled::new(mechanism, position, &force.name, bar)),
                Law::Torsion(torsion) => Box::new(Twisted::new(mechanism, position, &force.name, torsion)),
            },
        }
    }
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

/// Wrenches of forces of these sizes on the bodies, each in its own frame.
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
fn common_frame<S>(mechanism: &Mechanism<S>, bodies: &[BodyId]) -> BodyId {
    let topology = mechanism.topology;
    let hangs = |from: BodyId| move |&b: &BodyId| topology.to_ground(b).any(|x| x == from);
    let mut inward = bodies.iter().take(1).flat_map(|&b| topology.to_ground(b));
    let meet = inward.find(|&x| bodies.iter().all(hangs(x)));
    topology.branch(meet.unwrap_or(BodyId::GROUND)).frame
}
