//! Motions that are free on the rig: those that hold the chassis, keep the loops closed and leave the drives where they are.

use super::{NotReached, Rig};
use nalgebra::{DMatrix, DVector};
use wishbone::prelude::*;
use wishbone::state::Whole;

/// Free motions in a position.
#[derive(Clone)]
pub(super) struct Motions {
    /// Speeds of each motion, by column, of unit length.
    pub(super) speeds: DMatrix<f64>,
    /// Rates of the coordinates, by column.
    pub(super) coordinates: DMatrix<f64>,
    /// Vertical velocity of each wheel centre, by row.
    pub(super) lifts: DMatrix<f64>,
}

/// Displacements along the free motions [m or rad], with changes of the forces on the wheels [N].
pub(super) type Settling = Result<(DVector<f64>, DVector<f64>), NotReached>;

impl Motions {
    /// The same motions in combinations that are nearest to those with the given speeds; none if they are entirely different ones.
    pub(super) fn lined_up(&self, speeds: &DMatrix<f64>) -> Option<Self> {
        if speeds.shape() != self.speeds.shape() {
            return None;
        }
        let combination = (speeds.transpose() * &self.speeds).try_inverse()?;
        Some(Self {
            speeds: &self.speeds * &combination,
            coordinates: &self.coordinates * &combination,
            lifts: &self.lifts * combination,
        })
    }

    /// As [`Rig::settling`] where the heights determine everything: `V w = gaps`, `Vᵀ F = -forces`.
    pub(super) fn determined(&self, gaps: &DVector<f64>, forces: &DVector<f64>) -> Settling {
        let step = self.lifts.clone().lu().solve(gaps);
        let balance = self.lifts.transpose().lu().solve(&-forces);
        step.zip(balance).ok_or(NotReached::Stiff)
    }
}

impl<S: Solver + Clone> Rig<S> {
    /// Wheels, and the twists of the held bodies, while the vehicle moves with these speeds.
    pub(super) fn moving(&mut self, speeds: &[f64]) -> (Vec<WheelMotion>, Vec<f64>) {
        let mut state = self.state.clone();
        state.speeds_mut().copy_from_slice(speeds);
        let solver = &mut self.system.solver;
        solver.kinematics(&state, &self.inputs);
        let wheels = solver.wheels().to_vec();
        let bodies = solver.bodies(&state, &self.inputs, &S::State::zero());
        let held = self.held_bodies.iter().map(|&body| &bodies[body]);
        let twists = held.flat_map(|body| [body.velocity, body.angular_velocity].concat());
        (wheels, twists.collect())
    }

    /// Rates of the coordinates for speeds, by column.
    fn coordinate_rates(&mut self, speeds: &DMatrix<f64>) -> DMatrix<f64> {
        let mut state = self.state.clone();
        let mut rates = DMatrix::zeros(state.coordinates().len(), speeds.ncols());
        for (speeds, mut rates) in speeds.column_iter().zip(rates.column_iter_mut()) {
            state.speeds_mut().copy_from_slice(speeds.into_owned().as_slice());
            self.system.solver.kinematics(&state, &self.inputs);
            let rate = self.system.solver.accelerations(&self.inputs);
            rates.copy_from_slice(rate.coordinates());
        }
        rates
    }

    /// The free motions in this state.
    pub(super) fn motions(&mut self) -> Motions {
        let known = self.motions.take().filter(|_| self.is_here);
        let motions = known.unwrap_or_else(|| self.looked_for());
        self.motions = Some(motions.clone());
        self.is_here = true;
        motions
    }

    fn looked_for(&mut self) -> Motions {
        let whole = Whole {
            vehicle: self.state.clone(),
            subsystems: (),
        };
        let free = self.system.free(&whole);
        let rates = self.coordinate_rates(&free.basis);
        // A spin has no coordinate.
        let placed = (0..rates.ncols()).filter(|&k| rates.column(k).amax() > 0.0);
        let basis = free.basis.select_columns(&placed.collect::<Vec<usize>>());
        let held = self.held.clone();
        let columns: Vec<Vec<f64>> = basis
            .column_iter()
            .map(|column| {
                let speeds: Vec<f64> = column.iter().copied().collect();
                let (_, mut twist) = self.moving(&speeds);
                twist.extend(held.iter().map(|&speed| speeds[speed]));
                twist
            })
            .collect();
        let rows = 6 * self.held_bodies.len() + held.len();
        let held = DMatrix::from_fn(rows, columns.len(), |row, column| columns[column][row]);
        let speeds = orthonormal(&(basis * null_space(&held)));
        let lifts: Vec<Vec<f64>> = speeds
            .column_iter()
            .map(|column| {
                let (wheels, _) = self.moving(&column.iter().copied().collect::<Vec<f64>>());
                wheels.iter().map(|wheel| wheel.velocity[2]).collect()
            })
            .collect();
        let wheels = self.forces.len();
        Motions {
            coordinates: self.coordinate_rates(&speeds),
            lifts: DMatrix::from_fn(wheels, lifts.len(), |row, column| lifts[column][row]),
            speeds,
        }
    }
}

/// A basis of the vectors that a matrix takes to zero, by column.
fn null_space(matrix: &DMatrix<f64>) -> DMatrix<f64> {
    let count = matrix.ncols();
    // As many rows as columns: only then are all right singular vectors computed.
    let mut square = DMatrix::zeros(matrix.nrows().max(count), count);
    square.view_mut((0, 0), matrix.shape()).copy_from(matrix);
    let svd = square.svd(false, true);
    let largest = svd.singular_values.max().max(f64::MIN_POSITIVE);
    let right = svd.v_t.unwrap_or_else(|| DMatrix::identity(count, count));
    let small = (0..count).filter(|&k| svd.singular_values[k] < 1e-10 * largest);
    right.transpose().select_columns(&small.collect::<Vec<usize>>())
}

fn orthonormal(columns: &DMatrix<f64>) -> DMatrix<f64> {
    match columns.ncols() {
        0 => columns.clone(),
        _ => columns.clone().qr().q(),
    }
}
