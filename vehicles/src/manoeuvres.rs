//! Manoeuvres of the [`Hmmwv`]: initial states and surroundings.
//!
//! A manoeuvre is an initial state and surroundings. [`settle`] finds the rest position on level ground, [`rolling`] sets it in
//! motion, and [`cruising`] also lets it find its trim. [`step_steer`] and [`one_sided_bump`] are surroundings to drive in:
//!
//! ```
//! use wishbone::prelude::*;
//! use wishbone_vehicles::{Hmmwv, manoeuvres};
//!
//! let rest = manoeuvres::settle()?;
//! let turn = manoeuvres::step_steer(60.0 / 3.6, -0.008);
//! let mut simulation = Simulation::new(Hmmwv::new(), turn, AdamsBashforth3::new());
//! simulation.set_state(manoeuvres::rolling(&rest.state, 60.0 / 3.6));
//! while simulation.time() < 2.0 {
//!     simulation.step(1e-3)?;
//! }
//! let state = simulation.state();
//! // The rack has moved to the right, so the truck turns left.
//! assert!(state.v[Hmmwv::V_MOTION_WZ] > 0.1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::Hmmwv;
use core::fmt;
use wishbone::control::SpeedHold;
use wishbone::ports::Inputs;
use wishbone::prelude::*;
use wishbone::state::Vector;
use wishbone::terrain::{HalfSineBump, Terrain};
use wishbone::tyre::Contact;

/// The truck's coordinates and speeds.
pub type TruckState = <Hmmwv as Solver>::State;

/// The truck's four tyres on a terrain, and a controller that holds the speed by all four wheels.
pub type Cruise<T> = (OnRoad<LinearTyre, T, 4>, SpeedHold<4>);

/// A tyre of the truck.
///
/// Its data come from the TMeasy tyre of the source of [`crate::hmmwv`], at its nominal load of 8563 N: radius,
/// vertical stiffness and damping, initial slopes of the slip forces, peak forces as friction, and rolling resistance.
/// The pneumatic trail is a share of the contact length, `0.178 · 2 √(R · deflection)`, at the load of a standing
/// wheel.
pub fn tyre() -> LinearTyre {
    LinearTyre {
        longitudinal_stiffness: 152_216.0,
        cornering_stiffness: 63_376.0,
        friction: [0.90, 0.76],
        pneumatic_trail: 0.03,
        rolling_resistance: 0.015,
        ..LinearTyre::vertical(0.4699, 411_120.924, 3931.685)
    }
}

/// This tyre for a standing truck: slip forces act as viscous friction, and no torque drives the wheel.
///
/// At standstill slip forces are stiff (see [`LinearTyre`]); the high regularisation speed softens them. Since only
/// friction acts along the ground, they do not change the rest position.
fn standing_tyre() -> LinearTyre {
    LinearTyre {
        rolling_resistance: 0.0,
        low_speed: 20.0,
        ..tyre()
    }
}

/// Holds the wheels of a standing truck by viscous friction, so that it does not roll away on its toe angles.
#[derive(Clone, Copy)]
struct ParkingBrake;

impl<S: Solver> Subsystem<S> for ParkingBrake {
    type State = ();

    fn load(&mut self, now: &Now<()>, inputs: &mut S::Inputs) {
        /// Torque per spin [N m s/rad]: stops a wheel of 8 kg m² with a time constant of 4 ms.
        const FRICTION: f64 = 2000.0;
        for (wheel, input) in now.wheels.iter().zip(inputs.wheels()) {
            input.brake_torque = -FRICTION * wheel.spin;
        }
    }
}

/// Drives over `terrain` at `speed` [m/s]. Rolling resistance reduces the speed by 0.02 m/s.
pub fn cruise<T: Terrain>(terrain: T, speed: f64) -> Cruise<T> {
    let road = OnRoad {
        tyres: [tyre(); 4],
        terrain,
    };
    // 2000 N m per m/s at each of four wheels holds 2.6 t with a time constant of 0.15 s. There is no integral: without memory of
    // the driver, the power that flows in is a function of the state.
    (road, SpeedHold::new(speed, 2000.0, 0.0, 3000.0, [true; 4]))
}

/// Level ground, and the speed held at `speed` [m/s]. After one second the rack moves by `rack` [m] within 0.2 s and stays.
///
/// A rack moved to the left (positive) steers to the right.
pub fn step_steer(speed: f64, rack: f64) -> (Steer<Ramp>, Cruise<Flat>) {
    let ramp = Ramp {
        start: 1.0,
        duration: 0.2,
        amplitude: rack,
    };
    let steer = Steer::of(Hmmwv::DESCRIPTION, "rack", ramp).expect("the truck has a rack");
    (steer, cruise(Flat, speed))
}

/// A drive over a half-sine bump of `length` and `height` [m] under the left wheels only, at a held `speed` [m/s]. The
/// bump begins at X = 5 m, about 3.3 m ahead of the front axle at the start.
pub fn one_sided_bump(speed: f64, length: f64, height: f64) -> Cruise<HalfSineBump> {
    let bump = HalfSineBump {
        start: 5.0,
        length,
        height,
        lateral: [0.0, f64::INFINITY],
    };
    cruise(bump, speed)
}

/// The truck at rest.
#[derive(Clone, Debug)]
pub struct Rest {
    /// Coordinates, with all speeds zero.
    pub state: TruckState,
    /// Time to settle [s].
    pub time: f64,
    /// Inputs at rest.
    pub inputs: Inputs<1, 4>,
}

/// Step of [`settle`] and [`cruising`] [s].
const SETTLING_STEP: f64 = 1e-3;
/// Longest time to settle [s].
const PATIENCE: f64 = 60.0;
/// Largest acceleration and speed at rest [rad/s², m/s²; rad/s, m/s].
const AT_REST: f64 = 1e-8;

/// Lets the truck come to rest on level ground at height zero, from its design position with the tyres just touching.
pub fn settle() -> Result<Rest, NotSettled> {
    let road = OnRoad {
        tyres: [standing_tyre(); 4],
        terrain: Flat,
    };
    let mut simulation = Simulation::new(Hmmwv::new(), (road, ParkingBrake), RungeKutta4);
    simulation.set_state(touching());
    let _ = simulation.assemble()?;
    while simulation.time() < PATIENCE {
        let rate = simulation.evaluate();
        let speeds = simulation.state().v.iter().chain(&rate.v);
        if speeds.fold(0.0, |largest: f64, speed| largest.max(speed.abs())) < AT_REST {
            let mut state = *simulation.state();
            state.v.fill(0.0);
            // The position on the ground is arbitrary.
            state.q[Hmmwv::Q_MOTION_X] = 0.0;
            state.q[Hmmwv::Q_MOTION_Y] = 0.0;
            return Ok(Rest {
                state,
                time: simulation.time(),
                inputs: simulation.inputs,
            });
        }
        let _ = simulation.step(SETTLING_STEP)?;
    }
    Err(NotSettled::Restless)
}

/// The design position at the height where the tyres touch the ground.
fn touching() -> TruckState {
    let mut truck = Hmmwv::new();
    let mut state = Hmmwv::design_state();
    truck.kinematics(&state, &Inputs::default());
    let lowest = truck.wheels().iter().map(|w| w.centre[2]).fold(f64::INFINITY, f64::min);
    state.q[Hmmwv::Q_MOTION_Z] += tyre().radius - lowest;
    state
}

/// The truck at `rest`, set in motion along X at `speed` [m/s] with its wheels rolling.
///
/// The chassis moves along the ground. In its own axes the direction of travel is `R^T X`, the first row of its rotation. Each
/// wheel turns at `speed / Re`, with its effective rolling radius Re under its load.
pub fn rolling(rest: &TruckState, speed: f64) -> TruckState {
    let (mut truck, inputs) = (Hmmwv::new(), Inputs::default());
    let mut state = *rest;
    state.v.fill(0.0);
    let along = truck.bodies(&state, &inputs, &TruckState::zero())[Hmmwv::BODY_CHASSIS].rotation[0];
    let chassis = [Hmmwv::V_MOTION_VX, Hmmwv::V_MOTION_VY, Hmmwv::V_MOTION_VZ];
    for (index, component) in chassis.into_iter().zip(along) {
        state.v[index] = speed * component;
    }
    truck.kinematics(&state, &inputs);
    let tyre = tyre();
    for (index, wheel) in SPINS.into_iter().zip(truck.wheels()) {
        let deflection = Contact::of(wheel, tyre.radius, &Flat, 0.0).map_or(0.0, |contact| contact.deflection);
        state.v[index] = speed / tyre.effective_radius(deflection.max(0.0));
    }
    state
}

/// The truck at `rest`, brought to a steady straight run at `speed` [m/s], at X = 0.
///
/// The equilibrium of a rolling truck differs from the equilibrium of a standing truck: toe angles cause lateral
/// forces, and the driveline holds the speed against rolling resistance. It is reached after 3 s.
pub fn cruising(rest: &TruckState, speed: f64) -> Result<TruckState, Refused> {
    let mut simulation = Simulation::new(Hmmwv::new(), cruise(Flat, speed), RungeKutta4);
    simulation.set_state(rolling(rest, speed));
    while simulation.time() < 3.0 {
        let _ = simulation.step(SETTLING_STEP)?;
    }
    let mut state = *simulation.state();
    state.q[Hmmwv::Q_MOTION_X] = 0.0;
    Ok(state)
}

/// Position of each wheel's spin among the speeds, in the order of the wheels.
pub const SPINS: [usize; 4] = {
    let mut spins = [0; 4];
    spins[Hmmwv::WHEEL_FRONT_LEFT_TYRE] = Hmmwv::V_FRONT_LEFT_TYRE_SPIN;
    spins[Hmmwv::WHEEL_FRONT_RIGHT_TYRE] = Hmmwv::V_FRONT_RIGHT_TYRE_SPIN;
    spins[Hmmwv::WHEEL_REAR_LEFT_TYRE] = Hmmwv::V_REAR_LEFT_TYRE_SPIN;
    spins[Hmmwv::WHEEL_REAR_RIGHT_TYRE] = Hmmwv::V_REAR_RIGHT_TYRE_SPIN;
    spins
};

/// Reason why the truck did not come to rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NotSettled {
    /// A step was refused.
    Refused(Refused),
    /// The truck still moved after a minute.
    Restless,
}

impl From<Refused> for NotSettled {
    fn from(reason: Refused) -> Self {
        Self::Refused(reason)
    }
}

impl fmt::Display for NotSettled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(reason) => write!(f, "the truck does not settle: {reason}"),
            Self::Restless => write!(f, "the truck does not settle: after {PATIENCE} s it still moves"),
        }
    }
}

impl core::error::Error for NotSettled {}
