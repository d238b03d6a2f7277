//! Subsystems and chains of equal structure: the same tree of joints, with the same cuts, force elements and wheels
//! between the same bodies, mirrored or not. Only numbers may differ, and the outside bodies to which they are
//! attached.
//!
//! Elements at the same position of the lists of two members correspond.

mod compare;
mod matching;
mod substructure;

use super::Topology;
use crate::model::{BodyId, ForceId, JointId, Model, SpringId, WheelId};
use compare::{Comparison, Roles};
use substructure::Substructure;

/// All classes with at least two members, in order of their first members.
#[derive(Clone, Debug, Default)]
pub struct Alike {
    /// Classes of [`Topology::subsystems`], except the first one, which contains the base.
    pub subsystems: Vec<Class>,
    /// Classes of [`Topology::chains`].
    pub chains: Vec<Class>,
}

/// Subsystems, or chains, of equal structure.
#[derive(Clone, Debug)]
pub struct Class {
    /// Encoded structure, equal for all members. Different classes may also have equal signatures.
    pub signature: String,
    /// In tree order.
    pub members: Vec<Member>,
}

/// A member of a class. Its lists are in the order of the first member's: tree order for bodies, order of declaration
/// for the rest.
#[derive(Clone, Debug)]
pub struct Member {
    /// Position in [`Topology::subsystems`] or [`Topology::chains`].
    pub position: usize,
    /// Its bodies.
    pub bodies: Vec<BodyId>,
    /// Their inboard joints; none for a free joint added by the analysis.
    pub joints: Vec<Option<JointId>>,
    /// Loops with a cut on at least one of its bodies: positions in [`Topology::loops`].
    pub loops: Vec<usize>,
    /// Springs with an end on one of its bodies.
    pub springs: Vec<SpringId>,
    /// Other force elements that act on one of its bodies.
    pub forces: Vec<ForceId>,
    /// Wheels carried by one of its bodies, or with the reaction of the drive torque on one.
    pub wheels: Vec<WheelId>,
    /// Differences from the most similar earlier member; none for the first.
    pub likeness: Option<Likeness>,
}

/// Differences between two members of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Likeness {
    /// Position of the other member in [`Class::members`].
    pub to: usize,
    /// Whether the members are compared with y reversed.
    pub mirrored: bool,
    /// Attachments to different outside bodies, in words.
    pub attachments: Vec<String>,
    /// The constants that differ. Positions on a body are relative to its inboard joint.
    pub constants: Vec<Constant>,
}

/// One or several numbers of a declared part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    /// Name of the part in the later member.
    pub part: String,
    /// Name of the attribute, such as `com` or `at`.
    pub attribute: &'static str,
}

impl Likeness {
    /// Number of differences.
    fn size(&self) -> usize {
        self.attachments.len() + self.constants.len()
    }
}

impl Class {
    /// Whether a member is a mirror image of the first one, apart from differing constants.
    pub fn is_mirrored(&self, member: usize) -> bool {
        let inward = |&m: &usize| self.members[m].likeness.as_ref().map(|l| l.to);
        let path = std::iter::successors(Some(member), inward);
        let flips = path.filter(|&m| self.members[m].likeness.as_ref().is_some_and(|l| l.mirrored));
        flips.count() % 2 == 1
    }
}

/// Finds all classes.
pub fn find(model: &Model, topology: &Topology) -> Alike {
    let substructures = |bodies: &mut dyn Iterator<Item = (usize, &Vec<BodyId>)>| -> Vec<Substructure> {
        bodies
            .map(|(position, bodies)| Substructure::new(model, topology, position, bodies))
            .collect()
    };
    let subsystems = topology.subsystems.iter().map(|s| &s.bodies);
    let chains = topology.chains.iter().map(|c| &c.bodies);
    let mut roles = Roles::default();
    let subsystems = classes(
        model,
        topology,
        substructures(&mut subsystems.enumerate().skip(1)),
        &mut roles,
    );
    let chains = classes(model, topology, substructures(&mut chains.enumerate()), &mut roles);
    Alike { subsystems, chains }
}

/// Sorts substructures into classes, with the differences between their members, and adds the roles of their bodies.
fn classes(model: &Model, topology: &Topology, substructures: Vec<Substructure>, roles: &mut Roles) -> Vec<Class> {
    let mut classes: Vec<Vec<Substructure>> = Vec::new();
    for substructure in substructures {
        let found = classes.iter_mut().find_map(|class| {
            let ordered = matching::in_order_of(model, topology, &class[0], &substructure)?;
            Some((class, ordered))
        });
        match found {
            Some((class, ordered)) => class.push(ordered),
            None => classes.push(vec![substructure]),
        }
    }
    classes.retain(|class| class.len() > 1);
    for class in &classes {
        roles.add(class);
    }
    classes
        .iter()
        .map(|substructures| class(model, topology, substructures, roles))
        .collect()
}

fn class(model: &Model, topology: &Topology, substructures: &[Substructure], roles: &Roles) -> Class {
    let member = |(position, substructure): (usize, &Substructure)| Member {
        position: substructure.position,
        bodies: substructure.bodies.clone(),
        joints: substructure
            .bodies
            .iter()
            .map(|&b| topology.joint(b).declared)
            .collect(),
        loops: substructure.loops().collect(),
        springs: substructure.springs().collect(),
        forces: substructure.forces().collect(),
        wheels: substructure.wheels().collect(),
        likeness: likeness(model, topology, &substructures[..position], substructure, roles),
    };
    Class {
        signature: substructures[0].signature.clone(),
        members: substructures.iter().enumerate().map(member).collect(),
    }
}

/// Compares with the earlier substructure that differs least; mirrored only if that reduces the differences.
fn likeness(
    model: &Model,
    topology: &Topology,
    earlier: &[Substructure],
    substructure: &Substructure,
    roles: &Roles,
) -> Option<Likeness> {
    let mut best: Option<Likeness> = None;
    for (to, other) in earlier.iter().enumerate() {
        for mirrored in [false, true] {
            let comparison = Comparison {
                model,
                topology,
                roles,
                mirrored,
            };
            let (attachments, constants) = comparison.substructures([other, substructure]);
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
