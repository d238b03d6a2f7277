//! The displacement of all speeds of a group that satisfies its equations and is smallest in a metric.
//!
//! This needs no choice of independent speeds. `J` is the matrix of the equations kept over all speeds of the group, of
//! full rank, and `W` the inverse of the metric:
//!
//! (1) `J x = r`, `xᵀ W⁻¹ x` least:  `x = W Jᵀ λ`, `(J W Jᵀ) λ = r`.
//!
//! The metric multiplies an angle by the length `L` of the group, so that all displacements are lengths; an equation
//! that fixes a rotation is multiplied by `L`, too. Entries then are of order one.
//!
//! Where two branches of the mechanism meet, for example where a parallelogram linkage is in line, the equations become
//! singular along one direction `u`: `uᵀ J = σ` nears zero. Equation (1) then divides by `σ` the gaps that rounding and
//! integration have left open. With
//!
//! (2) `(J W Jᵀ + ε²) λ = r`
//!
//! a gap along `u` is divided by `σ + ε²/σ` instead, that is, multiplied by `1/2ε` at most. The rest of the gap is
//! closed after the mechanism has passed that position. Away from that position, one solution leaves the part `ε²/σ²`
//! of a gap, and each repetition leaves this part of the remaining gap ([`Least::displacement`]).

use super::dependence::entry;
use crate::kinematics::{Mechanism, Position, Row};
use crate::mobility::Closure;
use crate::scalar::Scalar;
use crate::spatial::Symmetric;

/// `ε` of equation (2).
const DAMPING: f64 = 1e-2;
/// How often equation (2) is solved for one displacement.
const REPETITIONS: usize = 4;

/// One group.
pub struct Least<'a, S> {
    closure: &'a Closure,
    speeds: Vec<usize>,
    /// `J`, by the closure's rows, not scaled.
    entries: Vec<Vec<S>>,
    /// By row.
    scales: Vec<S>,
    /// `W`, by speed.
    inverse_metric: Vec<S>,
    factor: Symmetric<S>,
}

impl<'a, S: Scalar> Least<'a, S> {
    /// For displacements and changes of speed: damped, by equation (2). `rows` are the equations by loop.
    pub fn damped(
        mechanism: &Mechanism<S>,
        (closure, length): (&'a Closure, f64),
        position: &Position<S>,
        rows: &[Vec<Row<S>>],
    ) -> Self {
        Self::new(mechanism, (closure, length), position, rows, DAMPING)
    }

    /// For multipliers: exact, by equation (1).
    pub fn exact(
        mechanism: &Mechanism<S>,
        (closure, length): (&'a Closure, f64),
        position: &Position<S>,
        rows: &[Vec<Row<S>>],
    ) -> Self {
        Self::new(mechanism, (closure, length), position, rows, 0.0)
    }

    fn new(
        mechanism: &Mechanism<S>,
        (closure, length): (&'a Closure, f64),
        position: &Position<S>,
        rows: &[Vec<Row<S>>],
        damping: f64,
    ) -> Self {
        let joints = closure.group.joints.iter();
        let slots = joints.flat_map(|&b| {
            mechanism
                .layout
                .slot(b)
                .v
                .clone()
                .enumerate()
                .map(move |(k, s)| (b, k, s))
        });
        let (mut speeds, mut inverse_metric) = (Vec::new(), Vec::new());
        for (body, k, speed) in slots {
            let slides = mechanism.topology.joint(body).kind.slides(k);
            speeds.push(speed);
            inverse_metric.push(S::from(if slides { 1.0 } else { 1.0 / (length * length) }));
        }
        let row = |&place: &(usize, usize)| -> Vec<S> {
            let entry = |&speed: &usize| entry(mechanism, position, rows, place, speed);
            speeds.iter().map(entry).collect()
        };
        let entries: Vec<Vec<S>> = closure.rows.iter().map(row).collect();
        let fixes_rotation = |&(l, r): &(usize, usize)| {
            let force = rows[l][r].second.force.0;
            force.iter().all(|f| f.constant() == Some(0.0))
        };
        let scale = |place| S::from(if fixes_rotation(place) { length } else { 1.0 });
        let scales: Vec<S> = closure.rows.iter().map(scale).collect();
        let product = |i: usize, j: usize| {
            let terms = entries[i].iter().zip(&entries[j]).zip(&inverse_metric);
            let sum = terms.fold(S::zero(), |sum, ((&a, &b), &w)| sum + a * b * w);
            let sum = sum * scales[i] * scales[j];
            if i == j { sum + S::from(damping * damping) } else { sum }
        };
        let factor = Symmetric::factorise(entries.len(), product);
        Least {
            closure,
            speeds,
            entries,
            scales,
            inverse_metric,
            factor,
        }
    }

    /// `x` by speed, for `r` by `(loop, row)`.
    pub fn displacement(&self, right: impl Fn(usize, usize) -> S) -> Vec<(usize, S)> {
        let mut rest: Vec<S> = self.closure.rows.iter().map(|&(l, r)| right(l, r)).collect();
        let mut total = vec![S::zero(); self.speeds.len()];
        for repetition in 1..=REPETITIONS {
            let step = self.transposed(&self.solve(&rest));
            total = total.iter().zip(&step).map(|(&a, &b)| a + b).collect();
            if repetition < REPETITIONS {
                let closed = self.entries.iter().map(|row| dot(row, &step));
                rest = rest.iter().zip(closed).map(|(&r, closed)| r - closed).collect();
            }
        }
        self.speeds.iter().copied().zip(total).collect()
    }

    /// `λ` with `Jᵀ λ = p`, by the closure's rows, for the power `p` by speed.
    pub fn multipliers(&self, power: impl Fn(usize) -> S) -> Vec<S> {
        let powers = self.speeds.iter().zip(&self.inverse_metric);
        let weighted: Vec<S> = powers.map(|(&speed, &w)| power(speed) * w).collect();
        let right: Vec<S> = self.entries.iter().map(|row| dot(row, &weighted)).collect();
        self.solve(&right)
    }

    /// `(J W Jᵀ + ε²)⁻¹ r`, of rows that are not scaled.
    fn solve(&self, right: &[S]) -> Vec<S> {
        let scaled: Vec<S> = right.iter().zip(&self.scales).map(|(&r, &s)| r * s).collect();
        let solved = self.factor.solve(&scaled).into_iter();
        solved.zip(&self.scales).map(|(x, &s)| x * s).collect()
    }

    /// `W Jᵀ λ`
    fn transposed(&self, multipliers: &[S]) -> Vec<S> {
        let column = |c: usize| {
            let terms = self.entries.iter().zip(multipliers);
            terms.fold(S::zero(), |sum, (row, &m)| sum + row[c] * m) * self.inverse_metric[c]
        };
        (0..self.speeds.len()).map(column).collect()
    }
}

fn dot<S: Scalar>(a: &[S], b: &[S]) -> S {
    a.iter().zip(b).fold(S::zero(), |sum, (&a, &b)| sum + a * b)
}
