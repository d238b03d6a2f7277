//! Choice of the frame in which each body's quantities are expressed.
//!
//! All bodies of a subsystem share the frame of the body that carries the subsystem. Nothing is shifted from body to
//! body, and quantities fixed in that frame (pivots on the chassis, its own mass) are constants and fold. A body has
//! its own frame in four cases: several bodies hang from it, its position is free relative to its parent, it is the
//! parent of such a free body, or it is declared to be the base.
//!
//! Links that hold a body on the base, such as the rods of a solid axle, leave this body only few freedoms. The body
//! shares the base's frame with all parts that hang from it, and the whole subsystem is then reduced by these few
//! freedoms at once.

use super::{Branch, Loop};
use crate::model::BodyId;

/// Why a body has its own frame; the first reason that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The body is declared to be the base.
    Base,
    /// The body's position is free relative to its parent.
    Free,
    /// This number of bodies hang from it.
    Junction(usize),
    /// The position of this body relative to it is free.
    CarriesFree(BodyId),
}

/// Sets the frame of every branch and loop. Returns the moving bodies with their own frame, with the reason. `declared`: whether the
/// base is declared.
pub fn choose(branches: &mut [Branch], loops: &mut [Loop], base: BodyId, declared: bool) -> Vec<(BodyId, Why)> {
    let held = held(branches, loops, base);
    let owners: Vec<(BodyId, Why)> = (1..branches.len())
        .map(BodyId::from)
        .filter(|body| !held[body.index()])
        .filter_map(|body| Some((body, why(branches, declared.then_some(base), body)?)))
        .collect();
    let mut stack = vec![BodyId::GROUND];
    while let Some(body) = stack.pop() {
        for child in branches[body.index()].children.clone() {
            let is_own = owners.iter().any(|&(owner, _)| owner == child);
            branches[child.index()].frame = if is_own { child } else { branches[body.index()].frame };
            stack.push(child);
        }
    }
    for l in loops {
        l.frame = branches[l.junction.index()].frame;
    }
    owners
}

/// By body: whether links hold the body on the base, or whether it hangs from a body that links hold on the base. If a
/// body in such a subtree is free relative to its parent, its parent has to be a frame. Then no body of the subtree
/// counts as held, and all have their own frames.
fn held(branches: &[Branch], loops: &[Loop], base: BodyId) -> Vec<bool> {
    let mut held = vec![false; branches.len()];
    let in_a_loop = |body: BodyId| loops.iter().any(|l| l.bodies().any(|b| b == body));
    for &root in &branches[base.index()].children {
        let carried = outboard(branches, root);
        if is_free(branches, root) && in_a_loop(root) && !carried[1..].iter().any(|&b| is_free(branches, b)) {
            carried.iter().for_each(|b| held[b.index()] = true);
        }
    }
    held
}

/// A body, followed by all that hang from it.
fn outboard(branches: &[Branch], body: BodyId) -> Vec<BodyId> {
    let mut found = vec![body];
    let mut next = 0;
    while let Some(inboard) = found.get(next) {
        next += 1;
        found.extend(branches[inboard.index()].children.clone());
    }
    found
}

fn is_free(branches: &[Branch], body: BodyId) -> bool {
    branches[body.index()]
        .joint
        .as_ref()
        .is_some_and(|joint| joint.kind.is_free())
}

fn why(branches: &[Branch], declared: Option<BodyId>, body: BodyId) -> Option<Why> {
    let children = &branches[body.index()].children;
    if declared == Some(body) {
        Some(Why::Base)
    } else if is_free(branches, body) {
        Some(Why::Free)
    } else if children.len() >= 2 {
        Some(Why::Junction(children.len()))
    } else {
        let free = children.iter().copied().find(|&child| is_free(branches, child));
        free.map(Why::CarriesFree)
    }
}
