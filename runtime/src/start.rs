//! Starts of manoeuvres for any vehicle: the vehicle is put on level ground, comes to rest on its tyres, and is set in
//! motion.
//!
//! ```
//! # mod roller { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/runtime/solvers/roller.rs")); }
//! # type Car = roller::Roller;
//! use wishbone::prelude::*;
//! use wishbone::start;
//!
//! let (solver, tyres) = (Car::default(), [LinearTyre::vertical(0.3, 200e3, 2e3)]);
//! let rest = start::rest(&solver, &tyres, &Still)?;
//! // The wheel's centre stands a radius above the road, less what 400 kg press the tyre in.
//! assert!((rest.q[1] - (0.3 - 400.0 * 9.81 / 200e3)).abs() < 1e-6);
//! # Ok::<(), wishbone::start::NotStarted>(())
//! ```
//!
//! Only the bodies and the wheels of the vehicle are used: all bodies are lifted by an equal height, and later get an equal velocity
//! ([`crate::fit`]).

mod settle;

pub use settle::{let_go, settled};

use crate::fit::{Target, fit};
use crate::names::position;
use crate::ports::{BodyMotion, WheelLoad, WheelMotion};
use crate::prelude::*;
use crate::stabilise::NotClosed;
use crate::state::{StateVector, Vector};
use crate::subsystem::Quantity;
use crate::terrain::{Ground, Terrain};
use crate::tyre::{Contact, Tyre, TyreForce};
use core::fmt;
use settle::PATIENCE;
use std::format;
use std::vec::Vec;

/// Largest permitted difference from the wanted motion of the bodies [m or m/s].
const FITTED: f64 = 1e-6;

/// A tyre that carries its load and slides along the ground with viscous friction, which equals the load at 1 m/s. The
/// friction lets the tyre come to rest, and is zero at rest.
#[derive(Clone, Copy, Debug)]
pub struct Gliding<Y>(pub Y);

impl<Y: Tyre> Tyre for Gliding<Y> {
    type State = ();

    fn radius(&self) -> f64 {
        self.0.radius()
    }

    fn respond(&self, contact: &Contact, (): &()) -> (TyreForce, ()) {
        let (response, _) = self.0.respond(contact, &Y::State::zero());
        let load = response.force[2];
        let force = TyreForce {
            force: [-load * contact.velocity[0], -load * contact.velocity[1], load],
            moment: [response.moment[0], 0.0, 0.0],
        };
        (force, ())
    }

    /// The load has no moment about the spin axis.
    fn load(&self, wheel: &WheelMotion, terrain: &impl Terrain, time: f64, (): &()) -> (WheelLoad, ()) {
        let Some(contact) = Contact::of(wheel, self.radius(), terrain, time) else {
            return (WheelLoad::default(), ());
        };
        let [force, moment] = self.respond(&contact, &()).0.at_centre(&contact);
        let spinning: f64 = moment.iter().zip(wheel.axis).map(|(m, a)| m * a).sum();
        let load = WheelLoad {
            force,
            moment: [0, 1, 2].map(|k| moment[k] - spinning * wheel.axis[k]),
            ..WheelLoad::default()
        };
        (load, ())
    }

    fn states((): &(), _wheel: usize, _tell: &mut dyn FnMut(Quantity)) {}
}

/// A subsystem for which the time is always zero: the joints that it drives are at rest.
#[derive(Clone, Debug)]
pub struct AtStart<C>(pub C);

/// Surroundings of a vehicle that comes to rest: its steering at time zero, and tyres without friction.
pub type Resting<C, Y, const W: usize> = Equipment<Still, AtStart<C>, Still, Still, Still, OnRoad<Gliding<Y>, Flat, W>>;

impl<S: Solver, C: Subsystem<S>> Subsystem<S> for AtStart<C> {
    type State = C::State;

    fn initial(&self) -> C::State {
        self.0.initial()
    }

    fn drive(&mut self, _time: f64, state: &C::State, inputs: &mut S::Inputs) {
        self.0.drive(0.0, state, inputs);
        for drive in inputs.drives() {
            (drive.velocity, drive.acceleration) = (0.0, 0.0);
        }
    }

    fn load(&mut self, now: &Now<'_, C::State>, inputs: &mut S::Inputs) -> C::State {
        let mut now = now.of(now.state);
        now.time = 0.0;
        self.0.load(&now, inputs)
    }

    fn load_into(&mut self, now: &Now<'_, C::State>, inputs: &mut S::Inputs, rate: &mut C::State) {
        let mut now = now.of(now.state);
        now.time = 0.0;
        self.0.load_into(&now, inputs, rate);
    }

    fn ground(&self, _time: f64, point: [f64; 3]) -> Option<Ground> {
        Subsystem::<S>::ground(&self.0, 0.0, point)
    }

    fn states(&self, state: &C::State, tell: &mut dyn FnMut(Quantity)) {
        self.0.states(state, tell);
    }

    fn outputs(&self, tell: &mut dyn FnMut(Quantity)) {
        self.0.outputs(tell);
    }
}

/// A vehicle in its design position that just touches level ground at height zero with these tyres, one for each wheel; and the
/// surroundings in which it comes to rest.
///
/// The tyres slide without friction, so no friction force remains from a lateral motion of the wheels. The state at
/// rest does not depend on the way there. The steering keeps its position at time zero. Hands that move a steering
/// column at time zero also have to rest: give [`Column::held`](crate::control::Column::held).
///
/// # Errors
/// Returns an error if a body is fixed to the ground, or if the loops do not close.
pub fn touching<S, C, Y, const W: usize>(
    solver: &S,
    tyres: &[Y; W],
    steering: &C,
) -> Result<(S::State, Resting<C, Y, W>), NotStarted>
where
    S: Solver + Clone,
    C: Clone,
    Y: Tyre + Clone,
{
    let state = lifted(solver, &tyres.each_ref().map(Tyre::radius))?;
    let tyres = tyres.clone().map(Gliding);
    let surroundings = Equipment::none()
        .with_steering(AtStart(steering.clone()))
        .with_tyres(OnRoad { tyres, terrain: Flat });
    Ok((state, surroundings))
}

/// Lets a vehicle come to rest on level ground by integration, from the position in which it just touches the ground ([`touching`]).
///
/// # Errors
/// Returns an error if a body is fixed to the ground, a step is refused, or the vehicle still moves after a minute.
pub fn rest<S, C, Y, const W: usize>(solver: &S, tyres: &[Y; W], steering: &C) -> Result<S::State, NotStarted>
where
    S: Solver + Clone,
    C: Subsystem<S> + Clone,
    Y: Tyre + Clone,
{
    let (state, surroundings) = touching(solver, tyres, steering)?;
    settled(solver, state, surroundings)
}

/// The design position at the height at which the lowest of the tyres touches the ground; `radii` [m] has one radius
/// for each wheel.
///
/// # Errors
/// Returns an error if a body is fixed to the ground, or if the loops do not close.
pub fn lifted<S: Solver + Clone>(solver: &S, radii: &[f64]) -> Result<S::State, NotStarted> {
    let (mut solver, mut state, inputs) = (solver.clone(), solver.design_state(), solver.no_inputs());
    solver.kinematics(&state, &inputs);
    let bottoms = solver
        .wheels()
        .iter()
        .zip(radii)
        .map(|(wheel, radius)| wheel.centre[2] - radius);
    let lowest = bottoms.fold(f64::INFINITY, f64::min);
    if lowest.is_finite() {
        moved(&mut solver, &mut state, &inputs, |motion| motion.com[2] -= lowest)?;
    }
    Ok(state)
}

/// A vehicle at `rest`, found with this steering, set in motion along X at `speed` [m/s] with its wheels rolling.
///
/// Each wheel spins as on a [`LinearTyre`] without slip. A tyre with a different law brings its wheel to the right spin
/// within some hundredths of a second.
///
/// # Errors
/// If the vehicle cannot move along X, or its loops do not close.
pub fn rolling<S: Solver + Clone, C: Subsystem<S> + Clone>(
    solver: &S,
    tyres: &[impl Tyre],
    steering: &C,
    rest: &S::State,
    speed: f64,
) -> Result<S::State, NotStarted> {
    let radii: Vec<f64> = tyres.iter().map(Tyre::radius).collect();
    let (mut steering, mut inputs) = (AtStart(steering.clone()), solver.no_inputs());
    let own = Subsystem::<S>::initial(&steering);
    steering.drive(0.0, &own, &mut inputs);
    rolling_on(solver, &radii, (rest, &inputs), speed)
}

/// This rest, computed from the unloaded radii of the tyres [m] instead of the tyres, under these inputs: driven joints
/// are at the positions that the inputs prescribe.
///
/// # Errors
/// As [`rolling`].
pub fn rolling_on<S: Solver + Clone>(
    solver: &S,
    radii: &[f64],
    (rest, inputs): (&S::State, &S::Inputs),
    speed: f64,
) -> Result<S::State, NotStarted> {
    let (mut solver, mut state) = (solver.clone(), rest.clone());
    moved(&mut solver, &mut state, inputs, |motion| {
        motion.velocity = [speed, 0.0, 0.0];
        motion.angular_velocity = [0.0; 3];
    })?;
    solver.kinematics(&state, inputs);
    let names = solver.description();
    let wheels = names.wheels.iter().zip(solver.wheels()).zip(radii);
    for ((name, wheel), &radius) in wheels {
        let Ok(spin) = position(names.speeds, &format!("{name}.spin")) else {
            continue;
        };
        let deflection = Contact::of(wheel, radius, &Flat, 0.0).map_or(0.0, |contact| contact.deflection);
        let belt = LinearTyre::vertical(radius, 0.0, 0.0);
        state.speeds_mut()[spin] = speed / belt.effective_radius(deflection.max(0.0));
    }
    Ok(state)
}

/// Changes the motion of all bodies by the same function.
fn moved<S: Solver>(
    solver: &mut S,
    state: &mut S::State,
    inputs: &S::Inputs,
    change: impl Fn(&mut BodyMotion),
) -> Result<(), NotStarted> {
    let targets: Vec<Target> = solver
        .bodies(state, inputs, &S::State::zero())
        .to_vec()
        .into_iter()
        .enumerate()
        .map(|(body, mut motion)| {
            change(&mut motion);
            Target { body, motion }
        })
        .collect();
    let fitted = fit(solver, state, inputs, &targets).map_err(NotStarted::NotClosed)?;
    match fitted.position < FITTED && fitted.velocity < FITTED {
        true => Ok(()),
        false => Err(NotStarted::Held),
    }
}

/// Reason why a vehicle does not start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NotStarted {
    /// Its bodies cannot all be moved alike.
    Held,
    /// Its loops do not close.
    NotClosed(NotClosed),
    /// A step was refused.
    Refused(Refused),
    /// It still moved after a minute.
    Restless,
}

impl From<Refused> for NotStarted {
    fn from(reason: Refused) -> Self {
        Self::Refused(reason)
    }
}

impl fmt::Display for NotStarted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Held => write!(
                f,
                "the vehicle is held by the ground: its bodies cannot all be lifted and set going alike; start it by hand"
            ),
            Self::NotClosed(reason) => write!(f, "the vehicle does not start: {reason}"),
            Self::Refused(reason) => write!(f, "the vehicle does not settle: {reason}"),
            Self::Restless => write!(f, "the vehicle does not settle: after {PATIENCE} s it still moves"),
        }
    }
}

impl core::error::Error for NotStarted {}
