//! In whose frame each body's quantities are expressed.
//!
//! All bodies of a subsystem share the frame of the body they hang from: nothing is shifted from body to body, and
//! what is fixed in that frame (pivots on the chassis, its own mass) is constant and folds away. A body is a frame of
//! its own if several bodies hang from it, or if its position is free relative to its parent; so is a parent of a free
//! body, and a body declared to be the base.

use super::{Branch, Loop};
use crate::model::BodyId;

/// Why a body is a frame of its own; the first reason that holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It is declared to be the base.
    Base,
    /// Its position is free relative to its parent.
    Free,
    /// So many bodies hang from it.
    Junction(usize),
    /// The position of this body is free relative to it.
    CarriesFree(BodyId),
}

/// Fills in the frame of every branch and loop. Returns the moving bodies that are frames of their own, with the
/// reason. `declared`: the base, where it is declared.
pub fn choose(branches: &mut [Branch], loops: &mut [Loop], declared: Option<BodyId>) -> Vec<(BodyId, Why)> {
    let owners: Vec<(BodyId, Why)> = (1..branches.len())
        .map(BodyId::from)
        .filter_map(|body| Some((body, why(branches, declared, body)?)))
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

fn why(branches: &[Branch], declared: Option<BodyId>, body: BodyId) -> Option<Why> {
    let is_free = |b: BodyId| {
        let joint = branches[b.index()].joint.as_ref();
        joint.is_some_and(|j| j.kind.is_free())
    };
    let children = &branches[body.index()].children;
    if declared == Some(body) {
        Some(Why::Base)
    } else if is_free(body) {
        Some(Why::Free)
    } else if children.len() >= 2 {
        Some(Why::Junction(children.len()))
    } else {
        let free = children.iter().copied().find(|&child| is_free(child));
        free.map(Why::CarriesFree)
    }
}
