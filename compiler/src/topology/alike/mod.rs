//! Subsystems and chains of equal structure: the same tree of joints, the same cuts, force elements and wheels between
//! the same of its bodies; mirrored or not. What may differ is numbers, and the bodies outside that they are attached to.
//!
//! Of two members of a class, what stands at one position of their lists corresponds.

mod compare;
mod matching;
mod unit;

use super::Topology;
use crate::model::{BodyId, ForceId, JointId, Model, SpringId, WheelId};
use compare::{Comparison, Roles};
use unit::Unit;

/// All classes of two members at least, in order of their first members.
#[derive(Clone, Debug, Default)]
pub struct Alike {
    /// Of [`Topology::subsystems`], the first of which, with the base, takes no part.
    pub subsystems: Vec<Class>,
    /// Of [`Topology::chains`].
    pub chains: Vec<Class>,
}

/// Subsystems, or chains, of one structure.
#[derive(Clone, Debug)]
pub struct Class {
    /// The structure in letters; of different classes it may be equal, of members of one it is.
    pub signature: String,
    /// In tree order.
    pub members: Vec<Member>,
}

/// One of a class. Its lists are in the order of the first member's: that of the tree for bodies, of declaration for
/// the rest.
#[derive(Clone, Debug)]
pub struct Member {
    /// Position in [`Topology::subsystems`] or [`Topology::chains`].
    pub position: usize,
    /// Its bodies.
    pub bodies: Vec<BodyId>,
    /// Their inboard joints; none where the analysis added a free one.
    pub joints: Vec<Option<JointId>>,
    /// Loops whose cut is on one of its bodies at least: positions in [`Topology::loops`].
    pub loops: Vec<usize>,
    /// Springs with an end on one of its bodies.
    pub springs: Vec<SpringId>,
    /// Other force elements that act on one of its bodies.
    pub forces: Vec<ForceId>,
    /// Wheels that one of its bodies carries, or takes the drive torque's reaction of.
    pub wheels: Vec<WheelId>,
    /// How it compares with the earlier member that it is most like; none for the first.
    pub likeness: Option<Likeness>,
}

/// What distinguishes two members of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Likeness {
    /// The other's position in [`Class::members`].
    pub to: usize,
    /// Whether they are compared with y reversed.
    pub mirrored: bool,
    /// What is attached to another body outside, in words.
    pub attachments: Vec<String>,
    /// The constants that differ: positions on a body count from its inboard joint.
    pub constants: Vec<Constant>,
}

/// A number, or several, of a declared part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    /// Name of the part, that of the later member.
    pub part: String,
    /// `com`, `at` and so on: as it is declared.
    pub attribute: &'static str,
}

impl Likeness {
    /// How many differences there are.
    fn size(&self) -> usize {
        self.attachments.len() + self.constants.len()
    }
}

impl Class {
    /// Whether a member is a mirror image of the first one (differing constants apart).
    pub fn is_mirrored(&self, member: usize) -> bool {
        let inward = |&m: &usize| self.members[m].likeness.as_ref().map(|l| l.to);
        let path = std::iter::successors(Some(member), inward);
        let flips = path.filter(|&m| self.members[m].likeness.as_ref().is_some_and(|l| l.mirrored));
        flips.count() % 2 == 1
    }
}

/// Finds all classes.
pub fn find(model: &Model, topology: &Topology) -> Alike {
    let units = |bodies: &mut dyn Iterator<Item = (usize, &Vec<BodyId>)>| -> Vec<Unit> {
        bodies
            .map(|(position, bodies)| Unit::new(model, topology, position, bodies))
            .collect()
    };
    let subsystems = topology.subsystems.iter().map(|s| &s.bodies);
    let chains = topology.chains.iter().map(|c| &c.bodies);
    let mut roles = Roles::default();
    let subsystems = classes(model, topology, units(&mut subsystems.enumerate().skip(1)), &mut roles);
    let chains = classes(model, topology, units(&mut chains.enumerate()), &mut roles);
    Alike { subsystems, chains }
}

/// Sorts units into classes, and says what distinguishes their members; adds the roles of their bodies.
fn classes(model: &Model, topology: &Topology, units: Vec<Unit>, roles: &mut Roles) -> Vec<Class> {
    let mut classes: Vec<Vec<Unit>> = Vec::new();
    for unit in units {
        let found = classes.iter_mut().find_map(|class| {
            let ordered = matching::in_order_of(model, topology, &class[0], &unit)?;
            Some((class, ordered))
        });
        match found {
            Some((class, ordered)) => class.push(ordered),
            None => classes.push(vec![unit]),
        }
    }
    classes.retain(|class| class.len() > 1);
    for class in &classes {
        roles.add(class);
    }
    classes
        .iter()
        .map(|units| class(model, topology, units, roles))
        .collect()
}

fn class(model: &Model, topology: &Topology, units: &[Unit], roles: &Roles) -> Class {
    let member = |(position, unit): (usize, &Unit)| Member {
        position: unit.position,
        bodies: unit.bodies.clone(),
        joints: unit.bodies.iter().map(|&b| topology.joint(b).declared).collect(),
        loops: unit.loops().collect(),
        springs: unit.springs().collect(),
        forces: unit.forces().collect(),
        wheels: unit.wheels().collect(),
        likeness: likeness(model, topology, &units[..position], unit, roles),
    };
    Class {
        signature: units[0].signature.clone(),
        members: units.iter().enumerate().map(member).collect(),
    }
}

/// The comparison with whichever earlier unit differs least; not mirrored if that makes no difference.
fn likeness(model: &Model, topology: &Topology, earlier: &[Unit], unit: &Unit, roles: &Roles) -> Option<Likeness> {
    let mut best: Option<Likeness> = None;
    for (to, other) in earlier.iter().enumerate() {
        for mirrored in [false, true] {
            let comparison = Comparison {
                model,
                topology,
                roles,
                mirrored,
            };
            let (attachments, constants) = comparison.units([other, unit]);
            let likeness = Likeness {
                to,
                mirrored,
                attachments,
                constants,
            };
            if likeness.size() == 0 {
                return Some(likeness);
            }
            if best.as_ref().is_none_or(|best| likeness.size() < best.size()) {
                best = Some(likeness);
            }
        }
    }
    best
}
