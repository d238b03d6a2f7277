//! The shape of a program: its longest chain of dependent operations, the values alive at once, the values that one
//! region leaves for another.
//!
//! Rules, beside those of [`Count`](super::Count):
//! - programs run region by region, each in the order of its operations, and a region delivers its outputs at its end;
//! - the *critical path* is the chain whose operations each need the result of the one before, and whose sum is the
//!   largest: of ones, or of cycles by [`latency`]. Sine and cosine of one angle are one operation of a chain;
//! - a value is *alive* from its operation until the last one that uses it, or the delivery of the last output that it
//!   is; an operand that is used for the last time makes room for the result. Constants and inputs are read where they
//!   are used and are not alive;
//! - a value is *kept* if another region than its own uses or delivers it. Constants and inputs never are.

use super::{Op, Program, Value};
use serde::Serialize;
use std::collections::BTreeSet;

/// Bytes of a number.
const NUMBER: usize = size_of::<f64>();

/// Sizes of a program that its operation count does not show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Shape {
    /// Operations of the longest chain.
    pub critical_operations: usize,
    /// Cycles of the slowest chain, by [`latency`].
    pub critical_cycles: usize,
    /// Most values alive at once.
    pub alive: usize,
    /// What these take on the stack when no register holds them [bytes].
    pub alive_bytes: usize,
    /// What the values that are kept take [bytes].
    pub workspace_bytes: usize,
}

/// Cycles from the last operand of an operation to its result.
///
/// Round figures of a current x86-64 core: arithmetic as its makers state it, functions as a chain of calls measures
/// them. A yardstick for comparing programs; no forecast, because most operations are in no critical path and run beside
/// it.
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
    /// Measures the program.
    pub fn shape(&self) -> Shape {
        let alive = self.most_alive();
        Shape {
            critical_operations: self.critical_path(|op| usize::from(op.is_computed())),
            critical_cycles: self.critical_path(latency),
            alive,
            alive_bytes: NUMBER * alive,
            workspace_bytes: NUMBER * self.kept().into_iter().filter(|&kept| kept).count(),
        }
    }

    /// By value: whether its region leaves it for another.
    pub fn kept(&self) -> Vec<bool> {
        let mut kept = vec![false; self.nodes.len()];
        for value in self.fetched().into_iter().flatten() {
            kept[value.index()] = true;
        }
        kept
    }

    /// By region: what it uses or delivers of the values that others compute.
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

    /// Values in the order in which they are computed: by region, then as they stand.
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

    /// `s`, `c`, then `s x` in the place of `s`, `c y` in that of `c`, then their sum alone.
    #[test]
    fn an_operand_makes_room_for_the_result() {
        let shape = shape(|graph| {
            let (angle, x, y) = (input(graph, "a"), input(graph, "x"), input(graph, "y"));
            let (s, c) = angle.sin_cos();
            graph.output("r", s * x + c * y);
        });
        assert_eq!((shape.alive, shape.alive_bytes), (2, 16));
        assert_eq!((shape.critical_operations, shape.critical_cycles), (3, 68));
        assert_eq!(shape.workspace_bytes, 0);
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
        assert_eq!(shape.workspace_bytes, 16);
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
