//! The dependent speeds of a group of loops: one small linear system, whatever is asked of it.
//!
//! Displacements, speeds and rates of speeds all obey `J_d x_d = r`, with the Jacobian `J_d` of the group's equations
//! over its dependent speeds and a right-hand side of its own. Pivots were chosen at build time
//! ([`crate::mobility`]).

use crate::kinematics::{Mechanism, Position, Row, jacobian};
use crate::mobility::Closure;
use crate::scalar::Scalar;
use crate::spatial::Ordered;

/// `J_d` of one group, eliminated.
pub struct Dependence<'a, S> {
    closure: &'a Closure,
    system: Ordered<S>,
}

/// The coefficient of a tree speed in an equation of a loop.
pub fn entry<S: Scalar>(
    mechanism: &Mechanism<S>,
    position: &Position<S>,
    rows: &[Vec<Row<S>>],
    (l, r): (usize, usize),
    speed: usize,
) -> S {
    let owner = mechanism.layout.owner(speed);
    let column = speed - mechanism.layout.slot(owner).v.start;
    let columns = jacobian(mechanism, position, &mechanism.topology.loops[l], &rows[l][r], owner);
    columns.get(column).copied().unwrap_or(S::zero())
}

impl<'a, S: Scalar> Dependence<'a, S> {
    /// At that position; `rows` are the equations by loop.
    pub fn new(mechanism: &Mechanism<S>, closure: &'a Closure, position: &Position<S>, rows: &[Vec<Row<S>>]) -> Self {
        let matrix = closure
            .rows
            .iter()
            .map(|&row| {
                let over = closure.pivots.iter();
                over.map(|&(_, speed)| entry(mechanism, position, rows, row, speed))
                    .collect()
            })
            .collect();
        let order = closure.pivots.iter().enumerate().map(|(k, &(row, _))| (row, k));
        Dependence {
            closure,
            system: Ordered::eliminate(matrix, order.collect()),
        }
    }

    /// The dependent speeds with their values, for a right-hand side by `(loop, row)`.
    pub fn solve(&self, right: impl Fn(usize, usize) -> S) -> impl Iterator<Item = (usize, S)> {
        let rhs = self.closure.rows.iter().map(|&(l, r)| right(l, r)).collect();
        let speeds = self.closure.pivots.iter().map(|&(_, speed)| speed);
        speeds.zip(self.system.solve(rhs))
    }

    /// The dependent speeds, each with its pivot: where one nears zero the solution is worth nothing.
    pub fn pivots(&self) -> impl Iterator<Item = (usize, S)> {
        let speeds = self.closure.pivots.iter().map(|&(_, speed)| speed);
        speeds.zip(self.system.met())
    }
}
