//! Other regions for the same operations.

use super::{Node, Output, Program, Value};

/// A program whose values and outputs belong to other regions.
pub struct Regrouped {
    /// In the order of its regions.
    pub program: Program,
    /// By output: its position before.
    pub outputs: Vec<usize>,
}

/// The program with these regions: of each computed value and of each output, by position. Values that compute nothing
/// are at hand anywhere and stand in the first. Within a region the order stays.
///
/// A value's region must be none that runs before those of its operands.
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
