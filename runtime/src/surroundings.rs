//! External influences on a vehicle: the interface, and combinations of implementations.

use crate::ports::{InputPorts, WheelMotion};
use crate::solver::Solver;
use crate::terrain::Ground;

/// Everything outside the compiled vehicle: steering, tyres, driveline, brakes, wind.
///
/// Each implementation writes the inputs for which it is responsible, and leaves the others alone. It overwrites, and
/// never adds to the values of the last evaluation. An integrator may evaluate several times per step, also at earlier
/// times, so that [`Surroundings::drive`] and [`Surroundings::load`] may change only data that are computed again each
/// time. Internal states advance in [`Surroundings::stepped`], which is called after a step has succeeded; a refused
/// step leaves them as they were.
///
/// Two surroundings in a pair act one after the other.
///
/// ```
/// # mod roller { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/runtime/solvers/roller.rs")); }
/// # type Car = roller::Roller;
/// use wishbone::prelude::*;
///
/// /// Brakes every wheel with the same torque [N m] from one second on.
/// struct Brakes(f64);
///
/// impl<S: Solver> Surroundings<S> for Brakes {
///     fn load(&mut self, time: f64, wheels: &[WheelMotion], inputs: &mut S::Inputs) {
///         let applied = if time < 1.0 { 0.0 } else { self.0 };
///         for (wheel, input) in wheels.iter().zip(inputs.wheels()) {
///             // Against the spin; smooth, so that the wheel comes to rest.
///             input.brake_torque = -applied * wheel.spin.tanh();
///         }
///     }
/// }
///
/// let road = OnRoad { tyres: [LinearTyre::vertical(0.3, 200e3, 2e3)], terrain: Flat };
/// let mut simulation = Simulation::new(Car::default(), (road, Brakes(500.0)), RungeKutta4);
/// # let mut start = Car::design_state();
/// # start.v[2] = 30.0;
/// # simulation.set_state(start);
/// # for _ in 0..2000 {
/// #     let _ = simulation.step(1e-3)?;
/// # }
/// # // 30 rad/s at 250 rad/s^2: at rest well before 2 s.
/// # assert!(simulation.state().v[2].abs() < 1e-9);
/// # Ok::<(), Refused>(())
/// ```
pub trait Surroundings<S: Solver> {
    /// Writes the prescribed motions at `time` [s]; called before the kinematics.
    fn drive(&mut self, time: f64, inputs: &mut S::Inputs) {
        let _ = (time, inputs);
    }

    /// Writes the loads at `time` [s] on wheels that move like this; called between kinematics and accelerations.
    fn load(&mut self, time: f64, wheels: &[WheelMotion], inputs: &mut S::Inputs) {
        let _ = (time, wheels, inputs);
    }

    /// The ground under a point of contact, world axes [m], at `time` [s]; none to leave the inputs of the contact as they
    /// are. Called between kinematics and [`Surroundings::load`], which may overwrite these inputs.
    fn ground(&self, time: f64, point: [f64; 3]) -> Option<Ground> {
        let _ = (time, point);
        None
    }

    /// Called after a step of length `h` [s] has ended at `time` [s], with all loops closed.
    fn stepped(&mut self, time: f64, h: f64) {
        let _ = (time, h);
    }
}

/// No surroundings: the inputs are not changed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Still;

impl<S: Solver> Surroundings<S> for Still {}

impl<S: Solver, A: Surroundings<S>, B: Surroundings<S>> Surroundings<S> for (A, B) {
    fn drive(&mut self, time: f64, inputs: &mut S::Inputs) {
        self.0.drive(time, inputs);
        self.1.drive(time, inputs);
    }

    fn load(&mut self, time: f64, wheels: &[WheelMotion], inputs: &mut S::Inputs) {
        self.0.load(time, wheels, inputs);
        self.1.load(time, wheels, inputs);
    }

    fn ground(&self, time: f64, point: [f64; 3]) -> Option<Ground> {
        let last = Surroundings::<S>::ground(&self.1, time, point);
        last.or_else(|| Surroundings::<S>::ground(&self.0, time, point))
    }

    fn stepped(&mut self, time: f64, h: f64) {
        self.0.stepped(time, h);
        self.1.stepped(time, h);
    }
}

/// Rate of change of `state` at `time` [s]: one evaluation of a vehicle in its surroundings.
pub fn rate<S: Solver>(
    solver: &mut S,
    surroundings: &mut impl Surroundings<S>,
    inputs: &mut S::Inputs,
    time: f64,
    state: &S::State,
) -> S::State {
    surroundings.drive(time, inputs);
    solver.kinematics(state, inputs);
    rate_of_placed(solver, surroundings, inputs, time)
}

/// The same after the kinematics.
pub(crate) fn rate_of_placed<S: Solver>(
    solver: &mut S,
    surroundings: &mut impl Surroundings<S>,
    inputs: &mut S::Inputs,
    time: f64,
) -> S::State {
    for (point, (_, places)) in solver.contacts().iter().zip(S::CONTACTS) {
        lay(surroundings.ground(time, point.position), places, inputs.signals());
    }
    surroundings.load(time, solver.wheels(), inputs);
    solver.accelerations(inputs)
}

/// Writes the ground under a contact to its inputs.
pub(crate) fn lay(ground: Option<Ground>, places: &[usize; 6], signals: &mut [f64]) {
    let Some(ground) = ground else { return };
    let ([slope_x, slope_y], [x, y, z]) = (ground.slope(), ground.velocity);
    for (&place, number) in places.iter().zip([ground.height, slope_x, slope_y, x, y, z]) {
        signals[place] = number;
    }
}
