//! Traces a program again by a rule. Passes write their results this way.
//!
//! The rule is called for each value in order, in its region, and may build anything from the new values of earlier
//! ones. Folding and sharing happen as in any trace.

use super::{Graph, Op, Program, Traced, Value, prune};
use crate::scalar::{Points, Scalar};
use std::sync::Arc;

/// The state of a replay.
pub struct Replay<'p, 'g> {
    program: &'p Program,
    graph: &'g Graph,
    inputs: Vec<Traced<'g>>,
    /// By value traced so far: its new value.
    became: Vec<Traced<'g>>,
}

/// Traces the program again; `rule` takes the place of each operation, and unused values are dropped. The values of the
/// program have to be in the order of their regions, as [`verify`](super::verify) demands.
pub fn replay(program: &Program, mut rule: impl for<'g> FnMut(&Replay<'_, 'g>, Value) -> Traced<'g>) -> Program {
    let graph = Graph::with_capacity(program.nodes.len() + program.inputs.len());
    {
        let inputs = program
            .inputs
            .iter()
            .map(|i| graph.lane_input(i.name.clone(), i.class, i.lanes));
        let mut replay = Replay {
            program,
            graph: &graph,
            inputs: inputs.collect(),
            became: Vec::with_capacity(program.nodes.len()),
        };
        let mut values = program.values().peekable();
        let mut outputs = program.outputs.iter().peekable();
        for (region, label) in (0..).zip(&program.regions) {
            graph.begin_region(label.clone());
            while let Some((value, node)) = values.next_if(|(_, node)| node.region == region) {
                // A value that is equal in all lanes stays so, even if the rule returns a value with lanes.
                graph.set_purpose(node.purpose.clone());
                let proposed = rule(&replay, value);
                let traced = if proposed.lanes() > node.lanes {
                    replay.again(value)
                } else {
                    proposed
                };
                if let Some(name) = &node.name {
                    graph.name(traced, || Arc::clone(name));
                }
                replay.became.push(traced);
            }
            graph.set_purpose(None);
            while let Some(output) = outputs.next_if(|output| output.region == region) {
                graph.output(output.name.clone(), replay.at(output.value));
            }
        }
    }
    prune(graph.finish())
}

impl<'g> Replay<'_, 'g> {
    /// The new value of an earlier value.
    pub fn at(&self, value: Value) -> Traced<'g> {
        self.became[value.index()]
    }

    /// The input at that position.
    pub fn input(&self, position: usize) -> Traced<'g> {
        self.inputs[position]
    }

    /// Constants, one for each lane.
    pub fn numbers(&self, numbers: &[f64]) -> Traced<'g> {
        self.graph.lane_constant(numbers)
    }

    /// The value's own operation on the new values of its operands.
    pub fn again(&self, value: Value) -> Traced<'g> {
        match self.program.node(value).op {
            Op::Input(i) => self.input(i as usize),
            Op::LaneConstant(k) => self.numbers(&self.program.lane_constants[k as usize]),
            // If the operand is now equal in all lanes, it still counts once for each lane.
            Op::Sum(a) if self.at(a).lanes() == 1 => self.at(a) * f64::from(self.program.node(a).lanes).into(),
            op => op
                .apply(|v| Some(self.at(v)), &self.program.tables)
                .expect("all operands are there"),
        }
    }
}

impl Op {
    /// Traces the operation on other operands. Returns `None` for an input, or if `at` returns `None` for an operand.
    pub fn apply<'g>(self, at: impl Fn(Value) -> Option<Traced<'g>>, tables: &[Points]) -> Option<Traced<'g>> {
        Some(match self {
            Op::Constant(c) => c.get().into(),
            Op::Input(_) | Op::LaneConstant(_) => return None,
            Op::Neg(a) => at(a)?.opposite(),
            Op::Add(a, b) => at(a)? + at(b)?,
            Op::Sub(a, b) => at(a)? - at(b)?,
            Op::Mul(a, b) => at(a)? * at(b)?,
            Op::Div(a, b) => at(a)? / at(b)?,
            Op::Sqrt(a) => at(a)?.sqrt(),
            Op::Sin(a) => at(a)?.sin_cos().0,
            Op::Cos(a) => at(a)?.sin_cos().1,
            Op::Atan2(y, x) => at(y)?.atan2(at(x)?),
            Op::Exp(a) => at(a)?.exp(),
            Op::Ln(a) => at(a)?.ln(),
            Op::Select(test, negative, otherwise) => at(test)?.select(at(negative)?, at(otherwise)?),
            Op::Lookup(table, x) => at(x)?.lookup(&tables[table as usize]),
            Op::LookupIntegral(table, x) => at(x)?.lookup_integral(&tables[table as usize]),
            Op::MulAdd(a, b, c) => at(a)?.fused(at(b)?, at(c)?, Op::MulAdd),
            Op::MulSub(a, b, c) => at(a)?.fused(at(b)?, at(c)?, Op::MulSub),
            Op::NegMulAdd(a, b, c) => at(a)?.fused(at(b)?, at(c)?, Op::NegMulAdd),
            Op::Sum(a) => at(a)?.sum(),
            Op::Lane(lane, a) => at(a)?.lane(lane),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Class, interpret, unroll};

    #[test]
    fn what_becomes_the_same_in_all_lanes_counts_as_often_in_their_sum() {
        let graph = Graph::new();
        graph.begin_region("all");
        let (x, u) = (
            graph.lane_input("x", Class::Position, 4),
            graph.input("u", Class::Position),
        );
        graph.output("r", (x * u).sum());
        let program = graph.finish();
        // `x` becomes a constant.
        let replayed = replay(&program, |replay, value| match program.node(value).op {
            Op::Input(0) => Traced::from(3.0),
            _ => replay.again(value),
        });
        assert_eq!(
            interpret(&unroll(&replayed, &[1]), &[0.0, 0.0, 0.0, 0.0, 2.0]),
            [4.0 * 3.0 * 2.0]
        );
    }
}
