//! In whose frame each body's quantities are expressed.
//!
//! All bodies of a subsystem share the frame of the body they hang from: nothing is shifted from body to body, and
//! what is fixed in that frame (pivots on the chassis, its own mass) is constant and folds away. A body is a frame of
//! its own if several bodies hang from it, or if its position is free relative to its parent; so is a parent of a free
//! body.

use super::Branch;
use crate::model::{BodyId, JointKind};

/// Fills in every branch's frame. Branches are visited from the ground outward.
pub fn choose(branches: &mut [Branch]) {
    let is_free = |b: &Branch| {
        b.joint
            .as_ref()
            .is_some_and(|j| matches!(j.kind, JointKind::Free { .. }))
    };
    let own: Vec<bool> = branches
        .iter()
        .map(|b| b.children.len() >= 2 || is_free(b) || b.children.iter().any(|c| is_free(&branches[c.index()])))
        .collect();
    let mut stack = vec![BodyId::GROUND];
    while let Some(body) = stack.pop() {
        for child in branches[body.index()].children.clone() {
            branches[child.index()].frame = if own[child.index()] {
                child
            } else {
                branches[body.index()].frame
            };
            stack.push(child);
        }
    }
}
