//! Computes common parts of sums, and of products, once: `a + b` stands in `a + b + c` and in `d - a - b`. Exact in
//! algebra, not in rounding.
//!
//! All sums are considered together. The pair of terms that occurs in most sums becomes a value of its own and replaces
//! the pair in each of them. This is repeated until no pair occurs in two sums (Breuer 1969). The same is done for
//! products.

use super::support::terms::{Kind, Leaf, Terms};
use super::support::uses::Uses;
use crate::ir::{Program, Replay, Traced, Value, replay};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// A value of the program, or an extracted pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Atom {
    Value(Value),
    Pair(usize),
}

/// Two atoms in ascending order, and whether their signs differ.
type Pair = (Atom, Atom, bool);

/// A signed atom in a sum.
#[derive(Clone, Copy)]
struct Item {
    atom: Atom,
    negative: bool,
    /// Position among the leaves of the tree.
    place: usize,
}

/// Computes common parts of sums once.
pub fn share_sums(program: &Program) -> Program {
    share(program, Kind::Sum)
}

/// Computes common parts of products once.
pub fn share_products(program: &Program) -> Program {
    share(program, Kind::Product)
}

fn share(program: &Program, kind: Kind) -> Program {
    let uses = Uses::of(program);
    let terms = Terms::new(program, kind, &uses);
    let roots: Vec<Value> = terms.roots().collect();
    let item = |(place, leaf): (usize, Leaf)| Item {
        atom: Atom::Value(leaf.value),
        negative: leaf.negative,
        place,
    };
    let items = |root: &Value| terms.leaves(*root).into_iter().enumerate().map(item).collect();
    let mut pool = Pool::new(roots.iter().map(items).collect(), &uses);
    while pool.extract() {}

    let mut changed: Vec<Option<usize>> = vec![None; program.nodes.len()];
    for (sum, root) in roots.iter().enumerate() {
        let whole = pool.sums[sum].len() == terms.leaves(*root).len();
        changed[root.index()] = (!whole).then_some(sum);
    }
    replay(program, |replay, value| match changed[value.index()] {
        Some(sum) => rebuilt(&terms, replay, value, &pool.sums[sum], &pool.pairs, kind),
        None => replay.again(value),
    })
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
            // With nothing to subtract it from, `a - b` is computed as `-(b - a)`.
            false => -traced,
        })
    };
    let sum = terms.rebuild(root, &mut instead);
    sum.expect("a sum keeps an item")
}

fn atom<'g>(replay: &Replay<'_, 'g>, which: Atom, pairs: &[Pair], kind: Kind) -> Traced<'g> {
    match which {
        Atom::Value(value) => replay.at(value),
        Atom::Pair(index) => {
            let (a, b, opposite) = pairs[index];
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
    /// The sums in which each pair occurs.
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
        for sum in 0..pool.sums.len() {
            pool.pairs_of(sum)
                .into_iter()
                .for_each(|pair| pool.move_pair(pair, sum, true));
        }
        pool
    }

    /// Extracts the pair that occurs in most sums; false if none occurs in two.
    fn extract(&mut self) -> bool {
        let Some((_, pair)) = self.queue.pop_first() else {
            return false;
        };
        let new = Atom::Pair(self.pairs.len());
        self.pairs.push(pair);
        for sum in self.places.get(&pair).cloned().unwrap_or_default() {
            let before = self.pairs_of(sum);
            self.replace(sum, pair, new);
            let after = self.pairs_of(sum);
            before
                .difference(&after)
                .for_each(|&gone| self.move_pair(gone, sum, false));
            after
                .difference(&before)
                .for_each(|&come| self.move_pair(come, sum, true));
        }
        true
    }

    /// Replaces the pair in a sum by the new atom.
    fn replace(&mut self, sum: usize, (a, b, opposite): Pair, new: Atom) {
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

    fn pairs_of(&self, sum: usize) -> BTreeSet<Pair> {
        let shared = |item: &&Item| match item.atom {
            Atom::Value(value) => self.shared[value.index()],
            Atom::Pair(_) => true,
        };
        let items: Vec<&Item> = self.sums[sum].iter().filter(shared).collect();
        let with = |(i, a): (usize, &&Item)| {
            let a = **a;
            let pair = move |b: &&Item| (a.atom.min(b.atom), a.atom.max(b.atom), a.negative != b.negative);
            items[..i].iter().map(pair).collect::<Vec<Pair>>()
        };
        items.iter().enumerate().flat_map(with).collect()
    }

    /// Records that a pair now occurs in a sum, or no longer does.
    fn move_pair(&mut self, pair: Pair, sum: usize, comes: bool) {
        let places = self.places.entry(pair).or_default();
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
