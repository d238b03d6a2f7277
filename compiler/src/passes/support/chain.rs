//! Sums added one term after the other.

use super::terms::Leaf;
use crate::ir::{Op, Replay, Traced, Value, latency};

/// Cycles of an addition, alone or fused with a product.
pub fn addition() -> usize {
    latency(Op::Add(Value(0), Value(0)))
}

/// A partial sum, and whether it is stored with its sign changed.
pub type Signed<'g> = (Traced<'g>, bool);

/// Adds two partial sums. If both are negative, their sum is stored with its sign changed.
pub fn together<'g>((sum, negative): Signed<'g>, (term, minus): Signed<'g>) -> Signed<'g> {
    match (negative, minus) {
        (false, true) => (sum - term, false),
        (true, false) => (term - sum, false),
        (same, _) => (sum + term, same),
    }
}

/// The sum with its true sign.
pub fn unsigned<'g>((sum, negative): Signed<'g>) -> Traced<'g> {
    if negative { -sum } else { sum }
}

/// Adds terms in this order.
pub fn in_order<'g>(replay: &Replay<'_, 'g>, order: &[Leaf]) -> Signed<'g> {
    let term = |leaf: &Leaf| (replay.at(leaf.value), leaf.negative);
    order.iter().map(term).reduce(together).expect("a sum has terms")
}
