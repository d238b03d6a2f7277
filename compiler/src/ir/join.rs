//! Joins programs into one program, in which values that are equal are computed once.

use super::{Graph, Op, Program, Traced, prune};
use std::collections::BTreeMap;

/// Several programs as one.
pub struct Joined<K> {
    /// The program, in a single region. Its outputs are the outputs of the first program, then the outputs of the
    /// second, and so on.
    pub program: Program,
    /// By input: its key.
    pub inputs: Vec<K>,
}

/// Joins programs without lanes. Each program comes with a key for each of its inputs; inputs with equal keys become
/// one input.
///
/// # Panics
/// If values of a program have lanes.
pub fn join<K: Ord + Clone>(programs: &[(&Program, &[K])], region: &str) -> Joined<K> {
    let graph = Graph::new();
    graph.begin_region(region);
    let mut inputs = Vec::new();
    {
        let mut known: BTreeMap<&K, Traced> = BTreeMap::new();
        for &(program, keys) in programs {
            let mut values: Vec<Traced> = Vec::with_capacity(program.nodes.len());
            for node in &program.nodes {
                graph.set_purpose(node.purpose.clone());
                let value = match node.op {
                    Op::Input(input) => {
                        let (key, of) = (&keys[input as usize], &program.inputs[input as usize]);
                        *known.entry(key).or_insert_with(|| {
                            inputs.push(key.clone());
                            graph.input(of.name.clone(), of.class)
                        })
                    }
                    op => op
                        .apply(|operand| Some(values[operand.index()]), &program.tables)
                        .expect("programs without lanes"),
                };
                if let Some(name) = &node.name {
                    graph.name(value, || name.clone());
                }
                values.push(value);
            }
            for output in &program.outputs {
                graph.output(output.name.clone(), values[output.value.index()]);
            }
        }
    }
    Joined {
        program: prune(graph.finish()),
        inputs,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Class, interpret};
    use crate::scalar::Scalar;

    /// `x² + 1` or `x² y`; the two programs have different numbers of inputs.
    fn program(has_factor: bool) -> Program {
        let graph = Graph::new();
        graph.begin_region("all");
        let y = has_factor.then(|| graph.input("y", Class::Position));
        let x = graph.input("x", Class::Position);
        let square = x * x;
        graph.output("r", y.map_or(square + Traced::one(), |y| square * y));
        prune(graph.finish())
    }

    #[test]
    fn what_both_compute_is_computed_once() {
        let (first, second) = (program(false), program(true));
        let Joined { program, inputs } = join(&[(&first, &["x"]), (&second, &["y", "x"])], "both");
        assert_eq!(inputs, ["x", "y"]);
        assert_eq!(program.count().total(), 3, "{program}");
        assert_eq!(interpret(&program, &[3.0, 2.0]), [10.0, 18.0]);
    }
}
