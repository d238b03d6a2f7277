//! Moves operations to other regions.

use super::{Node, Output, Program, Value};

/// A program whose values and outputs have been moved to other regions.
pub struct Regrouped {
    /// The program, in the order of its regions.
    pub program: Program,
    /// The former position of each output.
    pub outputs: Vec<usize>,
}

/// Returns the program with each computed value and each output, by position, in the given region. Values that take no
/// operation are available anywhere and go into the first region. The order within a region is kept.
///
/// No value may belong to a region before one of its operands.
pub fn regroup(program: &Program, values: &[u32], outputs: &[u32], names: Vec<String>) -> Regrouped {
    let place = |value: Value| {
        let is_computed = program.node(value).op.is_computed();
        is_computed.then(|| values[value.index()])
    };
    let mut order: Vec<Value> = program.values().map(|(value, _)| value).collect();
    order.sort_by_key(|&value| place(value));
    let mut became = vec![Value(0); program.nodes.len()];
    for (new, old) in (0_u32..).zip(&order) {
        became[old.index()] = Value(new);
    }
    let node = |&old: &Value| {
        let node = program.node(old);
        Node {
            op: node.op.map(|operand| became[operand.index()]),
            region: place(old).unwrap_or(0),
            ..node.clone()
        }
    };
    let mut before: Vec<usize> = (0..program.outputs.len()).collect();
    before.sort_by_key(|&output| outputs[output]);
    let output = |&old: &usize| {
        let output = &program.outputs[old];
        Output {
            value: became[output.value.index()],
            region: outputs[old],
            ..output.clone()
        }
    };
    let program = Program {
        nodes: order.iter().map(node).collect(),
        outputs: before.iter().map(output).collect(),
        regions: names,
        ..program.clone()
    };
    Regrouped {
        program,
        outputs: before,
    }
}
