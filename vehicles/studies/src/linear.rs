//! Linear analysis about rest or straight rolling: `x' = A x + B u`.
//!
//! The state `x` has displacements along the free speeds, the speeds, and the states of what acts on the vehicle. A
//! displacement moves with the vehicle: `δz' = δv + N⁺ (∂q'/∂z) δz`, so that a car turned by a small angle drifts
//! sideways by its speed. That `N` itself stays as it is excludes turning vehicles.

use crate::modes::{self, Mode};
use crate::steps::{Method, largest};
use crate::whole::{Free, Jacobian, System};
use core::fmt;
use nalgebra::DMatrix;
use wishbone::prelude::*;
use wishbone::state::{Vector, Whole};

/// Largest acceleration of what counts as steady [m/s² or rad/s²].
const STEADY: f64 = 1e-3;
/// Largest change of `N` in a second of what does not turn.
const STRAIGHT: f64 = 1e-6;

/// The linear system.
#[derive(Clone, Debug)]
pub struct Linear {
    /// State matrix.
    pub a: DMatrix<f64>,
    /// Input matrix.
    pub b: DMatrix<f64>,
    /// Name of each state: a speed is `body.vx`, its displacement `body.vx displacement`.
    pub states: Vec<String>,
    /// Name of each input.
    pub inputs: Vec<String>,
}

/// Reason why a state is not linearised.
#[derive(Clone, Debug, PartialEq)]
pub enum NotLinear {
    /// A speed changes: its name and rate [m/s² or rad/s²].
    NotSteady(&'static str, f64),
    /// The vehicle turns.
    Turning,
}

impl fmt::Display for NotLinear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSteady(speed, rate) => write!(
                f,
                "the motion is not steady: `{speed}` changes by {rate:.3e} per second; find an equilibrium first"
            ),
            Self::Turning => write!(f, "the vehicle turns: only rest and straight rolling are linearised"),
        }
    }
}

impl core::error::Error for NotLinear {}

impl Linear {
    /// About a state at rest or in straight rolling.
    ///
    /// # Errors
    /// If a speed changes, or the vehicle turns.
    pub fn about<S: Solver, E: Subsystem<S>>(
        system: &mut System<S, E>,
        state: &Whole<S::State, E::State>,
    ) -> Result<Self, NotLinear> {
        let names = system.solver.description();
        let rate = system.rate(state);
        let free = system.free(state);
        let fastest = |largest: usize, &speed: &usize| {
            let rates = rate.vehicle.speeds();
            if rates[speed].abs() > rates[largest].abs() {
                speed
            } else {
                largest
            }
        };
        let fastest = free.speeds.iter().fold(free.speeds[0], fastest);
        let fastest_rate = rate.vehicle.speeds()[fastest];
        if fastest_rate.is_nan() || fastest_rate.abs() > STEADY {
            return Err(NotLinear::NotSteady(names.speeds[fastest], fastest_rate));
        }
        let jacobian = system.jacobian(state);
        let mut later = state.clone();
        let coordinates = later.vehicle.coordinates_mut().iter_mut();
        for (coordinate, rate) in coordinates.zip(rate.vehicle.coordinates()) {
            *coordinate += 1e-3 * rate;
        }
        let turned = system.jacobian(&later).motion - &jacobian.motion;
        if turned.amax() > 1e-3 * STRAIGHT {
            return Err(NotLinear::Turning);
        }
        let mut own = state.subsystems.clone();
        let mut count = 0;
        own.each(&mut |_| count += 1);
        Ok(Self::of(names, &jacobian, &free, count))
    }

    fn of(names: &Description, jacobian: &Jacobian, free: &Free, own: usize) -> Self {
        let basis = &free.basis;
        let motion = &jacobian.motion * basis;
        // A spin has no coordinate.
        let placed: Vec<usize> = (0..basis.ncols()).filter(|&k| motion.column(k).amax() > 0.0).collect();
        let inverse = jacobian.motion.clone().svd(true, true).pseudo_inverse(1e-9);
        let size = names.speeds.len();
        let inverse = inverse.unwrap_or_else(|_| DMatrix::zeros(size, motion.nrows()));
        let along = basis.select_columns(&placed);
        let carried = inverse * &jacobian.carried * &along;
        let (z, v) = (placed.len(), basis.ncols());
        let mut a = DMatrix::zeros(z + v + own, z + v + own);
        let of_free = |matrix: DMatrix<f64>| matrix.select_rows(&free.speeds);
        let of_placed: Vec<usize> = placed.iter().map(|&k| free.speeds[k]).collect();
        a.view_mut((0, 0), (z, z)).copy_from(&carried.select_rows(&of_placed));
        for (row, &speed) in placed.iter().enumerate() {
            a[(row, z + speed)] = 1.0;
        }
        a.view_mut((z, 0), (v, z)).copy_from(&of_free(&jacobian.v_z * &along));
        a.view_mut((z, z), (v, v)).copy_from(&of_free(&jacobian.v_v * basis));
        a.view_mut((z, z + v), (v, own))
            .copy_from(&of_free(jacobian.v_y.clone()));
        a.view_mut((z + v, 0), (own, z)).copy_from(&(&jacobian.y_z * &along));
        a.view_mut((z + v, z), (own, v)).copy_from(&(&jacobian.y_v * basis));
        a.view_mut((z + v, z + v), (own, own)).copy_from(&jacobian.y_y);
        let mut b = DMatrix::zeros(z + v + own, jacobian.v_u.ncols());
        b.view_mut((z, 0), (v, jacobian.v_u.ncols()))
            .copy_from(&of_free(jacobian.v_u.clone()));
        let displaced = of_placed
            .iter()
            .map(|&speed| format!("{} displacement", names.speeds[speed]));
        let speeds = free.speeds.iter().map(|&speed| names.speeds[speed].to_owned());
        let outside = (0..own).map(|k| format!("state {k} of what acts"));
        Self {
            a,
            b,
            states: displaced.chain(speeds).chain(outside).collect(),
            inputs: inputs(names),
        }
    }

    /// Its modes, the fastest last; of each conjugate pair one.
    pub fn modes(&self) -> Vec<Mode> {
        modes::of(&self.a)
    }

    /// The largest step with which a method is stable for every mode that decays [s]; none where there is no such bound.
    pub fn largest_step(&self, method: Method) -> Option<f64> {
        let decaying = self.modes().into_iter().filter(|mode| mode.eigenvalue.re < 0.0);
        decaying.map(|mode| largest(method, mode.eigenvalue)).reduce(f64::min)
    }
}

/// Names of the inputs, in the order of the columns of drives, loads and signals.
fn inputs(vehicle: &Description) -> Vec<String> {
    let of = |names: &[&str], fields: &[&str]| -> Vec<String> {
        let names = names
            .iter()
            .flat_map(|name| fields.iter().map(move |field| format!("{name}.{field}")));
        names.collect()
    };
    let load = [
        "force_x",
        "force_y",
        "force_z",
        "moment_x",
        "moment_y",
        "moment_z",
        "drive_torque",
        "brake_torque",
    ];
    let mut inputs = of(vehicle.drives, &["position", "velocity", "acceleration"]);
    inputs.extend(of(vehicle.wheels, &load));
    inputs.extend(vehicle.signals.iter().map(|&name| name.to_owned()));
    inputs
}
