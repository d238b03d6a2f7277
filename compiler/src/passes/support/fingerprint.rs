//! Fingerprints: equal for values that are algebraically equal.
//!
//! A program is run at a random point, modulo a prime instead of in floating point, so its arithmetic is exact. Two
//! values that are the same rational function of inputs, sines, cosines and roots agree at this point. Two different
//! functions agree only if the point happens to be a zero of their difference. A function of degree `d` has at most `d`
//! zeros among `p` numbers (Schwartz 1980, Zippel 1979), and two points are tried. With `p = 2^61 - 1` and degrees of
//! thousands, the probability that any two different values of a vehicle get equal fingerprints is below 1e-18. The
//! points are fixed, so that the result is reproducible.
//!
//! Each angle gets a random `t`. Its sine is `2 t / (1 + t^2)` and its cosine is `(1 - t^2) / (1 + t^2)`. So the sum
//! of their squares is one, as for real angles. Roots, arc tangents, exponentials, logarithms, lookups, selections and
//! sums over lanes are random functions of their operands: the method uses only that equal operands give equal
//! results.

use super::field::Residue;
use crate::ir::{Node, Op, Program, Value};
use std::ops::Neg;

/// The residues of a value at two points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint([Residue; 2]);

/// The fingerprint of each value.
pub fn fingerprints(program: &Program) -> Vec<Fingerprint> {
    let number = |node: &Node| match node.op {
        Op::Constant(c) => Residue::of(c.get()),
        _ => Residue::ZERO,
    };
    let numbers: Vec<Residue> = program.nodes.iter().map(number).collect();
    let [first, second] = [1, 2].map(|point| residues(program, &numbers, point));
    first
        .into_iter()
        .zip(second)
        .map(|(a, b)| Fingerprint([a, b]))
        .collect()
}

impl Fingerprint {
    /// The fingerprint of a constant.
    pub fn of(number: f64) -> Self {
        Fingerprint([Residue::of(number); 2])
    }

    /// The fingerprint with these residues.
    pub fn new(residues: [Residue; 2]) -> Self {
        Fingerprint(residues)
    }

    /// Residues at the two points.
    pub fn residues(self) -> [Residue; 2] {
        self.0
    }

    /// The fingerprints of all reciprocals; zero if a residue is zero.
    pub fn inverses(all: &[Fingerprint]) -> Vec<Fingerprint> {
        let at = |point: usize| Residue::inverses(&all.iter().map(|print| print.0[point]).collect::<Vec<Residue>>());
        let pairs = at(0).into_iter().zip(at(1));
        pairs.map(|(first, second)| Fingerprint([first, second])).collect()
    }

    /// Whether it is zero at either point.
    pub fn divides_by_zero(self) -> bool {
        self.0.contains(&Residue::ZERO)
    }
}

impl Neg for Fingerprint {
    type Output = Self;

    fn neg(self) -> Self {
        Fingerprint(self.0.map(|r| -r))
    }
}

/// The operation and operands to which a random number is assigned.
#[derive(Clone, Copy)]
enum Origin {
    Input,
    Sqrt,
    Angle,
    Atan2,
    Select,
    Table,
    Integral,
    Singular,
    LaneConstant,
    Sum,
    Lane,
    Exp,
    Ln,
}

/// The residue of each value at a point; `numbers` are the residues of the constants.
fn residues(program: &Program, numbers: &[Residue], point: u64) -> Vec<Residue> {
    let mut known: Vec<Residue> = Vec::with_capacity(program.nodes.len());
    for (value, node) in program.values() {
        let at = |v: Value| known[v.index()];
        let random = |origin: Origin, word: u64| Residue::scattered([point, origin as u64, word]);
        let two = |origin, a: Residue, b: Residue| random(origin, random(origin, a.word()).word() ^ b.word());
        // A quotient with a zero divisor gets its own random residue.
        let quotient = |a: Residue, b: Residue| match b.inverse() {
            Some(inverse) => a * inverse,
            None => random(Origin::Singular, u64::from(value.0)),
        };
        let half_angle = |a: Value| random(Origin::Angle, at(a).word());
        known.push(match node.op {
            Op::Constant(_) => numbers[value.index()],
            Op::Input(i) => random(Origin::Input, u64::from(i)),
            Op::Neg(a) => -at(a),
            Op::Add(a, b) => at(a) + at(b),
            Op::Sub(a, b) => at(a) - at(b),
            Op::Mul(a, b) => at(a) * at(b),
            Op::Div(a, b) => quotient(at(a), at(b)),
            Op::Sqrt(a) => random(Origin::Sqrt, at(a).word()),
            Op::Sin(a) => {
                let t = half_angle(a);
                quotient(t + t, Residue::ONE + t * t)
            }
            Op::Cos(a) => {
                let t = half_angle(a);
                quotient(Residue::ONE - t * t, Residue::ONE + t * t)
            }
            Op::Atan2(y, x) => two(Origin::Atan2, at(y), at(x)),
            Op::Exp(a) => random(Origin::Exp, at(a).word()),
            Op::Ln(a) => random(Origin::Ln, at(a).word()),
            Op::Select(test, a, b) => two(Origin::Select, two(Origin::Select, at(test), at(a)), at(b)),
            Op::Lookup(table, x) => two(Origin::Table, Residue::of(table.into()), at(x)),
            Op::LookupIntegral(table, x) => two(Origin::Integral, Residue::of(table.into()), at(x)),
            Op::MulAdd(a, b, c) => at(a) * at(b) + at(c),
            Op::MulSub(a, b, c) => at(a) * at(b) - at(c),
            Op::NegMulAdd(a, b, c) => at(c) - at(a) * at(b),
            Op::LaneConstant(k) => random(Origin::LaneConstant, u64::from(k)),
            Op::Sum(a) => random(Origin::Sum, at(a).word()),
            Op::Lane(lane, a) => two(Origin::Lane, Residue::of(lane.into()), at(a)),
        });
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Class, Graph, Traced};
    use crate::scalar::Scalar;

    /// Fingerprints of two expressions of three inputs.
    fn both(f: impl for<'g> Fn([Traced<'g>; 3]) -> [Traced<'g>; 2]) -> [Fingerprint; 2] {
        let graph = Graph::new();
        graph.begin_region("all");
        let results = f(["a", "b", "c"].map(|name| graph.input(name, Class::Position)));
        for result in results {
            graph.output("r", result);
        }
        let program = graph.finish();
        let known = fingerprints(&program);
        [0, 1].map(|k| known[program.outputs[k].value.index()])
    }

    fn equal(f: impl for<'g> Fn([Traced<'g>; 3]) -> [Traced<'g>; 2]) -> bool {
        let [a, b] = both(f);
        a == b
    }

    #[test]
    fn equal_functions_have_equal_fingerprints() {
        assert!(equal(|[a, b, c]| [a * (b + c), b * a + a * c]));
        assert!(equal(|[a, b, c]| [a / b / c, a / (c * b)]));
        assert!(equal(|[a, b, _]| [(a + b) * (a - b), a * a - b * b]));
        assert!(equal(|[a, b, _]| {
            let (s, c) = (a + b).sin_cos();
            [s * s + c * c, Traced::from(1.0)]
        }));
        assert!(equal(|[a, b, c]| [(a * b + a * c).sqrt(), (a * (c + b)).sqrt()]));
        let [a, b] = both(|[a, b, _]| [a - b, b * b / b - a]);
        assert_eq!(a, -b);
    }

    #[test]
    fn others_have_not() {
        assert!(!equal(|[a, b, c]| [a * (b + c), b * a + c]));
        assert!(!equal(|[a, _, _]| [a.sin_cos().0, a.sin_cos().1]));
        assert!(!equal(|[a, b, _]| [a.select(a, b), b.select(a, b)]));
        assert!(!equal(|[a, b, _]| [a.atan2(b), b.atan2(a)]));
        assert!(!equal(|[a, b, _]| [a.sqrt(), b.sqrt()]));
        assert!(!equal(|[a, _, _]| [
            a + Traced::from(0.1),
            a + Traced::from(0.1 + 1e-11)
        ]));
        // The root of a square is not the number: it may be negative.
        assert!(!equal(|[a, _, _]| [(a * a).sqrt(), a]));
        // A division by zero equals nothing.
        assert!(!equal(|[a, b, _]| {
            let zero = (a + b) * (a + b) - a * a - b * b - Traced::from(2.0) * a * b;
            [a / zero, b / zero]
        }));
    }
}
