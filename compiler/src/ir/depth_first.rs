//! Orders operations by the results for which they are needed.
//!
//! The order is depth first: each result comes directly after the operations that are needed only by this result. So a
//! value is used soon after it is computed, and only values that several results share live long. In a program of
//! slopes, these are the values of the original program. If the slopes with respect to one input follow each other,
//! their intermediate slopes are no longer needed when the slopes for the next input begin.

use super::{Output, Program, Regrouped, Value};

/// Puts the program into one region, with its operations in the order in which `results` need them. Results stay the
/// same, to the last bit.
pub fn depth_first(program: &Program, results: Vec<usize>) -> Regrouped {
    let mut order = Order::new(program);
    for &result in &results {
        order.follow(program.outputs[result].value);
    }
    let Order { order, .. } = order;
    let mut became = vec![Value(0); program.nodes.len()];
    for (new, old) in (0_u32..).zip(&order) {
        became[old.index()] = Value(new);
    }
    let nodes = order.iter().map(|&old| {
        let mut node = program.node(old).clone();
        (node.op, node.region) = (node.op.map(|operand| became[operand.index()]), 0);
        node
    });
    let outputs = results.iter().map(|&result| {
        let output = &program.outputs[result];
        Output {
            value: became[output.value.index()],
            region: 0,
            ..output.clone()
        }
    });
    Regrouped {
        program: Program {
            nodes: nodes.collect(),
            outputs: outputs.collect(),
            regions: vec!["all".to_owned()],
            ..program.clone()
        },
        outputs: results,
    }
}

/// The values that have been placed, in order.
struct Order<'p> {
    program: &'p Program,
    order: Vec<Value>,
    /// By value: whether it has been placed.
    is_placed: Vec<bool>,
    /// By value: operations on the longest chain that ends in it.
    depths: Vec<usize>,
}

impl<'p> Order<'p> {
    /// Begins with all values that take no operation.
    fn new(program: &'p Program) -> Self {
        let is_placed: Vec<bool> = program.nodes.iter().map(|node| !node.op.is_computed()).collect();
        let mut depths = vec![0; program.nodes.len()];
        for (value, node) in program.values() {
            let deepest = node.op.operands().map(|operand| depths[operand.index()]).max();
            depths[value.index()] = deepest.unwrap_or(0) + 1;
        }
        let free = program.values().map(|(value, _)| value);
        Order {
            program,
            order: free.filter(|value| is_placed[value.index()]).collect(),
            is_placed,
            depths,
        }
    }

    /// Places a value after the values that it needs; of these, the one with the longest chain comes first.
    fn follow(&mut self, value: Value) {
        let mut open = vec![value];
        while let Some(&value) = open.last() {
            let first = open.len();
            if !self.is_placed[value.index()] {
                let needed = self.program.node(value).op.operands();
                open.extend(needed.filter(|operand| !self.is_placed[operand.index()]));
            }
            if open.len() > first {
                open[first..].sort_by_key(|operand| self.depths[operand.index()]);
                continue;
            }
            open.pop();
            if !std::mem::replace(&mut self.is_placed[value.index()], true) {
                self.order.push(value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Class, Graph, Op, interpret, verify};
    use crate::scalar::Scalar;

    #[test]
    fn each_result_stands_behind_what_it_alone_needs() {
        let graph = Graph::new();
        graph.begin_region("first");
        let [x, y] = ["x", "y"].map(|name| graph.input(name, Class::Position));
        let shared = x * y;
        let roots = [x + shared, y + shared].map(Scalar::sqrt);
        graph.begin_region("second");
        for (name, root) in ["a", "b"].into_iter().zip(roots) {
            graph.output(name, root * root.exp());
        }
        let before = graph.finish();

        let Regrouped { program, outputs } = depth_first(&before, vec![1, 0]);
        assert_eq!(verify(&program), Vec::<String>::new());
        assert_eq!(outputs, [1, 0]);
        let computed = program.nodes.iter().filter(|node| node.op.is_computed());
        let kinds: Vec<&str> = computed
            .map(|node| match node.op {
                Op::Mul(..) => "product",
                Op::Add(..) => "sum",
                Op::Sqrt(_) => "root",
                Op::Exp(_) => "exponential",
                _ => "other",
            })
            .collect();
        let one = ["sum", "root", "exponential", "product"];
        assert_eq!(kinds, [&["product"], &one[..], &one[..]].concat());
        let [a, b] = [interpret(&before, &[0.3, 0.7]), interpret(&program, &[0.3, 0.7])];
        assert_eq!([a[1], a[0]], b[..]);
    }
}
