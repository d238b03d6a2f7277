//! A kinematics rig: the chassis is held, and the wheels are lifted.
//!
//! What may still move are the motions that hold the chassis, keep the loops closed and leave the drives where they are. The wheel
//! centres go to wanted heights; what else is free, such as a bushing, settles so that nothing is out of balance: the vertical forces
//! `F` on the wheels and the displacements `w` along the free motions `P` solve
//!
//! ```text
//! Pᵀ M a(q) + Vᵀ F = 0,    z(q) = wanted
//! ```
//!
//! `a` are the accelerations without forces on the wheels, `M` is the mass matrix, so that `Pᵀ M a` are the generalised forces, and `V`
//! are the vertical velocities of the wheel centres for the free motions, whose transpose takes the forces by virtual power.

use crate::whole::{NoDerivatives, System};
use core::fmt;
use nalgebra::{DMatrix, DVector, Vector3};
use wishbone::prelude::*;
use wishbone::state::Whole;

/// Largest difference from a wanted height [m].
const REACHED: f64 = 1e-11;
/// Displacement for differences of generalised forces [m or rad].
const APART: f64 = 1e-6;
/// Largest displacement of one correction [m or rad].
const LONGEST: f64 = 0.02;
/// Corrections for one position.
const CORRECTIONS: usize = 40;

/// A vehicle on the rig.
#[derive(Clone)]
pub struct Rig<S: Solver> {
    system: System<S, Still>,
    /// The bodies that are held, by position.
    held_bodies: Vec<usize>,
    /// Speeds that are held besides it, by position.
    held: Vec<usize>,
    /// Unloaded radius of each wheel [m].
    radii: Vec<f64>,
    inputs: S::Inputs,
    state: S::State,
    /// Vertical force on each wheel [N].
    forces: DVector<f64>,
}

/// Reason why the rig does not reach a position.
#[derive(Clone, Debug, PartialEq)]
pub enum NotReached {
    /// The solver has no derivatives.
    NoDerivatives(NoDerivatives),
    /// The loops do not close there.
    NotClosed(NotClosed),
    /// The wheel with this name does not come to the wanted height, by so much [m].
    Height(&'static str, f64),
    /// The vehicle has no wheels, or they cannot be lifted with the chassis held.
    Stiff,
}

impl fmt::Display for NotReached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDerivatives(reason) => write!(f, "{reason}"),
            Self::NotClosed(reason) => write!(f, "the suspension does not reach this position: {reason}"),
            Self::Height(wheel, gap) => write!(
                f,
                "wheel `{wheel}` does not reach this height: {:.3} mm are missing; try a shorter travel",
                1e3 * gap
            ),
            Self::Stiff => write!(f, "no wheel can be lifted while the chassis is held"),
        }
    }
}

impl core::error::Error for NotReached {}

/// Free motions in a position.
struct Motions {
    /// Speeds of each motion, by column, of unit length.
    speeds: DMatrix<f64>,
    /// Rates of the coordinates, by column.
    coordinates: DMatrix<f64>,
    /// Vertical velocity of each wheel centre, by row.
    lifts: DMatrix<f64>,
}

impl<S: Solver + Clone> Rig<S> {
    /// A vehicle at its design position, held by these bodies, by position, and by the speeds with the names `held`; `radii` are the
    /// unloaded radii of its wheels [m].
    ///
    /// # Errors
    /// If the solver has no derivatives, or no wheel can be lifted.
    pub fn new(solver: S, bodies: &[usize], held: &[&str], radii: &[f64]) -> Result<Self, NotReached> {
        let names = solver.description();
        let held = held
            .iter()
            .filter_map(|name| names.speeds.iter().position(|own| own == name));
        let (held, state, inputs) = (held.collect(), solver.design_state(), solver.no_inputs());
        let forces = DVector::zeros(names.wheels.len());
        let mut rig = Self {
            system: System::new(solver, Still).map_err(NotReached::NoDerivatives)?,
            held_bodies: bodies.to_vec(),
            held,
            radii: radii.to_vec(),
            inputs,
            state,
            forces,
        };
        rig.close()?;
        let motions = rig.motions();
        match motions.speeds.ncols() > 0 && motions.lifts.amax() > 0.0 {
            true => Ok(rig),
            false => Err(NotReached::Stiff),
        }
    }

    /// Moves a driven joint, by position, to a position [m or rad].
    pub fn steer(&mut self, drive: usize, position: f64) {
        self.inputs.drives()[drive].position = position;
    }

    /// Motion of the wheels, at rest.
    pub fn wheels(&mut self) -> Vec<WheelMotion> {
        self.state.speeds_mut().fill(0.0);
        self.system.solver.kinematics(&self.state, &self.inputs);
        self.system.solver.wheels().to_vec()
    }

    /// Vertical forces on the wheels [N].
    pub fn forces(&self) -> &[f64] {
        self.forces.as_slice()
    }

    /// Named outputs.
    pub fn outputs(&mut self) -> Vec<f64> {
        let rate = S::State::zero();
        self.system.solver.outputs(&self.state, &self.inputs, &rate).to_vec()
    }

    fn close(&mut self) -> Result<(), NotReached> {
        let closed = self
            .system
            .solver
            .close(&mut self.state, &self.inputs, &Projection::ASSEMBLY);
        self.state.speeds_mut().fill(0.0);
        closed.map(|_| ()).map_err(NotReached::NotClosed)
    }

    /// Wheels, and the twists of the held bodies, while the vehicle moves with these speeds.
    fn moving(&mut self, speeds: &[f64]) -> (Vec<WheelMotion>, Vec<f64>) {
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

    fn motions(&mut self) -> Motions {
        let whole = Whole {
            vehicle: self.state.clone(),
            subsystems: (),
        };
        let free = self.system.free(&whole);
        let to_coordinates = self.system.motion(&self.state, &self.inputs);
        // A spin has no coordinate.
        let placed = (0..free.basis.ncols()).filter(|&k| (&to_coordinates * free.basis.column(k)).amax() > 0.0);
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
            coordinates: to_coordinates * &speeds,
            lifts: DMatrix::from_fn(wheels, lifts.len(), |row, column| lifts[column][row]),
            speeds,
        }
    }

    /// Generalised forces along motions, without forces on the wheels: `pᵀ M a = T(p + a) - T(p) - T(a)`, `T` the kinetic energy.
    fn generalised_forces(&mut self, motions: &DMatrix<f64>) -> DVector<f64> {
        let (mut state, inputs) = (self.state.clone(), self.inputs.clone());
        let solver = &mut self.system.solver;
        state.speeds_mut().fill(0.0);
        solver.kinematics(&state, &inputs);
        let rate = solver.accelerations(&inputs);
        let mut kinetic = |speeds: DVector<f64>| {
            state.speeds_mut().copy_from_slice(speeds.as_slice());
            solver.energy(&state, &inputs).kinetic
        };
        let rate = DVector::from_column_slice(rate.speeds());
        let size = rate.norm().max(1e-300);
        let rate = rate / size;
        let own = kinetic(rate.clone());
        let forces = motions.column_iter().map(|motion| {
            let motion: DVector<f64> = motion.into_owned();
            size * (kinetic(&motion + &rate) - kinetic(motion) - own)
        });
        DVector::from_iterator(motions.ncols(), forces)
    }

    /// Change of the generalised forces along the motions, by displacements along them.
    fn stiffness(&mut self, motions: &Motions) -> Result<DMatrix<f64>, NotReached> {
        let start = self.state.clone();
        let count = motions.speeds.ncols();
        let mut change = DMatrix::zeros(count, count);
        for k in 0..count {
            let mut either = [DVector::zeros(count), DVector::zeros(count)];
            for (found, way) in either.iter_mut().zip([APART, -APART]) {
                self.displace(&start, &(motions.coordinates.column(k) * way));
                self.close()?;
                let there = self.motions();
                let lined_up = (motions.speeds.transpose() * &there.speeds).try_inverse();
                let speeds = &there.speeds * lined_up.ok_or(NotReached::Stiff)?;
                let lifts = &there.lifts
                    * (motions.speeds.transpose() * &there.speeds)
                        .try_inverse()
                        .ok_or(NotReached::Stiff)?;
                *found = self.generalised_forces(&speeds) + lifts.transpose() * &self.forces;
            }
            let [up, down] = either;
            change.set_column(k, &((up - down) / (2.0 * APART)));
        }
        self.state = start;
        Ok(change)
    }

    fn displace(&mut self, from: &S::State, change: &DVector<f64>) {
        self.state = from.clone();
        let coordinates = self.state.coordinates_mut().iter_mut();
        coordinates
            .zip(change.iter())
            .for_each(|(coordinate, change)| *coordinate += change);
    }

    /// Brings the wheel centres to these heights above their axes' origin [m], one for each wheel.
    ///
    /// # Errors
    /// If a wheel does not get there; the rig stays where it was.
    pub fn lift(&mut self, heights: &[f64]) -> Result<(), NotReached> {
        let before = (self.state.clone(), self.forces.clone());
        let lifted = self.lifted(heights);
        if lifted.is_err() {
            (self.state, self.forces) = before;
        }
        lifted
    }

    fn lifted(&mut self, heights: &[f64]) -> Result<(), NotReached> {
        self.close()?;
        let mut worst = (0, f64::INFINITY);
        for _ in 0..CORRECTIONS {
            let centres = self.wheels();
            let gaps = centres
                .iter()
                .zip(heights)
                .map(|(wheel, wanted)| wanted - wheel.centre[2]);
            let gaps = DVector::from_iterator(heights.len(), gaps);
            let motions = self.motions();
            let forces = self.generalised_forces(&motions.speeds);
            let (wheels, count) = motions.lifts.shape();
            let is_determined = wheels == count;
            let unbalanced = &forces + motions.lifts.transpose() * &self.forces;
            let (step, balance) = if is_determined {
                let inverse = motions.lifts.clone().lu();
                let step = inverse.solve(&gaps).ok_or(NotReached::Stiff)?;
                let balance = motions
                    .lifts
                    .transpose()
                    .lu()
                    .solve(&-forces)
                    .ok_or(NotReached::Stiff)?;
                (step, balance)
            } else {
                let stiffness = self.stiffness(&motions)?;
                let mut whole = DMatrix::zeros(count + wheels, count + wheels);
                whole.view_mut((0, 0), (count, count)).copy_from(&stiffness);
                whole
                    .view_mut((0, count), (count, wheels))
                    .copy_from(&motions.lifts.transpose());
                whole.view_mut((count, 0), (wheels, count)).copy_from(&motions.lifts);
                let mut right = DVector::zeros(count + wheels);
                right.rows_mut(0, count).copy_from(&-&unbalanced);
                right.rows_mut(count, wheels).copy_from(&gaps);
                // Motions that nothing holds, such as a free rack, stay where they are.
                let solved = whole.svd(true, true).solve(&right, 1e-9);
                let solved = solved.map_err(|_| NotReached::Stiff)?;
                let balance = &self.forces + solved.rows(count, wheels);
                (solved.rows(0, count).into_owned(), balance)
            };
            self.forces = balance;
            let far = gaps.iamax();
            worst = (far, gaps[far].abs());
            let part = (LONGEST / step.amax()).min(1.0);
            let start = self.state.clone();
            self.displace(&start, &(&motions.coordinates * &step * part));
            self.close()?;
            if worst.1 < REACHED && (is_determined || step.amax() < REACHED) {
                return Ok(());
            }
        }
        match worst.1 < 1e-8 {
            true => Ok(()),
            false => Err(NotReached::Height(
                self.system.solver.description().wheels[worst.0],
                worst.1,
            )),
        }
    }

    /// Velocities of the wheels while their centres rise like this [m/s], and what else is free moves least.
    pub fn rising(&mut self, rates: &[f64]) -> Vec<WheelMotion> {
        let motions = self.motions();
        let wanted = DVector::from_column_slice(rates);
        let along = motions.lifts.clone().svd(true, true).solve(&wanted, 1e-9);
        let along = along.unwrap_or_else(|_| DVector::zeros(motions.speeds.ncols()));
        let speeds = &motions.speeds * along;
        self.moving(speeds.as_slice()).0
    }

    /// Velocities of the wheels while a drive, by position, moves with unit velocity, and the free coordinates of the suspensions stay.
    pub fn steering(&mut self, drive: usize) -> Vec<WheelMotion> {
        self.inputs.drives()[drive].velocity = 1.0;
        let mut state = self.state.clone();
        state.speeds_mut().fill(0.0);
        let _ = self.system.solver.correct_velocity(&mut state, &self.inputs);
        let (wheels, _) = self.moving(state.speeds());
        self.inputs.drives()[drive].velocity = 0.0;
        wheels
    }

    /// Unloaded radius of a wheel [m].
    pub fn radius(&self, wheel: usize) -> f64 {
        self.radii[wheel]
    }

    /// The solver.
    pub fn solver(&self) -> &S {
        &self.system.solver
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

/// Point of a wheel's carrier at the unloaded radius straight below its centre [m], and its velocity [m/s].
pub fn lowest(wheel: &WheelMotion, radius: f64) -> [Vector3<f64>; 2] {
    let down = Vector3::new(0.0, 0.0, -radius);
    let turning = Vector3::from(wheel.carrier_angular_velocity).cross(&down);
    [
        Vector3::from(wheel.centre) + down,
        Vector3::from(wheel.velocity) + turning,
    ]
}
