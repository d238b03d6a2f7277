//! A vehicle's tyres on a terrain.

use super::Tyre;
use crate::ports::{InputPorts, WheelMotion};
use crate::solver::Solver;
use crate::surroundings::Surroundings;
use crate::terrain::Terrain;

/// One tyre per wheel, in the order of the solver's `WHEELS`, on a terrain.
///
/// Writes force and moment of each wheel; the torques of driveline and brake are not its business.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnRoad<Y, T, const W: usize> {
    /// The tyres.
    pub tyres: [Y; W],
    /// The ground.
    pub terrain: T,
}

impl<S: Solver, Y: Tyre, T: Terrain, const W: usize> Surroundings<S> for OnRoad<Y, T, W> {
    fn load(&mut self, time: f64, wheels: &[WheelMotion], inputs: &mut S::Inputs) {
        Y::act(&self.tyres, wheels, &self.terrain, time, inputs.wheels());
    }
}
