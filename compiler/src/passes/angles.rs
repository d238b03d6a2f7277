//! Combines rotations about parallel axes into one: `sin a cos b + cos a sin b` becomes `sin(a + b)`. Exact in algebra,
//! not in rounding.
//!
//! Four multiplications and two additions become one addition. The new sine and cosine cost as much as the sine and
//! cosine of `b`, so the pass replaces products only if the old sines and cosines are then unused.
//!
//! Sums of three and more angles are found by adding one angle after the other. Each search sees the program with the
//! sums found before. The program is traced again only once, at the end.

use super::support::uses::Uses;
use crate::ir::{Op, Program, Replay, Traced, Value, replay};
use crate::scalar::Scalar;
use std::collections::BTreeMap;

/// A value that equals, up to sign, the sine or cosine of a sum or difference of two angles.
#[derive(Clone, Copy)]
struct AngleSum {
    /// The two angles, in the order in which the program has them.
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
    let mut rewritten = Rewritten::new(program);
    while rewritten.add_angles() {}
    if rewritten.replaced.is_empty() {
        return None;
    }
    Some(replay(program, |replay, value| match rewritten.replaced.get(&value) {
        Some(&(function, false)) => rewritten.traced(replay, function),
        Some(&(function, true)) => -rewritten.traced(replay, function),
        None => replay.again(value),
    }))
}

/// A program in which sums of angles have been added and values replaced.
struct Rewritten {
    /// Operations of the program, followed by the added operations: sums of angles, and their sines and cosines.
    ops: Vec<Op>,
    /// Number of the program's own operations.
    own: usize,
    /// By operation: number of uses.
    uses: Vec<usize>,
    /// By replaced value: the sine or cosine in its place, and whether this replacement has the opposite sign.
    replaced: BTreeMap<Value, (Value, bool)>,
    /// By angle: its sine and cosine, if the program has them.
    functions: BTreeMap<Value, Vec<Value>>,
    /// By angles and whether the second is subtracted: the sum.
    sums: BTreeMap<(Value, Value, bool), Value>,
    /// By sum of angles: the value in whose place it was added.
    places: BTreeMap<Value, Value>,
    /// Sums and differences of two products that are not replaced.
    open: Vec<Value>,
}

impl Rewritten {
    fn new(program: &Program) -> Self {
        let is_product = |value: Value| matches!(program.node(value).op, Op::Mul(..));
        let (mut functions, mut open) = (BTreeMap::<Value, Vec<Value>>::new(), Vec::new());
        for (value, node) in program.values() {
            match node.op {
                Op::Sin(angle) | Op::Cos(angle) => functions.entry(angle).or_default().push(value),
                Op::Add(a, b) | Op::Sub(a, b) if is_product(a) && is_product(b) => open.push(value),
                _ => {}
            }
        }
        Rewritten {
            ops: program.nodes.iter().map(|node| node.op).collect(),
            own: program.nodes.len(),
            uses: Uses::of(program).count,
            replaced: BTreeMap::new(),
            functions,
            sums: BTreeMap::new(),
            places: BTreeMap::new(),
            open,
        }
    }

    /// Makes all replacements that pay in the present program. Returns whether there were any.
    fn add_angles(&mut self) -> bool {
        let paying = self.paying(&self.recognised());
        let before: Vec<Value> = paying.iter().flat_map(|(value, _)| self.operands(*value)).collect();
        for (value, sum) in &paying {
            self.replace(*value, *sum);
        }
        for (value, left) in self.left_without(before) {
            self.uses[value.index()] = left;
        }
        let (uses, replaced) = (&self.uses, &self.replaced);
        self.open
            .retain(|value| uses[value.index()] > 0 && !replaced.contains_key(value));
        !paying.is_empty()
    }

    /// Finds all values that equal, up to sign, the sine or cosine of a sum or difference of two angles.
    fn recognised(&self) -> BTreeMap<Value, AngleSum> {
        let sum = |&value: &Value| Some((value, self.recognise(self.ops[value.index()])?));
        self.open.iter().filter_map(sum).collect()
    }

    fn recognise(&self, op: Op) -> Option<AngleSum> {
        let (a, b, subtracted) = match op {
            Op::Add(a, b) => (a, b, false),
            Op::Sub(a, b) => (a, b, true),
            _ => return None,
        };
        let ((first, negative), (second, other)) = (self.product(a)?, self.product(b)?);
        let sum = addition(first, second, subtracted != (negative != other))?;
        Some(AngleSum {
            negative: sum.negative != negative,
            ..sum
        })
    }

    /// The two factors of a product of sines or cosines, in the order of their angles, and whether the product has the
    /// opposite sign.
    fn product(&self, value: Value) -> Option<([Function; 2], bool)> {
        let Op::Mul(a, b) = self.ops[value.index()] else {
            return None;
        };
        let ((f, negative), (g, other)) = (self.function(a)?, self.function(b)?);
        let factors = if self.place(f.angle) < self.place(g.angle) {
            [f, g]
        } else {
            [g, f]
        };
        Some((factors, negative != other))
    }

    /// The sine or cosine that equals a value up to sign, and whether the sign is opposite.
    fn function(&self, value: Value) -> Option<(Function, bool)> {
        let (value, negative) = self.replaced.get(&value).copied().unwrap_or((value, false));
        match self.ops[value.index()] {
            Op::Sin(angle) => Some((Function { angle, sine: true }, negative)),
            Op::Cos(angle) => Some((Function { angle, sine: false }, negative)),
            _ => None,
        }
    }

    /// Position of an angle among the values of the program; an added angle has the position of the value that it
    /// replaces.
    fn place(&self, angle: Value) -> Value {
        self.places.get(&angle).copied().unwrap_or(angle)
    }

    /// The sums whose replacement makes at least as many sine-cosine pairs unused as it adds.
    fn paying(&self, sums: &BTreeMap<Value, AngleSum>) -> Vec<(Value, AngleSum)> {
        let mut by_pair: BTreeMap<(Value, Value), Vec<(Value, AngleSum)>> = BTreeMap::new();
        for (value, sum) in sums {
            by_pair.entry(sum.angles).or_default().push((*value, *sum));
        }
        let mut paying: Vec<(Value, AngleSum)> = by_pair
            .into_iter()
            .filter(|(angles, ours)| self.pays(*angles, ours))
            .flat_map(|(_, ours)| ours)
            .collect();
        paying.sort_unstable_by_key(|(value, _)| *value);
        paying
    }

    fn pays(&self, (a, b): (Value, Value), ours: &[(Value, AngleSum)]) -> bool {
        let left = self.left_without(ours.iter().flat_map(|(value, _)| self.operands(*value)).collect());
        let is_used = |value: &&Value| self.uses[value.index()] > 0;
        let is_free = |angle: &&Value| {
            let functions = self.functions[angle].iter().filter(is_used);
            functions.clone().all(|value| left.get(value) == Some(&0))
        };
        let free = [a, b].iter().filter(is_free).count();
        let needs = |difference: bool| ours.iter().any(|(_, sum)| sum.difference == difference);
        free >= usize::from(needs(false)) + usize::from(needs(true))
    }

    /// Removes one use of each value in `used_less`, and returns the remaining uses of all values concerned.
    fn left_without(&self, mut used_less: Vec<Value>) -> BTreeMap<Value, usize> {
        let mut left: BTreeMap<Value, usize> = BTreeMap::new();
        while let Some(value) = used_less.pop() {
            let left = left.entry(value).or_insert(self.uses[value.index()]);
            *left -= 1;
            if *left == 0 {
                used_less.extend(self.operands(value));
            }
        }
        left
    }

    /// The operands of a value, or the functions that replace them.
    fn operands(&self, value: Value) -> impl Iterator<Item = Value> + use<'_> {
        let operands = self.ops[value.index()].operands();
        operands.map(|operand| self.replaced.get(&operand).map_or(operand, |&(function, _)| function))
    }

    /// Replaces a value by the sine or cosine of a sum.
    fn replace(&mut self, value: Value, sum: AngleSum) {
        let (a, b) = sum.angles;
        let angle = match self.sums.get(&(a, b, sum.difference)) {
            Some(angle) => *angle,
            None => {
                let angle = self.add(if sum.difference { Op::Sub(a, b) } else { Op::Add(a, b) });
                self.sums.insert((a, b, sum.difference), angle);
                self.places.insert(angle, value);
                angle
            }
        };
        let op = if sum.sine { Op::Sin(angle) } else { Op::Cos(angle) };
        let own = self.functions.entry(angle).or_default();
        let function = match own.iter().find(|function| self.ops[function.index()] == op) {
            Some(function) => *function,
            None => {
                let function = self.add(op);
                self.functions.entry(angle).or_default().push(function);
                function
            }
        };
        self.uses[function.index()] += self.uses[value.index()];
        self.replaced.insert(value, (function, sum.negative));
    }

    /// Adds an operation without uses.
    fn add(&mut self, op: Op) -> Value {
        let value = Value(u32::try_from(self.ops.len()).expect("fewer than 2^32 values"));
        op.operands().for_each(|operand| self.uses[operand.index()] += 1);
        self.ops.push(op);
        self.uses.push(0);
        value
    }

    /// A value in the program that is traced again. An added value is traced together with the sums of angles in it.
    fn traced<'g>(&self, replay: &Replay<'_, 'g>, value: Value) -> Traced<'g> {
        if value.index() < self.own {
            return replay.at(value);
        }
        match self.ops[value.index()] {
            Op::Add(a, b) => self.traced(replay, a) + self.traced(replay, b),
            Op::Sub(a, b) => self.traced(replay, a) - self.traced(replay, b),
            Op::Sin(angle) => self.traced(replay, angle).sin_cos().0,
            Op::Cos(angle) => self.traced(replay, angle).sin_cos().1,
            _ => unreachable!("only sums of angles and their functions are added"),
        }
    }
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
        // A sum and a difference: two new pairs replace two old pairs.
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
