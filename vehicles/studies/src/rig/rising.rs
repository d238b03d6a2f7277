//! Rising wheels: velocities, rates of the forces, kinetic energy and the power of the dampers.

use super::{NotReached, Rig};
use crate::dampers;
use nalgebra::DVector;
use wishbone::fit::coordinate_rates;
use wishbone::ports::WheelMotion;
use wishbone::prelude::*;
use wishbone::state::{StateVector, Vector};

/// Change of the height for rates of forces [m].
const APART: f64 = 1e-4;
/// Time of motion for rates of dampers in series with springs [s].
const MOMENT: f64 = 1e-3;

impl<S: Solver + Clone> Rig<S> {
    /// Motion of the wheels while their centres rise at these rates [m/s] and all other free motions stay in balance.
    ///
    /// # Errors
    /// If the wheels cannot rise at these rates.
    pub fn rising(&mut self, rates: &[f64]) -> Result<Vec<WheelMotion>, NotReached> {
        let speeds = self.speeds_of(rates)?;
        Ok(self.moving(speeds.as_slice()).0)
    }

    /// Angular velocities of the bodies while the wheel centres rise at these rates [rad/s].
    ///
    /// # Errors
    /// If the wheels cannot rise at these rates.
    pub fn bodies_turn(&mut self, rates: &[f64]) -> Result<Vec<[f64; 3]>, NotReached> {
        let speeds = self.speeds_of(rates)?;
        let mut state = self.state.clone();
        state.speeds_mut().copy_from_slice(speeds.as_slice());
        let bodies = self.system.solver.bodies(&state, &self.inputs, &S::State::zero());
        Ok(bodies.iter().map(|body| body.angular_velocity).collect())
    }

    /// Change with travel of the lengths that the rig [measures](Rig::measuring), with all wheel centres rising together. Negative
    /// if a length shrinks in bump.
    ///
    /// # Errors
    /// If the wheels cannot rise together.
    pub fn motion_ratios(&mut self) -> Result<Vec<f64>, NotReached> {
        if self.lengths.is_empty() {
            return Ok(Vec::new());
        }
        let speeds = self.speeds_of(&vec![1.0; self.radii.len()])?;
        let mut state = self.state.clone();
        state.speeds_mut().copy_from_slice(speeds.as_slice());
        let bodies = self.system.solver.bodies(&state, &self.inputs, &S::State::zero());
        Ok(self.lengths.iter().map(|length| length.rate(bodies)).collect())
    }

    /// Kinetic energy of the suspensions while the wheel centres rise at these rates [J]. No wheel turns relative to its carrier.
    ///
    /// # Errors
    /// If the wheels cannot rise at these rates.
    pub fn kinetic_energy(&mut self, rates: &[f64]) -> Result<f64, NotReached> {
        let speeds = self.speeds_of(rates)?;
        let (mut state, inputs) = (self.state.clone(), self.inputs.clone());
        state.speeds_mut().copy_from_slice(speeds.as_slice());
        Ok(self.system.solver.energy(&state, &inputs).kinetic)
    }

    /// Power that the dampers absorb while the wheel centres rise at these rates [W]: the mean of bump and rebound at equal
    /// speeds. Dampers in series with springs move as fast as in a long motion at these rates.
    ///
    /// # Errors
    /// If the wheels cannot rise at these rates.
    pub fn damping_power(&mut self, rates: &[f64]) -> Result<f64, NotReached> {
        let speeds = self.speeds_of(rates)?;
        let motion = nalgebra::DMatrix::from_columns(std::slice::from_ref(&speeds));
        let mut force = |speeds: &DVector<f64>| {
            let before = self.state.clone();
            let force = self
                .dampers_follow(speeds)
                .map(|()| self.forces_while(&motion, speeds)[0]);
            self.state = before;
            force
        };
        let (up, down) = (force(&speeds)?, force(&-&speeds)?);
        Ok(0.5 * (down - up))
    }

    /// Moves the dampers in series with springs to the positions that they have in a long motion at these speeds. At
    /// these positions the springs keep their lengths, and each damper moves as fast as its position of rest.
    fn dampers_follow(&mut self, speeds: &DVector<f64>) -> Result<(), NotReached> {
        if self.relaxing.is_empty() {
            return Ok(());
        }
        let here = self.state.clone();
        let mut moving = here.clone();
        moving.speeds_mut().copy_from_slice(speeds.as_slice());
        let rates = coordinate_rates(&mut self.system.solver, &moving, &self.inputs);
        let [later, earlier] = [MOMENT, -MOMENT].map(|time| {
            self.state = here.clone();
            let coordinates = self.state.coordinates_mut().iter_mut();
            coordinates.zip(&rates).for_each(|(own, rate)| *own += time * rate);
            self.relax().map(|()| self.state.coordinates().to_vec())
        });
        self.state = here;
        let (later, earlier) = (later?, earlier?);
        for place in self.relaxing.clone() {
            let rate = (later[place] - earlier[place]) / (2.0 * MOMENT);
            let solver = &mut self.system.solver;
            dampers::follow(solver, &mut self.state, &self.inputs, (place, rate)).map_err(NotReached::Restless)?;
        }
        Ok(())
    }

    /// Rates of the forces on the wheels [N/s] while their centres rise at these rates [m/s] and all other free motions
    /// stay in balance. They are central differences if the heights determine everything, and otherwise follow from the
    /// linear system.
    ///
    /// # Errors
    /// If a position nearby is not reached.
    pub fn force_rates(&mut self, rates: &[f64]) -> Result<Vec<f64>, NotReached> {
        let motions = self.motions();
        if motions.settles {
            let (_, forces) = self.settled(&motions, &DVector::from_column_slice(rates))?;
            return Ok(forces.as_slice().to_vec());
        }
        self.slopes(rates, Rig::forces)
    }

    /// Derivatives of numbers by central differences, while the wheel centres rise at these rates.
    fn slopes(
        &mut self,
        rates: &[f64],
        find: impl Fn(&mut Self) -> Result<Vec<f64>, NotReached>,
    ) -> Result<Vec<f64>, NotReached> {
        let heights: Vec<f64> = self.wheels().iter().map(|wheel| wheel.centre[2]).collect();
        let mut either = [Vec::new(), Vec::new()];
        for (found, step) in either.iter_mut().zip([APART, -APART]) {
            let moved: Vec<f64> = heights.iter().zip(rates).map(|(z, rate)| z + step * rate).collect();
            *found = self.aside(|there| {
                there.lift(&moved).map_err(|reason| match reason {
                    // No shorter travel helps.
                    NotReached::Height(..) => NotReached::Rates,
                    reason => reason,
                })?;
                find(there)
            })?;
        }
        let [up, down] = either;
        let pairs = up.iter().zip(&down);
        Ok(pairs.map(|(up, down)| (up - down) / (2.0 * APART)).collect())
    }

    /// Speeds while the wheel centres rise at these rates.
    pub(super) fn speeds_of(&mut self, rates: &[f64]) -> Result<DVector<f64>, NotReached> {
        let motions = self.motions();
        let mut wanted = DVector::from_column_slice(rates);
        self.join(&mut wanted);
        let along = match motions.settles {
            true => self.settled(&motions, &wanted)?.0,
            false => motions.holding(&wanted).ok_or(NotReached::Stiff)?,
        };
        match (&motions.lifts * &along - wanted).amax() < 1e-6 {
            true => Ok(&motions.speeds * along),
            false => Err(motions.rigid().map_or(NotReached::Rates, |wheel| {
                NotReached::Rigid(self.solver().description().wheels[wheel])
            })),
        }
    }
}
