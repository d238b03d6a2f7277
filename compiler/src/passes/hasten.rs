//! The terms of a sum are added in the order in which they arrive.
//!
//! A sum of many terms is a chain of additions, each of which waits for the one before. Where the term that arrives last
//! stands first, all of them wait for it; where it stands last, one does. Nothing is added or saved: what changes is how
//! long a processor that does several things at once has to wait, and the last digits.
//!
//! Arrivals are estimated, by [`latency`], as if only what an operation needs could delay it.

use super::terms::{Kind, Leaf, Terms};
use super::uses::Uses;
use crate::ir::{Op, Program, Replay, Traced, Value, latency, replay};

/// The program with the terms of its sums in the order of their arrival, wherever the sum is known earlier that way.
///
/// To be run when nothing looks for common parts of sums any more: they stand side by side no longer.
pub fn hasten(program: &Program) -> Program {
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
    replay(program, |replay, value| match &orders[value.index()] {
        Some(order) => unsigned(in_order(replay, order)),
        None => replay.again(value),
    })
}

/// When values are known.
struct Clock<'p> {
    program: &'p Program,
    uses: &'p Uses,
    /// By value, as far as they have been looked at [cycles].
    known: Vec<usize>,
}

/// Cycles of an addition, alone or with a product.
pub fn addition() -> usize {
    latency(Op::Add(Value(0), Value(0)))
}

impl Clock<'_> {
    fn of(&self, value: Value) -> usize {
        self.known[value.index()]
    }

    /// The factors of a product that its sum takes in.
    fn factors(&self, term: Value, region: u32) -> Option<[Value; 2]> {
        let node = self.program.node(term);
        match node.op {
            Op::Mul(a, b) if node.region == region && self.uses.only(term).is_some() => Some([a, b]),
            _ => None,
        }
    }

    /// When a term can be added: a product that is taken in, when its factors are known.
    fn arrival(&self, term: Value, region: u32) -> usize {
        let factors = self.factors(term, region);
        factors.map_or(self.of(term), |factors| {
            factors.map(|f| self.of(f)).into_iter().max().unwrap_or(0)
        })
    }

    /// When a value is known if its operation stays as it is.
    fn as_it_stands(&self, value: Value) -> usize {
        let node = self.program.node(value);
        let begins = match node.op {
            // Of two products the later is taken in.
            Op::Add(a, b) | Op::Sub(a, b) if self.factors(b, node.region).is_some() => {
                self.of(a).max(self.arrival(b, node.region))
            }
            Op::Add(a, b) | Op::Sub(a, b) => self.arrival(a, node.region).max(self.of(b)),
            op => op.operands().map(|operand| self.of(operand)).max().unwrap_or(0),
        };
        begins + latency(node.op)
    }

    /// Terms that are the same in all lanes first, so that they are spread to the lanes but once; of either kind the
    /// earliest first.
    fn by_arrival(&self, mut leaves: Vec<Leaf>, region: u32) -> Vec<Leaf> {
        leaves.sort_by_key(|leaf| {
            let has_lanes = self.program.node(leaf.value).lanes > 1;
            (has_lanes, self.arrival(leaf.value, region))
        });
        leaves
    }

    /// When the sum of these terms is known, added one after the other.
    fn chained(&self, order: &[Leaf], region: u32) -> usize {
        let begin = order.first().map_or(0, |first| self.of(first.value));
        order.iter().skip(1).fold(begin, |known, leaf| {
            known.max(self.arrival(leaf.value, region)) + addition()
        })
    }
}

/// A sum on its way, and whether it is kept with its sign changed.
pub type Signed<'g> = (Traced<'g>, bool);

/// Two parts of a sum. As long as both are negative their sum is kept with its sign changed.
pub fn together<'g>((sum, negative): Signed<'g>, (term, minus): Signed<'g>) -> Signed<'g> {
    match (negative, minus) {
        (false, true) => (sum - term, false),
        (true, false) => (term - sum, false),
        (same, _) => (sum + term, same),
    }
}

/// With the sign that it has.
pub fn unsigned<'g>((sum, negative): Signed<'g>) -> Traced<'g> {
    if negative { -sum } else { sum }
}

/// Terms added one after the other.
pub fn in_order<'g>(replay: &Replay<'_, 'g>, order: &[Leaf]) -> Signed<'g> {
    let term = |leaf: &Leaf| (replay.at(leaf.value), leaf.negative);
    order.iter().map(term).reduce(together).expect("a sum has terms")
}

#[cfg(test)]
mod tests {
    use super::super::testing::{judged_in_rounding, program, random_programs};
    use super::super::{FINISH, improved};
    use super::*;
    use crate::scalar::Scalar;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn a_random_program_computes_the_same_and_no_more(program in random_programs()) {
            judged_in_rounding(|program| improved(program.clone(), FINISH[0]), &program);
        }
    }

    #[test]
    fn what_arrives_last_is_added_last() {
        let before = program(|[a, b, c, d]| [a.sin_cos().0 + b + c * d - d, a]);
        let after = hasten(&before);
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
        judged_in_rounding(hasten, &before);
        assert_eq!(before.count(), hasten(&before).count());
    }
}
