//! The dependent speeds of a group of loops: one small linear system, solved for several right-hand sides.
//!
//! Displacements, speeds and rates of speeds all obey `J_d x_d = r`, with the Jacobian `J_d` of the group's equations
//! over its dependent speeds. Only the right-hand side `r` differs. Pivots were chosen at build time
//! ([`crate::mobility`]).

use super::Progress;
use crate::kinematics::{Mechanism, Position, Row, jacobian};
use crate::mobility::{Closure, Mobility};
use crate::model::BodyId;
use crate::scalar::Scalar;
use crate::spatial::Ordered;

/// `J_d` of one group, factorised.
pub struct Dependence<'a, S> {
    closure: &'a Closure,
    system: Ordered<S>,
}

/// Returns the rate of change of a loop's equation when the joints on the loop's paths move at the `given` speeds.
/// `given` takes a body and returns the speeds of its inboard joint.
pub fn rate_by_given<S: Scalar>(
    mechanism: &Mechanism<S>,
    position: &Position<S>,
    rows: &[Vec<Row<S>>],
    (l, r): (usize, usize),
    given: impl Fn(BodyId) -> Vec<S>,
) -> S {
    let each = &mechanism.topology.loops[l];
    let joints = each.first_path.iter().chain(&each.second_path);
    joints.fold(S::zero(), |sum, &body| {
        let columns = jacobian(mechanism, position, each, &rows[l][r], body);
        columns
            .into_iter()
            .zip(given(body))
            .fold(sum, |sum, (column, speed)| sum + column * speed)
    })
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
    /// Factorises `J_d` at a position. `rows` are the equations by loop.
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

    /// Returns the dependent speeds with their values, for a right-hand side by `(loop, row)`.
    pub fn solve(&self, right: impl Fn(usize, usize) -> S) -> impl Iterator<Item = (usize, S)> {
        let rhs = self.closure.rows.iter().map(|&(l, r)| right(l, r)).collect();
        let speeds = self.closure.pivots.iter().map(|&(_, speed)| speed);
        speeds.zip(self.system.solve(rhs))
    }

    /// The dependent speeds, each with its pivot divided by the pivot's size near the design position. Where such a
    /// ratio nears zero, the solution is useless.
    pub fn margins(&self, mobility: &Mobility, progress: &dyn Progress<S>) -> Vec<(usize, S)> {
        let size = |speed: usize| {
            let sized = |c: &Closure| c.pivots.iter().position(|p| p.1 == speed).map(|k| c.pivot_sizes[k]);
            mobility
                .closures
                .iter()
                .find_map(sized)
                .expect("a dependent speed has a pivot")
        };
        let margin = |(speed, pivot)| (speed, pivot * progress.by_lane(speed, &|speed| 1.0 / size(speed)));
        self.pivots().map(margin).collect()
    }

    fn pivots(&self) -> impl Iterator<Item = (usize, S)> {
        let speeds = self.closure.pivots.iter().map(|&(_, speed)| speed);
        speeds.zip(self.system.met())
    }
}
