//! Test support for passes: hand-written and random programs, and the checks that every pass must satisfy.

use super::fingerprint::fingerprints;
use crate::ir::{Class, Count, Graph, Op, Program, Traced, prune, values_at, verify};
use crate::scalar::Scalar;
use fastrand::Rng;
use proptest::prelude::*;

/// Largest difference of results, relative to the largest numbers in their computation.
const ROUNDING: f64 = 1e-12;

/// A program of four inputs with these outputs.
pub fn program<const N: usize>(f: impl for<'g> Fn([Traced<'g>; 4]) -> [Traced<'g>; N]) -> Program {
    in_two_regions(|inputs| (f(inputs), []))
}

/// A program of four inputs and two regions. Each function gives the outputs of one region.
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

/// The program after a pass, or the previous program if there is nothing to change.
pub fn after(pass: impl Fn(&Program) -> Option<Program>, before: &Program) -> Program {
    pass(before).unwrap_or_else(|| before.clone())
}

/// Runs the pass, makes the checks of [`judged_in_rounding`], checks that outputs are equal in exact arithmetic, and
/// returns the program. (Exact arithmetic does not know the addition theorems of sine and cosine.)
pub fn judged(pass: impl Fn(&Program) -> Option<Program>, before: &Program) -> Program {
    let after = judged_in_rounding(pass, before);
    let (exact_before, exact_after) = (fingerprints(before), fingerprints(&after));
    for (old, new) in before.outputs.iter().zip(&after.outputs) {
        let (old, new) = (exact_before[old.value.index()], exact_after[new.value.index()]);
        assert_eq!(old, new, "{before}\n{after}");
    }
    after
}

/// Runs the pass and returns the program after several checks. The program has to be well formed and not larger, and
/// the pass has to be deterministic. Inputs, regions and outputs have to be unchanged, and the outputs need equal
/// values at random points before and after the pass.
pub fn judged_in_rounding(pass: impl Fn(&Program) -> Option<Program>, before: &Program) -> Program {
    let pass = |program: &Program| after(&pass, program);
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

/// Operation count after a pass that needs to run only once.
pub fn count_after(pass: impl Fn(&Program) -> Option<Program>, before: &Program) -> Count {
    let count = judged(&pass, before).count();
    let pass = |program: &Program| after(&pass, program);
    let again = pass(&pass(before));
    assert_eq!(again.count(), count, "a second run changes something: {again}");
    assert_eq!(pass(&again), again, "a third run changes something: {again}");
    count
}

/// Bound of the numbers that enter each value. Its rounding error is a small fraction of this bound.
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

/// One operation of a random program: the kind, and two operands among the values so far.
type Step = (u8, u16, u16);

/// Random programs with many common parts: few inputs, small integer constants, two regions.
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
            // Prefers recent values, so that the programs have some depth.
            let pick = |at: u16| {
                let from = if at.is_multiple_of(3) {
                    0
                } else {
                    values.len().saturating_sub(8)
                };
                values[from + usize::from(at / 3) % (values.len() - from)]
            };
            // Angles are inputs, because exact arithmetic cannot evaluate the sine of a constant that is not recognised
            // as a sine.
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
