//! Derivatives of the vehicle alone: exact if its solver computes them, otherwise by central differences.

use super::System;
use super::jacobian::NUMBERS_OF_A_DRIVE;
use nalgebra::DMatrix;
use wishbone::derivative::{Argument, Delivered, entries, output_entries};
use wishbone::description::Description;
use wishbone::prelude::*;
use wishbone::state::{StateVector, Whole};

/// Slopes of the vehicle alone.
#[derive(Clone)]
pub(super) struct OfVehicle {
    /// Rates of the coordinates with respect to speeds.
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

impl OfVehicle {
    fn zeros(names: &Description) -> Self {
        let (q, v) = (names.coordinates.len(), names.speeds.len());
        let u = Argument::SpeedRate(0).column(names) - q - v;
        let motions = Delivered::Marker(names.markers.len(), 0).row(names) - Delivered::Wheel(0, 0).row(names);
        Self {
            n: DMatrix::zeros(q, v),
            n_u: DMatrix::zeros(q, names.drives.len()),
            q_q: DMatrix::zeros(q, q),
            v_q: DMatrix::zeros(v, q),
            v_v: DMatrix::zeros(v, v),
            v_u: DMatrix::zeros(v, u),
            motions_q: DMatrix::zeros(motions, q),
            motions_v: DMatrix::zeros(motions, v),
            motions_u: DMatrix::zeros(motions, u),
        }
    }

    /// Enters a derivative of an evaluation; [`Delivered`] and [`Argument`] number the rows and the columns.
    fn enter(&mut self, names: &Description, row: usize, column: usize, slope: f64) {
        let (q, u) = (names.coordinates.len(), self.v_u.ncols());
        let first = q + names.speeds.len();
        let (by_q, by_v) = (column < q, (q..first).contains(&column));
        let by_u = (first..first + u).contains(&column);
        let motion = row.checked_sub(Delivered::Wheel(0, 0).row(names));
        if row < q && by_u {
            let (drive, component) = (
                (column - first) / NUMBERS_OF_A_DRIVE,
                (column - first) % NUMBERS_OF_A_DRIVE,
            );
            if component == 1 && drive < names.drives.len() {
                self.n_u[(row, drive)] = slope;
            }
        }
        match (row, motion) {
            (row, _) if row < q && by_q => self.q_q[(row, column)] = slope,
            (row, _) if row < q && by_v => self.n[(row, column - q)] = slope,
            (row, _) if (q..first).contains(&row) && by_q => self.v_q[(row - q, column)] = slope,
            (row, _) if (q..first).contains(&row) && by_v => self.v_v[(row - q, column - q)] = slope,
            (row, _) if (q..first).contains(&row) && by_u => self.v_u[(row - q, column - first)] = slope,
            (_, Some(motion)) if by_q => self.motions_q[(motion, column)] = slope,
            (_, Some(motion)) if by_v => self.motions_v[(motion, column - q)] = slope,
            (_, Some(motion)) if by_u => self.motions_u[(motion, column - first)] = slope,
            _ => {}
        }
    }

    /// Enters all derivatives of an evaluation with respect to the number of a column.
    fn enter_all(&mut self, names: &Description, column: usize, slopes: &[f64]) {
        let (q, v) = self.n.shape();
        let [of_q, of_v, of_motions] = [&slopes[..q], &slopes[q..q + v], &slopes[q + v..]];
        let place = |matrix: &mut DMatrix<f64>, column: usize, slopes: &[f64]| {
            matrix.column_mut(column).copy_from_slice(slopes);
        };
        if column < q {
            place(&mut self.q_q, column, of_q);
            place(&mut self.v_q, column, of_v);
            place(&mut self.motions_q, column, of_motions);
            return;
        }
        let speed = column - q;
        if speed < v {
            place(&mut self.n, speed, of_q);
            place(&mut self.v_v, speed, of_v);
            place(&mut self.motions_v, speed, of_motions);
            return;
        }
        let input = speed - v;
        let (drive, component) = (input / NUMBERS_OF_A_DRIVE, input % NUMBERS_OF_A_DRIVE);
        if component == 1 && drive < names.drives.len() {
            place(&mut self.n_u, drive, of_q);
        }
        place(&mut self.v_u, input, of_v);
        place(&mut self.motions_u, input, of_motions);
    }
}

impl<S: Solver, E: Subsystem<S>> System<S, E> {
    /// Derivatives of the vehicle in a state.
    pub(super) fn of_vehicle(&mut self, state: &Whole<S::State, E::State>, inputs: &S::Inputs) -> OfVehicle {
        let names = self.solver.description();
        let mut found = OfVehicle::zeros(names);
        match names.slopes.is_empty() {
            false => {
                let slopes = self.solver.slopes(&state.vehicle, inputs).to_vec();
                for (row, column, slope) in entries(names, &slopes) {
                    found.enter(names, row, column, slope);
                }
            }
            true => {
                let last = Argument::SpeedRate(0).column(names);
                let mut differences = Differences::about(&mut self.solver, &state.vehicle, inputs);
                for column in 0..last {
                    found.enter_all(names, column, differences.by(column));
                }
                // The solver keeps the motion of the wheels in this state for later readers.
                self.solver.kinematics(&state.vehicle, inputs);
            }
        }
        found
    }

    /// Rates of the coordinates with respect to speeds, in a state.
    pub(super) fn by_speeds(&mut self, state: &Whole<S::State, E::State>, inputs: &S::Inputs) -> DMatrix<f64> {
        let names = self.solver.description();
        if !names.slopes.is_empty() {
            return self.of_vehicle(state, inputs).n;
        }
        let (q, v) = (names.coordinates.len(), names.speeds.len());
        let mut found = DMatrix::zeros(q, v);
        let mut differences = Differences::about(&mut self.solver, &state.vehicle, inputs);
        for (speed, mut column) in found.column_iter_mut().enumerate() {
            column.copy_from_slice(&differences.by(q + speed)[..q]);
        }
        found
    }

    /// Exact derivatives of the declared outputs. Rows are in their order, columns are numbered by [`Argument`], without
    /// parameters.
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

/// Steps of central differences. For coordinates, positions of drives and signals, and for speeds and velocities, the
/// steps are relative to the size; absolute for numbers below one. An evaluation is linear in accelerations and loads.
const OF_PLACES: f64 = 1e-6;
const OF_SPEEDS: f64 = 1e-6;
const OF_LOADS: f64 = 1.0;

/// Central differences of everything that an evaluation delivers.
struct Differences<'a, S: Solver> {
    solver: &'a mut S,
    state: &'a S::State,
    inputs: &'a S::Inputs,
    /// Whether the bodies are at the state, moving with the drives.
    is_placed: bool,
    /// State and inputs with one number displaced.
    displaced: (S::State, S::Inputs),
    /// What the evaluations on both sides deliver.
    sides: [Vec<f64>; 2],
    slopes: Vec<f64>,
}

impl<'a, S: Solver> Differences<'a, S> {
    fn about(solver: &'a mut S, state: &'a S::State, inputs: &'a S::Inputs) -> Self {
        Self {
            solver,
            state,
            inputs,
            displaced: (state.clone(), inputs.clone()),
            is_placed: false,
            sides: [Vec::new(), Vec::new()],
            slopes: Vec::new(),
        }
    }

    /// Derivatives with respect to one number that an evaluation reads, the column of an [`Argument`]. Loads and
    /// signals move no body: the kinematics of the state are valid for all of them.
    fn by(&mut self, column: usize) -> &[f64] {
        let Self {
            solver,
            state,
            inputs,
            is_placed,
            displaced: (moved, changed),
            sides,
            slopes,
        } = self;
        let names = solver.description();
        let is_load = column >= Argument::Drive(names.drives.len(), 0).column(names);
        if is_load && !*is_placed {
            solver.kinematics(state, inputs);
        }
        *is_placed = is_load;
        let mut steps = [0.0; 2];
        for ((side, step), sign) in sides.iter_mut().zip(&mut steps).zip([1.0, -1.0]) {
            moved.clone_from(state);
            changed.clone_from(inputs);
            *step = sign * displace(names, moved, changed, column, sign);
            if !is_load {
                solver.kinematics(moved, changed);
            }
            deliver(*solver, changed, side);
        }
        let apart = steps[0] - steps[1];
        slopes.clear();
        slopes.extend(sides[0].iter().zip(&sides[1]).map(|(up, down)| (up - down) / apart));
        slopes
    }
}

/// Moves one number by a step of this sign, and returns the size of the step.
fn displace<S: StateVector, I: InputPorts>(
    names: &Description,
    state: &mut S,
    inputs: &mut I,
    column: usize,
    sign: f64,
) -> f64 {
    let (q, v) = (names.coordinates.len(), names.speeds.len());
    let move_by = |number: &mut f64, step: f64| {
        *number += sign * step;
        step
    };
    let by_size = |number: &mut f64, part: f64| {
        let step = part * number.abs().max(1.0);
        move_by(number, step)
    };
    if column < q {
        return by_size(&mut state.coordinates_mut()[column], OF_PLACES);
    }
    if column < q + v {
        return by_size(&mut state.speeds_mut()[column - q], OF_SPEEDS);
    }
    let mut place = column - q - v;
    let of_drives = NUMBERS_OF_A_DRIVE * names.drives.len();
    if place < of_drives {
        let drive = &mut inputs.drives()[place / NUMBERS_OF_A_DRIVE];
        return match place % NUMBERS_OF_A_DRIVE {
            0 => by_size(&mut drive.position, OF_PLACES),
            1 => by_size(&mut drive.velocity, OF_SPEEDS),
            _ => move_by(&mut drive.acceleration, OF_LOADS),
        };
    }
    place -= of_drives;
    for wheel in inputs.wheels() {
        for (_, field) in wheel.fields_mut() {
            match field.get_mut(place) {
                Some(number) => return move_by(number, OF_LOADS),
                None => place -= field.len(),
            }
        }
    }
    match inputs.signals().get_mut(place) {
        Some(signal) => by_size(signal, OF_PLACES),
        None => 1.0,
    }
}

/// Everything that an evaluation delivers after the kinematics, in the order of [`Delivered`] without the outputs.
fn deliver<S: Solver>(solver: &mut S, inputs: &S::Inputs, numbers: &mut Vec<f64>) {
    let rate = solver.accelerations(inputs);
    numbers.clear();
    numbers.extend(rate.coordinates().iter().chain(rate.speeds()));
    for wheel in solver.wheels() {
        wheel
            .fields()
            .iter()
            .for_each(|(_, field)| numbers.extend_from_slice(field));
    }
    for contact in solver.contacts() {
        contact
            .fields()
            .iter()
            .for_each(|(_, field)| numbers.extend_from_slice(field));
    }
    for marker in solver.markers() {
        marker
            .fields()
            .iter()
            .for_each(|(_, field)| numbers.extend_from_slice(field));
    }
}
