//! Splits sums on the longest chain into several chains of additions that run in parallel.
//!
//! A sum of `n` terms takes `n - 1` additions one after the other, even if all terms are available at once. Two chains
//! with half the terms each, joined by one addition, take half the time and an equal number of additions. But fewer
//! products can be [fused](super::fuse), so the processor executes more operations. Therefore only sums on the longest
//! chains of the whole program are split.
//!
//! Arrival times and remaining chains are estimated with fused products, and with one latency for all arithmetic, as on
//! processors with fused operations.

use super::fuse::{Fusion, fusions};
use super::support::chain::{addition, in_order, together, unsigned};
use super::support::terms::{Kind, Leaf, Terms};
use super::support::uses::Uses;
use crate::ir::{Op, Program, Value, latency, replay};

/// Largest number of chains of one sum.
const CHAINS: usize = 4;

/// Number of times that the longest chains are determined again: after some chains are shortened, different chains are
/// the longest.
const ROUNDS: usize = 8;

/// A value counts as being on a longest chain if its slack is at most the length of the longest chain divided by this.
const NEAR: usize = 16;

/// Splits sums on the longest chains, as long as that shortens them.
pub fn split(program: &Program) -> Option<Program> {
    let mut best: Option<Program> = None;
    for _ in 0..ROUNDS {
        let clock = Clock::new(best.as_ref().unwrap_or(program));
        let Some(next) = split_once(clock.program, &clock) else {
            break;
        };
        if Clock::new(&next).longest >= clock.longest {
            break;
        }
        best = Some(next);
    }
    best
}

fn split_once(program: &Program, clock: &Clock) -> Option<Program> {
    let sums = Terms::new(program, Kind::Sum, &clock.uses);
    let mut plans: Vec<Option<Vec<Vec<Leaf>>>> = vec![None; program.nodes.len()];
    for root in sums.roots().filter(|&root| clock.is_pressing(root)) {
        plans[root.index()] = clock.chains(root, sums.leaves(root));
    }
    if plans.iter().all(Option::is_none) {
        return None;
    }
    Some(replay(program, |replay, value| match &plans[value.index()] {
        Some(chains) => {
            let parts = chains.iter().map(|chain| in_order(replay, chain));
            unsigned(parts.reduce(together).expect("a sum has terms"))
        }
        None => replay.again(value),
    }))
}

/// Arrival times of values, and the chains that begin at them.
struct Clock<'p> {
    program: &'p Program,
    uses: Uses,
    /// The fusion of each value, if any.
    fused: Vec<Option<Fusion>>,
    /// Arrival time of each value [cycles].
    known: Vec<usize>,
    /// Length of the longest chain that begins at each value [cycles].
    after: Vec<usize>,
    /// Length of the longest chain of the program [cycles].
    longest: usize,
}

impl<'p> Clock<'p> {
    fn new(program: &'p Program) -> Self {
        let uses = Uses::of(program);
        let mut clock = Clock {
            program,
            fused: fusions(program, &uses),
            uses,
            known: Vec::with_capacity(program.nodes.len()),
            after: vec![0; program.nodes.len()],
            longest: 0,
        };
        for (value, node) in program.values() {
            let begins = clock.needs(value).into_iter().flatten().map(|v| clock.known[v.index()]);
            clock.known.push(begins.max().unwrap_or(0) + latency(node.op));
        }
        for (value, node) in program.values().collect::<Vec<_>>().into_iter().rev() {
            let whole = clock.after[value.index()] + latency(node.op);
            for operand in clock.needs(value).into_iter().flatten() {
                let after = &mut clock.after[operand.index()];
                *after = whole.max(*after);
            }
        }
        clock.longest = clock.known.iter().copied().max().unwrap_or(0);
        clock
    }

    /// Operands that an operation waits for.
    fn needs(&self, value: Value) -> [Option<Value>; 3] {
        match self.fused[value.index()] {
            Some((a, b, other, _)) => [Some(a), Some(b), Some(other)],
            None => {
                let mut operands = self.program.node(value).op.operands();
                [operands.next(), operands.next(), operands.next()]
            }
        }
    }

    fn is_pressing(&self, value: Value) -> bool {
        self.known[value.index()] + self.after[value.index()] + self.longest / NEAR >= self.longest
    }

    /// Time at which a term can be added: for a fused product, the time at which its factors are available.
    fn arrival(&self, root: Value, term: Value) -> usize {
        let known = |value: Value| self.known[value.index()];
        let (node, user) = (self.program.node(term), self.program.node(root));
        let is_alike = node.region == user.region && node.lanes == user.lanes;
        match node.op {
            Op::Mul(a, b) if is_alike && self.uses.only(term).is_some() => known(a).max(known(b)),
            _ => known(term),
        }
    }

    /// Distributes the terms to the number of chains that makes the sum available earliest; `None` if one chain is
    /// equally good.
    fn chains(&self, root: Value, mut leaves: Vec<Leaf>) -> Option<Vec<Vec<Leaf>>> {
        leaves.sort_by_key(|leaf| self.arrival(root, leaf.value));
        let dealt = (2..=CHAINS.min(leaves.len() / 2)).map(|count| self.dealt(root, &leaves, count));
        let (known, chains) = dealt.min_by_key(|(known, _)| *known)?;
        (known < self.known[root.index()]).then_some(chains)
    }

    /// Assigns each term to the chain that can add it first. Returns when the sum is available, and the chains, the
    /// earliest first.
    fn dealt(&self, root: Value, leaves: &[Leaf], count: usize) -> (usize, Vec<Vec<Leaf>>) {
        let mut chains: Vec<(usize, Vec<Leaf>)> = vec![(0, Vec::new()); count];
        for &leaf in leaves {
            let first = chains.iter_mut().min_by_key(|(known, _)| *known);
            let (known, chain) = first.expect("there are chains");
            *known = match chain.is_empty() {
                true => self.known[leaf.value.index()],
                false => self.arrival(root, leaf.value).max(*known) + addition(),
            };
            chain.push(leaf);
        }
        chains.retain(|(_, chain)| !chain.is_empty());
        chains.sort_by_key(|(known, _)| *known);
        let known = chains.iter().map(|(known, _)| *known);
        let known = known.reduce(|sum, next| sum.max(next) + addition()).unwrap_or(0);
        (known, chains.into_iter().map(|(_, chain)| chain).collect())
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
            judged_in_rounding(|program| Some(improved(program.clone(), FINISH[1])), &program);
        }
    }

    fn longest(program: &Program) -> usize {
        Clock::new(program).longest
    }

    /// Six products in one chain: a product and five sums; in two chains: a product and two sums each, then one more
    /// sum.
    #[test]
    fn terms_that_are_known_at_once_are_added_side_by_side() {
        let before = program(|[a, b, c, d]| [a * b - a * c + a * d - b * c + b * d - c * d]);
        let after = judged_in_rounding(split, &before);
        assert_eq!((longest(&before), longest(&after)), (24, 16));
        assert_eq!(before.count(), after.count());
    }

    #[test]
    fn a_sum_that_nothing_waits_for_stays_as_it_is() {
        let sum = program(|[a, b, c, d]| [a * b + a * c + a * d + b * c, a.sin_cos().0]);
        assert!(split(&sum).is_none());
    }
}
