//! Combines the constants of a sum, or of a product, into one: `(x + 2) - (y + 3)` becomes `(x - 1) - y`. Exact in
//! algebra, not in rounding.

use super::support::terms::{Kind, Leaf, Terms};
use super::support::uses::Uses;
use crate::ir::{Op, Program, Replay, Traced, Value, replay};

/// Returns the program with at most one constant in each sum and each product.
pub fn gather_constants(program: &Program) -> Option<Program> {
    let sums = gathered(program, Kind::Sum);
    gathered(sums.as_ref().unwrap_or(program), Kind::Product).or(sums)
}

fn gathered(program: &Program, kind: Kind) -> Option<Program> {
    let terms = Terms::new(program, kind, &Uses::of(program));
    let mut several = vec![false; program.nodes.len()];
    for root in terms.roots() {
        let leaves = terms.leaves(root);
        several[root.index()] = leaves.iter().filter(|leaf| number(program, **leaf).is_some()).count() > 1;
    }
    if !several.contains(&true) {
        return None;
    }
    Some(replay(program, |replay, value| {
        if several[value.index()] {
            with_one_number(program, kind, &terms, replay, value)
        } else {
            replay.again(value)
        }
    }))
}

/// The signed value of a leaf that is a constant.
fn number(program: &Program, leaf: Leaf) -> Option<f64> {
    match program.node(leaf.value).op {
        Op::Constant(c) => Some(if leaf.negative { -c.get() } else { c.get() }),
        _ => None,
    }
}

/// Rebuilds the tree with the combined constant in the place of its first constant.
fn with_one_number<'g>(
    program: &Program,
    kind: Kind,
    terms: &Terms,
    replay: &Replay<'_, 'g>,
    root: Value,
) -> Traced<'g> {
    let leaves = terms.leaves(root);
    let numbers = leaves.iter().filter_map(|&leaf| number(program, leaf));
    let mut whole = Some(match kind {
        Kind::Sum => numbers.sum::<f64>(),
        Kind::Product => numbers.product(),
    });
    let mut leaves = leaves.into_iter();
    let mut instead = || {
        let leaf = leaves.next()?;
        match number(program, leaf) {
            None => Some(replay.at(leaf.value)),
            Some(_) => whole.take().map(|c| if leaf.negative { -c } else { c }.into()),
        }
    };
    let tree = terms.rebuild(root, &mut instead);
    tree.expect("the first number stays")
}

#[cfg(test)]
mod tests {
    use super::super::support::testing::{count_after, program};
    use super::*;

    #[test]
    fn one_number_is_left() {
        let n = |x: f64| Traced::from(x);
        let before = program(|[a, b, c, d]| [(a + n(2.0)) - (b + n(3.0)), (n(2.0) * c) * (n(4.0) * d)]);
        assert_eq!(
            (before.count().total(), count_after(gather_constants, &before).total()),
            (6, 4)
        );
    }

    #[test]
    fn numbers_that_cancel_vanish() {
        let n = |x: f64| Traced::from(x);
        let before = program(|[a, b, c, d]| [(a + n(0.5)) + (b - n(0.5)), (n(2.0) * c) * (n(0.5) * d)]);
        assert_eq!(count_after(gather_constants, &before).total(), 2);
    }
}
