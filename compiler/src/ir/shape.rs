//! The shape of a program: its longest chain of dependent operations, the number of values alive at once, and the
//! values that one region stores for another region.
//!
//! Rules, in addition to those of [`Count`](super::Count):
//! - Programs run region by region, each in the order of its operations. A region delivers its outputs at its end.
//! - The *critical path* is a chain of operations in which each operation needs the result of the operation before. It
//!   is the chain with the largest sum of weights: one for each operation, or its cycles by [`latency`]. Sine and
//!   cosine of one angle are one operation.
//! - A value is *alive* from its operation until the last operation that uses it, or until its last delivery as an
//!   output. An operand that is used for the last time makes room for the result. Constants and inputs are read where
//!   they are used and are never alive.
//! - A value is *kept* if another region uses or delivers it. Constants and inputs are never kept.

use super::{Op, Program, Value};
use serde::Serialize;
use std::collections::BTreeSet;

/// Bytes of a number.
const NUMBER: usize = size_of::<f64>();

/// Properties of a program beside its operation count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Shape {
    /// Number of operations of the longest chain.
    pub critical_operations: usize,
    /// Cycles of the slowest chain, by [`latency`].
    pub critical_cycles: usize,
    /// Largest number of values alive at once.
    pub alive: usize,
    /// Stack space of these values if none is in a register [bytes].
    pub alive_bytes: usize,
}

/// Cycles from the last operand of an operation to its result.
///
/// Round figures of a current x86-64 core: arithmetic from its manufacturer, functions measured as a chain of calls.
/// These latencies serve to compare programs. They do not predict run times, because most operations are on no critical
/// path and run in parallel to it.
pub fn latency(op: Op) -> usize {
    match op {
        Op::Constant(_) | Op::LaneConstant(_) | Op::Input(_) => 0,
        Op::Neg(_) => 1,
        Op::Add(..) | Op::Sub(..) | Op::Mul(..) | Op::Select(..) => 4,
        Op::Div(..) => 14,
        Op::Sqrt(_) => 18,
        Op::Sin(_) | Op::Cos(_) => 60,
        Op::Atan2(..) => 100,
        Op::Exp(_) | Op::Ln(_) => 50,
        Op::MulAdd(..) | Op::MulSub(..) | Op::NegMulAdd(..) => 8,
        Op::Sum(_) => 12,
        Op::Lane(..) => 1,
        Op::Lookup(..) | Op::LookupIntegral(..) => 40,
    }
}

impl Program {
    /// Returns the shape of the program.
    pub fn shape(&self) -> Shape {
        let alive = self.most_alive();
        Shape {
            critical_operations: self.critical_path(|op| usize::from(op.is_computed())),
            critical_cycles: self.critical_path(latency),
            alive,
            alive_bytes: NUMBER * alive,
        }
    }

    /// By value: whether it is kept for another region.
    pub fn kept(&self) -> Vec<bool> {
        let mut kept = vec![false; self.nodes.len()];
        for value in self.fetched().into_iter().flatten() {
            kept[value.index()] = true;
        }
        kept
    }

    /// By region: the values of other regions that it uses or delivers.
    pub fn fetched(&self) -> Vec<BTreeSet<Value>> {
        let mut fetched = vec![BTreeSet::new(); self.regions.len()];
        let mut used = |value: Value, region: u32| {
            let node = self.node(value);
            if node.op.is_computed() && node.region != region {
                fetched[region as usize].insert(value);
            }
        };
        for node in &self.nodes {
            node.op.operands().for_each(|operand| used(operand, node.region));
        }
        self.outputs.iter().for_each(|output| used(output.value, output.region));
        fetched
    }

    /// The largest sum of weights along a chain.
    fn critical_path(&self, weight: impl Fn(Op) -> usize) -> usize {
        let mut sums: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let before = node.op.operands().map(|operand| sums[operand.index()]).max();
            sums.push(before.unwrap_or(0) + weight(node.op));
        }
        sums.into_iter().max().unwrap_or(0)
    }

    fn most_alive(&self) -> usize {
        let order = self.running_order();
        let mut begins = vec![0; self.nodes.len()];
        let mut ends = vec![0; self.nodes.len()];
        for (moment, value) in order.iter().enumerate() {
            begins[value.index()] = moment;
            self.node(*value)
                .op
                .operands()
                .for_each(|operand| ends[operand.index()] = moment);
        }
        for output in &self.outputs {
            let delivered = order.partition_point(|&value| self.node(value).region <= output.region);
            let end = &mut ends[output.value.index()];
            *end = delivered.max(*end);
        }
        let mut changes = vec![0_isize; self.nodes.len() + 1];
        for (value, _) in self.values().filter(|(_, node)| node.op.is_computed()) {
            changes[begins[value.index()]] += 1;
            changes[ends[value.index()].max(begins[value.index()])] -= 1;
        }
        let alive = changes.iter().scan(0, |alive, change| {
            *alive += change;
            Some(*alive)
        });
        alive.max().map_or(0, isize::unsigned_abs)
    }

    /// Values in the order of their computation: by region, then by position.
    fn running_order(&self) -> Vec<Value> {
        let mut order: Vec<Value> = self.values().map(|(value, _)| value).collect();
        order.sort_by_key(|&value| self.node(value).region);
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Class, Graph, Traced, prune};
    use crate::scalar::Scalar;

    fn shape(run: impl FnOnce(&Graph)) -> Shape {
        let graph = Graph::new();
        graph.begin_region("first");
        run(&graph);
        prune(graph.finish()).shape()
    }

    fn input<'g>(graph: &'g Graph, name: &str) -> Traced<'g> {
        graph.input(name, Class::Position)
    }

    #[test]
    fn the_longest_chain_need_not_be_the_slowest() {
        let shape = shape(|graph| {
            let (a, b) = (input(graph, "a"), input(graph, "b"));
            graph.output("long", ((a + b) * a + b) * b); // four of 4 cycles
            graph.output("slow", (a / b).sqrt()); // 14 + 18 cycles
        });
        assert_eq!((shape.critical_operations, shape.critical_cycles), (4, 32));
    }

    /// `s` and `c`; then `s x` replaces `s`, `c y` replaces `c`; finally only their sum is alive.
    #[test]
    fn an_operand_makes_room_for_the_result() {
        let shape = shape(|graph| {
            let (angle, x, y) = (input(graph, "a"), input(graph, "x"), input(graph, "y"));
            let (s, c) = angle.sin_cos();
            graph.output("r", s * x + c * y);
        });
        assert_eq!((shape.alive, shape.alive_bytes), (2, 16));
        assert_eq!((shape.critical_operations, shape.critical_cycles), (3, 68));
    }

    /// Three sums are alive when the first region ends; the second delivers one of them again and uses another.
    #[test]
    fn outputs_are_delivered_at_the_end_of_their_region() {
        let shape = shape(|graph| {
            let (a, b) = (input(graph, "a"), input(graph, "b"));
            let (sum, difference, product) = (a + b, a - b, a * b);
            graph.output("sum", sum);
            graph.output("product", product);
            graph.begin_region("second");
            graph.output("again", sum);
            graph.output("difference", difference / a);
        });
        assert_eq!(shape.alive, 3);
    }

    #[test]
    fn what_is_not_computed_has_no_size() {
        let shape = shape(|graph| {
            let a = input(graph, "a");
            graph.begin_region("second");
            graph.output("input", a);
            graph.output("constant", Traced::from(2.0));
        });
        assert_eq!(shape, Shape::default());
    }
}
