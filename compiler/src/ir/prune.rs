//! Removes operations that no output depends on, and renumbers the rest. Exact.

use super::{Node, Program, Value};

/// Returns the program without the operations that no output depends on. Inputs, regions and tables keep their numbers.
pub fn prune(program: Program) -> Program {
    let mut needed = vec![false; program.nodes.len()];
    for output in &program.outputs {
        needed[output.value.index()] = true;
    }
    for index in (0..program.nodes.len()).rev() {
        if needed[index] {
            program.nodes[index]
                .op
                .operands()
                .for_each(|v| needed[v.index()] = true);
        }
    }
    if needed.iter().all(|needed| *needed) {
        return program;
    }

    let mut renumbered = vec![Value(0); program.nodes.len()];
    let mut nodes: Vec<Node> = Vec::new();
    for (index, node) in program
        .nodes
        .into_iter()
        .enumerate()
        .filter(|(index, _)| needed[*index])
    {
        renumbered[index] = Value(u32::try_from(nodes.len()).expect("no more values than before"));
        nodes.push(Node {
            op: node.op.map(|v| renumbered[v.index()]),
            ..node
        });
    }
    let mut outputs = program.outputs;
    for output in &mut outputs {
        output.value = renumbered[output.value.index()];
    }
    Program {
        nodes,
        outputs,
        ..program
    }
}
