//! The reference interpreter.

use super::{Op, Program};

/// Runs the program on `inputs` (one number each, in order) and returns its outputs.
///
/// # Panics
/// If there are fewer inputs than the program has.
pub fn interpret(program: &Program, inputs: &[f64]) -> Vec<f64> {
    let known = values_at(program, inputs);
    let outputs = program.outputs.iter();
    outputs.map(|output| known[output.value.index()]).collect()
}

/// Runs the program on `inputs` (one number each, in order) and returns all its values.
///
/// # Panics
/// If there are fewer inputs than the program has.
pub fn values_at(program: &Program, inputs: &[f64]) -> Vec<f64> {
    let mut known: Vec<f64> = Vec::with_capacity(program.nodes.len());
    for node in &program.nodes {
        let at = |v: super::Value| known[v.index()];
        known.push(match node.op {
            Op::Constant(c) => c.get(),
            Op::Input(i) => inputs[i as usize],
            Op::Neg(a) => -at(a),
            Op::Add(a, b) => at(a) + at(b),
            Op::Sub(a, b) => at(a) - at(b),
            Op::Mul(a, b) => at(a) * at(b),
            Op::Div(a, b) => at(a) / at(b),
            Op::Sqrt(a) => at(a).sqrt(),
            Op::Sin(a) => at(a).sin(),
            Op::Cos(a) => at(a).cos(),
            Op::Atan2(y, x) => at(y).atan2(at(x)),
            Op::Select(test, negative, otherwise) => {
                if at(test) < 0.0 {
                    at(negative)
                } else {
                    at(otherwise)
                }
            }
            Op::Lookup(table, x) => program.tables[table as usize].at(at(x)),
            Op::LookupIntegral(table, x) => program.tables[table as usize].integral(at(x)),
        });
    }
    known
}
