//! Choice of the frame in which each body's quantities are expressed.
//!
//! All bodies of a subsystem share the frame of the body from which the subsystem hangs. Nothing is shifted from body
//! to body, and quantities fixed in that frame (pivots on the chassis, its own mass) are constants and fold. A body has
//! its own frame if several bodies hang from it, if its position is free relative to its parent, if it is the parent of
//! such a body, or if it is declared to be the base.

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

/// Sets the frame of every branch and loop. Returns the moving bodies with their own frame, with the reason. `declared`
/// is the base, if declared.
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
