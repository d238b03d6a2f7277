//! Force elements, one a file.
//!
//! An element acts along one or more *directions*. Each direction has a rate, linear in the twists of the element's
//! bodies, and a force that does its work on that rate: `power = Σ force · rate`. The wrenches on the bodies, and the
//! generalised force on any speed, follow from the rates. So the evaluation and the methods need no other data.

mod air_spring;
mod bushing;
mod curve;
mod element;
mod friction;
mod ground_contact;
mod hinge;
mod leaf_spring;
mod limit;
mod line_of_action;
mod load;
mod marker;
mod roll_bar;
mod spring;
mod torsion;

pub use element::{Element, into_frame_of, rates, wrenches};
pub use ground_contact::point as contact_point;
pub use line_of_action::LineOfAction;
pub use marker::MarkerState;
pub use spring::SpringState;

use crate::kinematics::{Mechanism, Position};
use crate::model::{BodyId, Force, Law, Model, SpringId};
use crate::scalar::Scalar;
use air_spring::Compressed;
use bushing::Deflected;
use friction::FrictionState;
use ground_contact::Touching;
use leaf_spring::Bent;
use limit::Stopped;
use load::LoadState;
use marker::Loaded;
use roll_bar::Rolled;
use torsion::Twisted;

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
            Declared::Force(force) => force.law.bodies(&model.joints),
        }
    }

    /// Its name.
    pub fn name(self, model: &'m Model) -> &'m str {
        match self {
            Declared::Spring(id) => &model.springs[id.index()].name,
            Declared::Force(force) => &force.name,
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
                Law::LeafSpring(spring) => Box::new(Bent::new(mechanism, position, &force.name, spring)),
                Law::Limit(limit) => Box::new(Stopped::new(mechanism, position, &force.name, limit)),
                Law::Load(load) => Box::new(LoadState::new(mechanism, position, &force.name, load)),
                Law::Marker(marker) => Box::new(Loaded::new(mechanism, position, &force.name, marker)),
                Law::RollBar(bar) => Box::new(Rolled::new(mechanism, position, &force.name, bar)),
                Law::Torsion(torsion) => Box::new(Twisted::new(mechanism, position, &force.name, torsion)),
            },
        }
    }
}
