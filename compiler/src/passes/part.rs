//! Adds the terms of each sum owner by owner, so that each owner can do so by itself.
//!
//! What the chains of a vehicle contribute to its base is summed one after the other, stage by stage: a sum of sums in
//! several regions. After this pass every owner has a sum of its own, which grows from region to region, and these sums are
//! added at the end: what owners tell each other is one number for each sum, instead of one for each term. The number of
//! operations stays the same; the last digits change.

use super::support::chain::{in_order, together, unsigned};
use super::support::terms::{Kind, Leaf, Terms};
use super::support::uses::Uses;
use crate::ir::{Owned, Program, Replay, Traced, Value, owned, replay};
use std::collections::BTreeMap;

/// Terms by owner, in the order in which they are added.
type Parts = BTreeMap<Owned, Vec<Leaf>>;

/// Adds the terms of every sum whose terms have several owners owner by owner; `inputs` are the owners of the inputs.
pub fn part_sums(program: &Program, inputs: &[Option<usize>]) -> Program {
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
    replay(program, |replay, value| match parts.get(&value) {
        // Whoever needs the sum so far finds the sums of the owners: equal values are one.
        Some(parts) if goes_on[value.index()] => {
            parts.values().for_each(|terms| _ = in_order(replay, terms));
            replay.again(value)
        }
        Some(parts) => added(replay, parts),
        None => replay.again(value),
    })
}

/// Appends terms to those of an owner, with their signs changed where they are subtracted.
fn extend(parts: &mut Parts, owner: Owned, terms: &[Leaf], negative: bool) {
    let signed = terms.iter().map(|leaf| Leaf {
        negative: leaf.negative != negative,
        ..*leaf
    });
    parts.entry(owner).or_default().extend(signed);
}

/// The sum of the owners' sums, last what is joint already.
fn added<'g>(replay: &Replay<'_, 'g>, parts: &Parts) -> Traced<'g> {
    let sums = parts.values().map(|terms| in_order(replay, terms));
    unsigned(sums.reduce(together).expect("a sum has terms"))
}
