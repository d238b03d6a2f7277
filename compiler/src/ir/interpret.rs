//! The reference interpreter. It calls the same functions as emitted code.

use super::{Op, Program};
use wishbone_laws::math;

/// Rounding of a product that is added to another term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// Product and sum are rounded separately, as in the baseline instruction set.
    Separate,
    /// The result is rounded once, as by a fused instruction.
    Fused,
}

/// Runs the program on `inputs` (one number each, in order), rounding each operation separately, and returns its
/// outputs. Only the first lane is computed. If the other lanes matter, [unroll](super::unroll) the program before.
///
/// # Panics
/// If there are fewer inputs than the program has.
pub fn interpret(program: &Program, inputs: &[f64]) -> Vec<f64> {
    interpret_by(program, inputs, Rounding::Separate)
}

/// Runs the program with the given rounding. With the rounding of emitted code, results equal those of the emitted code
/// to the last bit.
///
/// # Panics
/// As [`interpret`].
pub fn interpret_by(program: &Program, inputs: &[f64], rounding: Rounding) -> Vec<f64> {
    let known = values(program, inputs, rounding);
    let outputs = program.outputs.iter();
    outputs.map(|output| known[output.value.index()]).collect()
}

/// Runs the program on `inputs` (one number each, in order) and returns all its values.
///
/// # Panics
/// As [`interpret`].
pub fn values_at(program: &Program, inputs: &[f64]) -> Vec<f64> {
    values(program, inputs, Rounding::Separate)
}

fn values(program: &Program, inputs: &[f64], rounding: Rounding) -> Vec<f64> {
    let fused = |a: f64, b: f64, c: f64| match rounding {
        Rounding::Separate => a * b + c,
        Rounding::Fused => a.mul_add(b, c),
    };
    let sin_cos = match rounding {
        Rounding::Separate => math::sin_cos,
        Rounding::Fused => math::fused::sin_cos,
    };
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
            Op::Sin(a) => sin_cos(at(a)).0,
            Op::Cos(a) => sin_cos(at(a)).1,
            Op::Atan2(y, x) => math::atan2(at(y), at(x)),
            Op::Exp(a) => math::exp(at(a)),
            Op::Ln(a) => math::ln(at(a)),
            Op::Select(test, negative, otherwise) => {
                if at(test) < 0.0 {
                    at(negative)
                } else {
                    at(otherwise)
                }
            }
            Op::Lookup(table, x) => program.tables[table as usize].at(at(x)),
            Op::LookupIntegral(table, x) => program.tables[table as usize].integral(at(x)),
            Op::MulAdd(a, b, c) => fused(at(a), at(b), at(c)),
            Op::MulSub(a, b, c) => fused(at(a), at(b), -at(c)),
            Op::NegMulAdd(a, b, c) => fused(-at(a), at(b), at(c)),
            Op::LaneConstant(k) => program.lane_constants[k as usize][0],
            Op::Sum(a) => f64::from(program.node(a).lanes) * at(a),
            Op::Lane(_, a) => at(a),
        });
    }
    known
}
