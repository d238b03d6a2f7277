//! Owner of each value: the only part of the machine on whose inputs the value depends.
//!
//! Values of different owners can be computed at the same time. If a value depends on the inputs of several owners,
//! these owners have to meet before the value is computed.

use super::{Op, Program};

/// Dependence of a value on inputs that have owners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owned {
    /// On none of them.
    Common,
    /// On those of one owner.
    By(usize),
    /// On those of several.
    Joint,
}

impl Owned {
    /// Dependence of a value that is computed from two others.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        match (self, other) {
            (Owned::Common, one) | (one, Owned::Common) => one,
            (one, same) if one == same => one,
            _ => Owned::Joint,
        }
    }
}

/// By value: its dependence, given the owner of each input; an input without owner is common.
pub fn owned(program: &Program, inputs: &[Option<usize>]) -> Vec<Owned> {
    let mut owned: Vec<Owned> = Vec::with_capacity(program.nodes.len());
    for node in &program.nodes {
        owned.push(match node.op {
            Op::Input(i) => inputs[i as usize].map_or(Owned::Common, Owned::By),
            op => op
                .operands()
                .fold(Owned::Common, |found, v| found.with(owned[v.index()])),
        });
    }
    owned
}
