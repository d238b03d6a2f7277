//! Sums and products of many terms.
//!
//! Operations have two operands; a sum of many terms is a tree of them. Its inner values are used once, by the next
//! operation of the tree in the same region. A pass that gathers terms rebuilds the tree around what it gathered, and
//! leaves the rest of it in its shape: components of a vector, and left and right of a vehicle, have trees of one shape,
//! and a compiler behind us finds them to be operations on vectors.

use super::uses::Uses;
use crate::ir::{Op, Program, Traced, Value};

/// Most terms of one tree; a longer one is cut into several.
const LONGEST: usize = 48;

/// What the trees are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Additions, subtractions, changes of sign.
    Sum,
    /// Multiplications.
    Product,
}

/// A term of a sum, or a factor of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// What it is.
    pub value: Value,
    /// Whether it is subtracted.
    pub negative: bool,
}

/// All trees of one kind.
pub struct Terms<'p> {
    program: &'p Program,
    kind: Kind,
    /// By value: whether it is inside a tree.
    inner: Vec<bool>,
}

impl Kind {
    fn includes(self, op: Op) -> bool {
        match self {
            Kind::Sum => matches!(op, Op::Add(..) | Op::Sub(..) | Op::Neg(_)),
            Kind::Product => matches!(op, Op::Mul(..)),
        }
    }
}

impl<'p> Terms<'p> {
    /// Finds the trees.
    pub fn new(program: &'p Program, kind: Kind, uses: &Uses) -> Self {
        let mut inner = vec![false; program.nodes.len()];
        let mut size = vec![1; program.nodes.len()];
        for (value, node) in program.values().filter(|(_, node)| kind.includes(node.op)) {
            let mut terms = node.op.operands().count();
            for operand in node.op.operands() {
                let part = program.node(operand);
                let alone = uses.only(operand) == Some(value) && part.region == node.region;
                let longer = terms + size[operand.index()] - 1;
                if kind.includes(part.op) && alone && longer <= LONGEST {
                    inner[operand.index()] = true;
                    terms = longer;
                }
            }
            size[value.index()] = terms;
        }
        Terms { program, kind, inner }
    }

    /// The last operation of each tree, in order.
    pub fn roots(&self) -> impl Iterator<Item = Value> {
        let of_kind = self.program.values().filter(|(_, node)| self.kind.includes(node.op));
        of_kind.map(|(value, _)| value).filter(|v| !self.inner[v.index()])
    }

    /// The values a value is made of: the terms of its tree, or itself if it is none.
    pub fn factors(&self, value: Value) -> Vec<Value> {
        self.leaves(value).into_iter().map(|leaf| leaf.value).collect()
    }

    /// Its terms from left to right; of a value that is no tree, itself.
    pub fn leaves(&self, root: Value) -> Vec<Leaf> {
        let mut leaves = Vec::new();
        let mut ahead = vec![Leaf {
            value: root,
            negative: false,
        }];
        while let Some(leaf) = ahead.pop() {
            let part = |value, minus: bool| Leaf {
                value,
                negative: leaf.negative != minus,
            };
            match self.program.node(leaf.value).op {
                op if !self.kind.includes(op) => leaves.push(leaf),
                _ if leaf.value != root && !self.inner[leaf.value.index()] => leaves.push(leaf),
                Op::Sub(a, b) => ahead.extend([part(b, true), part(a, false)]),
                Op::Neg(a) => ahead.push(part(a, true)),
                op => {
                    let operands: Vec<Value> = op.operands().collect();
                    ahead.extend(operands.into_iter().rev().map(|v| part(v, false)));
                }
            }
        }
        leaves
    }

    /// The tree with something else in place of its terms: `instead`, asked from left to right, gives what stands for
    /// a term, before its sign, or nothing where the term is gone. Nothing if all of them are.
    pub fn rebuild<'g>(&self, root: Value, instead: &mut impl FnMut() -> Option<Traced<'g>>) -> Option<Traced<'g>> {
        let mut part = |value: Value| {
            if self.inner[value.index()] {
                self.rebuild(value, instead)
            } else {
                instead()
            }
        };
        match self.program.node(root).op {
            Op::Neg(a) => part(a).map(|a| -a),
            Op::Sub(a, b) => match (part(a), part(b)) {
                (Some(a), Some(b)) => Some(a - b),
                (None, b) => b.map(|b| -b),
                (a, None) => a,
            },
            Op::Add(a, b) => both(part(a), part(b), |a, b| a + b),
            Op::Mul(a, b) => both(part(a), part(b), |a, b| a * b),
            _ => None,
        }
    }
}

/// What two make together, or the one that is there.
fn both<T>(a: Option<T>, b: Option<T>, together: impl FnOnce(T, T) -> T) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(together(a, b)),
        (a, b) => a.or(b),
    }
}
