//! Subsystems and chains of equal structure. Equal substructures have equal trees of joints, with equal cuts, force
//! elements and wheels between corresponding bodies, mirrored or not. Only numbers, and the outside bodies to which
//! they are attached, may differ.
//!
//! Elements at the same position of the lists of two members correspond.

mod class;
mod compare;
mod matching;
mod substructure;

pub use class::{Alike, Class, Constant, Likeness, Member};

use super::Topology;
use crate::model::{BodyId, Model};
use compare::{Comparison, Roles};
use substructure::Substructure;

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
