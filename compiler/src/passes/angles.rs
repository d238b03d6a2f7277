//! Combines rotations about parallel axes into one: `sin a cos b + cos a sin b` becomes `sin(a + b)`. Exact in algebra,
//! not in rounding.
//!
//! Four multiplications and two additions become one addition. The new sine and cosine cost as much as those of `b`, so
//! the pass replaces products only if the old sines and cosines are then unused.

use super::support::uses::Uses;
use crate::ir::{Op, Program, Replay, Traced, Value, replay};
use crate::scalar::Scalar;
use std::collections::{BTreeMap, BTreeSet};

/// A value that equals, up to sign, the sine or cosine of a sum or difference of two angles.
#[derive(Clone, Copy)]
struct AngleSum {
    /// The two angles, in ascending order of their values.
    angles: (Value, Value),
    /// Whether the second angle is subtracted from the first.
    difference: bool,
    sine: bool,
    /// Whether the value is the negative of the sine or cosine.
    negative: bool,
}

/// The sine or the cosine of an angle.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Function {
    angle: Value,
    sine: bool,
}

/// Replaces products of sines and cosines by sines and cosines of sums of angles.
pub fn add_angles(program: &Program) -> Option<Program> {
    let sums = paying(program, &recognised(program));
    if sums.is_empty() {
        return None;
    }
    let added = replay(program, |replay, value| match sums.get(&value) {
        Some(sum) => sum.traced(replay),
        None => replay.again(value),
    });
    // Running the pass again finds rotations about three and more angles.
    add_angles(&added).or(Some(added))
}

impl AngleSum {
    fn traced<'g>(self, replay: &Replay<'_, 'g>) -> Traced<'g> {
        let (a, b) = (replay.at(self.angles.0), replay.at(self.angles.1));
        let (sine, cosine) = if self.difference { a - b } else { a + b }.sin_cos();
        let function = if self.sine { sine } else { cosine };
        if self.negative { -function } else { function }
    }
}

fn recognised(program: &Program) -> BTreeMap<Value, AngleSum> {
    let function = |value: Value| match program.node(value).op {
        Op::Sin(angle) => Some(Function { angle, sine: true }),
        Op::Cos(angle) => Some(Function { angle, sine: false }),
        _ => None,
    };
    let product = |value: Value| match program.node(value).op {
        Op::Mul(a, b) => {
            let (f, g) = (function(a)?, function(b)?);
            Some(if f.angle < g.angle { [f, g] } else { [g, f] })
        }
        _ => None,
    };
    let sum = |op: Op| match op {
        Op::Add(a, b) => addition(product(a)?, product(b)?, false),
        Op::Sub(a, b) => addition(product(a)?, product(b)?, true),
        _ => None,
    };
    let sums = program
        .values()
        .filter_map(|(value, node)| Some((value, sum(node.op)?)));
    sums.collect()
}

/// The sine or cosine that equals the sum, or the difference, of two products. For angles `a < b`:
/// - `sin a cos b ± cos a sin b = sin(a ± b)`; the other way round, `cos a sin b - sin a cos b = -sin(a - b)`;
/// - `cos a cos b ∓ sin a sin b = cos(a ± b)`; the other way round, `sin a sin b - cos a cos b = -cos(a + b)`.
fn addition([f, g]: [Function; 2], [h, k]: [Function; 2], subtracted: bool) -> Option<AngleSum> {
    let same_angles = f.angle == h.angle && g.angle == k.angle && f.angle != g.angle;
    if !same_angles || f.sine == h.sine || g.sine == k.sine {
        return None;
    }
    let sine = f.sine != g.sine;
    // Whether the leading product of the formula stands second.
    let reversed = if sine { !f.sine } else { f.sine };
    Some(AngleSum {
        angles: (f.angle, g.angle),
        difference: sine == subtracted,
        sine,
        negative: subtracted && reversed,
    })
}

/// Returns the sums of angles whose replacement frees as many sine-cosine pairs as it needs.
fn paying(program: &Program, sums: &BTreeMap<Value, AngleSum>) -> BTreeMap<Value, AngleSum> {
    let mut paying = BTreeMap::new();
    if sums.is_empty() {
        return paying;
    }
    let uses = Uses::of(program);
    let mut by_pair: BTreeMap<(Value, Value), BTreeMap<Value, AngleSum>> = BTreeMap::new();
    for (value, sum) in sums {
        by_pair.entry(sum.angles).or_default().insert(*value, *sum);
    }
    let mut functions: BTreeMap<Value, Vec<Value>> = BTreeMap::new();
    for (value, node) in program.values() {
        if let Op::Sin(angle) | Op::Cos(angle) = node.op {
            functions.entry(angle).or_default().push(value);
        }
    }
    for ((a, b), ours) in by_pair {
        let freed = freed(program, &uses, ours.keys().copied().collect());
        let is_free = |angle: &Value| functions[angle].iter().all(|value| freed.contains(value));
        let free = [a, b].iter().filter(|angle| is_free(angle)).count();
        let needed: BTreeSet<bool> = ours.values().map(|sum| sum.difference).collect();
        if free >= needed.len() {
            paying.extend(ours);
        }
    }
    paying
}

/// Values that become unused when `replaced` are computed another way.
fn freed(program: &Program, uses: &Uses, replaced: BTreeSet<Value>) -> BTreeSet<Value> {
    let mut left: BTreeMap<Value, usize> = BTreeMap::new();
    let mut ahead: Vec<Value> = replaced.iter().copied().collect();
    let mut freed = BTreeSet::new();
    while let Some(value) = ahead.pop() {
        for operand in program.node(value).op.operands() {
            let left = left.entry(operand).or_insert(uses.count[operand.index()]);
            *left -= 1;
            if *left == 0 {
                freed.insert(operand);
                ahead.push(operand);
            }
        }
    }
    freed
}

#[cfg(test)]
mod tests {
    use super::super::support::testing::{judged_in_rounding, program};
    use super::*;
    use crate::ir::Count;

    fn after(before: &Program) -> Count {
        judged_in_rounding(add_angles, before).count()
    }

    fn turned<'g>(angle: Traced<'g>, [x, y]: [Traced<'g>; 2], sign: f64) -> [Traced<'g>; 2] {
        let (s, c) = angle.sin_cos();
        let s = Traced::from(sign) * s;
        [c * x - s * y, s * x + c * y]
    }

    fn direction<'g>(angle: Traced<'g>) -> [Traced<'g>; 2] {
        let (s, c) = angle.sin_cos();
        [c, s]
    }

    #[test]
    fn three_rotations_are_one() {
        let before = program(|[a, b, c, _]| turned(c, turned(b, direction(a), 1.0), 1.0));
        assert_eq!((before.count().total(), after(&before).total()), (15, 3));
    }

    #[test]
    fn there_and_back() {
        let before = program(|[a, b, _, _]| turned(b, direction(a), -1.0));
        assert_eq!((before.count().total(), after(&before).total()), (8, 2));
        let before = program(|[a, b, _, _]| turned(a, direction(b), -1.0));
        assert_eq!((before.count().total(), after(&before).total()), (8, 2 + 1));
    }

    #[test]
    fn signs_the_other_way_round() {
        let before = program(|[a, b, _, _]| {
            let ([ca, sa], [cb, sb]) = (direction(a), direction(b));
            [sa * sb - ca * cb, sb * ca - sa * cb]
        });
        // A sum and a difference: two new pairs replace two old ones.
        assert_eq!(after(&before).trig, 2);
    }

    #[test]
    fn not_where_both_are_used_elsewhere() {
        let before = program(|[a, b, x, y]| {
            let [c, s] = turned(b, direction(a), 1.0);
            let [ca, sa] = direction(a);
            let [cb, sb] = direction(b);
            [c * x, s * y, ca * y + sa * x, cb * x + sb * y]
        });
        assert_eq!(after(&before), before.count());
    }
}
