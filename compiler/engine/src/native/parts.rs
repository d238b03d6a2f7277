//! A program cut into parts, so that each function of its text is short enough for rustc.

use crate::placed::Placed;
use std::collections::BTreeSet;
use wishbone_compiler::ir::Op;

/// Largest number of operations of a part.
const MOST: usize = 4000;

/// The parts of a program, half by half. A value that crosses from one part to another has its own place.
pub struct Cut<'p> {
    pub placed: &'p Placed<'p>,
    /// By half: the nodes of each of its parts. A half has a part at least.
    pub halves: Vec<Vec<Vec<usize>>>,
    /// By node: the half and the part that compute it.
    of: Vec<(usize, usize)>,
    /// By node: its place among the values that cross.
    crossing: Vec<Option<usize>>,
    /// Number of values that cross.
    pub crossings: usize,
}

impl<'p> Cut<'p> {
    /// Cuts a program, into two halves or as a whole.
    pub fn new(placed: &'p Placed<'p>, is_in_halves: bool) -> Self {
        let count = placed.program.nodes.len();
        let half_of = |node: usize| usize::from(is_in_halves && placed.late[node]);
        let is_constant = |node: usize| matches!(placed.program.nodes[node].op, Op::Constant(_));
        let halves = (0..=usize::from(is_in_halves)).map(|half| {
            let own = (0..count).filter(|node| half_of(*node) == half && !is_constant(*node));
            let own: Vec<usize> = own.collect();
            match own.is_empty() {
                true => vec![own],
                false => own.chunks(MOST).map(<[usize]>::to_vec).collect(),
            }
        });
        let mut cut = Self {
            placed,
            halves: halves.collect(),
            of: (0..count).map(|node| (half_of(node), 0)).collect(),
            crossing: vec![None; count],
            crossings: 0,
        };
        for (half, parts) in cut.halves.iter().enumerate() {
            for (part, nodes) in parts.iter().enumerate() {
                nodes.iter().for_each(|node| cut.of[*node] = (half, part));
            }
        }
        cut.number();
        cut
    }

    /// Gives each value that crosses its place.
    fn number(&mut self) {
        for half in 0..self.halves.len() {
            for part in 0..self.halves[half].len() {
                for node in self.read(half, part) {
                    if self.crossing[node].is_none() {
                        self.crossing[node] = Some(self.crossings);
                        self.crossings += 1;
                    }
                }
            }
        }
    }

    /// Nodes that a part reads and another part computes, ascending.
    pub fn read(&self, half: usize, part: usize) -> BTreeSet<usize> {
        let nodes = &self.placed.program.nodes;
        let own = self.halves[half][part].iter();
        let operands = own.flat_map(|node| nodes[*node].op.operands());
        let written = self.written(half, part).map(|(_, node)| node);
        let read = operands.map(|value| value.index()).chain(written);
        read.filter(|node| self.of[*node] != (half, part) && !matches!(nodes[*node].op, Op::Constant(_)))
            .collect()
    }

    /// Outputs that a part delivers, each with its node. The last part of a half delivers all: outputs may overwrite inputs.
    pub fn written(&self, half: usize, part: usize) -> impl Iterator<Item = (usize, usize)> {
        let is_last = part + 1 == self.halves[half].len();
        let outputs = self.placed.program.outputs.iter().enumerate();
        let each = outputs.map(|(output, own)| (output, own.value.index()));
        each.filter(move |(_, node)| is_last && self.of[*node].0 == half)
    }

    /// Inputs that a half reads.
    pub fn inputs(&self, half: usize) -> impl Iterator<Item = usize> {
        let nodes = self.placed.program.nodes.iter().enumerate();
        nodes.filter_map(move |(node, own)| match own.op {
            Op::Input(input) if self.of[node].0 == half => Some(input as usize),
            _ => None,
        })
    }

    /// Place of a node among the values that cross, if it does.
    pub fn crossing(&self, node: usize) -> Option<usize> {
        self.crossing[node]
    }
}
