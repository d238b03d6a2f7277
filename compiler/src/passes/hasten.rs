//! Adds the terms of each sum in the order in which they become available.
//!
//! A sum of many terms is a chain of additions, each of which waits for the previous one. If the latest term stands
//! first, all additions wait for it; if it stands last, only one does. The number of operations stays the same. The
//! pass changes the waiting time of a processor that executes several operations at once, and the last digits.
//!
//! Arrival times are estimated by [`latency`], as if an operation waited for its operands only.

use super::support::chain::{addition, in_order, unsigned};
use super::support::terms::{Kind, Leaf, Terms};
use super::support::uses::Uses;
use crate::ir::{Op, Program, Value, latency, replay};

/// Reorders the terms of each sum by arrival time wherever that makes the sum available earlier.
///
/// Runs after all passes that look for common parts of sums, since equal terms no longer stand side by side.
pub fn hasten(program: &Program) -> Option<Program> {
    let uses = Uses::of(program);
    let sums = Terms::new(program, Kind::Sum, &uses);
    let mut is_root = vec![false; program.nodes.len()];
    sums.roots().for_each(|root| is_root[root.index()] = true);
    let mut clock = Clock {
        program,
        uses: &uses,
        known: Vec::with_capacity(program.nodes.len()),
    };
    let mut orders: Vec<Option<Vec<Leaf>>> = vec![None; program.nodes.len()];
    for (value, _) in program.values() {
        let as_it_stands = clock.as_it_stands(value);
        let mut known = as_it_stands;
        if is_root[value.index()] {
            let region = program.node(value).region;
            let order = clock.by_arrival(sums.leaves(value), region);
            let chained = clock.chained(&order, region);
            if chained <= as_it_stands {
                known = chained;
                orders[value.index()] = Some(order);
            }
        }
        clock.known.push(known);
    }
    if orders.iter().all(Option::is_none) {
        return None;
    }
    Some(replay(program, |replay, value| match &orders[value.index()] {
        Some(order) => unsigned(in_order(replay, order)),
        None => replay.again(value),
    }))
}

/// Arrival times of values.
struct Clock<'p> {
    program: &'p Program,
    uses: &'p Uses,
    /// Arrival time of each value processed so far [cycles].
    known: Vec<usize>,
}

impl Clock<'_> {
    fn of(&self, value: Value) -> usize {
        self.known[value.index()]
    }

    /// The factors of a product that is fused with its sum.
    fn factors(&self, term: Value, region: u32) -> Option<[Value; 2]> {
        let node = self.program.node(term);
        match node.op {
            Op::Mul(a, b) if node.region == region && self.uses.only(term).is_some() => Some([a, b]),
            _ => None,
        }
    }

    /// When a term can be added: for a fused product, when its factors are available.
    fn arrival(&self, term: Value, region: u32) -> usize {
        let factors = self.factors(term, region);
        factors.map_or(self.of(term), |factors| {
            factors.map(|f| self.of(f)).into_iter().max().unwrap_or(0)
        })
    }

    /// Arrival time of a value if its operation is not changed.
    fn as_it_stands(&self, value: Value) -> usize {
        let node = self.program.node(value);
        let begins = match node.op {
            // Of two products the later one is fused.
            Op::Add(a, b) | Op::Sub(a, b) if self.factors(b, node.region).is_some() => {
                self.of(a).max(self.arrival(b, node.region))
            }
            Op::Add(a, b) | Op::Sub(a, b) => self.arrival(a, node.region).max(self.of(b)),
            op => op.operands().map(|operand| self.of(operand)).max().unwrap_or(0),
        };
        begins + latency(node.op)
    }

    /// Sorts terms that are equal in all lanes first, so that their sum is broadcast once; then by arrival time.
    fn by_arrival(&self, mut leaves: Vec<Leaf>, region: u32) -> Vec<Leaf> {
        leaves.sort_by_key(|leaf| {
            let has_lanes = self.program.node(leaf.value).lanes > 1;
            (has_lanes, self.arrival(leaf.value, region))
        });
        leaves
    }

    /// Arrival time of the sum of these terms, added in this order.
    fn chained(&self, order: &[Leaf], region: u32) -> usize {
        let begin = order.first().map_or(0, |first| self.of(first.value));
        order.iter().skip(1).fold(begin, |known, leaf| {
            known.max(self.arrival(leaf.value, region)) + addition()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::support::testing::{judged_in_rounding, program, random_programs};
    use super::super::{FINISH, improved};
    use super::*;
    use crate::scalar::Scalar;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn a_random_program_computes_the_same_and_no_more(program in random_programs()) {
            judged_in_rounding(|program| Some(improved(program.clone(), FINISH[0])), &program);
        }
    }

    #[test]
    fn what_arrives_last_is_added_last() {
        let before = program(|[a, b, c, d]| [a.sin_cos().0 + b + c * d - d, a]);
        let after = judged_in_rounding(hasten, &before);
        let late = |p: &Program| {
            let sine = p.values().find(|(_, node)| matches!(node.op, Op::Sin(_)));
            let sine = sine.map(|(value, _)| value);
            let last = p.node(p.outputs[0].value).op;
            last.operands().any(|operand| Some(operand) == sine)
        };
        assert!(!late(&before) && late(&after));
        assert_eq!(before.count(), after.count());
    }

    #[test]
    fn sums_of_negative_terms_keep_their_sign() {
        let before = program(|[a, b, c, d]| [a - (b.sin_cos().0 + c) - d, -(a.sin_cos().0 + b) - c]);
        assert_eq!(before.count(), judged_in_rounding(hasten, &before).count());
    }
}
