//! The vehicle of which an FMU becomes a part.

use std::sync::Arc;
use wishbone::ports::{Drive, InputPorts, WheelLoad};
use wishbone::solver::Solver;
use wishbone::state::StateVector;
use wishbone::subsystem::Joints;
use wishbone::terrain::{Ground, Terrain};

/// A vehicle, and what a part may read and write there.
#[derive(Debug)]
pub struct Host<'v, S> {
    /// The compiled vehicle.
    pub solver: &'v S,
    /// Inputs of force elements that no other part writes: position among the signals, and unit, `N` or `N m`.
    pub inputs: Vec<(usize, &'static str)>,
    /// Positions of the markers that nothing else loads.
    pub markers: Vec<usize>,
    /// Positions of the named outputs that depend on loads: accelerations, reactions and forces of inputs.
    pub loaded: Vec<usize>,
    /// The road under the wheels, without which there are no contacts.
    pub road: Option<Below>,
}

impl<'v, S: Solver> Host<'v, S> {
    /// A vehicle without inputs of force elements, markers that are loaded, and road.
    pub fn of(solver: &'v S) -> Self {
        Self {
            solver,
            inputs: Vec::new(),
            markers: Vec::new(),
            loaded: Vec::new(),
            road: None,
        }
    }
}

/// A road, and the unloaded radius of each wheel on it [m].
#[derive(Clone)]
pub struct Below {
    road: Arc<dyn Terrain + Send + Sync>,
    /// Of each wheel [m].
    pub radii: Vec<f64>,
}

impl Below {
    /// This road.
    pub fn new(road: impl Terrain + Send + Sync + 'static, radii: Vec<f64>) -> Self {
        Self {
            road: Arc::new(road),
            radii,
        }
    }
}

impl Terrain for Below {
    fn at(&self, x: f64, y: f64, time: f64) -> Ground {
        self.road.at(x, y, time)
    }
}

impl std::fmt::Debug for Below {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Below({:?})", self.radii)
    }
}

/// A copy of the vehicle that computes named outputs.
pub trait Observe: Send + Sync {
    /// Takes coordinates, speeds and prescribed motions.
    fn place(&mut self, joints: &Joints<'_>, drives: &[Drive]);
    /// Named outputs at the motion that was taken, without loads.
    fn still(&mut self) -> &[f64];
    /// Takes loads of wheels and signals.
    fn load(&mut self, wheels: &[WheelLoad], signals: &[f64]);
    /// Named outputs under the loads that were taken.
    fn loaded(&mut self) -> &[f64];
    /// A copy.
    fn copied(&self) -> Box<dyn Observe>;
}

impl Clone for Box<dyn Observe> {
    fn clone(&self) -> Self {
        self.copied()
    }
}

/// A solver with a motion and inputs.
#[derive(Clone)]
pub struct Observer<S: Solver> {
    solver: S,
    state: S::State,
    inputs: S::Inputs,
}

impl<S: Solver + Clone> Observer<S> {
    pub fn of(solver: &S) -> Self {
        Self {
            state: solver.design_state(),
            inputs: solver.no_inputs(),
            solver: solver.clone(),
        }
    }
}

impl<S> Observe for Observer<S>
where
    S: Solver + Clone + Send + Sync + 'static,
    S::State: Send + Sync,
    S::Inputs: Send + Sync,
{
    fn place(&mut self, joints: &Joints<'_>, drives: &[Drive]) {
        let coordinates = self.state.coordinates_mut().iter_mut().enumerate();
        coordinates.for_each(|(k, own)| *own = joints.coordinate(k));
        let speeds = self.state.speeds_mut().iter_mut().enumerate();
        speeds.for_each(|(k, own)| *own = joints.speed(k));
        self.inputs.drives().copy_from_slice(drives);
    }

    fn still(&mut self) -> &[f64] {
        let mut rate = self.state.clone();
        rate.coordinates_mut().fill(0.0);
        rate.speeds_mut().fill(0.0);
        self.solver.kinematics(&self.state, &self.inputs);
        self.solver.outputs(&self.state, &self.inputs, &rate)
    }

    fn load(&mut self, wheels: &[WheelLoad], signals: &[f64]) {
        self.inputs.wheels().copy_from_slice(wheels);
        self.inputs.signals().copy_from_slice(signals);
    }

    fn loaded(&mut self) -> &[f64] {
        self.solver.kinematics(&self.state, &self.inputs);
        let rate = self.solver.accelerations(&self.inputs);
        self.solver.outputs(&self.state, &self.inputs, &rate)
    }

    fn copied(&self) -> Box<dyn Observe> {
        Box::new(self.clone())
    }
}
