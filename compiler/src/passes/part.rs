//! Adds the terms of each sum owner by owner, so that each owner can form its part of the sum by itself.
//!
//! Contributions of a vehicle's chains to its base are summed one after the other, stage by stage: a sum of sums in
//! several regions. After this pass every owner has its own sum, which grows from region to region. These sums are
//! added at the end. Owners then exchange one number for each sum instead of one for each term. The number of
//! operations stays the same; the last digits change.

use super::support::chain::{in_order, together, unsigned};
use super::support::terms::{Kind, Leaf, Terms};
use super::support::uses::Uses;
use crate::ir::{Owned, Program, Replay, Traced, Value, owned, replay};
use std::collections::BTreeMap;

/// Terms by owner, in the order in which they are added.
type Parts = BTreeMap<Owned, Vec<Leaf>>;

/// Adds the terms of every sum with terms of several owners owner by owner. `inputs` are the owners of the inputs.
pub fn part_sums(program: &Program, inputs: &[Option<usize>]) -> Option<Program> {
    let uses = Uses::of(program);
    let sums = Terms::new(program, Kind::Sum, &uses);
    let owned = owned(program, inputs);
    let mut parts: BTreeMap<Value, Parts> = BTreeMap::new();
    let mut goes_on = vec![false; program.nodes.len()];
    for root in sums.roots().filter(|root| owned[root.index()] == Owned::Joint) {
        let mut own = Parts::new();
        for leaf in sums.leaves(root) {
            match parts.get(&leaf.value).filter(|_| uses.only(leaf.value).is_some()) {
                Some(before) => {
                    goes_on[leaf.value.index()] = true;
                    before
                        .iter()
                        .for_each(|(owner, terms)| extend(&mut own, *owner, terms, leaf.negative));
                }
                None => extend(&mut own, owned[leaf.value.index()], &[leaf], false),
            }
        }
        parts.insert(root, own);
    }
    if parts.is_empty() {
        return None;
    }
    Some(replay(program, |replay, value| match parts.get(&value) {
        // The owners' sums up to here are traced, too. A later sum that continues this one finds them, since equal
        // values are merged.
        Some(parts) if goes_on[value.index()] => {
            parts.values().for_each(|terms| _ = in_order(replay, terms));
            replay.again(value)
        }
        Some(parts) => added(replay, parts),
        None => replay.again(value),
    }))
}

/// Appends terms to the terms of an owner. Their signs are changed if they are subtracted.
fn extend(parts: &mut Parts, owner: Owned, terms: &[Leaf], negative: bool) {
    let signed = terms.iter().map(|leaf| Leaf {
        negative: leaf.negative != negative,
        ..*leaf
    });
    parts.entry(owner).or_default().extend(signed);
}

/// The sum of the owners' sums; terms that depend on several owners come last.
fn added<'g>(replay: &Replay<'_, 'g>, parts: &Parts) -> Traced<'g> {
    let sums = parts.values().map(|terms| in_order(replay, terms));
    unsigned(sums.reduce(together).expect("a sum has terms"))
}

#[cfg(test)]
mod tests {
    use super::super::improved_by;
    use super::super::support::testing::{judged_in_rounding, program, random_programs};
    use super::*;
    use crate::ir::{Class, Graph, Op};
    use proptest::prelude::*;

    /// Two owners, and inputs that both have.
    const OWNERS: [Option<usize>; 4] = [Some(0), Some(1), None, Some(1)];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn a_random_program_computes_the_same_and_no_more(program in random_programs()) {
            let pass = |program: &Program| Some(improved_by(program.clone(), "sums by owner", |p| part_sums(p, &OWNERS)));
            judged_in_rounding(pass, &program);
        }
    }

    /// Number of values of single owners that a program's joint sums use.
    fn crossing(program: &Program) -> usize {
        let owned = owned(program, &OWNERS);
        let joint = program
            .values()
            .filter(|(value, _)| owned[value.index()] == Owned::Joint);
        let used = joint.flat_map(|(_, node)| node.op.operands());
        used.filter(|operand| matches!(owned[operand.index()], Owned::By(_)))
            .count()
    }

    #[test]
    fn each_owner_adds_its_own_terms() {
        let before = program(|[a, b, c, d]| [a * a + b * c - a * c + d - b * b, a]);
        let after = judged_in_rounding(|program| part_sums(program, &OWNERS), &before);
        assert_eq!(before.count(), after.count());
        assert!(crossing(&before) > 2);
        assert_eq!(crossing(&after), 2, "{after}");
    }

    /// A sum that continues in the next region, like the sum of the chains on their base, is not added twice.
    #[test]
    fn a_sum_goes_on_through_regions() {
        let graph = Graph::new();
        graph.begin_region("first");
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| graph.input(format!("x{i}"), Class::Position));
        let so_far = c * c - a * b;
        let mut sum = so_far + a * a + b * b;
        for (region, term) in [("second", a * c), ("third", b * c), ("fourth", a * d)] {
            graph.begin_region(region);
            sum = sum - term + b * d;
        }
        graph.output("all", sum);
        let before = graph.finish();
        let after = judged_in_rounding(|program| part_sums(program, &OWNERS), &before);
        assert_eq!(before.count(), after.count());
        let last = after.node(after.outputs[0].value).op;
        assert!(matches!(last, Op::Add(..) | Op::Sub(..)));
        // Two sums; a term that is joint already is separate: a b, and a d.
        assert_eq!(crossing(&after), 2 + 2 + 2, "{after}");
    }
}
