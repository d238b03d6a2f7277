//! Replaces a value that takes several operations by an equal sum, difference or product of two other values. Exact in
//! algebra, and nearly so in rounding, since sums with cancellation are not used.
//!
//! Such relations come from mechanics. One moment of inertia of a flat body is the sum of the other two moments, and a
//! velocity relative to a frame is the difference of two known velocities. They are found by
//! [fingerprints](super::support::fingerprint).

use super::support::field::Residue;
use super::support::fingerprint::{Fingerprint, fingerprints};
use super::support::index::Index;
use super::support::samples::Samples;
use super::support::uses::Uses;
use crate::ir::{Operands, Program, Replay, Traced, Value, replay};

/// The number of operations before a value in which the first operand is searched; the second operand may be any
/// earlier value. In the whole program of the HMMWV, no first operand was found more than 23 operations back.
const WINDOW: u32 = 32;

/// Largest ratio of a term to the sum at sample points: at most three bits are lost.
const CANCELLATION: f64 = 8.0;

/// The operation that replaces a value.
#[derive(Clone, Copy)]
enum Instead {
    Sum(Term, Term),
    Product(Value, Value),
}

#[derive(Clone, Copy)]
struct Term {
    value: Value,
    negative: bool,
}

/// Replaces values by the sum, difference or product of two others if this takes fewer operations.
pub fn resubstitute(program: &Program) -> Option<Program> {
    let instead = Resubstitution::new(program).run();
    if instead.iter().all(Option::is_none) {
        return None;
    }
    Some(replay(program, |replay, value| match instead[value.index()] {
        None => replay.again(value),
        Some(Instead::Sum(a, b)) => a.traced(replay) + b.traced(replay),
        Some(Instead::Product(a, b)) => replay.at(a) * replay.at(b),
    }))
}

impl Instead {
    fn operands(self) -> [Value; 2] {
        match self {
            Instead::Sum(a, b) => [a.value, b.value],
            Instead::Product(a, b) => [a, b],
        }
    }
}

impl Term {
    fn traced<'g>(self, replay: &Replay<'_, 'g>) -> Traced<'g> {
        let value = replay.at(self.value);
        if self.negative { -value } else { value }
    }
}

struct Resubstitution<'p> {
    program: &'p Program,
    prints: Vec<Fingerprint>,
    /// Reciprocal of each fingerprint, zero where it would divide by zero.
    inverses: Vec<Fingerprint>,
    samples: Samples,
    /// Uses after the replacements made so far.
    uses: Uses,
    /// Values before the current one.
    known: Index,
    /// Replacements of these values.
    found: Vec<Option<Instead>>,
}

impl<'p> Resubstitution<'p> {
    fn new(program: &'p Program) -> Self {
        let prints = fingerprints(program);
        Resubstitution {
            program,
            inverses: Fingerprint::inverses(&prints),
            prints,
            samples: Samples::new(program),
            uses: Uses::of(program),
            known: Index::with_capacity(program.nodes.len()),
            found: Vec::with_capacity(program.nodes.len()),
        }
    }

    fn run(mut self) -> Vec<Option<Instead>> {
        for (value, _) in self.program.values() {
            // A value that only replaced values used is no longer computed.
            let instead = if self.is_there(value) {
                self.replaced(value)
            } else {
                None
            };
            self.found.push(instead);
            self.known.find_or_insert(self.prints[value.index()], value);
        }
        self.found
    }

    fn replaced(&mut self, value: Value) -> Option<Instead> {
        let cone = self.release(value);
        let instead = if cone.len() > 1 { self.instead(value) } else { None };
        match instead {
            Some(instead) => instead.operands().iter().for_each(|v| self.uses.count[v.index()] += 1),
            None => self.restore(&cone),
        }
        instead
    }

    /// Releases a value: removes the uses of the operations that only this value needed, itself included, and returns
    /// these operations.
    fn release(&mut self, value: Value) -> Vec<Value> {
        let mut cone = vec![value];
        let mut next = 0;
        while let Some(&inside) = cone.get(next) {
            for operand in self.operands(inside) {
                let count = &mut self.uses.count[operand.index()];
                *count -= 1;
                if *count == 0 && self.program.node(operand).op.is_computed() {
                    cone.push(operand);
                }
            }
            next += 1;
        }
        cone
    }

    fn restore(&mut self, cone: &[Value]) {
        for &inside in cone {
            for operand in self.operands(inside) {
                self.uses.count[operand.index()] += 1;
            }
        }
    }

    /// Operands of a value, after replacement.
    fn operands(&self, value: Value) -> Operands {
        match self.found.get(value.index()) {
            Some(Some(instead)) => instead.operands().into(),
            _ => self.program.node(value).op.operands(),
        }
    }

    /// Whether a value is computed in any case.
    fn is_there(&self, value: Value) -> bool {
        self.uses.count[value.index()] > 0 || !self.program.node(value).op.is_computed()
    }

    fn instead(&self, value: Value) -> Option<Instead> {
        let window = (value.0.saturating_sub(WINDOW)..value.0).rev().map(Value);
        let mut firsts = window.filter(|&first| self.is_there(first));
        firsts.find_map(|first| self.sum(value, first).or_else(|| self.product(value, first)))
    }

    /// Finds an earlier value whose fingerprint is, up to sign, `operation` applied to `a` and `b`. Also returns
    /// whether its sign is opposite.
    fn earlier(
        &self,
        operation: impl Fn(Residue, Residue) -> Residue,
        a: Fingerprint,
        b: Fingerprint,
    ) -> Option<(Value, bool)> {
        self.known
            .find(operation, a, b)
            .filter(|(value, _)| self.is_there(*value))
    }

    fn sum(&self, value: Value, first: Value) -> Option<Instead> {
        let (whole, part) = (self.prints[value.index()], self.prints[first.index()]);
        let rest = self.earlier(|whole, part| whole - part, whole, part);
        rest.and_then(|second| self.paying(value, (first, false), second))
            .or_else(|| {
                let rest = self.earlier(|whole, part| whole + part, whole, part);
                rest.and_then(|second| self.paying(value, (first, true), second))
            })
    }

    /// The sum of two terms, each with a flag for a negative sign; `None` if rounding or a change of sign does not
    /// permit it.
    fn paying(&self, value: Value, first: (Value, bool), second: (Value, bool)) -> Option<Instead> {
        let bound = |[whole, a, b]: [f64; 3]| a.abs() + b.abs() <= CANCELLATION * whole.abs();
        // Two negative terms would cost a change of sign.
        let pays = !(first.1 && second.1) && self.samples.all([value, first.0, second.0], bound);
        let term = |(value, negative)| Term { value, negative };
        pays.then(|| Instead::Sum(term(first), term(second)))
    }

    fn product(&self, value: Value, first: Value) -> Option<Instead> {
        if self.prints[first.index()].divides_by_zero() {
            return None;
        }
        let (whole, inverse) = (self.prints[value.index()], self.inverses[first.index()]);
        let (second, negative) = self.earlier(|whole, inverse| whole * inverse, whole, inverse)?;
        (!negative).then_some(Instead::Product(first, second))
    }
}

#[cfg(test)]
mod tests {
    use super::super::support::testing::{count_after, program};
    use super::*;

    #[test]
    fn a_flat_body() {
        let before = program(|[m, x, y, _]| [m * (y * y), m * (x * x), m * ((x + y) * (x + y) - (x * y + x * y))]);
        assert_eq!(
            (before.count().total(), count_after(resubstitute, &before).total()),
            (10, 5)
        );
    }

    #[test]
    fn a_product_of_others() {
        let before = program(|[a, b, c, _]| [a + b, a - c, (a * a + a * b) - (c * a + c * b)]);
        assert_eq!(
            (before.count().total(), count_after(resubstitute, &before).total()),
            (9, 3)
        );
    }

    #[test]
    fn not_by_terms_that_cancel() {
        let before = program(|[a, b, c, _]| {
            let far = Traced::from(1e6) * a;
            let [one, other] = [b, c].map(|x| (far + x) * (far - x));
            [one, other, (b + c) * (b - c)]
        });
        assert_eq!(count_after(resubstitute, &before), before.count());
    }
}
