//! Merges equal values, and replaces values that always have one number by constants. Exact in algebra, not in
//! rounding.
//!
//! A quantity computed along two routes leaves two operations that no local rule finds equal. Examples are the
//! position of a ball joint by way of either arm, a lever arm and its negative, and the product of two directions
//! that are always at right angles. Their [fingerprints](super::support::fingerprint) are equal.

use super::support::fingerprint::{Fingerprint, fingerprints};
use super::support::index::Index;
use super::support::samples::Samples;
use crate::ir::{Node, Op, Program, Traced, Value, replay};

/// Largest relative difference of two equal values at sample points. Values that differ by more are not merged, because
/// cancellation has spoilt one of them.
const ROUNDING: f64 = 1e-11;

/// A simpler expression of a value.
#[derive(Clone, Copy)]
enum Known {
    /// None: the value keeps its operation.
    Itself,
    /// A constant.
    Number(f64),
    /// An earlier value.
    Same(Value),
    /// The negative of an earlier value.
    Opposite(Value),
}

/// Merges values that are equal or opposite.
pub fn merge_equal(program: &Program) -> Option<Program> {
    let known = recognised(program);
    if known.iter().all(|known| matches!(known, Known::Itself)) {
        return None;
    }
    Some(replay(program, |replay, value| match known[value.index()] {
        Known::Itself => replay.again(value),
        Known::Number(number) => Traced::Constant(number),
        Known::Same(first) => replay.at(first),
        Known::Opposite(first) => replay.at(first).opposite(),
    }))
}

fn recognised(program: &Program) -> Vec<Known> {
    let (prints, samples) = (fingerprints(program), Samples::new(program));
    let mut firsts = Index::with_capacity(program.nodes.len());
    let numbers = [0.0, 1.0, -1.0].map(|n| (Fingerprint::of(n), n));
    // Whether the value is a sum that consists of rounding errors of its terms only.
    let harmless = |node: &Node, number: f64, value: Value| match node.op {
        Op::Add(a, b) | Op::Sub(a, b) => samples.all([value, a, b], |[sum, a, b]| {
            (sum - number).abs() <= ROUNDING * (a.abs() + b.abs())
        }),
        _ => true,
    };
    let recognise = |(value, node): (Value, &Node)| {
        let print = prints[value.index()];
        let number = numbers.iter().find(|(of, _)| *of == print);
        let first = firsts.find_or_insert(print, value);
        let sign = if prints[first.index()] == print { 1.0 } else { -1.0 };
        let close = |[a, b]: [f64; 2]| (a - sign * b).abs() <= ROUNDING * a.abs();
        match number {
            _ if !node.op.is_computed() => Known::Itself,
            Some(&(_, number)) if harmless(node, number, value) => Known::Number(number),
            _ if first == value || !samples.all([value, first], close) => Known::Itself,
            // The value is already the negation of the earlier one.
            _ if sign < 0.0 && node.op == Op::Neg(first) => Known::Itself,
            _ if sign < 0.0 => Known::Opposite(first),
            _ => Known::Same(first),
        }
    };
    program.values().map(recognise).collect()
}

#[cfg(test)]
mod tests {
    use super::super::support::testing::{count_after, in_two_regions, judged, program};
    use super::*;
    use crate::scalar::Scalar;

    #[test]
    fn two_roads_to_one_value() {
        let before = program(|[a, b, c, _]| [a * (b + c), a * b + c * a]);
        assert_eq!(
            (before.count().total(), count_after(merge_equal, &before).total()),
            (5, 2)
        );
    }

    #[test]
    fn a_minus_sign_goes_where_it_costs_nothing() {
        let before = program(|[a, b, c, d]| [a - b, c + d * (b - a)]);
        assert_eq!(
            (before.count().total(), count_after(merge_equal, &before).total()),
            (4, 3)
        );
    }

    #[test]
    fn what_is_always_zero_or_one_is_no_longer_computed() {
        let before = program(|[a, b, c, _]| {
            let (s, cosine) = a.sin_cos();
            [c * (s * s + cosine * cosine), b + ((a + b) * c - a * c - b * c)]
        });
        assert_eq!(count_after(merge_equal, &before).total(), 0);
    }

    #[test]
    fn rounding_at_build_time_does_not_hide_it() {
        let before = program(|[a, _, _, _]| [a + Traced::from(0.1 + 0.2), a + Traced::from(0.3)]);
        assert_eq!(count_after(merge_equal, &before).total(), 1);
    }

    #[test]
    fn a_value_that_cancels_is_not_exchanged() {
        // In floating point the longer expression of `a` keeps only four digits.
        let before = program(|[a, b, _, _]| [(a + Traced::from(1e12) * b) - Traced::from(1e12) * b, a * b]);
        assert_eq!(count_after(merge_equal, &before), before.count());
    }

    #[test]
    fn the_earlier_region_keeps_the_value() {
        let before = in_two_regions(|[a, b, c, _]| ([a * (b + c)], [|[a, b, c, d]| d + (a * b + a * c)]));
        let after = judged(merge_equal, &before);
        assert_eq!([0, 1].map(|r| after.counts()[r].count.total()), [2, 1]);
    }
}
