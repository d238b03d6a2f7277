//! The part of a linear system that an implicit integrator knows.

use super::Linear;
use nalgebra::DMatrix;
use std::collections::BTreeSet;

/// Changes below this fraction of the largest change by a state do not count as motion.
const MOVES: f64 = 1e-9;

impl Linear {
    /// The part of the state matrix that a vehicle gives to an implicit integrator
    /// ([`Slopes::Told`](wishbone::integrate::Slopes::Told)): the exact slopes of the vehicle and of its tyres by
    /// formulas. All other inputs are constant, and rates of other states of the equipment are zero.
    pub fn told(&self) -> DMatrix<f64> {
        let (states, inputs) = (self.a.ncols(), self.columns.u.nrows());
        let first: usize = self.counts.iter().sum();
        let mut held = self.columns.u.columns(0, states).into_owned();
        let (of_inputs, of_states) = self.is_exact.split_at(inputs);
        for input in (0..inputs).filter(|&input| of_inputs[input]) {
            held.row_mut(input).fill(0.0);
        }
        let mut told = &self.a - self.b.columns(0, inputs) * held;
        for own in (0..states - first).filter(|&own| !of_states[own]) {
            told.row_mut(first + own).fill(0.0);
        }
        told
    }

    /// Positions, in the state of a simulation, of all numbers that change with these states, in ascending order: coordinates, then
    /// speeds, then states of the equipment.
    pub fn numbers(&self, states: &[usize]) -> Vec<usize> {
        let (q, v) = (self.columns.z.nrows(), self.columns.v.nrows());
        let first_own: usize = self.counts.iter().sum();
        let of_state = |&state: &usize| {
            let moved = |matrix: &DMatrix<f64>, first: usize| -> Vec<usize> {
                let column = matrix.column(state);
                (0..column.len())
                    .filter(|&k| column[k].abs() > MOVES * column.amax())
                    .map(|k| first + k)
                    .collect()
            };
            let outside = self.a.ncols() - first_own - self.relaxing.len();
            match state.checked_sub(first_own) {
                Some(own) if own >= outside => vec![self.relaxing[own - outside]],
                Some(own) => vec![q + v + own],
                None => [moved(&self.columns.z, 0), moved(&self.columns.v, q)].concat(),
            }
        };
        let numbers: BTreeSet<usize> = states.iter().flat_map(of_state).collect();
        numbers.into_iter().collect()
    }
}
