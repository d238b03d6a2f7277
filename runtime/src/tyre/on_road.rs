//! A vehicle's tyres on a terrain.

use super::act::{Tyre, slopes_of_all};
use super::wheels::{Wheels, all};
use crate::acting::{Acting, Reading};
use crate::ports::InputPorts;
use crate::solver::Solver;
use crate::state::Vector;
use crate::subsystem::{Now, Quantity, Subsystem, one_each};
use crate::terrain::{Ground, Terrain};

/// One tyre per wheel, in the order of the solver's `WHEELS`, on a terrain.
///
/// Points of contact use this terrain, too. The subsystem writes force and moment on each wheel, and does not change the torques of
/// driveline and brake.
///
/// If the number of tyres differs from the number of wheels, the program does not compile:
///
/// ```compile_fail,E0080
/// # mod roller { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/runtime/solvers/roller.rs")); }
/// use wishbone::prelude::*;
///
/// let road = OnRoad { tyres: [LinearTyre::vertical(0.3, 200e3, 2e3); 2], terrain: Flat };
/// let mut of_one_wheel = Simulation::new(roller::Roller::default(), road, RungeKutta4);
/// let _ = of_one_wheel.step(1e-3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnRoad<Y, T, const W: usize> {
    /// The tyres.
    pub tyres: [Y; W],
    /// The ground.
    pub terrain: T,
}

impl<S: Solver, Y: Tyre, T: Terrain, const W: usize> Subsystem<S> for OnRoad<Y, T, W> {
    type State = [Y::State; W];

    fn load(&mut self, now: &Now<'_, Self::State>, inputs: &mut S::Inputs) -> Self::State {
        one_each::<S, W>(now.wheels);
        let mut rates = Self::State::zero();
        let wheels = Wheels {
            which: &const { all::<W>() },
            motions: now.wheels,
            terrain: &self.terrain,
            time: now.time,
            loads: inputs.wheels(),
        };
        Y::act(&self.tyres, wheels, now.state, &mut rates);
        rates
    }

    fn slopes(&self, now: &Now<'_, Self::State>, tell: &mut dyn FnMut(Acting, Reading, f64)) {
        slopes_of_all(&self.tyres, (now.wheels, now.state), &self.terrain, now.time, tell);
    }

    fn ground(&self, time: f64, [x, y, _]: [f64; 3]) -> Option<Ground> {
        Some(self.terrain.at(x, y, time))
    }

    fn states(&self, state: &Self::State, tell: &mut dyn FnMut(Quantity)) {
        for (wheel, state) in state.iter().enumerate() {
            Y::states(state, wheel, tell);
        }
    }
}
