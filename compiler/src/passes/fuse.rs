//! Fuses a product that is used by one sum only with that sum. An instruction set with fused multiplication and
//! addition rounds the result once instead of twice; for others the two operations are written separately, and nothing
//! changes.
//!
//! Runs last, because the other passes expect sums and products as separate operations.

use super::support::uses::Uses;
use crate::ir::{Op, Program, Value, replay};

/// Fuses products with the sums that use them.
pub fn fuse(program: &Program) -> Option<Program> {
    let uses = Uses::of(program);
    let fused = fusions(program, &uses);
    if fused.iter().all(Option::is_none) {
        return None;
    }
    Some(replay(program, |replay, value| match fused[value.index()] {
        None => replay.again(value),
        Some((a, b, other, op)) => replay.at(a).fused(replay.at(b), replay.at(other), op),
    }))
}

/// The factors of the product, the other term, and the constructor of the fused operation.
pub type Fusion = (Value, Value, Value, fn(Value, Value, Value) -> Op);

/// The fusion of each value that is a sum with a product to take in.
pub fn fusions(program: &Program, uses: &Uses) -> Vec<Option<Fusion>> {
    // The factors of a product if it can be fused. It then belongs to the region of the sum and has no other use. It
    // must have as many lanes as the sum, since it would be computed once for each of them.
    let product = |sum: Value, term: Value| {
        let (node, user) = (program.node(term), program.node(sum));
        let own = node.region == user.region && node.lanes == user.lanes && uses.only(term) == Some(sum);
        match node.op {
            Op::Mul(a, b) if own && is_number_free(program, [a, b]) => Some((a, b)),
            _ => None,
        }
    };
    let fusion = |(value, node): (Value, &crate::ir::Node)| -> Option<Fusion> {
        match node.op {
            // Of two products the later one is fused, because its factors arrive later.
            Op::Add(a, b) => match (product(value, a), product(value, b)) {
                (_, Some((x, y))) => Some((x, y, a, Op::MulAdd)),
                (Some((x, y)), None) => Some((x, y, b, Op::MulAdd)),
                (None, None) => None,
            },
            Op::Sub(a, b) => match (product(value, a), product(value, b)) {
                (_, Some((x, y))) => Some((x, y, a, Op::NegMulAdd)),
                (Some((x, y)), None) => Some((x, y, b, Op::MulSub)),
                (None, None) => None,
            },
            _ => None,
        }
    };
    program.values().map(fusion).collect()
}

/// Whether at least one factor is not a constant known at build time: products of constants have been folded.
fn is_number_free(program: &Program, factors: [Value; 2]) -> bool {
    factors
        .iter()
        .any(|f| program.node(*f).op.is_computed() || matches!(program.node(*f).op, Op::Input(_)))
}

#[cfg(test)]
mod tests {
    use super::super::finish;
    use super::super::support::testing::{after, judged, program};
    use super::*;
    use crate::ir::{Class, Graph, Rounding, interpret, interpret_by, prune};

    fn fused(program: &Program) -> usize {
        let of = |op: Op| matches!(op, Op::MulAdd(..) | Op::MulSub(..) | Op::NegMulAdd(..));
        program.nodes.iter().filter(|n| of(n.op)).count()
    }

    #[test]
    fn products_of_sums_are_taken_in_and_nothing_else_changes() {
        let before = program(|[a, b, c, d]| [a * b + c * d, a * b - d]);
        let after = judged(fuse, &before);
        // `a b` is used twice and stays.
        assert_eq!((fused(&before), fused(&after)), (0, 1));
        assert_eq!(after.count(), before.count());
        let inputs = [0.1, 0.7, -0.3, 1.9];
        assert_eq!(interpret(&before, &inputs), interpret(&after, &inputs));
        let once = interpret_by(&after, &inputs, Rounding::Fused);
        assert_eq!(once[0], (-0.3_f64).mul_add(1.9, 0.1 * 0.7));
    }

    #[test]
    fn differences_fuse_on_either_side() {
        let minuend = after(fuse, &program(|[a, b, c, _]| [a * b - c, a]));
        let subtrahend = after(fuse, &program(|[a, b, c, _]| [c - a * b, a]));
        assert!(minuend.nodes.iter().any(|n| matches!(n.op, Op::MulSub(..))));
        assert!(subtrahend.nodes.iter().any(|n| matches!(n.op, Op::NegMulAdd(..))));
    }

    /// A product that is equal in all lanes is computed once, and does not prevent the fusion of another product.
    #[test]
    fn a_product_without_lanes_is_not_taken_into_a_sum_with_lanes() {
        let graph = Graph::new();
        graph.begin_region("all");
        let [a, b] = ["a", "b"].map(|name| graph.input(name, Class::Position));
        let [x, y] = ["x", "y"].map(|name| graph.lane_input(name, Class::Position, 4));
        graph.output("sum", a * b + x);
        graph.output("difference", x * y - a);
        let before = prune(graph.finish());
        let after = finish(&before);
        assert_eq!((fused(&before), fused(&after)), (0, 1));
        assert_eq!(after.count(), before.count());
    }
}
