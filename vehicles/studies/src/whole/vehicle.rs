//! Slopes of the vehicle alone, which are exact.

use super::System;
use super::jacobian::NUMBERS_OF_A_DRIVE;
use nalgebra::DMatrix;
use wishbone::derivative::{Argument, Delivered, entries, output_entries};
use wishbone::prelude::*;
use wishbone::state::Whole;

/// Exact slopes of the vehicle alone.
#[derive(Clone)]
pub(super) struct OfVehicle {
    /// Rates of the coordinates by speeds.
    pub(super) n: DMatrix<f64>,
    /// Rates of the coordinates by velocities of the drives.
    pub(super) n_u: DMatrix<f64>,
    pub(super) q_q: DMatrix<f64>,
    pub(super) v_q: DMatrix<f64>,
    pub(super) v_v: DMatrix<f64>,
    pub(super) v_u: DMatrix<f64>,
    pub(super) motions_q: DMatrix<f64>,
    pub(super) motions_v: DMatrix<f64>,
    pub(super) motions_u: DMatrix<f64>,
}

impl<S: Solver, E: Subsystem<S>> System<S, E> {
    /// Its exact slopes in a state.
    pub(super) fn of_vehicle(&mut self, state: &Whole<S::State, E::State>, inputs: &S::Inputs) -> OfVehicle {
        let names = self.solver.description();
        let (q, v) = (names.coordinates.len(), names.speeds.len());
        let first = q + v;
        let u = Argument::SpeedRate(0).column(names) - first;
        let outside = Delivered::Wheel(0, 0).row(names);
        let motions = Delivered::Marker(names.markers.len(), 0).row(names) - outside;
        let mut found = OfVehicle {
            n: DMatrix::zeros(q, v),
            n_u: DMatrix::zeros(q, names.drives.len()),
            q_q: DMatrix::zeros(q, q),
            v_q: DMatrix::zeros(v, q),
            v_v: DMatrix::zeros(v, v),
            v_u: DMatrix::zeros(v, u),
            motions_q: DMatrix::zeros(motions, q),
            motions_v: DMatrix::zeros(motions, v),
            motions_u: DMatrix::zeros(motions, u),
        };
        let slopes = self.solver.slopes(&state.vehicle, inputs).to_vec();
        for (row, column, slope) in entries(names, &slopes) {
            let (by_q, by_v) = (column < q, (q..first).contains(&column));
            let by_u = (first..first + u).contains(&column);
            let motion = row.checked_sub(outside);
            if row < q && by_u {
                let (drive, component) = (
                    (column - first) / NUMBERS_OF_A_DRIVE,
                    (column - first) % NUMBERS_OF_A_DRIVE,
                );
                if component == 1 && drive < names.drives.len() {
                    found.n_u[(row, drive)] = slope;
                }
            }
            match (row, motion) {
                (row, _) if row < q && by_q => found.q_q[(row, column)] = slope,
                (row, _) if row < q && by_v => found.n[(row, column - q)] = slope,
                (row, _) if (q..first).contains(&row) && by_q => found.v_q[(row - q, column)] = slope,
                (row, _) if (q..first).contains(&row) && by_v => found.v_v[(row - q, column - q)] = slope,
                (row, _) if (q..first).contains(&row) && by_u => found.v_u[(row - q, column - first)] = slope,
                (_, Some(motion)) if by_q => found.motions_q[(motion, column)] = slope,
                (_, Some(motion)) if by_v => found.motions_v[(motion, column - q)] = slope,
                (_, Some(motion)) if by_u => found.motions_u[(motion, column - first)] = slope,
                _ => {}
            }
        }
        found
    }

    /// Exact slopes of its declared outputs: rows in their order, columns as [`Argument`] counts them, without parameters.
    pub(super) fn of_outputs(
        &mut self,
        state: &Whole<S::State, E::State>,
        inputs: &S::Inputs,
        rate: &S::State,
    ) -> DMatrix<f64> {
        let names = self.solver.description();
        let (first, columns) = (Delivered::Output(0).row(names), Argument::Parameter(0).column(names));
        let mut found = DMatrix::zeros(names.outputs.len(), columns);
        let slopes = self.solver.output_slopes(&state.vehicle, inputs, rate).to_vec();
        for (row, column, slope) in output_entries(names, &slopes) {
            if column < columns {
                found[(row - first, column)] = slope;
            }
        }
        found
    }
}
