//! A program in which every value that is not a number has lanes: the same vehicle several times.

use super::{Input, Node, Op, Program};

/// The program with so many lanes. It must have none yet.
///
/// # Panics
/// If it has.
pub fn widen(program: &Program, lanes: u32) -> Program {
    assert!(program.nodes.iter().all(|node| node.lanes == 1), "lanes within lanes");
    let node = |node: &Node| Node {
        lanes: if matches!(node.op, Op::Constant(_)) { 1 } else { lanes },
        ..node.clone()
    };
    let input = |input: &Input| Input { lanes, ..input.clone() };
    Program {
        nodes: program.nodes.iter().map(node).collect(),
        inputs: program.inputs.iter().map(input).collect(),
        ..program.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Class, Graph, Traced, interpret, unroll, verify};

    #[test]
    fn each_lane_computes_what_one_would() {
        let graph = Graph::new();
        graph.begin_region("all");
        let (a, b) = (graph.input("a", Class::Position), graph.input("b", Class::Position));
        graph.output("r", Traced::from(2.0) * a - b / a);
        let one = graph.finish();
        let wide = widen(&one, 4);
        assert_eq!(verify(&wide), Vec::<String>::new());
        let inputs = [1.0, 2.0, 4.0, 8.0, 3.0, 5.0, 7.0, 9.0];
        let together = interpret(&unroll(&wide, &[4]), &inputs);
        let alone: Vec<f64> = (0..4)
            .map(|k| interpret(&one, &[inputs[k], inputs[4 + k]])[0])
            .collect();
        assert_eq!(together, alone);
    }
}
