//! Force elements other than spring-dampers, one kind a file. This file only hands on to them.

mod air_spring;
mod bushing;
pub(crate) mod direction;
mod friction;
mod ground_contact;
mod leaf_spring;
mod limit;
mod load;
mod marker;
mod roll_bar;
mod torsion;

pub use air_spring::{AirSpring, Charge};
pub use bushing::{Bushing, Symmetric6};
pub use friction::{Friction, Rubbing};
pub use ground_contact::GroundContact;
pub use leaf_spring::{LeafSpring, Set};
pub use limit::Limit;
pub use load::{Load, Place, Size};
pub use marker::Marker;
pub use roll_bar::RollBar;
pub use torsion::Torsion;

use super::quantities::Listed;
use super::resolve::Context;
use super::scope::Kind;
use super::{BodyId, Declared, JointId, Model, Reference, SignalId};
use crate::diag::{SourceSpan, catalogue};
use crate::front::{syntax, units};
use direction::Direction;

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
    /// A force or torque of its own.
    Load(Load),
    /// A point for what is outside the vehicle.
    Marker(Marker),
    /// An anti-roll bar.
    RollBar(RollBar),
    /// A torsion spring-damper on a joint.
    Torsion(Torsion),
}

/// How a force element is read.
type Resolve = for<'a> fn(&'a syntax::Element, &mut Context<'a>) -> Option<Force>;

/// All kinds, by keyword.
pub(super) const KINDS: [(&str, Resolve); 10] = [
    ("air_spring", air_spring::resolve),
    ("bushing", bushing::resolve),
    ("friction", friction::resolve),
    ("ground_contact", ground_contact::resolve),
    ("leaf_spring", leaf_spring::resolve),
    ("limit", limit::resolve),
    ("load", load::resolve),
    ("marker", marker::resolve),
    ("roll_bar", roll_bar::resolve),
    ("torsion", torsion::resolve),
];

/// Ends of the names of the inputs that an element with this keyword brings with it: `skid.height`.
pub(super) fn inputs(keyword: &str) -> impl Iterator<Item = &'static str> {
    let own = match keyword {
        "ground_contact" => Some(ground_contact::INPUTS),
        "marker" => Some(marker::INPUTS),
        _ => None,
    };
    own.into_iter().flatten().map(|(end, _)| end)
}

/// A joint whose turns an element counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turns {
    /// The joint.
    pub joint: JointId,
    /// Whether the element acts first beyond half a turn, in one direction at least.
    pub are_needed: bool,
}

/// Answers that every kind of force element gives.
pub trait Element {
    /// Name of the kind, for the reader.
    fn word(&self) -> &'static str;

    /// The joint on which it acts, if it acts on one.
    fn joint(&self) -> Option<JointId>;

    /// The joint whose coordinate decides its force, whole turns included.
    fn counts_turns_of(&self) -> Option<Turns>;

    /// The bodies on which it acts.
    fn bodies(&self, model: &Model) -> Vec<BodyId>;

    /// By direction: what it is, and along which axis where there are several.
    fn efforts(&self) -> Vec<(Effort, &'static str)>;

    /// The directions along which it acts, at the design position; `length` is what an angle counts by [m].
    fn directions(&self, model: &Model, length: f64) -> Vec<Direction>;

    /// The body in which its direction is fixed, where it has a direction of its own.
    fn seen_from(&self) -> Option<BodyId>;

    /// Each reference to another part.
    fn references(&mut self) -> Vec<Reference<'_>>;

    /// Each of its numbers, in the order in which they are declared.
    fn quantities(&mut self) -> Vec<Listed<'_>>;

    /// Changes it to act on a joint whose coordinate has the opposite sign. Returns an input that would have to act the other way.
    fn turn_over(&mut self) -> Option<SignalId>;

    /// What tells elements of this kind apart beside their numbers, for elements that are computed side by side.
    fn variant(&self) -> &'static str;

    /// Whether elements of equal subsystems may be computed side by side: those that stand between bodies of one
    /// subsystem or the base, and read no input.
    fn goes_in_lanes(&self) -> bool;
}

/// Force or torque, along or about a direction of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// [N]
    Force,
    /// [N m]
    Torque,
}

impl Effort {
    /// The word of the output.
    pub fn word(self) -> &'static str {
        match self {
            Effort::Force => "force",
            Effort::Torque => "torque",
        }
    }

    /// Its unit.
    pub(crate) fn unit(self) -> &'static units::Quantity {
        match self {
            Effort::Force => &units::FORCE,
            Effort::Torque => &units::TORQUE,
        }
    }
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

    /// The joint that it loads by the value of an input, and the input, if it does that.
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
    pub fn bodies(&self, model: &Model) -> Vec<BodyId> {
        self.element().bodies(model)
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

/// Both bodies of a joint.
fn ends(model: &Model, joint: JointId) -> Vec<BodyId> {
    let joint = model.joint(joint);
    vec![joint.first, joint.second]
}

/// A joint with one speed, and what resists that. One that could not be resolved is none, without a word.
fn joint_with_speed(path: &syntax::Path, context: &mut Context) -> Option<(JointId, Effort)> {
    let id = JointId::from(context.find(Kind::Joint, path)?);
    let kind = &context.parts.joints[id.index()].as_ref()?.kind;
    let Some(single) = kind.single_axis() else {
        let message = format!("`{}` is {} and has no single speed", path.text, kind.word());
        context.ledger.error(&catalogue::NO_COORDINATE, path.span, message);
        return None;
    };
    let effort = if single.slides() { Effort::Force } else { Effort::Torque };
    Some((id, effort))
}
