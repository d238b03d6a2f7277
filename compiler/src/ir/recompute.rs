//! Recomputes a value in a region that needs it if this costs less work than storing the value.
//!
//! A value that one region uses of another goes through memory. If the value is a sum, difference or negation of values
//! that the using region has anyway, that region can compute it with one operation. A store and a load are saved.
//! Products are not recomputed: most operations are multiplications, and a processor that runs additions in parallel
//! has no time for more multiplications. Exact, since the operation is the same.
//!
//! In the result, several regions may contain the same operation, which does not happen in a traced program.

use super::{Node, Op, Program, Value, prune};
use std::collections::{BTreeMap, BTreeSet};

/// Recomputes values in a region if other regions would otherwise have to store them for this region.
pub fn recompute(program: &Program) -> Program {
    let mut became: Vec<Value> = Vec::with_capacity(program.nodes.len());
    // By region: values recomputed in it.
    let mut again: Vec<BTreeMap<Value, Value>> = Vec::new();
    let mut nodes: Vec<Node> = Vec::new();
    for (region, fetched) in (0_u32..).zip(&program.fetched()) {
        let mut own = BTreeMap::new();
        for value in cheap(program, region, fetched) {
            let node = program.node(value);
            let operand = |v: Value| own.get(&v).copied().unwrap_or_else(|| became[v.index()]);
            let copy = Node {
                op: node.op.map(operand),
                region,
                ..node.clone()
            };
            own.insert(value, add(&mut nodes, copy));
        }
        let computed = program.nodes.iter().skip(became.len());
        for node in computed.take_while(|node| node.region == region) {
            let operand = |v: Value| own.get(&v).copied().unwrap_or_else(|| became[v.index()]);
            let moved = Node {
                op: node.op.map(operand),
                ..node.clone()
            };
            became.push(add(&mut nodes, moved));
        }
        again.push(own);
    }
    let mut outputs = program.outputs.clone();
    for output in &mut outputs {
        let own = again[output.region as usize].get(&output.value);
        output.value = own.copied().unwrap_or_else(|| became[output.value.index()]);
    }
    prune(Program {
        nodes,
        outputs,
        ..program.clone()
    })
}

fn add(nodes: &mut Vec<Node>, node: Node) -> Value {
    nodes.push(node);
    Value(u32::try_from(nodes.len() - 1).expect("few values"))
}

/// Values that a region fetches although each of them is one operation on other values of the region, in order.
fn cheap(program: &Program, region: u32, fetched: &BTreeSet<Value>) -> Vec<Value> {
    let own = program.nodes.iter().filter(|node| node.region == region);
    // A value without lanes is not recomputed in a region that runs once for each lane.
    let lanes = own.filter(|node| node.op.is_computed()).map(|node| node.lanes).max();
    let is_at_hand = |operand: Value| !program.node(operand).op.is_computed() || fetched.contains(&operand);
    let is_cheap = |value: &Value| {
        let node = program.node(*value);
        let operation = matches!(node.op, Op::Add(..) | Op::Sub(..) | Op::Neg(_));
        operation && Some(node.lanes) == lanes && node.op.operands().all(is_at_hand)
    };
    fetched.iter().copied().filter(is_cheap).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Class, Graph, interpret};
    use crate::scalar::Scalar;

    #[test]
    fn what_is_one_operation_is_not_kept() {
        let graph = Graph::new();
        graph.begin_region("first");
        let (x, u) = (graph.input("x", Class::Position), graph.input("u", Class::Position));
        let root = (x + 2.0.into()).sqrt();
        let (twice, shifted) = (root + root, root * u + x);
        graph.output("early", twice * shifted);
        graph.begin_region("second");
        graph.output("late", (twice + root) * shifted);
        let program = graph.finish();

        let short = recompute(&program);
        let kept = |program: &Program| {
            let kept = program.kept().into_iter().zip(&program.nodes);
            kept.filter(|(kept, _)| *kept)
                .map(|(_, node)| node.op)
                .collect::<Vec<Op>>()
        };
        assert_eq!(kept(&program).len(), 3);
        // The root, and a product that the other region does not have.
        assert_eq!(kept(&short).len(), 2);
        assert!(matches!(kept(&short)[0], Op::Sqrt(_)));
        assert_eq!(interpret(&short, &[7.0, 0.3]), interpret(&program, &[7.0, 0.3]));
    }
}
