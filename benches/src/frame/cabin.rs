//! The part of a simulator that follows the truck's motion: platform, perception, control loading.

use std::error::Error;
use wishbone::control::Controls;
use wishbone::ports::Inputs;
use wishbone::prelude::*;
use wishbone_simulator::cueing::{Classical, ClassicalSettings, Washout};
use wishbone_simulator::loading::{Engine, Gauge, Levels, Lever, Pedal, RackMotion, Sounds, SteeringColumn};
use wishbone_simulator::motion::Motion;
use wishbone_simulator::perception::{Canals, Otoliths, Vestibular};
use wishbone_simulator::platform::{Guard, Hexapod};
use wishbone_simulator::pose::{PlatformMotion, Pose};
use wishbone_simulator::shared::Port;
use wishbone_vehicles::Hmmwv;

/// The steering column. A turn of the steering wheel to the left moves the rack to the right.
const COLUMN: SteeringColumn = SteeringColumn {
    ratio: -0.035 / std::f64::consts::TAU,
    mass: 9.0,
    stiffness: 115.0,
    damping: 0.1,
    inertia: 0.05,
    servo_inertia: 0.02,
    friction: 0.2,
    sliding: 0.05,
};

const LEVER: Lever<5> = Lever {
    detents: [-0.1, -0.05, 0.0, 0.05, 0.1],
    hold: 30.0,
    reach: 0.02,
    damper: 20.0,
};

/// A four-stroke diesel engine with eight cylinders.
const ENGINE: Engine = Engine {
    cylinders: 8.0,
    revolutions: 2.0,
    teeth: 23.0,
};

/// Number of outputs: legs, sensations in two places, loads and sounds.
const OUTPUTS: usize = 6 + 12 + 14;

/// State of the truck at the end of a frame, as the cabin needs it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Now<'a> {
    pub state: &'a <Hmmwv as Solver>::State,
    pub inputs: &'a Inputs<1, 4>,
    /// Motion at the driver's head.
    pub head: Motion,
    /// Forward speed [m/s].
    pub speed: f64,
    /// Speed of the crankshaft [rad/s].
    pub engine: f64,
    pub controls: Controls,
}

/// The cabin on its platform; a copy is a snapshot.
#[derive(Clone)]
pub(super) struct Cabin {
    washout: Classical,
    guard: Guard<Hexapod, 6>,
    /// The last three poses of the platform.
    poses: [Pose; 3],
    in_vehicle: Vestibular,
    on_platform: Vestibular,
    /// A second solver of the truck with bodies at rest, which gives the transmission from the rack to the wheels.
    standing: Hmmwv,
    speedometer: Gauge,
    tachometer: Gauge,
    period: f64,
    /// The outputs of the last frame.
    outputs: [f64; OUTPUTS],
}

impl Cabin {
    pub(super) fn new(period: f64) -> Result<Self, Box<dyn Error>> {
        let organs = || Vestibular::new(&Canals::REID, &Otoliths::REID, period);
        Ok(Self {
            washout: Classical::new(&ClassicalSettings::HALF, period)?,
            guard: Guard::new(Hexapod::SEVEN_TONNES, period)?,
            poses: [Pose::NEUTRAL; 3],
            in_vehicle: organs()?,
            on_platform: organs()?,
            standing: Hmmwv::new(),
            speedometer: Gauge::speedometer(period)?,
            tachometer: Gauge::tachometer(period)?,
            period,
            outputs: [0.0; OUTPUTS],
        })
    }

    /// Names and units of the outputs, in the order of [`Cabin::outputs`].
    pub(super) fn ports() -> Vec<Port> {
        let mut ports: Vec<Port> = (1..=6).map(|leg| Port::new(&format!("leg_{leg}"), "m")).collect();
        for place in ["vehicle", "platform"] {
            for (name, unit) in Motion::NAMES {
                ports.push(Port::new(&format!("felt_in_{place}_{}", name.replace(' ', "_")), unit));
            }
        }
        for (name, unit) in [
            ("wheel_position", "rad"),
            ("wheel_velocity", "rad/s"),
            ("wheel_acceleration", "rad/s^2"),
            ("wheel_torque", "N m"),
            ("accelerator", "N"),
            ("brake", "N"),
            ("lever", "N"),
            ("speedometer", "km/h"),
            ("tachometer", "1/min"),
            ("sound_firing", "Hz"),
            ("sound_meshing", "Hz"),
            ("sound_engine", "dB"),
            ("sound_wind", "dB"),
            ("sound_tyres", "dB"),
        ] {
            ports.push(Port::new(name, unit));
        }
        ports
    }

    /// Computes one frame.
    pub(super) fn step(&mut self, now: &Now) {
        let mut outputs = self.outputs;
        let (legs, rest) = outputs.split_at_mut(6);
        let (felt, loads) = rest.split_at_mut(12);
        frame_cueing(self, &now.head, legs);
        frame_perception(self, &now.head, felt);
        frame_loading(self, now, loads);
        self.outputs = outputs;
    }

    /// Outputs of the last frame.
    pub(super) fn outputs(&self) -> &[f64] {
        &self.outputs
    }
}

// The parts of a frame are functions that are not inlined, so that valgrind can count them separately.

#[inline(never)]
fn frame_cueing(cabin: &mut Cabin, head: &Motion, legs: &mut [f64]) {
    // A motion that is not finite leaves the platform where it is.
    if let Ok(wanted) = cabin.washout.step(head) {
        cabin.guard.step(&wanted.pose);
    }
    let at = cabin.guard.at();
    cabin.poses = [cabin.poses[1], cabin.poses[2], at.pose];
    legs.copy_from_slice(&at.actuators);
}

#[inline(never)]
fn frame_perception(cabin: &mut Cabin, head: &Motion, felt: &mut [f64]) {
    let [before, now, after] = &cabin.poses;
    let platform = PlatformMotion::of_poses([before, now, after], cabin.period).felt();
    let (vehicle, platform) = (cabin.in_vehicle.step(head), cabin.on_platform.step(&platform));
    felt[..6].copy_from_slice(&vehicle.numbers());
    felt[6..].copy_from_slice(&platform.numbers());
}

#[inline(never)]
fn frame_loading(cabin: &mut Cabin, now: &Now, loads: &mut [f64]) {
    let rack = now.inputs.drives[0];
    let wheel = COLUMN.set_point(&RackMotion {
        position: rack.position,
        velocity: rack.velocity,
        acceleration: rack.acceleration,
        force: rack_force(&mut cabin.standing, now),
        assistance: 0.0,
    });
    let Controls { throttle, brake, .. } = now.controls;
    let sounds = Sounds::of(&ENGINE, &Levels::COMMON, [now.engine, throttle], [now.speed, now.speed]);
    loads.copy_from_slice(&[
        wheel.position,
        wheel.velocity,
        wheel.acceleration,
        wheel.torque,
        Pedal::ACCELERATOR.force(throttle * Pedal::ACCELERATOR.travel, 0.0),
        Pedal::BRAKE.force(brake * Pedal::BRAKE.travel, 0.0),
        LEVER.force(0.0, 0.0),
        cabin.speedometer.step(now.speed),
        cabin.tachometer.step(now.engine),
        sounds.firing,
        sounds.meshing,
        sounds.engine,
        sounds.wind,
        sounds.tyres,
    ]);
}

/// Force of the tyres on the rack, positive to the left [N]. It is the power of the wheels' loads on the carriers when
/// only the rack moves, at 1 m/s. Masses between rack and tyres are neglected.
#[inline(never)]
fn rack_force(standing: &mut Hmmwv, now: &Now) -> f64 {
    let mut state = *now.state;
    state.v.fill(0.0);
    let mut inputs = *now.inputs;
    inputs.drives[0].velocity = 1.0;
    standing.kinematics(&state, &inputs);
    let dot = |a: &[f64; 3], b: &[f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let power = standing.wheels().iter().zip(&now.inputs.wheels).map(|(wheel, load)| {
        let along_axis = dot(&load.moment, &wheel.axis) + load.brake_torque;
        let turning = dot(&load.moment, &wheel.carrier_angular_velocity);
        // The wheel turns freely about its axis, so that moments along the axis do not act on the carrier, and the brake
        // torque reacts on it.
        dot(&load.force, &wheel.velocity) + turning - along_axis * dot(&wheel.axis, &wheel.carrier_angular_velocity)
    });
    power.sum()
}
