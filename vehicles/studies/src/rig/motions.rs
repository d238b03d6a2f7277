//! Motions that are free on the rig: those that hold the chassis, keep the loops closed and leave the drives where they are.

use super::{DEPENDENT, NotReached, Rig};
use crate::decomposition::null_space;
use nalgebra::{DMatrix, DVector};
use wishbone::prelude::*;
use wishbone::state::Whole;

/// Rate of the coordinates below which a motion of unit speed is that of a spin, which has none.
const STILL: f64 = 1e-9;

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
        let placed: Vec<usize> = (0..rates.ncols()).filter(|&k| rates.column(k).amax() > STILL).collect();
        let basis = free.basis.select_columns(&placed);
        let rates = rates.select_columns(&placed);
        let rows = 6 * self.held_bodies.len() + self.held.len();
        let mut held = DMatrix::zeros(rows, placed.len());
        let mut lifts = DMatrix::zeros(self.forces.len(), placed.len());
        for (k, column) in basis.column_iter().enumerate() {
            let speeds: Vec<f64> = column.iter().copied().collect();
            let (wheels, mut twist) = self.moving(&speeds);
            twist.extend(self.held.iter().map(|&speed| speeds[speed]));
            held.column_mut(k).copy_from_slice(&twist);
            for (wheel, motion) in wheels.iter().enumerate() {
                lifts[(wheel, k)] = motion.velocity[2];
            }
        }
        // All velocities are linear in the speeds.
        let combination = orthonormal(&basis, &null_space(&held, DEPENDENT));
        Motions {
            speeds: basis * &combination,
            coordinates: rates * &combination,
            lifts: lifts * combination,
        }
    }
}

/// Combinations of these columns that span what the given ones span, and whose sums are perpendicular to each other and of unit length.
fn orthonormal(columns: &DMatrix<f64>, combinations: &DMatrix<f64>) -> DMatrix<f64> {
    if combinations.ncols() == 0 {
        return combinations.clone();
    }
    let sizes = (columns * combinations).qr().r();
    let inverse = sizes.try_inverse();
    inverse.map_or_else(|| combinations.clone(), |inverse| combinations * inverse)
}
