//! Splits regions so that all values of a region have the same number of lanes.
//!
//! If lanes are computed one after the other, all operations with lanes run in one loop, and operations without lanes
//! are before or after the loop. A sum over lanes is accumulated in the loop and available at the end of the loop.

use super::{Node, Op, Program, Regrouped, regroup};
use std::collections::{BTreeMap, BTreeSet};

/// A program with split regions.
pub struct Separated {
    /// The program, with new regions.
    pub program: Program,
    /// The former position of each output.
    pub outputs: Vec<usize>,
    /// By new region: the former region of which it is a part.
    pub parts: Vec<usize>,
}

/// Splits every region into as few parts as possible. Outputs are delivered by parts without lanes.
pub fn separate(program: &Program) -> Separated {
    let steps = Steps::of(program);
    let ids: BTreeMap<(u32, usize), u32> = steps.used().into_iter().zip(0..).collect();
    // Values that take no operation may belong to any part.
    let values = steps.values.iter().map(|place| ids.get(place).copied().unwrap_or(0));
    let outputs = program.outputs.iter().zip(&steps.outputs);
    let outputs = outputs.map(|(output, &step)| ids[&(output.region, step)]);
    let names = ids.keys().map(|&(region, _)| program.regions[region as usize].clone());
    let (values, outputs): (Vec<u32>, Vec<u32>) = (values.collect(), outputs.collect());
    let Regrouped { program, outputs } = regroup(program, &values, &outputs, names.collect());
    Separated {
        program,
        outputs,
        parts: ids.keys().map(|&(region, _)| region as usize).collect(),
    }
}

/// Steps of a region. All values of a step have the same number of lanes; these numbers alternate from step to step.
struct Steps<'p> {
    program: &'p Program,
    /// Numbers of lanes that occur, ascending, one first.
    kinds: Vec<u32>,
    /// By value: its region and step.
    values: Vec<(u32, usize)>,
    /// By output: its step in its region.
    outputs: Vec<usize>,
}

impl<'p> Steps<'p> {
    fn of(program: &'p Program) -> Self {
        let kinds: BTreeSet<u32> = program.nodes.iter().map(|node| node.lanes).chain([1]).collect();
        let mut steps = Steps {
            program,
            kinds: kinds.into_iter().collect(),
            values: Vec::with_capacity(program.nodes.len()),
            outputs: Vec::new(),
        };
        for node in &program.nodes {
            let place = steps.place(node);
            steps.values.push(place);
        }
        for output in &program.outputs {
            let before = steps.after(output.region, output.value.index());
            steps.outputs.push(steps.next(before, 1));
        }
        steps
    }

    /// The earliest step in which a value may be computed, if all values before it have been placed.
    fn place(&self, node: &Node) -> (u32, usize) {
        if let Op::Sum(term) = node.op {
            let lanes = self.program.node(term).lanes;
            return match self.program.node(term).op.is_computed() {
                true => self.values[term.index()],
                false => (node.region, self.next(0, lanes)),
            };
        }
        let before = node.op.operands().map(|v| self.after(node.region, v.index())).max();
        (node.region, self.next(before.unwrap_or(0), node.lanes))
    }

    /// The first step of a region that may use a value.
    fn after(&self, region: u32, value: usize) -> usize {
        let node = &self.program.nodes[value];
        match (self.values[value], node.op) {
            ((of, _), op) if of != region || !op.is_computed() => 0,
            ((_, step), Op::Sum(_)) => step + 1,
            ((_, step), _) => step,
        }
    }

    /// The first step from `from` on with this number of lanes.
    fn next(&self, from: usize, lanes: u32) -> usize {
        let has = |step: &usize| self.kinds[step % self.kinds.len()] == lanes;
        (from..from + self.kinds.len()).find(has).unwrap_or(from)
    }

    /// Steps that contain an operation or output, with their regions.
    fn used(&self) -> BTreeSet<(u32, usize)> {
        let values = self.program.nodes.iter().zip(&self.values);
        let computed = values.filter(|(node, _)| node.op.is_computed());
        let outputs = self.program.outputs.iter().zip(&self.outputs);
        computed
            .map(|(_, place)| *place)
            .chain(outputs.map(|(output, step)| (output.region, *step)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Class, Graph, interpret, unroll, verify};
    use crate::scalar::Scalar;

    #[test]
    fn lanes_stand_by_themselves() {
        let graph = Graph::new();
        graph.begin_region("all");
        let x = graph.lane_input("x", Class::Position, 4);
        let u = graph.input("u", Class::Position);
        let each = x * u.sqrt();
        graph.output("each", each);
        let all = each.sum();
        graph.begin_region("rest");
        graph.output("rest", (x * all).sum() + u);
        let program = graph.finish();

        let separated = separate(&program);
        assert_eq!(verify(&separated.program), Vec::<String>::new());
        // Root; products and their sum; delivery. Products and their sum; the remaining operations.
        assert_eq!(separated.parts, [0, 0, 0, 1, 1]);
        let lanes = |node: &Node| match node.op {
            Op::Sum(term) => separated.program.node(term).lanes,
            _ => node.lanes,
        };
        for (_, node) in separated.program.values() {
            let together = separated.program.nodes.iter().filter(|n| n.region == node.region);
            let mut computed = together.filter(|n| n.op.is_computed());
            assert!(!node.op.is_computed() || computed.all(|n| lanes(n) == lanes(node)));
        }
        let inputs = [1.0, 8.0, 3.0, 1.0, 4.0];
        let ports = |outputs: &[usize]| outputs.iter().map(|&o| [4, 1][o]).collect::<Vec<usize>>();
        let results = interpret(&unroll(&separated.program, &ports(&separated.outputs)), &inputs);
        assert_eq!(results, interpret(&unroll(&program, &[4, 1]), &inputs));
    }
}
