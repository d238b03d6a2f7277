//! Search of the free motions in a position.

use super::motions::{DEPENDENT, Motions, combination};
use super::{Contact, Rig};
use crate::decomposition::{least, null_space};
use nalgebra::{DMatrix, DVector};
use wishbone::ports::WheelMotion;
use wishbone::prelude::*;
use wishbone::state::{StateVector, Vector};

/// Rate of the coordinates below which a motion of unit speed is a spin, which has no coordinate.
const STILL: f64 = 1e-9;
/// Largest speed of fixed parts by rounding, relative to the speed of the motion.
const MOVED: f64 = 1e-12;
/// Part of the twists by a drive that no free motion takes back, above which the drive is locked.
const LOCKED: f64 = 1e-6;

impl<S: Solver + Clone> Rig<S> {
    /// Motion of the wheels, and twists of the held bodies, for these speeds.
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

    /// The free motions in this state. If possible they are continued from the motions of the last position.
    pub(super) fn motions(&mut self) -> Motions {
        let known = self.motions.take();
        let motions = match known {
            Some(known) if self.is_here => known,
            Some(known) => match self.led_on(&known.speeds) {
                Some(speeds) => self.with(speeds),
                None => self.looked_for(),
            },
            None => self.looked_for(),
        };
        self.motions = Some(motions.clone());
        self.is_here = true;
        motions
    }

    /// Continues free motions from a nearby position: closes the loops here, and takes the nearest combinations.
    /// Returns their speeds. `None` if they move a part that the rig holds.
    pub(super) fn led_on(&mut self, speeds: &DMatrix<f64>) -> Option<DMatrix<f64>> {
        let mut here = speeds.clone();
        let mut state = self.state.clone();
        for mut column in here.column_iter_mut() {
            state.speeds_mut().copy_from_slice(column.as_slice());
            let _ = self.system.solver.correct_velocity(&mut state, &self.inputs);
            column.copy_from_slice(state.speeds());
        }
        if here != *speeds {
            let nearest = combination(&here, speeds)?;
            here *= nearest;
        }
        // All velocities are linear in the speeds. If a sum of the motions with different factors leaves the parts at rest,
        // each motion does.
        let factors = DVector::from_fn(here.ncols(), |k, _| (k as f64 + 2.0).sqrt());
        let sum = &here * factors;
        let (_, twist) = self.moving(sum.as_slice());
        let held = self.held.iter().map(|&speed| sum[speed]).chain(twist);
        let moved = held.fold(0.0, |most: f64, speed| most.max(speed.abs()));
        (moved < MOVED * sum.norm()).then_some(here)
    }

    /// The motions with these speeds, with all derived quantities.
    fn with(&mut self, speeds: DMatrix<f64>) -> Motions {
        let mut state = self.state.clone();
        let mut coordinates = DMatrix::zeros(state.coordinates().len(), speeds.ncols());
        let mut lifts = DMatrix::zeros(self.forces.len(), speeds.ncols());
        let mut presses = lifts.clone();
        for (k, speeds) in speeds.column_iter().enumerate() {
            state.speeds_mut().copy_from_slice(speeds.as_slice());
            let solver = &mut self.system.solver;
            solver.kinematics(&state, &self.inputs);
            for (wheel, motion) in solver.wheels().iter().enumerate() {
                lifts[(wheel, k)] = motion.velocity[2];
                presses[(wheel, k)] = Contact::of(motion, self.radii[wheel]).velocity.z;
            }
            let rate = solver.accelerations(&self.inputs);
            coordinates.column_mut(k).copy_from_slice(rate.coordinates());
        }
        self.join(&mut lifts);
        self.join(&mut presses);
        Motions {
            settles: null_space(&lifts, DEPENDENT).ncols() > 0,
            speeds,
            coordinates,
            lifts,
            presses,
        }
    }

    /// The free motions that the vehicle would have if nothing held it, without spins, which have no coordinate.
    fn of_the_whole(&mut self) -> Motions {
        let (state, inputs) = (self.state.clone(), self.inputs.clone());
        let free = self.system.free_under(&state, inputs);
        let all = self.with(free.basis);
        let placed = (0..all.speeds.ncols()).filter(|&k| all.coordinates.column(k).amax() > STILL);
        let placed: Vec<usize> = placed.collect();
        let [speeds, coordinates, lifts, presses] =
            [&all.speeds, &all.coordinates, &all.lifts, &all.presses].map(|matrix| matrix.select_columns(&placed));
        Motions {
            settles: all.settles,
            speeds,
            coordinates,
            lifts,
            presses,
        }
    }

    /// Rates of the coordinates in the free motions of the whole vehicle, and the twists of the held bodies in these motions.
    pub(super) fn moving_held(&mut self) -> (DMatrix<f64>, DMatrix<f64>) {
        let Motions {
            speeds, coordinates, ..
        } = self.of_the_whole();
        let mut held = DMatrix::zeros(6 * self.held_bodies.len(), speeds.ncols());
        for (k, column) in speeds.column_iter().enumerate() {
            let speeds: Vec<f64> = column.iter().copied().collect();
            let (_, twist) = self.moving(&speeds);
            held.column_mut(k).copy_from_slice(&twist);
        }
        (coordinates, held)
    }

    /// Whether each wheel can rise while the rig holds its bodies.
    pub fn rise(&mut self) -> Vec<bool> {
        let motions = self.motions();
        motions
            .lifts
            .row_iter()
            .map(|rises| rises.amax() >= DEPENDENT)
            .collect()
    }

    /// Whether a drive cannot move while the rig holds its bodies: no free motion takes back what the drive alone does to them.
    pub fn locks(&mut self, drive: usize) -> bool {
        let (_, held) = self.moving_held();
        let driven = DVector::from_vec(self.driven_twists(drive));
        let size = driven.amax();
        let left = least(&held, &driven, DEPENDENT).map(|back| (&held * back - &driven).amax());
        left.is_some_and(|left| left > LOCKED * size)
    }

    /// Twists of the held bodies at unit velocity of a drive, with the free motions as the closing of the loops leaves them.
    fn driven_twists(&mut self, drive: usize) -> Vec<f64> {
        let (mut state, inputs) = (self.state.clone(), self.inputs.clone());
        if let Some(own) = self.inputs.drives().get_mut(drive) {
            own.velocity = 1.0;
        }
        state.speeds_mut().fill(0.0);
        let _ = self.system.solver.correct_velocity(&mut state, &self.inputs);
        let (_, twists) = self.moving(state.speeds());
        self.inputs = inputs;
        twists
    }

    fn looked_for(&mut self) -> Motions {
        let Motions {
            speeds: basis,
            coordinates: rates,
            lifts,
            presses,
            ..
        } = self.of_the_whole();
        let placed = basis.ncols();
        let rows = 6 * self.held_bodies.len() + self.held.len();
        let mut held = DMatrix::zeros(rows, placed);
        for (k, column) in basis.column_iter().enumerate() {
            let speeds: Vec<f64> = column.iter().copied().collect();
            let (_, mut twist) = self.moving(&speeds);
            twist.extend(self.held.iter().map(|&speed| speeds[speed]));
            held.column_mut(k).copy_from_slice(&twist);
        }
        // All velocities are linear in the speeds.
        let combination = orthonormal(&basis, &null_space(&held, DEPENDENT));
        let lifts = lifts * &combination;
        Motions {
            speeds: basis * &combination,
            coordinates: rates * &combination,
            settles: null_space(&lifts, DEPENDENT).ncols() > 0,
            lifts,
            presses: presses * combination,
        }
    }
}

/// Combinations with the span of the given motions, chosen so that the combined columns are orthonormal.
fn orthonormal(columns: &DMatrix<f64>, combinations: &DMatrix<f64>) -> DMatrix<f64> {
    if combinations.ncols() == 0 {
        return combinations.clone();
    }
    let sizes = (columns * combinations).qr().r();
    let inverse = sizes.try_inverse();
    inverse.map_or_else(|| combinations.clone(), |inverse| combinations * inverse)
}
