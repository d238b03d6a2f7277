//! Takes out common factors: `a b + c - a d` becomes `a (b - d) + c`. Exact in algebra, not in rounding.
//!
//! Only products used once are opened, since the multiplication of any other product would remain. A factor taken out
//! of `n` terms saves `n - 1` multiplications. The factor found in most terms is taken out first; if several factors
//! are equal in this respect, the leftmost.

use super::support::terms::{Kind, Leaf, Terms};
use super::support::uses::Uses;
use crate::ir::{Program, Replay, Traced, Value, replay};

/// A term of a sum, as a list of its factors.
struct Term {
    negative: bool,
    factors: Vec<Value>,
}

/// Terms of a sum that share a factor.
struct CommonFactor {
    /// The shared factor.
    factor: Value,
    /// Positions of the terms, ascending.
    members: Vec<usize>,
}

/// Takes common factors out of sums. The sum that is left in a bracket may have common factors again; the next run of
/// the pass finds them.
pub fn take_out_factors(program: &Program) -> Option<Program> {
    let uses = Uses::of(program);
    let sums = Terms::new(program, Kind::Sum, &uses);
    let products = Terms::new(program, Kind::Product, &uses);
    let mut plans: Vec<Option<(Vec<Term>, Vec<CommonFactor>)>> = program.nodes.iter().map(|_| None).collect();
    for root in sums.roots() {
        let region = program.node(root).region;
        let open = |leaf: Leaf| {
            let alone = uses.only(leaf.value).is_some() && program.node(leaf.value).region == region;
            Term {
                negative: leaf.negative,
                factors: if alone {
                    products.factors(leaf.value)
                } else {
                    vec![leaf.value]
                },
            }
        };
        let terms: Vec<Term> = sums.leaves(root).into_iter().map(open).collect();
        let groups = groups(&terms);
        if !groups.is_empty() {
            plans[root.index()] = Some((terms, groups));
        }
    }
    if plans.iter().all(Option::is_none) {
        return None;
    }
    Some(replay(program, |replay, value| match &plans[value.index()] {
        Some((terms, groups)) => regrouped(&sums, replay, value, terms, groups),
        None => replay.again(value),
    }))
}

fn groups(terms: &[Term]) -> Vec<CommonFactor> {
    let mut free: Vec<usize> = (0..terms.len()).filter(|&t| terms[t].factors.len() > 1).collect();
    let mut groups = Vec::new();
    loop {
        let with = |factor: Value| {
            free.iter()
                .copied()
                .filter(move |&t| terms[t].factors.contains(&factor))
        };
        let candidates = free.iter().flat_map(|&t| terms[t].factors.iter().copied());
        // `max_by_key` returns the last of equals, hence the reversed order.
        let candidates: Vec<Value> = candidates.collect();
        let best = candidates.into_iter().rev().max_by_key(|&factor| with(factor).count());
        let Some(factor) = best.filter(|&factor| with(factor).count() > 1) else {
            return groups;
        };
        let members: Vec<usize> = with(factor).collect();
        free.retain(|t| !members.contains(t));
        groups.push(CommonFactor { factor, members });
    }
}

/// Rebuilds the sum with each bracket in the place of its first member.
fn regrouped<'g>(
    sums: &Terms,
    replay: &Replay<'_, 'g>,
    root: Value,
    terms: &[Term],
    groups: &[CommonFactor],
) -> Traced<'g> {
    let leaves = sums.leaves(root);
    let mut places = 0..leaves.len();
    let mut instead = || {
        let place = places.next()?;
        match groups.iter().find(|group| group.members.contains(&place)) {
            None => Some(replay.at(leaves[place].value)),
            Some(group) if group.members[0] == place => Some(bracket(replay, terms, group)),
            Some(_) => None,
        }
    };
    let sum = sums.rebuild(root, &mut instead);
    sum.expect("the first member of a group stays")
}

/// The common factor times the sum of the remaining cofactors. Signs are relative to the first member.
fn bracket<'g>(replay: &Replay<'_, 'g>, terms: &[Term], group: &CommonFactor) -> Traced<'g> {
    let rest = |&member: &usize| {
        let term = &terms[member];
        let taken = term.factors.iter().position(|&f| f == group.factor);
        let others = term.factors.iter().enumerate().filter(|(i, _)| Some(*i) != taken);
        others
            .map(|(_, &f)| replay.at(f))
            .reduce(|a, b| a * b)
            .expect("a term has more factors than one")
    };
    let first = terms[group.members[0]].negative;
    let sum = group.members[1..].iter().fold(rest(&group.members[0]), |sum, member| {
        if terms[*member].negative == first {
            sum + rest(member)
        } else {
            sum - rest(member)
        }
    });
    replay.at(group.factor) * sum
}

#[cfg(test)]
mod tests {
    use super::super::support::testing::{count_after, in_two_regions, judged, program};
    use super::*;

    #[test]
    fn a_factor_of_some_terms() {
        let before = program(|[a, b, c, d]| [a * b + c - a * d]);
        assert_eq!((before.count().mul, count_after(take_out_factors, &before).mul), (2, 1));
    }

    #[test]
    fn signs_stay_with_their_terms() {
        let before = program(|[a, b, c, d]| [c - (a * b - a * d) - d * d, -(a * b) - a * d]);
        assert_eq!(count_after(take_out_factors, &before).mul, 3);
    }

    #[test]
    fn the_factor_of_most_terms_comes_first() {
        let before = program(|[a, b, c, d]| [a * b + b * c + d * b + a * c]);
        assert_eq!((before.count().mul, count_after(take_out_factors, &before).mul), (4, 2));
    }

    #[test]
    fn a_number_is_a_factor_too() {
        let two = || Traced::from(2.0);
        let before = program(|[a, b, c, _]| [two() * a + c - two() * b]);
        assert_eq!(count_after(take_out_factors, &before).mul, 1);
    }

    #[test]
    fn a_second_run_looks_inside_the_bracket() {
        let before = program(|[a, b, c, d]| [a * b * c + b * d * a + d * c * a]);
        let after = judged(take_out_factors, &before);
        assert_eq!([before.count().mul, after.count().mul], [6, 4]);
        assert_eq!(count_after(take_out_factors, &after).mul, 3);
    }

    #[test]
    fn not_out_of_products_that_are_used_elsewhere() {
        let before = program(|[a, b, c, _]| [a * b + a * c, a * b]);
        assert_eq!(count_after(take_out_factors, &before), before.count());
        let before = in_two_regions(|[a, b, _, _]| ([a * b + b], [|[a, b, c, _]| a * b + a * c]));
        assert_eq!(count_after(take_out_factors, &before), before.count());
    }
}
