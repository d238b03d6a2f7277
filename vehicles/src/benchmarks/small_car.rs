//! Manoeuvres of Szczotka & Wojciech (2008), 5.

use super::{Manoeuvre, steered, wheels};
use crate::SmallCar;
use wishbone::control::{ByTime, Pedals, SpeedHold};
use wishbone::curve::Samples;
use wishbone::driveline::{Driveline, DrivelineState, End, Engine, Graph};
use wishbone::prelude::*;
use wishbone::profile::Profile;
use wishbone::start;
use wishbone::terrain::{HalfSineBump, Terrain};

/// The small car on a terrain at a held speed [m/s]; its steering wheel turns along a course.
///
/// # Errors
/// If it does not start.
pub fn small_car<P: Profile + Clone, T: Terrain + Clone>(
    speed: f64,
    steering_wheel: P,
    terrain: T,
) -> Manoeuvre<SmallCar, impl Subsystem<SmallCar> + Clone> {
    let hold = SpeedHold::new(speed, 1000.0, 0.0, 2000.0, wheels(SmallCar::DESCRIPTION, "front"));
    let steer = Steer::at(SmallCar::DRIVE_STEERING_WHEEL, steering_wheel);
    let equipment = SmallCar::equipment();
    let (state, equipment) = steered(&SmallCar::new(), *equipment.tyres.tyres(), equipment, steer, hold)?;
    Ok((state, equipment.on(terrain)))
}

/// Three bumps under the left wheels from X = 8 m on, 0.03 m high and 1 m apart. They are half-sines, 0.3 m long; length and shape
/// are assumed.
pub fn three_bumps() -> [HalfSineBump; 3] {
    [8.0, 9.0, 10.0].map(|start| HalfSineBump {
        start,
        length: 0.3,
        height: 0.03,
        lateral: [0.0, f64::INFINITY],
    })
}

/// Torque of the motors at the wheels after the step, both motors together [N m].
pub const MOTOR_TORQUE: f64 = 600.0;

/// Speed at the step of the torque [m/s]: 60 km/h.
const SPEED: f64 = 60.0 / 3.6;

/// The step of the torque, after one second.
const STEP: Ramp = Ramp {
    start: 1.0,
    duration: 0.01,
    amplitude: 1.0,
};

/// The small car at 60 km/h, coasting. After one second its motor applies the full torque at once, through a differential and both
/// half-shafts.
///
/// # Errors
/// If it does not start.
pub fn common_drive() -> Manoeuvre<SmallCar, impl Subsystem<SmallCar> + Clone> {
    let mut step = STEP;
    // The declared motor has 150 N m, and turns at eight times the speed of the wheels.
    step.amplitude = MOTOR_TORQUE / (8.0 * 150.0);
    pushed(SmallCar::equipment().powertrain, step)
}

/// The same manoeuvre with a motor for each front wheel. The half-shafts have five elements of 0.02 kg m², with 6 kN m/rad on the
/// left and 4 kN m/rad on the right.
///
/// The fastest vibration of the half-shafts is at 1 kHz: Runge and Kutta's method is stable with steps of a quarter of a
/// millisecond.
///
/// # Errors
/// If it does not start.
pub fn single_motors() -> Manoeuvre<SmallCar, impl Subsystem<SmallCar> + Clone> {
    const SPEEDS: [f64; 2] = [-1500.0, 1500.0];
    let motor = Engine {
        full: const { Samples::of(SPEEDS, [MOTOR_TORQUE / 16.0; 2]) },
        closed: const { Samples::of(SPEEDS, [0.0; 2]) },
        idle: None,
        limit: None,
    };
    let mut graph = Graph::new();
    let elements = [
        ["left 1", "left 2", "left 3", "left 4", "left 5"],
        ["right 1", "right 2", "right 3", "right 4", "right 5"],
    ];
    let springs = [
        ["left a", "left b", "left c", "left d", "left e", "left f"],
        ["right a", "right b", "right c", "right d", "right e", "right f"],
    ];
    let sides = [
        ("left", SmallCar::WHEEL_FRONT_LEFT_TYRE, 6e3),
        ("right", SmallCar::WHEEL_FRONT_RIGHT_TYRE, 4e3),
    ];
    for (k, (name, wheel, stiffness)) in sides.into_iter().enumerate() {
        let rotor = graph.shaft(["left rotor", "right rotor"][k], 0.025);
        let side = graph.shaft(["left side", "right side"][k], 0.1);
        graph.engine(name, rotor, motor);
        graph.gear(["left reduction", "right reduction"][k], rotor, side, 8.0);
        let ends = [End::from(side), End::Wheel(wheel)];
        graph.torsion_shaft(elements[k], &springs[k], ends, [0.02, stiffness, 0.3]);
    }
    let driveline = graph.build::<12, 12, 4>().expect("the shafts hang together");
    pushed(driveline, STEP)
}

/// The car rolling straight on with a driveline whose throttle follows a course.
fn pushed<const S: usize, const C: usize>(
    driveline: Driveline<S, C, 4>,
    throttle: Ramp,
) -> Manoeuvre<SmallCar, impl Subsystem<SmallCar> + Clone> {
    let (solver, equipment) = (SmallCar::new(), SmallCar::equipment());
    let rest = start::rest(&solver, equipment.tyres.tyres(), &equipment.steering)?;
    let state = start::rolling(&solver, equipment.tyres.tyres(), &equipment.steering, &rest, SPEED)?;
    let turning = driveline.rolling(state.v[SmallCar::V_FRONT_LEFT_TYRE_SPIN], 0.0);
    let surroundings = equipment
        .with_driver(Pedals::new(ByTime::released(1).with_throttle(throttle)))
        .with_steering(Still)
        .with_powertrain(Turning { driveline, turning })
        .with_brakes(Still);
    Ok((state, surroundings))
}

/// A driveline that already turns at the start.
#[derive(Clone)]
struct Turning<const S: usize, const C: usize> {
    driveline: Driveline<S, C, 4>,
    turning: DrivelineState<S, C>,
}

impl<const S: usize, const C: usize> Subsystem<SmallCar> for Turning<S, C> {
    type State = DrivelineState<S, C>;

    fn initial(&self) -> Self::State {
        self.turning
    }

    fn load(&mut self, now: &Now<'_, Self::State>, inputs: &mut <SmallCar as Solver>::Inputs) -> Self::State {
        Subsystem::<SmallCar>::load(&mut self.driveline, now, inputs)
    }

    fn stepped(&mut self, time: f64, h: f64, state: &mut Self::State) {
        Subsystem::<SmallCar>::stepped(&mut self.driveline, time, h, state);
    }
}
