//! Motion of a whole vehicle along level ground, as one rigid body.
//!
//! It is given by `c = (v_X, v_Y, Ω)`: the velocity of the centre of mass of the chassis along its heading and to the left, and
//! the yaw rate. The heading is the horizontal part of the chassis' X axis. All bodies then have the angular velocity `Ω` about
//! the vertical axis, no joint moves, and the free speeds are `R c`. `R` follows from the twists of all bodies at unit speeds.
//!
//! A displacement along the free speeds moves the chassis by `D δz` (longitudinal, lateral, yaw), in the axes of its
//! own heading. A displaced vehicle that continues this rigid motion then has a different `c`. The change is `M δz`:
//! with `δx, δy, δψ = D δz`
//!
//! ```text
//! δv_X = -Ω δy + v_Y δψ,   δv_Y = Ω δx - v_X δψ,   δΩ = 0
//! ```

use crate::decomposition::least_of_each;
use crate::whole::{Free, System};
use core::fmt;
use nalgebra::{DMatrix, DVector, Matrix3, Matrix3xX, Vector3};
use wishbone::ports::BodyMotion;
use wishbone::prelude::*;
use wishbone::state::{StateVector, Vector, Whole};

/// Largest deviation of the bodies from a unit rigid motion.
const RIGID: f64 = 1e-6;
/// Singular values below this part of the largest count as zero.
const RANK: f64 = 1e-9;

/// How a vehicle moves along the ground in one position.
#[derive(Clone, Debug)]
pub struct GroundMotion {
    /// `R`: free speeds by `c`, one row for each free speed.
    pub rigid: DMatrix<f64>,
    /// `D`: displacement of the chassis along its heading, lateral displacement, and rotation about the vertical axis,
    /// for displacements along the free speeds.
    pub chassis: Matrix3xX<f64>,
    /// Twists of all bodies for the free speeds: velocity of the centre of mass, then angular velocity, along world
    /// axes.
    pub twists: DMatrix<f64>,
}

/// The ground holds the vehicle: its bodies cannot all move together along X, along Y and about Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held;

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the ground holds the vehicle: its bodies cannot all be moved alike along the ground and turned; it can only be studied at rest"
        )
    }
}

impl core::error::Error for Held {}

impl GroundMotion {
    /// The ground motion of a vehicle. `chassis` is the position of the chassis among its bodies.
    ///
    /// # Errors
    /// If the ground holds it.
    pub fn of<S: Solver, E: Subsystem<S>>(
        system: &mut System<S, E>,
        state: &Whole<S::State, E::State>,
        free: &Free,
        chassis: usize,
    ) -> Result<Self, Held> {
        let (twists, bodies) = twists(system, state, free);
        let own = bodies.get(chassis).ok_or(Held)?;
        let [along, across] = heading(own);
        let mut fields = DMatrix::zeros(twists.nrows(), 3);
        for (place, body) in bodies.iter().enumerate() {
            let lever = Vector3::from(body.com) - Vector3::from(own.com);
            let turned = Vector3::z().cross(&lever);
            fields.fixed_view_mut::<3, 1>(6 * place, 0).copy_from(&along);
            fields.fixed_view_mut::<3, 1>(6 * place, 1).copy_from(&across);
            fields.fixed_view_mut::<3, 1>(6 * place, 2).copy_from(&turned);
            fields[(6 * place + 5, 2)] = 1.0;
        }
        let rigid = least_of_each(&twists, &fields, RANK).ok_or(Held)?;
        if (&twists * &rigid - fields).amax() > RIGID {
            return Err(Held);
        }
        Ok(Self {
            rigid,
            chassis: displaced(own, &twists.rows(6 * chassis, 6).into_owned()),
            twists,
        })
    }

    /// Positions, among these free speeds, of the three free speeds that the ground motion moves most. Place and
    /// heading are counted along them.
    pub fn pivots(&self, placed: &[usize]) -> [usize; 3] {
        let mut rigid = self.rigid.select_rows(placed);
        [0, 1, 2].map(|column| {
            let pivot = rigid.column(column).iamax();
            let row = rigid.row(pivot) / rigid[(pivot, column)];
            let factors = rigid.column(column).into_owned();
            rigid -= factors * row;
            pivot
        })
    }

    /// `M`: change of `c` by displacements along the free speeds, for a displaced vehicle that continues its rigid motion.
    pub fn seen(&self, c: &Vector3<f64>) -> Matrix3xX<f64> {
        let by_frame = Matrix3::new(0.0, -c[2], c[1], c[2], 0.0, -c[0], 0.0, 0.0, 0.0);
        by_frame * &self.chassis
    }

    /// Free speeds of this rigid motion.
    pub fn speeds(&self, c: &Vector3<f64>) -> DVector<f64> {
        &self.rigid * c
    }
}

/// Twists of all bodies at unit free speeds, and the bodies in that position.
pub fn twists<S: Solver, E: Subsystem<S>>(
    system: &mut System<S, E>,
    state: &Whole<S::State, E::State>,
    free: &Free,
) -> (DMatrix<f64>, Vec<BodyMotion>) {
    let mut inputs = system.solver.no_inputs();
    system.surroundings.drive(system.time, &state.subsystems, &mut inputs);
    inputs.drives().iter_mut().for_each(|drive| drive.velocity = 0.0);
    let mut moving = state.vehicle.clone();
    let mut bodies = Vec::new();
    let columns: Vec<DVector<f64>> = free
        .basis
        .column_iter()
        .map(|column| {
            moving.speeds_mut().copy_from_slice(column.clone_owned().as_slice());
            bodies = system.solver.bodies(&moving, &inputs, &S::State::zero()).to_vec();
            let numbers = bodies.iter().flat_map(|body| [body.velocity, body.angular_velocity]);
            DVector::from_vec(numbers.flatten().collect())
        })
        .collect();
    let rows = 6 * bodies.len();
    (
        DMatrix::from_fn(rows, columns.len(), |row, column| columns[column][row]),
        bodies,
    )
}

/// Horizontal unit vectors along and across the heading of a body.
pub(crate) fn heading(body: &BodyMotion) -> [Vector3<f64>; 2] {
    let forward = Vector3::new(body.rotation[0][0], body.rotation[1][0], 0.0).normalize();
    [forward, Vector3::z().cross(&forward)]
}

/// `D`, by the twists of the chassis.
fn displaced(chassis: &BodyMotion, twists: &DMatrix<f64>) -> Matrix3xX<f64> {
    let [along, across] = heading(chassis);
    let forward = Vector3::from(chassis.rotation.map(|row| row[0]));
    let length = forward.xy().norm();
    let mut found = Matrix3xX::zeros(twists.ncols());
    for (column, mut moved) in found.column_iter_mut().enumerate() {
        let (velocity, turn) = (
            twists.fixed_view::<3, 1>(0, column),
            twists.fixed_view::<3, 1>(3, column),
        );
        moved[0] = along.dot(&velocity);
        moved[1] = across.dot(&velocity);
        moved[2] = across.dot(&turn.cross(&forward)) / length;
    }
    found
}
