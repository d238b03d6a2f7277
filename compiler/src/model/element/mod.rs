//! Force elements other than spring-dampers, one kind a file. This file only hands on to them.

mod air_spring;
mod answers;
mod bushing;
pub(crate) mod direction;
mod friction;
mod ground_contact;
mod leaf_spring;
mod limit;
mod load;
mod marker;
mod on_joint;
mod roll_bar;
mod torsion;

pub use air_spring::{AirSpring, Charge};
pub use answers::Element;
pub use bushing::Bushing;
pub use friction::{Friction, Rubbing};
pub use ground_contact::GroundContact;
pub use leaf_spring::{LeafSpring, Set};
pub use limit::Limit;
pub use load::{Load, Place, Size};
pub use marker::Marker;
pub use roll_bar::RollBar;
pub use torsion::Torsion;

use super::quantities::Listed;
use super::reading::context::Context;
use super::{BodyId, Declared, Effort, Joint, JointId, Reference, SignalId};
use crate::diag::SourceSpan;
use crate::front::syntax;

/// A force element.
#[derive(Clone, Debug)]
pub struct Force {
    /// `front_left.torsion_bar`
    pub name: String,
    /// Its kind, with its numbers.
    pub law: Law,
    /// Where it was declared.
    pub span: SourceSpan,
}

/// Kind of a force element.
#[derive(Clone, Debug, PartialEq)]
pub enum Law {
    /// An air spring.
    AirSpring(AirSpring),
    /// A bushing.
    Bushing(Box<Bushing>),
    /// Dry friction of a joint.
    Friction(Friction),
    /// Contact of a point with the ground.
    GroundContact(GroundContact),
    /// A leaf spring.
    LeafSpring(Box<LeafSpring>),
    /// Stops at the ends of a joint's travel.
    Limit(Limit),
    /// A separate force or torque.
    Load(Load),
    /// A point for parts outside the vehicle.
    Marker(Marker),
    /// An anti-roll bar.
    RollBar(RollBar),
    /// A torsion spring-damper on a joint.
    Torsion(Torsion),
}

/// Reads a force element. Joints have been read before.
///
/// # Panics
/// If the language has a force element that nothing reads.
pub(super) fn resolve<'a>(
    element: &'a syntax::Element,
    context: &mut Context<'a>,
    joints: &[Option<Joint>],
) -> Option<Force> {
    let law = match element.keyword.text.as_str() {
        "air_spring" => Law::AirSpring(air_spring::read(element, context)?),
        "bushing" => Law::Bushing(Box::new(bushing::read(element, context)?)),
        "friction" => Law::Friction(friction::read(element, context, joints)?),
        "ground_contact" => Law::GroundContact(ground_contact::read(element, context)?),
        "leaf_spring" => Law::LeafSpring(Box::new(leaf_spring::read(element, context)?)),
        "limit" => Law::Limit(limit::read(element, context, joints)?),
        "load" => Law::Load(load::read(element, context, joints)?),
        "marker" => Law::Marker(marker::read(element, context)?),
        "roll_bar" => Law::RollBar(roll_bar::read(element, context)?),
        "torsion" => Law::Torsion(torsion::read(element, context, joints)?),
        other => unreachable!("the language has a force element `{other}` that nothing reads"),
    };
    Some(Force {
        name: context.name(element),
        law,
        span: element.name.span,
    })
}

impl Law {
    /// The element itself.
    pub fn element(&self) -> &dyn Element {
        match self {
            Law::AirSpring(element) => element,
            Law::Bushing(element) => &**element,
            Law::Friction(element) => element,
            Law::GroundContact(element) => element,
            Law::LeafSpring(element) => &**element,
            Law::Limit(element) => element,
            Law::Load(element) => element,
            Law::Marker(element) => element,
            Law::RollBar(element) => element,
            Law::Torsion(element) => element,
        }
    }

    /// The element itself, to be changed.
    pub(in crate::model) fn element_mut(&mut self) -> &mut dyn Element {
        match self {
            Law::AirSpring(element) => element,
            Law::Bushing(element) => &mut **element,
            Law::Friction(element) => element,
            Law::GroundContact(element) => element,
            Law::LeafSpring(element) => &mut **element,
            Law::Limit(element) => element,
            Law::Load(element) => element,
            Law::Marker(element) => element,
            Law::RollBar(element) => element,
            Law::Torsion(element) => element,
        }
    }

    /// The contact with the ground, if it is one.
    pub fn contact(&self) -> Option<&GroundContact> {
        match self {
            Law::GroundContact(contact) => Some(contact),
            Law::AirSpring(_)
            | Law::Bushing(_)
            | Law::Friction(_)
            | Law::LeafSpring(_)
            | Law::Limit(_)
            | Law::Load(_)
            | Law::Marker(_)
            | Law::RollBar(_)
            | Law::Torsion(_) => None,
        }
    }

    /// The marker, if it is one.
    pub fn marker(&self) -> Option<&Marker> {
        match self {
            Law::Marker(marker) => Some(marker),
            Law::AirSpring(_)
            | Law::Bushing(_)
            | Law::Friction(_)
            | Law::GroundContact(_)
            | Law::LeafSpring(_)
            | Law::Limit(_)
            | Law::Load(_)
            | Law::RollBar(_)
            | Law::Torsion(_) => None,
        }
    }

    /// The joint that the element loads by the value of an input, and this input, if the element has such a load.
    pub fn loaded_joint(&self) -> Option<(JointId, SignalId)> {
        match self {
            Law::Load(Load {
                on: Place::Joint(joint),
                size: Size::Signal(signal),
                ..
            }) => Some((*joint, *signal)),
            Law::Load(_)
            | Law::AirSpring(_)
            | Law::Bushing(_)
            | Law::Friction(_)
            | Law::GroundContact(_)
            | Law::LeafSpring(_)
            | Law::Limit(_)
            | Law::Marker(_)
            | Law::RollBar(_)
            | Law::Torsion(_) => None,
        }
    }

    /// See [`Element::word`].
    pub fn word(&self) -> &'static str {
        self.element().word()
    }

    /// See [`Element::bodies`].
    pub fn bodies(&self, joints: &[Joint]) -> Vec<BodyId> {
        self.element().bodies(joints)
    }

    /// See [`Element::efforts`].
    pub fn efforts(&self) -> Vec<(Effort, &'static str)> {
        self.element().efforts()
    }
}

impl Declared for Force {
    fn name(&mut self) -> &mut String {
        &mut self.name
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        self.law.element_mut().references()
    }

    fn quantities(&mut self) -> Vec<Listed<'_>> {
        self.law.element_mut().quantities()
    }
}
