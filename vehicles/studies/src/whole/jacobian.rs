//! Jacobian of the rates of a vehicle with its surroundings.

use super::System;
use super::free::Free;
use super::vehicle::OfVehicle;
use nalgebra::{DMatrix, DVector};
use wishbone::derivative::Delivered;
use wishbone::prelude::*;
use wishbone::state::{StateVector, Whole};
use wishbone::subsystem::rate;

/// Number of components of a drive: position, velocity, acceleration.
pub(crate) const NUMBERS_OF_A_DRIVE: usize = 3;

/// Derivatives of the rates of speeds, and of the rates of the states of the equipment.
///
/// A coordinate with its own rate, such as the coordinate of a damper in series with a spring, is one of the states `y`, after the
/// states of the equipment.
///
/// Rows: `v` rates of the speeds, `y` rates of the states. Columns: `z` displacements along the speeds, `v` speeds, `y` states, and
/// `u` inputs of the vehicle in the order of its columns of drives, loads and signals.
#[derive(Clone, Debug)]
pub struct Jacobian {
    /// `∂q'/∂v`: rates of the coordinates with respect to speeds.
    pub motion: DMatrix<f64>,
    /// `∂q'/∂z`: rates of the coordinates with respect to displacements.
    pub carried: DMatrix<f64>,
    /// Rates of speeds by displacements.
    pub v_z: DMatrix<f64>,
    /// Rates of speeds by speeds.
    pub v_v: DMatrix<f64>,
    /// Rates of speeds with respect to states of the equipment.
    pub v_y: DMatrix<f64>,
    /// Rates of speeds by inputs. A drive also moves the wheels and the dependent coordinates.
    pub v_u: DMatrix<f64>,
    /// Rates of states of the equipment with respect to displacements.
    pub y_z: DMatrix<f64>,
    /// Rates of states of the equipment with respect to speeds.
    pub y_v: DMatrix<f64>,
    /// Rates of states of the equipment with respect to these states.
    pub y_y: DMatrix<f64>,
    /// Rates of states of the equipment with respect to inputs, since the equipment reads the motion of drives.
    pub y_u: DMatrix<f64>,
    /// Inputs with respect to displacements, since the equipment reads the motion of the vehicle.
    pub u_z: DMatrix<f64>,
    /// Inputs by speeds.
    pub u_v: DMatrix<f64>,
    /// Inputs with respect to states of the equipment.
    pub u_y: DMatrix<f64>,
    /// All inputs with respect to each input, since the equipment reads the motion of drives.
    pub u_u: DMatrix<f64>,
    /// Inputs with respect to the motion of the wheels that the equipment reads. Each wheel has as many columns as
    /// [`WheelMotion`](wishbone::ports::WheelMotion) has numbers.
    pub u_wheels: DMatrix<f64>,
    /// Speeds that a drive of unit velocity causes in a vehicle whose free speeds are zero: a column for each drive.
    pub dragged: DMatrix<f64>,
    /// Rates of the coordinates that this drive causes.
    pub displaced: DMatrix<f64>,
    /// Rates of speeds with respect to the motion of the wheels that the equipment reads.
    pub v_wheels: DMatrix<f64>,
    /// Rates of states of the equipment with respect to the motion of the wheels.
    pub y_wheels: DMatrix<f64>,
    /// Whether the equipment gives exact derivatives: first for each input of the vehicle, then for the rate of each of its
    /// states.
    pub is_exact: Vec<bool>,
    /// Positions of the coordinates with their own rates, which are the last of the states `y`.
    pub relaxing: Vec<usize>,
}

impl Jacobian {
    /// Adds the effects of dependent coordinates and speeds to the columns of the drives in `v_u`, `y_u` and `u_u`.
    fn drag(&mut self, by_displacement: [DMatrix<f64>; 3]) {
        let by_speed = [&self.v_v, &self.y_v, &self.u_v].map(|matrix| matrix * &self.dragged);
        for (component, slopes) in [by_displacement, by_speed].into_iter().enumerate() {
            for (matrix, slopes) in [&mut self.v_u, &mut self.y_u, &mut self.u_u].into_iter().zip(slopes) {
                for (drive, slope) in slopes.column_iter().enumerate() {
                    let mut column = matrix.column_mut(NUMBERS_OF_A_DRIVE * drive + component);
                    column += slope;
                }
            }
        }
    }

    /// Combines the derivatives of the vehicle and of its surroundings.
    pub(super) fn of<I>(vehicle: &OfVehicle, around: &Around<I>) -> Self {
        let (q, v) = vehicle.n.shape();
        let (moved, u) = (vehicle.motions_q.nrows(), vehicle.v_u.ncols());
        let slopes = &around.slopes;
        let y = slopes.ncols() - moved - q - v;
        let block = |row: usize, rows: usize, column: usize, columns: usize| {
            slopes.view((row, column), (rows, columns)).into_owned()
        };
        let [by_motion, by_q, by_v, by_y] = [(0, moved), (moved, q), (moved + q, v), (moved + q + v, y)]
            .map(|(column, columns)| (block(0, u, column, columns), block(u, y, column, columns)));
        // Motions that the surroundings prescribe also move the wheels.
        let motions_y = &vehicle.motions_u * &by_y.0;
        let (motions_z, n) = (&vehicle.motions_q * &vehicle.n, &vehicle.n);
        let u_z = &by_motion.0 * &motions_z + &by_q.0 * n;
        let u_v = &by_motion.0 * &vehicle.motions_v + &by_v.0;
        let u_y = &by_motion.0 * &motions_y + &by_y.0;
        let dragged = &around.dragged;
        // A moving drive also changes the dependent coordinates.
        let displaced = &vehicle.n_u + n * dragged;
        let moved = &vehicle.motions_q * &displaced;
        let u_displaced = &by_motion.0 * &moved + &by_q.0 * &displaced;
        let v_displaced = &vehicle.v_q * &displaced + &vehicle.v_u * &u_displaced;
        let y_displaced = &by_motion.1 * &moved + &by_q.1 * &displaced;
        let mut jacobian = Self {
            carried: &vehicle.q_q * n,
            v_z: &vehicle.v_q * n + &vehicle.v_u * &u_z,
            v_v: &vehicle.v_v + &vehicle.v_u * &u_v,
            v_y: &vehicle.v_u * &u_y,
            y_z: &by_motion.1 * &motions_z + &by_q.1 * n,
            y_v: &by_motion.1 * &vehicle.motions_v + &by_v.1,
            y_y: &by_motion.1 * &motions_y + &by_y.1,
            y_u: &by_motion.1 * &vehicle.motions_u,
            v_wheels: &vehicle.v_u * by_motion.0.columns(0, around.wheels),
            y_wheels: by_motion.1.columns(0, around.wheels).into_owned(),
            u_wheels: by_motion.0.columns(0, around.wheels).into_owned(),
            v_u: &vehicle.v_u + &vehicle.v_u * &by_motion.0 * &vehicle.motions_u,
            u_u: DMatrix::identity(u, u) + &by_motion.0 * &vehicle.motions_u,
            dragged: dragged.clone(),
            displaced,
            motion: n.clone(),
            is_exact: around.is_exact.clone(),
            relaxing: Vec::new(),
            u_z,
            u_v,
            u_y,
        };
        jacobian.drag([v_displaced, y_displaced, u_displaced]);
        jacobian.with_relaxing(vehicle, [&by_motion, &by_q], &around.relaxing)
    }

    /// Adds coordinates with their own rates to the states. Only coordinates decide their rates.
    fn with_relaxing(
        mut self,
        vehicle: &OfVehicle,
        [by_motion, by_q]: [&(DMatrix<f64>, DMatrix<f64>); 2],
        relaxing: &[usize],
    ) -> Self {
        if relaxing.is_empty() {
            return self;
        }
        let (y, count) = (self.y_y.nrows(), relaxing.len());
        let of = |matrix: &DMatrix<f64>| matrix.select_columns(relaxing);
        let own = vehicle.q_q.select_rows(relaxing);
        let [motions, v_q] = [&vehicle.motions_q, &vehicle.v_q].map(of);
        let u_own = &by_motion.0 * &motions + of(&by_q.0);
        let longer = |matrix: &DMatrix<f64>, rows: DMatrix<f64>| {
            let mut all = matrix.clone().resize_vertically(y + count, 0.0);
            all.rows_mut(y, count).copy_from(&rows);
            all
        };
        let wider = |matrix: &DMatrix<f64>, columns: &DMatrix<f64>| {
            let mut all = matrix.clone().resize_horizontally(y + count, 0.0);
            all.columns_mut(y, count).copy_from(columns);
            all
        };
        let mut by_drives = DMatrix::zeros(count, self.y_u.ncols());
        for (drive, column) in (&own * &self.displaced).column_iter().enumerate() {
            by_drives.set_column(NUMBERS_OF_A_DRIVE * drive, &column);
        }
        self.y_z = longer(&self.y_z, &own * &vehicle.n);
        self.y_v = longer(&self.y_v, vehicle.n.select_rows(relaxing));
        self.y_y = wider(&self.y_y, &(&by_motion.1 * &motions + of(&by_q.1)));
        self.y_y = {
            let columns = self.y_y.ncols();
            let mut rows = DMatrix::zeros(count, columns);
            rows.columns_mut(y, count).copy_from(&of(&own));
            longer(&self.y_y, rows)
        };
        self.v_y = wider(&self.v_y, &(v_q + &vehicle.v_u * &u_own));
        self.u_y = wider(&self.u_y, &u_own);
        self.y_u = longer(&self.y_u, by_drives);
        self.y_wheels = longer(&self.y_wheels, DMatrix::zeros(count, self.y_wheels.ncols()));
        self.is_exact.extend(vec![true; count]);
        self.relaxing = relaxing.to_vec();
        self
    }
}

/// The surroundings of a vehicle in a state.
pub(super) struct Around<I> {
    pub(super) inputs: I,
    pub(super) free: Free,
    /// Derivatives of the inputs of the vehicle and of the rates of the surroundings' states, with respect to
    /// everything that the surroundings read.
    slopes: DMatrix<f64>,
    /// Whether each row of these is exact.
    is_exact: Vec<bool>,
    /// Number of components of the motion of all wheels, which are the first columns.
    wheels: usize,
    dragged: DMatrix<f64>,
    relaxing: Vec<usize>,
}

impl<S: Solver, E: Subsystem<S>> System<S, E> {
    /// The Jacobian in a state. At a kink it is the slope of one side, which rounding decides.
    pub fn jacobian(&mut self, state: &Whole<S::State, E::State>) -> Jacobian {
        let around = self.around(state);
        Jacobian::of(&self.of_vehicle(state, &around.inputs), &around)
    }

    pub(super) fn around(&mut self, state: &Whole<S::State, E::State>) -> Around<S::Inputs> {
        let mut inputs = self.solver.no_inputs();
        let _ = rate(&mut self.solver, &mut self.surroundings, &mut inputs, self.time, state);
        let (slopes, is_exact) = self.of_surroundings(state, &inputs);
        let names = self.solver.description();
        let free = self.free(state);
        Around {
            dragged: self.dragged(state, &inputs, &free),
            relaxing: self.relaxing(state),
            wheels: Delivered::Contact(0, 0).row(names) - Delivered::Wheel(0, 0).row(names),
            inputs,
            free,
            slopes,
            is_exact,
        }
    }

    /// Speeds that drives of unit velocity cause in a vehicle whose free speeds are zero.
    fn dragged(&mut self, state: &Whole<S::State, E::State>, inputs: &S::Inputs, free: &Free) -> DMatrix<f64> {
        let drives = self.solver.description().drives.len();
        let of_drive = |drive: usize| {
            let mut moving = inputs.clone();
            for (place, own) in moving.drives().iter_mut().enumerate() {
                own.velocity = if place == drive { 1.0 } else { 0.0 };
            }
            let mut dragged = state.vehicle.clone();
            dragged.speeds_mut().fill(0.0);
            let _ = self.solver.correct_velocity(&mut dragged, &moving);
            let speeds = DVector::from_column_slice(dragged.speeds());
            let own = DVector::from_iterator(free.speeds.len(), free.speeds.iter().map(|&k| speeds[k]));
            speeds - &free.basis * own
        };
        let columns: Vec<DVector<f64>> = (0..drives).map(of_drive).collect();
        DMatrix::from_fn(free.basis.nrows(), drives, |row, drive| columns[drive][row])
    }
}
