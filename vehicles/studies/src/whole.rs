//! A vehicle with all that acts on it, and the Jacobian of its rates.
//!
//! The vehicle's part is exact ([`Solver::slopes`]). What acts on it, tyres, a column, the air, is differentiated by central
//! differences of what it reads: motions of wheels, contacts and markers, coordinates and speeds, its own states. No evaluation of
//! the vehicle is spent on these.
//!
//! Small displacements `δz` are counted along the speeds: `δq = N δz`, where `N = ∂q'/∂v` are the slopes of the rates of
//! the coordinates. A small turn is then an angle about each axis, and not a change of four Euler parameters.

use core::fmt;
use nalgebra::{DMatrix, DVector};
use wishbone::derivative::{Argument, Delivered, entries};
use wishbone::ports::{ContactPoint, InputPorts, MarkerMotion, WheelMotion};
use wishbone::prelude::*;
use wishbone::state::{Vector, Whole};
use wishbone::subsystem::{Joints, lay, rate};

/// Step of central differences by the size of a number, and of numbers below one.
const DIFFERENCE: f64 = 1e-5;

/// The vehicle and its surroundings at one instant.
#[derive(Clone, Debug)]
pub struct System<S: Solver, E: Subsystem<S>> {
    /// The vehicle.
    pub solver: S,
    /// The surroundings that act on it.
    pub surroundings: E,
    /// Time at which it acts [s].
    pub time: f64,
}

/// Slopes of the rates of speeds and of the states of what acts on the vehicle.
///
/// Rows: `v` rates of the speeds, `y` rates of those states. Columns: `z` displacements along the speeds, `v` speeds, `y`
/// those states, and `u` inputs of the vehicle in the order of its columns of drives, loads and signals.
#[derive(Clone, Debug)]
pub struct Jacobian {
    /// `∂q'/∂v`: coordinates over speeds.
    pub motion: DMatrix<f64>,
    /// `∂q'/∂z`: change of the rates of the coordinates when the vehicle is displaced.
    pub carried: DMatrix<f64>,
    /// Rates of speeds by displacements.
    pub v_z: DMatrix<f64>,
    /// Rates of speeds by speeds.
    pub v_v: DMatrix<f64>,
    /// Rates of speeds by states of what acts.
    pub v_y: DMatrix<f64>,
    /// Rates of speeds by inputs: what a drive moves moves the wheels and the dependent coordinates, too.
    pub v_u: DMatrix<f64>,
    /// Rates of states of what acts by displacements.
    pub y_z: DMatrix<f64>,
    /// Rates of states of what acts by speeds.
    pub y_v: DMatrix<f64>,
    /// Rates of states of what acts by themselves.
    pub y_y: DMatrix<f64>,
    /// Rates of states of what acts by inputs: what a drive moves is read by what acts.
    pub y_u: DMatrix<f64>,
    /// Inputs by displacements: what acts changes with the motion that it reads.
    pub u_z: DMatrix<f64>,
    /// Inputs by speeds.
    pub u_v: DMatrix<f64>,
    /// Inputs by states of what acts.
    pub u_y: DMatrix<f64>,
    /// All inputs by one of them: what a drive moves is read by what acts.
    pub u_u: DMatrix<f64>,
    /// Inputs by the motion of the wheels, as what acts reads it: as many numbers for each wheel as [`WheelMotion`] has.
    pub u_wheels: DMatrix<f64>,
    /// Speeds in the state that a drive of unit velocity gives a vehicle whose free speeds are zero: a column for each drive.
    pub dragged: DMatrix<f64>,
    /// Rates of the coordinates that it gives.
    pub displaced: DMatrix<f64>,
    /// Rates of speeds by the motion of the wheels, as what acts reads it.
    pub v_wheels: DMatrix<f64>,
    /// Rates of states of what acts by the motion of the wheels.
    pub y_wheels: DMatrix<f64>,
}

impl Jacobian {
    /// Adds to the columns of the drives, of `v_u`, `y_u` and `u_u`, what dependent coordinates and speeds bring.
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
}

/// Position, velocity, acceleration.
pub(crate) const NUMBERS_OF_A_DRIVE: usize = 3;

/// Speeds by which all others are given.
#[derive(Clone, Debug)]
pub struct Free {
    /// Their positions.
    pub speeds: Vec<usize>,
    /// All speeds by these.
    pub basis: DMatrix<f64>,
}

impl Free {
    /// Speeds that span the range of a projection; the one that others depend on least is taken first.
    fn of(projection: &DMatrix<f64>) -> Self {
        let svd = projection.clone().svd(true, false);
        let is_kept = |k: &usize| svd.singular_values[*k] > 0.5;
        let kept: Vec<usize> = (0..svd.singular_values.len()).filter(is_kept).collect();
        let range = svd.u.map_or_else(|| projection.clone(), |u| u.select_columns(&kept));
        // The vectors of nalgebra are off by 1e-4 now and then, where singular values are equal.
        let range = projection * range;
        let mut rest = range.clone();
        let mut speeds = Vec::new();
        for _ in 0..kept.len() {
            let lengths = DVector::from_fn(rest.nrows(), |row, _| rest.row(row).norm());
            let speed = lengths.imax();
            let direction = rest.row(speed).normalize();
            rest -= &rest * direction.transpose() * direction;
            speeds.push(speed);
        }
        speeds.sort_unstable();
        let own = range.select_rows(&speeds).try_inverse();
        let basis = own.map_or_else(|| range.clone(), |inverse| &range * inverse);
        Self { speeds, basis }
    }
}

/// The solver has no derivatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoDerivatives {
    /// Name of the vehicle.
    pub vehicle: &'static str,
}

impl fmt::Display for NoDerivatives {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` computes no derivatives: write `derivatives: accept` in its declaration",
            self.vehicle
        )
    }
}

impl core::error::Error for NoDerivatives {}

/// Everything that the surroundings read, and all that they deliver.
struct Outside<S: Solver, E: Subsystem<S>> {
    wheels: Vec<WheelMotion>,
    contacts: Vec<ContactPoint>,
    markers: Vec<MarkerMotion>,
    vehicle: S::State,
    own: E::State,
}

impl<S: Solver, E: Subsystem<S>> Clone for Outside<S, E> {
    fn clone(&self) -> Self {
        Self {
            wheels: self.wheels.clone(),
            contacts: self.contacts.clone(),
            markers: self.markers.clone(),
            vehicle: self.vehicle.clone(),
            own: self.own.clone(),
        }
    }
}

impl<S: Solver, E: Subsystem<S>> Outside<S, E> {
    /// Lends every number: wheels, contacts, markers, coordinates, speeds, states.
    fn each(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        let wheels = self.wheels.iter_mut().flat_map(WheelMotion::fields_mut);
        wheels.for_each(|(_, numbers)| numbers.iter_mut().for_each(&mut *lend));
        let contacts = self.contacts.iter_mut().flat_map(ContactPoint::fields_mut);
        contacts.for_each(|(_, numbers)| numbers.iter_mut().for_each(&mut *lend));
        let markers = self.markers.iter_mut().flat_map(MarkerMotion::fields_mut);
        markers.for_each(|(_, numbers)| numbers.iter_mut().for_each(&mut *lend));
        self.vehicle.coordinates_mut().iter_mut().for_each(&mut *lend);
        self.vehicle.speeds_mut().iter_mut().for_each(&mut *lend);
        self.own.each(lend);
    }

    fn numbers(&mut self) -> Vec<f64> {
        let mut numbers = Vec::new();
        self.each(&mut |x| numbers.push(*x));
        numbers
    }

    fn set(&mut self, place: usize, number: f64) {
        let mut next = 0;
        self.each(&mut |x| {
            if next == place {
                *x = number;
            }
            next += 1;
        });
    }
}

impl<S: Solver, E: Subsystem<S>> System<S, E> {
    /// At time zero.
    ///
    /// # Errors
    /// If the solver has no derivatives.
    pub fn new(solver: S, surroundings: E) -> Result<Self, NoDerivatives> {
        if solver.description().slopes.is_empty() {
            return Err(NoDerivatives {
                vehicle: solver.description().name,
            });
        }
        Ok(Self {
            solver,
            surroundings,
            time: 0.0,
        })
    }

    /// Rates of all states.
    pub fn rate(&mut self, state: &Whole<S::State, E::State>) -> Whole<S::State, E::State> {
        let mut inputs = self.solver.no_inputs();
        rate(&mut self.solver, &mut self.surroundings, &mut inputs, self.time, state)
    }

    /// The speeds that are free in a state at rest: all, unless loops need iteration, whose speeds are in the state
    /// with all their dependent ones.
    pub fn free(&mut self, state: &Whole<S::State, E::State>) -> Free {
        let size = self.solver.description().speeds.len();
        let mut inputs = self.solver.no_inputs();
        self.surroundings.drive(self.time, &state.subsystems, &mut inputs);
        inputs.drives().iter_mut().for_each(|drive| drive.velocity = 0.0);
        let mut projection = DMatrix::zeros(size, size);
        for (speed, mut column) in projection.column_iter_mut().enumerate() {
            let mut moving = state.vehicle.clone();
            moving.speeds_mut().fill(0.0);
            moving.speeds_mut()[speed] = 1.0;
            let _ = self.solver.correct_velocity(&mut moving, &inputs);
            column.copy_from_slice(moving.speeds());
        }
        if projection == DMatrix::identity(size, size) {
            return Free {
                speeds: (0..size).collect(),
                basis: projection,
            };
        }
        Free::of(&projection)
    }

    /// The Jacobian in a state.
    pub fn jacobian(&mut self, state: &Whole<S::State, E::State>) -> Jacobian {
        let mut inputs = self.solver.no_inputs();
        let _ = rate(&mut self.solver, &mut self.surroundings, &mut inputs, self.time, state);
        let vehicle = self.of_vehicle(state, &inputs);
        let outside = self.of_surroundings(state, &inputs);
        let names = self.solver.description();
        let (q, v) = (names.coordinates.len(), names.speeds.len());
        let (moved, u) = (vehicle.motions_q.nrows(), vehicle.v_u.ncols());
        let y = outside.ncols() - moved - q - v;
        let block = |row: usize, rows: usize, column: usize, columns: usize| {
            outside.view((row, column), (rows, columns)).into_owned()
        };
        let [by_motion, by_q, by_v, by_y] = [(0, moved), (moved, q), (moved + q, v), (moved + q + v, y)]
            .map(|(column, columns)| (block(0, u, column, columns), block(u, y, column, columns)));
        // What the surroundings prescribe moves the wheels, too.
        let motions_y = &vehicle.motions_u * &by_y.0;
        let (motions_z, n) = (&vehicle.motions_q * &vehicle.n, &vehicle.n);
        let u_z = &by_motion.0 * &motions_z + &by_q.0 * n;
        let u_v = &by_motion.0 * &vehicle.motions_v + &by_v.0;
        let u_y = &by_motion.0 * &motions_y + &by_y.0;
        let wheels = Delivered::Contact(0, 0).row(names) - Delivered::Wheel(0, 0).row(names);
        // A drive that moves takes the dependent coordinates along.
        let dragged = self.dragged(state, &inputs);
        let displaced = &vehicle.n_u + n * &dragged;
        let moved = &vehicle.motions_q * &displaced;
        let u_displaced = &by_motion.0 * &moved + &by_q.0 * &displaced;
        let v_displaced = &vehicle.v_q * &displaced + &vehicle.v_u * &u_displaced;
        let y_displaced = &by_motion.1 * &moved + &by_q.1 * &displaced;
        let mut jacobian = Jacobian {
            carried: &vehicle.q_q * n,
            v_z: &vehicle.v_q * n + &vehicle.v_u * &u_z,
            v_v: &vehicle.v_v + &vehicle.v_u * &u_v,
            v_y: &vehicle.v_u * &u_y,
            y_z: &by_motion.1 * &motions_z + &by_q.1 * n,
            y_v: &by_motion.1 * &vehicle.motions_v + &by_v.1,
            y_y: &by_motion.1 * &motions_y + &by_y.1,
            y_u: &by_motion.1 * &vehicle.motions_u,
            v_wheels: &vehicle.v_u * by_motion.0.columns(0, wheels),
            y_wheels: by_motion.1.columns(0, wheels).into_owned(),
            u_wheels: by_motion.0.columns(0, wheels).into_owned(),
            v_u: &vehicle.v_u + &vehicle.v_u * &by_motion.0 * &vehicle.motions_u,
            u_u: DMatrix::identity(u, u) + &by_motion.0 * &vehicle.motions_u,
            dragged,
            displaced,
            motion: n.clone(),
            u_z,
            u_v,
            u_y,
        };
        jacobian.drag([v_displaced, y_displaced, u_displaced]);
        jacobian
    }

    fn dragged(&mut self, state: &Whole<S::State, E::State>, inputs: &S::Inputs) -> DMatrix<f64> {
        let free = self.free(state);
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

    /// `dN/dt` along the motion of the vehicle, with `N` as in [`Jacobian::motion`].
    ///
    /// By central differences, which are exact but for rounding: `N` is of second degree in Euler parameters.
    pub fn turning(&mut self, state: &Whole<S::State, E::State>) -> DMatrix<f64> {
        const STEP: f64 = 1e-3;
        let mut inputs = self.solver.no_inputs();
        let rate = rate(&mut self.solver, &mut self.surroundings, &mut inputs, self.time, state);
        let [later, earlier] = [STEP, -STEP].map(|step| {
            let mut moved = state.clone();
            let coordinates = moved.vehicle.coordinates_mut().iter_mut();
            coordinates
                .zip(rate.vehicle.coordinates())
                .for_each(|(coordinate, rate)| *coordinate += step * rate);
            self.of_vehicle(&moved, &inputs).n
        });
        (later - earlier) / (2.0 * STEP)
    }

    /// Change of the inputs of the vehicle, and of the rates of the states of what acts on it, by a number of the surroundings, while the
    /// vehicle moves as in `state`. `set` gives the number a value that differs by its argument from the present one.
    pub fn slopes_by(
        &mut self,
        state: &Whole<S::State, E::State>,
        step: f64,
        mut set: impl FnMut(&mut E, f64),
    ) -> (DVector<f64>, DVector<f64>) {
        let mut inputs = self.solver.no_inputs();
        let _ = rate(&mut self.solver, &mut self.surroundings, &mut inputs, self.time, state);
        let at = self.outside(state);
        let [up, down] = [step, -step].map(|by| {
            set(&mut self.surroundings, by);
            self.acted(&at, &inputs)
        });
        set(&mut self.surroundings, 0.0);
        let slopes = (up - down) / (2.0 * step);
        let names = self.solver.description();
        let count = Argument::Parameter(0).column(names) - Argument::Drive(0, 0).column(names);
        let own = slopes.len() - count;
        (slopes.rows(0, count).into_owned(), slopes.rows(count, own).into_owned())
    }

    /// All that the surroundings read at the last kinematics.
    fn outside(&self, state: &Whole<S::State, E::State>) -> Outside<S, E> {
        Outside {
            wheels: self.solver.wheels().to_vec(),
            contacts: self.solver.contacts().to_vec(),
            markers: self.solver.markers().to_vec(),
            vehicle: state.vehicle.clone(),
            own: state.subsystems.clone(),
        }
    }

    fn of_vehicle(&mut self, state: &Whole<S::State, E::State>, inputs: &S::Inputs) -> OfVehicle {
        let names = self.solver.description();
        let (q, v) = (names.coordinates.len(), names.speeds.len());
        let first = q + v;
        let u = Argument::Parameter(0).column(names) - first;
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

    /// Inputs of the vehicle and rates of the states of the surroundings, by all that these read.
    fn of_surroundings(&mut self, state: &Whole<S::State, E::State>, inputs: &S::Inputs) -> DMatrix<f64> {
        let mut at = self.outside(state);
        let numbers = at.numbers();
        let columns: Vec<DVector<f64>> = numbers
            .iter()
            .enumerate()
            .map(|(place, &number)| {
                let step = DIFFERENCE * number.abs().max(1.0);
                let [up, down] = [step, -step].map(|by| {
                    let mut moved = at.clone();
                    moved.set(place, number + by);
                    self.acted(&moved, inputs)
                });
                (up - down) / (2.0 * step)
            })
            .collect();
        let rows = self.acted(&at, inputs).len();
        DMatrix::from_fn(rows, columns.len(), |row, column| columns[column][row])
    }

    /// Inputs and rates in that state of the outside.
    fn acted(&mut self, at: &Outside<S, E>, inputs: &S::Inputs) -> DVector<f64> {
        let mut inputs = inputs.clone();
        self.surroundings.drive(self.time, &at.own, &mut inputs);
        for (contact, (_, places)) in at.contacts.iter().zip(self.solver.description().contacts) {
            let ground = self.surroundings.ground(self.time, contact.position);
            lay(ground, places, inputs.signals());
        }
        let now = Now {
            time: self.time,
            state: &at.own,
            wheels: &at.wheels,
            markers: &at.markers,
            joints: Joints::of(&at.vehicle),
            controls: Controls::default(),
        };
        let mut own = self.surroundings.load(&now, &mut inputs);
        let mut acted: Vec<f64> = Vec::new();
        for drive in inputs.drives() {
            acted.extend(drive.fields().into_iter().flat_map(|(_, numbers)| numbers.to_vec()));
        }
        for wheel in inputs.wheels() {
            acted.extend(wheel.fields().into_iter().flat_map(|(_, numbers)| numbers.to_vec()));
        }
        acted.extend_from_slice(inputs.signals());
        own.each(&mut |rate| acted.push(*rate));
        DVector::from_vec(acted)
    }
}

/// Exact slopes of the vehicle alone.
struct OfVehicle {
    n: DMatrix<f64>,
    /// Rates of the coordinates by velocities of the drives.
    n_u: DMatrix<f64>,
    q_q: DMatrix<f64>,
    v_q: DMatrix<f64>,
    v_v: DMatrix<f64>,
    v_u: DMatrix<f64>,
    motions_q: DMatrix<f64>,
    motions_v: DMatrix<f64>,
    motions_u: DMatrix<f64>,
}
