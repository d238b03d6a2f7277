//! Sums and products of many terms.
//!
//! Operations have two operands; a sum of many terms is a tree of them. Each inner value of the tree is used once, by
//! the next operation of the tree, in the same region. A pass that gathers terms rebuilds the tree around them and
//! keeps the shape of the rest. Components of a vector, and left and right of a vehicle, have trees of equal shape,
//! which `rustc` can vectorise.

use super::uses::Uses;
use crate::ir::{Op, Program, Traced, Value};

/// Largest number of terms of one tree; a longer tree is cut into several.
const LONGEST: usize = 48;

/// The operations that a tree consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Additions, subtractions and changes of sign.
    Sum,
    /// Multiplications.
    Product,
}

/// A term of a sum, or a factor of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The term or factor.
    pub value: Value,
    /// Whether it is subtracted.
    pub negative: bool,
}

/// All trees of one kind in a program.
pub struct Terms<'p> {
    program: &'p Program,
    kind: Kind,
    /// By value: whether it is an inner value of a tree.
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
    /// Finds the trees of a program.
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

    /// The root of each tree, in order.
    pub fn roots(&self) -> impl Iterator<Item = Value> {
        let of_kind = self.program.values().filter(|(_, node)| self.kind.includes(node.op));
        of_kind.map(|(value, _)| value).filter(|v| !self.inner[v.index()])
    }

    /// The leaves of the tree with this root, without their signs; the value itself if it is not a root.
    pub fn factors(&self, value: Value) -> Vec<Value> {
        self.leaves(value).into_iter().map(|leaf| leaf.value).collect()
    }

    /// The leaves of the tree with this root, from left to right; the value itself if it is not a root.
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
                Op::Add(a, b) | Op::Mul(a, b) => ahead.extend([part(b, false), part(a, false)]),
                _ => leaves.push(leaf),
            }
        }
        leaves
    }

    /// Rebuilds a tree with other leaves. `instead` is called for each leaf from left to right and returns its
    /// replacement, before the sign of the leaf is applied, or `None` to drop the leaf. Returns `None` if all leaves
    /// are dropped.
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

/// Combines two values; if only one is there, returns it.
fn both<T>(a: Option<T>, b: Option<T>, together: impl FnOnce(T, T) -> T) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(together(a, b)),
        (a, b) => a.or(b),
    }
}
