//! Correction of the unknowns of a steady motion, by Newton's method.

use super::search::{Place, Search};
use super::{BY_CONTROLS, Bend, Controlled, Controls};
use crate::decomposition::pseudo_inverse;
use crate::linear::Kinematics;
use crate::whole::{Jacobian, NUMBERS_OF_A_DRIVE, System};
use nalgebra::{DMatrix, DVector};
use wishbone::prelude::*;
use wishbone::state::StateVector;

/// Singular values below this part of the largest count as zero.
const RANK: f64 = 1e-11;
/// Torque about the axis of a wheel in the air by its spin, divided by its inertia [1/s]; below this limit, only
/// gyroscopic moments act on the wheel.
const IDLE: f64 = 1e-2;
/// Slopes up to this limit [SI] count as zero: the equation depends on no unknown. Differences leave some 1e-11 there.
const NO_SLOPE: f64 = 1e-8;
/// Fraction of the displacement by the steering wheel that counts in the bound of a step.
const TURNED: f64 = 0.25;
/// Entries of a scaled row below this limit count as zero: the row does not depend on that unknown.
const NOTHING: f64 = 1e-10;

/// The linear problem that gives the correction for any residual.
pub(super) struct Newton {
    /// Pseudo-inverse of the scaled matrix.
    inverse: DMatrix<f64>,
    /// Scale factors of the rows and of the columns.
    rows: DVector<f64>,
    pub(super) columns: DVector<f64>,
    /// Derivatives of the coordinates by displacements along the placed free speeds.
    pub(super) motion: DMatrix<f64>,
    /// Number of these displacements.
    pub(super) placed: usize,
    /// Derivatives of the coordinates with respect to the angle of the steering wheel, including dependent coordinates
    /// of its drive.
    pub(super) steered: DVector<f64>,
    /// Positions of the spins among the speeds.
    pub(super) spins: Vec<usize>,
    /// Positions, among the speeds, of the spins of wheels in the air on which only gyroscopic moments act.
    pub(super) idle: Vec<usize>,
    /// Whether faster spins give forces. They do not for tyres without a force along the road.
    pub(super) pushes: bool,
}

impl Newton {
    /// The largest displacement of a change of the unknowns [m or rad]. Of displacements by the steering wheel only a
    /// fraction counts, so that a steered wheel may turn further in a step. Without a bound it would turn round,
    /// because its angle is correct only up to full turns.
    pub(super) fn longest(&self, change: &DVector<f64>) -> f64 {
        let steering = change[change.len() - 1] * self.steered.amax();
        change.rows(0, self.placed).amax().max(TURNED * steering.abs())
    }

    /// The correction in scaled unknowns.
    pub(super) fn scaled(&self, residual: &DVector<f64>) -> DVector<f64> {
        &self.inverse * residual.component_mul(&self.rows)
    }
}

impl<S, E, F> Search<'_, S, E, F>
where
    S: Solver,
    E: Subsystem<S>,
    F: FnMut(&mut E, &Controls),
{
    /// The correction at this place for any residual `r`, at a rate `w` [1/s]. With the Jacobian `J` of the rates it
    /// solves `(J - D) δ = -r`. `D` has `w²` for displacements and `w` for speeds and states of the equipment. So each
    /// unknown follows its own rate, as in an implicit step of time `1 / w`. With a rate of zero it is Newton's
    /// correction.
    pub(super) fn newton(&mut self, place: &Place, bend: Bend, rate: f64) -> Newton {
        self.evaluations += 4;
        let Place { free, ground } = place;
        let jacobian = self.vehicle.system.jacobian(&self.at.state);
        let turning = self.vehicle.system.turning(&self.at.state);
        let kinematics = Kinematics::of(&jacobian, &turning, free);
        let spins: Vec<usize> = (0..free.speeds.len())
            .filter(|k| !kinematics.placed.contains(k))
            .collect();
        let in_the_air = self.spins_in_the_air(&spins.iter().map(|&spin| free.speeds[spin]).collect::<Vec<usize>>());
        let of_free = |matrix: &DMatrix<f64>| matrix.select_rows(&free.speeds);
        let (v_v, y_v) = (of_free(&(&jacobian.v_v * &free.basis)), &jacobian.y_v * &free.basis);
        let along = free.basis.select_columns(&kinematics.placed);
        let seen = ground.seen(&self.at.motion).select_columns(&kinematics.placed);
        // Derivatives of the speeds by displacements of a vehicle that moves on rigidly.
        let mut carried = -(&ground.rigid * seen);
        for (row, &speed) in kinematics.placed.iter().enumerate() {
            let mut own = carried.row_mut(speed);
            own -= kinematics.carried.row(row);
        }
        let (v, y, z) = (free.speeds.len(), jacobian.y_y.nrows(), along.ncols());
        let controls: Vec<ByControl> = (0..if self.vehicle.is_steered { 2 } else { 1 })
            .map(|control| self.by_control(control, &jacobian))
            .collect();
        let rows = v + y + controls.len();
        let mut matrix = DMatrix::zeros(rows, z + 3 + spins.len() + y + controls.len());
        let columns = [
            (
                0,
                of_free(&(&jacobian.v_z * &along)) + &v_v * &carried,
                &jacobian.y_z * &along + &y_v * &carried,
            ),
            (z, &v_v * &ground.rigid, &y_v * &ground.rigid),
            (z + 3, v_v.select_columns(&spins), y_v.select_columns(&spins)),
            (z + 3 + spins.len(), of_free(&jacobian.v_y), jacobian.y_y.clone()),
        ];
        for (column, of_speeds, of_own) in &columns {
            matrix.view_mut((0, *column), of_speeds.shape()).copy_from(of_speeds);
            matrix.view_mut((v, *column), of_own.shape()).copy_from(of_own);
        }
        for (column, &speed) in kinematics.placed.iter().enumerate() {
            matrix[(speed, column)] -= rate * rate;
        }
        let mut of_ground = matrix.view_mut((0, z), (v, 3));
        of_ground -= rate * &ground.rigid;
        for (column, &spin) in spins.iter().enumerate() {
            matrix[(spin, z + 3 + column)] -= rate;
        }
        for own in 0..y {
            matrix[(v + own, z + 3 + spins.len() + own)] -= rate;
        }
        let idle: Vec<usize> = (0..spins.len())
            .filter(|&column| {
                let by_spin = &jacobian.v_v * free.basis.column(spins[column]);
                in_the_air[column] && self.resistance(free.speeds[spins[column]], &by_spin) < IDLE
            })
            .collect();
        // A held wheel that comes down to the ground follows the ground again.
        for &column in &idle {
            if self.held_spins.contains(&free.speeds[spins[column]]) {
                matrix.column_mut(z + 3 + column).fill(0.0);
            }
        }
        // A state whose rate depends on nothing stays as it is, such as the deflection of a dry friction at rest: steady motions are many
        // then, one for each friction force.
        for own in 0..y {
            if matrix.row(v + own).amax() <= NO_SLOPE {
                matrix.column_mut(z + 3 + spins.len() + own).fill(0.0);
            }
        }
        // Place and heading stay constant: only rounding depends on them.
        for column in ground.pivots(&kinematics.placed) {
            matrix.column_mut(column).fill(0.0);
        }
        let first = z + 3 + spins.len() + y;
        for (place, control) in controls.iter().enumerate() {
            matrix
                .view_mut((0, first + place), (v, 1))
                .copy_from(&of_free(&DMatrix::from_columns(std::slice::from_ref(&control.speeds))));
            matrix.view_mut((v, first + place), (y, 1)).copy_from(&control.own);
        }
        let (c, speed) = (self.at.motion, self.at.motion.xy().norm().max(f64::MIN_POSITIVE));
        matrix[(v + y, z)] = c[0] / speed;
        matrix[(v + y, z + 1)] = c[1] / speed;
        if self.vehicle.is_steered {
            match bend {
                Bend::Lateral(_) => {
                    matrix[(v + y + 1, z)] = c[2];
                    matrix[(v + y + 1, z + 2)] = c[0];
                }
                Bend::Curvature(wanted) => {
                    matrix[(v + y + 1, z)] = -wanted * c[0] / speed;
                    matrix[(v + y + 1, z + 1)] = -wanted * c[1] / speed;
                    matrix[(v + y + 1, z + 2)] = 1.0;
                }
                Bend::Steering(_) => matrix[(v + y + 1, first + 1)] = 1.0,
            }
        }
        let by_spins = [v_v.select_columns(&spins), y_v.select_columns(&spins)];
        let pushes = spins.is_empty()
            || (0..v).any(|row| !spins.contains(&row) && by_spins[0].row(row).amax() > 0.0)
            || by_spins[1].amax() > 0.0;
        let spins: Vec<usize> = spins.iter().map(|&spin| free.speeds[spin]).collect();
        let idle = idle.into_iter().map(|column| spins[column]).collect();
        let steered = controls.get(1).map_or_else(
            || DVector::zeros(jacobian.motion.nrows()),
            |steering| steering.coordinates.clone(),
        );
        Newton {
            pushes,
            idle,
            ..scaled(matrix, (&jacobian.motion * along, steered), spins)
        }
    }

    /// Whether each of these speeds is the spin of a wheel in the air.
    fn spins_in_the_air(&mut self, speeds: &[usize]) -> Vec<bool> {
        let in_the_air = self.vehicle.system.in_the_air(&self.at.state);
        let names = self.vehicle.system.solver.description();
        let is_idle = |speed: &usize| {
            let wheel = names.speeds[*speed].strip_suffix(".spin");
            let mut wheels = names.wheels.iter().zip(&in_the_air);
            wheels.any(|(name, is_idle)| Some(*name) == wheel && *is_idle)
        };
        speeds.iter().map(is_idle).collect()
    }

    /// Size of the torque about the axis of a wheel by its spin, divided by its inertia [1/s]. It is found from the
    /// change of all accelerations by the spin.
    ///
    /// The spin itself does not show this torque. On an arm that turns about nearly the same axis, gyroscopic moments
    /// turn the arm, and so change the spin relative to the arm. The torque is `sᵀ M v'`, a product of two motions in
    /// the kinetic energy `T(v) = vᵀ M v / 2`.
    fn resistance(&mut self, spin: usize, change: &DVector<f64>) -> f64 {
        let System {
            solver,
            surroundings,
            time,
        } = &mut self.vehicle.system;
        let mut inputs = solver.no_inputs();
        surroundings.drive(*time, &self.at.state.subsystems, &mut inputs);
        let mut state = self.at.state.vehicle.clone();
        let mut kinetic = |speeds: &DVector<f64>| {
            state.speeds_mut().copy_from_slice(speeds.as_slice());
            solver.energy(&state, &inputs).kinetic
        };
        let mut own = DVector::zeros(change.len());
        own[spin] = 1.0;
        // Both motions have equal size, against rounding.
        let size = change.norm();
        if size == 0.0 {
            return 0.0;
        }
        let change = change / size;
        let (at_rest, alone) = (kinetic(&DVector::zeros(own.len())), kinetic(&own));
        let torque = size * (kinetic(&(&own + &change)) - kinetic(&change) - alone + at_rest);
        (torque / (2.0 * (alone - at_rest))).abs()
    }

    /// Derivatives by a control: torque (0) or angle of the steering wheel (1).
    fn by_control(&mut self, control: usize, jacobian: &Jacobian) -> ByControl {
        let controls = self.at.controls;
        let Controlled { system, set, .. } = &mut *self.vehicle;
        let step = BY_CONTROLS[1 - control];
        let (inputs, own) = system.slopes_by(&self.at.state, step, |surroundings, by| {
            let mut changed = controls;
            match control {
                0 => changed.torque += by,
                _ => changed.steering.position += by,
            }
            set(surroundings, &changed);
        });
        let drives = jacobian.displaced.ncols();
        let positions = DVector::from_fn(drives, |drive, _| inputs[NUMBERS_OF_A_DRIVE * drive]);
        ByControl {
            coordinates: &jacobian.displaced * positions,
            speeds: &jacobian.v_u * &inputs,
            own: own.resize_vertically(jacobian.y_u.nrows(), 0.0) + &jacobian.y_u * inputs,
        }
    }
}

/// Derivatives by a control, with constant displacements and speeds along the free speeds.
struct ByControl {
    /// Derivatives of the coordinates, which depend on the drive.
    coordinates: DVector<f64>,
    /// Derivatives of the rates of the speeds.
    speeds: DVector<f64>,
    /// Derivatives of the rates of the states of the equipment.
    own: DVector<f64>,
}

/// The pseudo-inverse of a matrix whose rows and columns are scaled to equal size.
fn scaled(mut matrix: DMatrix<f64>, (motion, steered): (DMatrix<f64>, DVector<f64>), spins: Vec<usize>) -> Newton {
    // Equations and unknowns that are only rounding are not enlarged.
    let rows = DVector::from_fn(matrix.nrows(), |row, _| match matrix.row(row).amax() {
        size if size > NO_SLOPE => 1.0 / size,
        _ => 0.0,
    });
    for (mut row, factor) in matrix.row_iter_mut().zip(rows.iter()) {
        row *= *factor;
    }
    let columns = DVector::from_fn(matrix.ncols(), |column, _| match matrix.column(column).amax() {
        size if size > NOTHING => 1.0 / size,
        _ => 0.0,
    });
    for (mut column, factor) in matrix.column_iter_mut().zip(columns.iter()) {
        column *= *factor;
    }
    let empty = DMatrix::zeros(matrix.ncols(), matrix.nrows());
    Newton {
        inverse: pseudo_inverse(&matrix, RANK).unwrap_or(empty),
        rows,
        columns,
        placed: motion.ncols(),
        motion,
        steered,
        spins,
        idle: Vec::new(),
        pushes: true,
    }
}
