//! Computes common parts of sums, and of products, once: `a + b` is a part of `a + b + c` and of `d - a - b`. Exact
//! in algebra, not in rounding.
//!
//! All sums are considered together. The pair of terms that occurs in most sums becomes a separate value and replaces
//! the pair in each of them. This is repeated until no pair occurs in two sums (Breuer 1969). Products are treated in
//! this way, too.

use super::support::terms::{Kind, Leaf, Terms};
use super::support::uses::Uses;
use crate::ir::{Program, Replay, Traced, Value, replay};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// A value of the program, or, from [`Atom::PAIRS`] on, an extracted pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Atom(u32);

/// Two atoms in ascending order, and whether their signs differ: 31, 31 bits and 1 bit, so that comparing two pairs is
/// one operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pair(u64);

impl Atom {
    const PAIRS: u32 = 1 << 30;

    fn value(value: Value) -> Self {
        assert!(value.0 < Self::PAIRS, "fewer than 2^30 values");
        Atom(value.0)
    }

    fn pair(index: usize) -> Self {
        let index = u32::try_from(index).ok().filter(|index| *index < Self::PAIRS);
        Atom(Self::PAIRS + index.expect("fewer than 2^30 pairs"))
    }

    /// The value that it is, or the position of the pair.
    fn known(self) -> Result<Value, usize> {
        match self.0.checked_sub(Self::PAIRS) {
            None => Ok(Value(self.0)),
            Some(index) => Err(index as usize),
        }
    }
}

impl Pair {
    fn of(a: &Item, b: &Item) -> Self {
        let (low, high) = (a.atom.min(b.atom).0, a.atom.max(b.atom).0);
        Pair((u64::from(low) << 32) | (u64::from(high) << 1) | u64::from(a.negative != b.negative))
    }

    fn parts(self) -> (Atom, Atom, bool) {
        let low = (self.0 >> 32) as u32;
        let high = (self.0 as u32) >> 1;
        (Atom(low), Atom(high), self.0 & 1 == 1)
    }
}

/// A signed atom in a sum.
#[derive(Clone, Copy)]
struct Item {
    atom: Atom,
    negative: bool,
    /// Position among the leaves of the tree.
    place: usize,
}

/// Computes common parts of sums once.
pub fn share_sums(program: &Program) -> Option<Program> {
    share(program, Kind::Sum)
}

/// Computes common parts of products once.
pub fn share_products(program: &Program) -> Option<Program> {
    share(program, Kind::Product)
}

fn share(program: &Program, kind: Kind) -> Option<Program> {
    let uses = Uses::of(program);
    let terms = Terms::new(program, kind, &uses);
    let roots: Vec<Value> = terms.roots().collect();
    let item = |(place, leaf): (usize, Leaf)| Item {
        atom: Atom::value(leaf.value),
        negative: leaf.negative,
        place,
    };
    let items = |root: &Value| terms.leaves(*root).into_iter().enumerate().map(item).collect();
    let mut pool = Pool::new(roots.iter().map(items).collect(), &uses);
    let whole: Vec<usize> = pool.sums.iter().map(Vec::len).collect();
    while pool.extract() {}
    if pool.pairs.is_empty() {
        return None;
    }

    let mut changed: Vec<Option<usize>> = vec![None; program.nodes.len()];
    for (sum, root) in roots.iter().enumerate() {
        changed[root.index()] = (pool.sums[sum].len() < whole[sum]).then_some(sum);
    }
    Some(replay(program, |replay, value| match changed[value.index()] {
        Some(sum) => rebuilt(&terms, replay, value, &pool.sums[sum], &pool.pairs, kind),
        None => replay.again(value),
    }))
}

/// Rebuilds the sum with each item at its position.
fn rebuilt<'g>(
    terms: &Terms,
    replay: &Replay<'_, 'g>,
    root: Value,
    items: &[Item],
    pairs: &[Pair],
    kind: Kind,
) -> Traced<'g> {
    let leaves = terms.leaves(root);
    let mut places = 0..leaves.len();
    let mut instead = || {
        let place = places.next()?;
        let item = items.iter().find(|item| item.place == place)?;
        let traced = atom(replay, item.atom, pairs, kind);
        let absorbed = items.iter().any(|other| other.place != place && !other.negative);
        Some(match item.negative == leaves[place].negative {
            true => traced,
            false if absorbed => traced.opposite(),
            // If there is no positive term from which the pair can be subtracted, it is negated: `-(b - a)` becomes
            // `a - b`.
            false => -traced,
        })
    };
    let sum = terms.rebuild(root, &mut instead);
    sum.expect("a sum keeps an item")
}

fn atom<'g>(replay: &Replay<'_, 'g>, which: Atom, pairs: &[Pair], kind: Kind) -> Traced<'g> {
    match which.known() {
        Ok(value) => replay.at(value),
        Err(index) => {
            let (a, b, opposite) = pairs[index].parts();
            let (a, b) = (atom(replay, a, pairs, kind), atom(replay, b, pairs, kind));
            match (kind, opposite) {
                (Kind::Product, _) => a * b,
                (Kind::Sum, false) => a + b,
                (Kind::Sum, true) => a - b,
            }
        }
    }
}

/// All sums, and the occurrences of each pair.
struct Pool {
    sums: Vec<Vec<Item>>,
    /// Pairs extracted so far.
    pairs: Vec<Pair>,
    /// Pairs that occur in several sums, have occurred in several sums, or may do so: for each pair, the sums that
    /// contain it.
    places: BTreeMap<Pair, BTreeSet<usize>>,
    /// Pairs that occur in more than one sum, the most frequent first.
    queue: BTreeSet<(Reverse<usize>, Pair)>,
    /// By value: whether it can belong to a pair that occurs in two sums.
    shared: Vec<bool>,
}

impl Pool {
    fn new(sums: Vec<Vec<Item>>, uses: &Uses) -> Self {
        let mut pool = Pool {
            pairs: Vec::new(),
            places: BTreeMap::new(),
            queue: BTreeSet::new(),
            shared: uses.count.iter().map(|&count| count > 1).collect(),
            sums,
        };
        // A pair that occurs only once now never becomes more frequent: all pairs that are formed later contain a new
        // atom.
        let mut all: Vec<(Pair, usize)> = Vec::new();
        for sum in 0..pool.sums.len() {
            all.extend(pool.pairs_of(sum).into_iter().map(|pair| (pair, sum)));
        }
        all.sort_unstable();
        for same in all.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() > 1) {
            let sums = same.iter().map(|(_, sum)| *sum);
            pool.places.insert(same[0].0, sums.collect());
            pool.queue.insert((Reverse(same.len()), same[0].0));
        }
        pool
    }

    /// Extracts the pair that occurs in most sums; false if no pair occurs in two sums.
    fn extract(&mut self) -> bool {
        let Some((_, pair)) = self.queue.pop_first() else {
            return false;
        };
        let new = Atom::pair(self.pairs.len());
        self.pairs.push(pair);
        for sum in self.places.get(&pair).cloned().unwrap_or_default() {
            let before = self.pairs_of(sum);
            self.replace(sum, pair, new);
            let after = self.pairs_of(sum);
            let gone = before.iter().filter(|pair| after.binary_search(pair).is_err());
            gone.for_each(|&gone| self.move_pair(gone, sum, false));
            let come = after.iter().filter(|pair| before.binary_search(pair).is_err());
            come.for_each(|&come| self.move_pair(come, sum, true));
        }
        true
    }

    /// Replaces the pair in a sum by the new atom.
    fn replace(&mut self, sum: usize, pair: Pair, new: Atom) {
        let (a, b, opposite) = pair.parts();
        let items = &mut self.sums[sum];
        let found = items.iter().enumerate().find_map(|(i, first)| {
            let second = items
                .iter()
                .enumerate()
                .position(|(j, second)| j != i && second.atom == b && (second.negative != first.negative) == opposite);
            second.filter(|_| first.atom == a).map(|j| (i, j))
        });
        let Some((i, j)) = found else { return };
        items[i] = Item {
            atom: new,
            negative: items[i].negative,
            place: items[i].place.min(items[j].place),
        };
        items.remove(j);
    }

    /// The pairs of a sum, in ascending order, that may also occur in another sum.
    fn pairs_of(&self, sum: usize) -> Vec<Pair> {
        let shared = |item: &&Item| match item.atom.known() {
            Ok(value) => self.shared[value.index()],
            Err(_) => true,
        };
        let items: Vec<&Item> = self.sums[sum].iter().filter(shared).collect();
        let mut pairs = Vec::with_capacity(items.len() * items.len() / 2);
        for (i, a) in items.iter().enumerate() {
            pairs.extend(items[..i].iter().map(|b| Pair::of(a, b)));
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// Records that a pair now occurs in a sum, or no longer does.
    fn move_pair(&mut self, pair: Pair, sum: usize, comes: bool) {
        if comes {
            self.places.entry(pair).or_default();
        }
        let Some(places) = self.places.get_mut(&pair) else {
            return;
        };
        self.queue.remove(&(Reverse(places.len()), pair));
        if comes {
            places.insert(sum);
        } else {
            places.remove(&sum);
        }
        if places.len() > 1 {
            self.queue.insert((Reverse(places.len()), pair));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::support::testing::{count_after, in_two_regions, judged, program};
    use super::*;

    #[test]
    fn a_pair_in_two_sums_is_added_once() {
        let before = program(|[a, b, c, d]| [(a + c) + b, d - b - a]);
        assert_eq!(
            (before.count().total(), count_after(share_sums, &before).total()),
            (4, 3)
        );
    }

    #[test]
    fn opposite_signs_are_a_pair_of_their_own() {
        let before = program(|[a, b, c, d]| [(a + c) - b, (b + d) - a, (a + d) + b]);
        assert_eq!(
            (before.count().total(), count_after(share_sums, &before).total()),
            (6, 5)
        );
    }

    #[test]
    fn pairs_grow_to_longer_parts() {
        let before = program(|[a, b, c, d]| [(a + d) + (b + c), (b - d) + (c + a), (a + b) * d + c]);
        assert_eq!((before.count().add, count_after(share_sums, &before).add), (8, 5));
        let before = program(|[a, b, c, d]| [(a * d) * (b * c), (b * c) * (a * a)]);
        assert_eq!((before.count().mul, count_after(share_products, &before).mul), (5, 4));
    }

    #[test]
    fn an_earlier_region_computes_what_a_later_one_shares() {
        let before = in_two_regions(|[a, b, c, _]| ([(a + c) + b], [|[a, b, _, d]| (a + d) + b]));
        let after = judged(share_sums, &before);
        assert_eq!([0, 1].map(|r| after.counts()[r].count.total()), [2, 1]);
    }
}
