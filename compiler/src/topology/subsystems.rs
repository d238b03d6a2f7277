//! The base body, the subsystems that hang from the base, and the chains in the subsystems.

use super::{Branch, Loop};
use crate::model::{BodyId, Model};
use petgraph::unionfind::UnionFind;

/// Bodies that hang from the base and share no loop with the rest.
#[derive(Clone, Debug)]
pub struct Subsystem {
    /// The innermost group of all its bodies; without such a group, the name of its first body.
    pub name: String,
    /// In tree order.
    pub bodies: Vec<BodyId>,
}

impl Subsystem {
    /// The subsystem of these bodies, of which there must be at least one.
    pub fn of(model: &Model, bodies: Vec<BodyId>) -> Self {
        Subsystem {
            name: name(model, &bodies),
            bodies,
        }
    }
}

/// A path of the tree without a junction, from the body after a junction outward.
#[derive(Clone, Debug)]
pub struct Chain {
    /// In outward order.
    pub bodies: Vec<BodyId>,
}

/// The first body from the ground at which the tree branches or a loop ends; if there is no such body, the first body.
pub fn base(branches: &[Branch], loops: &[Loop]) -> BodyId {
    let mut body = BodyId::GROUND;
    loop {
        let meets = loops.iter().any(|l| l.junction == body);
        match branches[body.index()].children.as_slice() {
            [only] if !meets => body = *only,
            [] if body != BodyId::GROUND && !meets => {
                // A single open chain: everything hangs from its first body.
                return branches[0].children[0];
            }
            _ => return body,
        }
    }
}

/// Divides the bodies into two sets: the base with the bodies between it and the ground, and the subsystems that hang
/// from it. Finds the chains.
pub fn divide(
    model: &Model,
    base: BodyId,
    order: &[BodyId],
    branches: &mut [Branch],
    loops: &[Loop],
) -> (Vec<Subsystem>, Vec<Chain>) {
    // The body next to the base on the path from the base to a body.
    let root = |mut body: BodyId| {
        while body != BodyId::GROUND && branches[body.index()].parent != base {
            body = branches[body.index()].parent;
        }
        body
    };
    let has_freedom = |b: BodyId| branches[b.index()].joint.as_ref().is_some_and(|j| j.speeds() > 0);
    let mut together: UnionFind<usize> = UnionFind::new(branches.len());
    for l in loops {
        let mut roots = l.bodies().filter(|&b| has_freedom(b)).map(root);
        if let Some(first) = roots.next() {
            roots.for_each(|other| {
                together.union(first.index(), other.index());
            });
        }
    }

    let is_inboard = |b: BodyId| b == base || root(b) == BodyId::GROUND;
    let inboard: Vec<BodyId> = order.iter().copied().filter(|&b| is_inboard(b)).collect();
    let mut members: Vec<(usize, Vec<BodyId>)> = Vec::new();
    for &body in order.iter().filter(|&&b| !is_inboard(b)) {
        let key = together.find(root(body).index());
        match members.iter_mut().find(|(k, _)| *k == key) {
            Some((_, bodies)) => bodies.push(body),
            None => members.push((key, vec![body])),
        }
    }
    let mut subsystems = vec![Subsystem {
        name: model.body(base).name.clone(),
        bodies: inboard,
    }];
    subsystems.extend(members.into_iter().map(|(_, bodies)| Subsystem::of(model, bodies)));
    for (index, subsystem) in subsystems.iter().enumerate() {
        subsystem
            .bodies
            .iter()
            .for_each(|b| branches[b.index()].subsystem = index);
    }
    (subsystems, chains(order, branches))
}

/// The innermost group that contains all bodies, else the name of the first body.
fn name(model: &Model, bodies: &[BodyId]) -> String {
    let first = model.body(bodies[0]).name.as_str();
    let is_in = |name: &str, group: &str| name.strip_prefix(group).is_some_and(|part| part.starts_with('.'));
    std::iter::successors(around(first), |group| around(group))
        .find(|group| bodies.iter().all(|body| is_in(&model.body(*body).name, group)))
        .unwrap_or(first)
        .to_owned()
}

/// The group of a name: `front.left` for `front.left.arm`.
fn around(name: &str) -> Option<&str> {
    name.rsplit_once('.').map(|(group, _)| group)
}

fn chains(order: &[BodyId], branches: &[Branch]) -> Vec<Chain> {
    let begins = |b: BodyId| {
        let parent = branches[b.index()].parent;
        parent == BodyId::GROUND || branches[parent.index()].children.len() > 1
    };
    let follow = |first: BodyId| {
        let next = |b: &BodyId| match branches[b.index()].children.as_slice() {
            [only] => Some(*only),
            _ => None,
        };
        Chain {
            bodies: std::iter::successors(Some(first), next).collect(),
        }
    };
    order.iter().copied().filter(|&b| begins(b)).map(follow).collect()
}
