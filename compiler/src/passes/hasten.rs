//! Adds the terms of each sum in the order in which they become available.
//!
//! A sum of many terms is a chain of additions, each of which waits for the addition before it. If the latest term
//! stands first, all additions wait for this term; if it stands last, only one addition waits. The number of operations
//! stays the same. The pass changes the waiting time of a processor that executes several operations at once, and the
//! last digits of results.
//!
//! Arrival times are estimated by [`latency`], as if an operation waited for its operands only.

use super::support::chain::{addition, in_order, unsigned};
use super::support::terms::{Kind, Leaf, Terms};
use super::support::uses::Uses;
use crate::ir::{Op, Program, Value, latency, replay};

/// Reorders the terms of each sum by arrival time if the sum is then available earlier.
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

/// The place at which a term is added.
#[derive(Clone, Copy)]
struct Addition {
    region: u32,
    /// Lanes of the sum.
    lanes: u32,
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

    /// The factors of a product that will be fused with its addition, because it is in the same region and has as many
    /// lanes.
    fn factors(&self, term: Value, addition: Addition) -> Option<[Value; 2]> {
        let node = self.program.node(term);
        let is_alike = node.region == addition.region && node.lanes == addition.lanes;
        match node.op {
            Op::Mul(a, b) if is_alike && self.uses.only(term).is_some() => Some([a, b]),
            _ => None,
        }
    }

    /// Time at which a term can be added: for a fused product, the time at which its factors are available.
    fn arrival(&self, term: Value, addition: Addition) -> usize {
        let factors = self.factors(term, addition);
        factors.map_or(self.of(term), |factors| {
            factors.map(|f| self.of(f)).into_iter().max().unwrap_or(0)
        })
    }

    /// Arrival time of a value if its operation is not changed.
    fn as_it_stands(&self, value: Value) -> usize {
        let node = self.program.node(value);
        let own = Addition {
            region: node.region,
            lanes: node.lanes,
        };
        let begins = match node.op {
            // Of two products the later one is fused.
            Op::Add(a, b) | Op::Sub(a, b) if self.factors(b, own).is_some() => self.of(a).max(self.arrival(b, own)),
            Op::Add(a, b) | Op::Sub(a, b) => self.arrival(a, own).max(self.of(b)),
            op => op.operands().map(|operand| self.of(operand)).max().unwrap_or(0),
        };
        begins + latency(node.op)
    }

    /// Sorts terms that are equal in all lanes first, so that their sum is broadcast once; then by arrival time.
    fn by_arrival(&self, mut leaves: Vec<Leaf>, region: u32) -> Vec<Leaf> {
        leaves.sort_by_key(|leaf| {
            let lanes = self.program.node(leaf.value).lanes;
            (lanes > 1, self.arrival(leaf.value, Addition { region, lanes }))
        });
        leaves
    }

    /// Arrival time of the sum of these terms, added in this order.
    fn chained(&self, order: &[Leaf], region: u32) -> usize {
        let begin = order.first().map_or(0, |first| self.of(first.value));
        let mut lanes = order.first().map_or(1, |first| self.program.node(first.value).lanes);
        order.iter().skip(1).fold(begin, |known, leaf| {
            lanes = lanes.max(self.program.node(leaf.value).lanes);
            known.max(self.arrival(leaf.value, Addition { region, lanes })) + addition()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::support::testing::{judged_in_rounding, program, random_programs};
    use super::super::{FINISH, improved};
    use super::*;
    use crate::ir::{Class, Graph, prune};
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

    /// A product that is equal in all lanes is not fused with a sum in lanes. Terms that arrive together with it are
    /// added after it.
    #[test]
    fn products_without_lanes_are_added_before_the_lanes() {
        let graph = Graph::new();
        graph.begin_region("all");
        let [a, b] = ["a", "b"].map(|name| graph.input(name, Class::Position));
        let x = graph.lane_input("x", Class::Position, 4);
        graph.output("sum", x + a * a + a * b.sqrt());
        let before = prune(graph.finish());
        let after = hasten(&before).expect("another order is no later");
        let in_lanes = |p: &Program| {
            let sums = p.nodes.iter().filter(|node| matches!(node.op, Op::Add(..)));
            sums.filter(|node| node.lanes > 1).count()
        };
        assert_eq!((in_lanes(&before), in_lanes(&after)), (2, 1));
    }

    #[test]
    fn sums_of_negative_terms_keep_their_sign() {
        let before = program(|[a, b, c, d]| [a - (b.sin_cos().0 + c) - d, -(a.sin_cos().0 + b) - c]);
        assert_eq!(before.count(), judged_in_rounding(hasten, &before).count());
    }
}
