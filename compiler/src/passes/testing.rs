//! What the tests of passes share: programs by hand and at random, and the judgement of a pass.

use super::fingerprint::fingerprints;
use crate::ir::{Class, Count, Graph, Op, Program, Traced, prune, values_at, verify};
use crate::scalar::Scalar;
use fastrand::Rng;
use proptest::prelude::*;

/// By how much results may differ, as part of the largest numbers on the way to them.
const ROUNDING: f64 = 1e-12;

/// A program of four inputs, with these outputs.
pub fn program<const N: usize>(f: impl for<'g> Fn([Traced<'g>; 4]) -> [Traced<'g>; N]) -> Program {
    in_two_regions(|inputs| (f(inputs), []))
}

/// The same with a second region, whose outputs the functions give that come second.
pub fn in_two_regions<const N: usize, const M: usize>(
    f: impl for<'g> Fn([Traced<'g>; 4]) -> ([Traced<'g>; N], [fn([Traced<'g>; 4]) -> Traced<'g>; M]),
) -> Program {
    let graph = Graph::new();
    graph.begin_region("first");
    let inputs = [0, 1, 2, 3].map(|i| graph.input(format!("x{i}"), Class::Position));
    let (first, second) = f(inputs);
    for value in first {
        graph.output("first", value);
    }
    graph.begin_region("second");
    for f in second {
        graph.output("second", f(inputs));
    }
    prune(graph.finish())
}

/// Runs the pass, proves that it did no harm, and gives the program back: all of [`judged_in_rounding`], and equal
/// outputs in exact arithmetic. (That knows nothing of sums of angles.)
pub fn judged(pass: impl Fn(&Program) -> Program, before: &Program) -> Program {
    let after = judged_in_rounding(pass, before);
    let (exact_before, exact_after) = (fingerprints(before), fingerprints(&after));
    for (old, new) in before.outputs.iter().zip(&after.outputs) {
        let (old, new) = (exact_before[old.value.index()], exact_after[new.value.index()]);
        assert_eq!(old, new, "{before}\n{after}");
    }
    after
}

/// Runs the pass, and gives the program back: well formed, no larger, the same when made once more, the same inputs,
/// regions and outputs, and these with the same values at random points.
pub fn judged_in_rounding(pass: impl Fn(&Program) -> Program, before: &Program) -> Program {
    let after = pass(before);
    assert_eq!(verify(&after), Vec::<String>::new(), "{after}");
    assert!(after.count().total() <= before.count().total(), "{before}\n{after}");
    assert_eq!(pass(before), after, "not deterministic");
    assert_eq!((&after.inputs, &after.regions), (&before.inputs, &before.regions));
    let named = |program: &Program| {
        program
            .outputs
            .iter()
            .map(|o| (o.name.clone(), o.region))
            .collect::<Vec<_>>()
    };
    assert_eq!(named(&after), named(before));

    let mut rng = Rng::with_seed(1);
    for _ in 0..8 {
        let inputs: Vec<f64> = before.inputs.iter().map(|_| 4.0 * rng.f64() - 2.0).collect();
        let (known, bounds) = (values_at(before, &inputs), bounds(before, &inputs));
        let new = values_at(&after, &inputs);
        for (old_output, new_output) in before.outputs.iter().zip(&after.outputs) {
            let (old, bound) = (known[old_output.value.index()], bounds[old_output.value.index()]);
            let new = new[new_output.value.index()];
            assert!(
                (old - new).abs() <= ROUNDING * bound || !bound.is_finite() || old.is_nan(),
                "{old} is now {new}\n{before}\n{after}"
            );
        }
    }
    after
}

/// The count of a program after a pass that is done when it has run once.
pub fn count_after(pass: impl Fn(&Program) -> Program, before: &Program) -> Count {
    let count = judged(&pass, before).count();
    let again = pass(&pass(before));
    assert_eq!(again.count(), count, "a second run changes something: {again}");
    assert_eq!(pass(&again), again, "a third run changes something: {again}");
    count
}

/// By value: what its rounding errors are a small part of.
fn bounds(program: &Program, inputs: &[f64]) -> Vec<f64> {
    let known = values_at(program, inputs);
    let mut bounds: Vec<f64> = Vec::new();
    for (value, node) in program.values() {
        let (at, size) = (
            |v: crate::ir::Value| bounds[v.index()],
            |v: crate::ir::Value| known[v.index()].abs(),
        );
        bounds.push(match node.op {
            Op::Neg(a) => at(a),
            Op::Add(a, b) | Op::Sub(a, b) => at(a) + at(b),
            Op::Mul(a, b) => at(a) * at(b),
            Op::Div(a, b) => 2.0 * at(a) * at(b) / size(b).powi(2),
            Op::Sqrt(a) => size(value) + at(a) / size(value),
            Op::Sin(a) | Op::Cos(a) => 1.0 + at(a),
            Op::Exp(a) => size(value) * (1.0 + at(a)),
            Op::Ln(a) => 1.0 + size(value) + at(a) / size(a),
            op => size(value) + op.operands().map(at).sum::<f64>(),
        });
    }
    bounds
}

/// One operation of a random program: which, and on which of the values there are.
type Step = (u8, u16, u16);

/// Random programs with much in common between their parts: few inputs, small whole constants, two regions.
pub fn random_programs() -> impl Strategy<Value = Program> {
    proptest::collection::vec(any::<Step>(), 1..60).prop_map(|steps| {
        let graph = Graph::new();
        graph.begin_region("first");
        let mut values = vec![Traced::Constant(2.0), Traced::Constant(3.0)];
        values.extend((0..4).map(|i| graph.input(format!("x{i}"), Class::Position)));
        for (index, &(kind, a, b)) in steps.iter().enumerate() {
            if index == steps.len() / 2 {
                graph.output("middle", values[values.len() - 1]);
                graph.begin_region("second");
            }
            // The last ones more often, so that there is some depth.
            let pick = |at: u16| {
                let from = if at.is_multiple_of(3) {
                    0
                } else {
                    values.len().saturating_sub(8)
                };
                values[from + usize::from(at / 3) % (values.len() - from)]
            };
            // Of inputs alone: what is a number in disguise has a sine that exact arithmetic does not know.
            let angle = values[2 + usize::from(a % 4)];
            let (a, b) = (pick(a), pick(b));
            values.push(match kind % 12 {
                0..4 => a * b,
                4..7 => a + b,
                7..10 => a - b,
                10 => angle.sin_cos().0,
                _ => angle.sin_cos().1,
            });
        }
        let last = values.len().saturating_sub(6);
        values[last..].iter().for_each(|&value| graph.output("last", value));
        prune(graph.finish())
    })
}
