//! Named outputs compared with the motion of the bodies that the solver reports, and with differences along a motion;
//! their units.

use nalgebra::{Matrix3, Rotation3, Vector3};
use wishbone::ports::BodyMotion;
use wishbone::prelude::*;
use wishbone::stabilise::Projection;
use wishbone::state::{StateVector, Vector};
use wishbone_compiler::pipeline::compile_text;
use wishbone_engine::{Engine, Numbers};

/// A chassis that turns and moves freely, with a cabin on a ball joint.
const TRUCK: &str = "Truck {
    body chassis { mass: 900 kg, com: [0.2, 0, 0.6] m, inertia: [300, 900, 1000] kg*m^2 }
    body cabin { mass: 300 kg, com: [1, 0, 1.4] m, inertia: [90, 100, 80] kg*m^2 }
    joint motion: free(ground, chassis)
    joint ball: spherical(chassis, cabin) { at: [1, 0, 1] m }
    spring strut: between(chassis, cabin) {
        from: [0.3, 0.4, 0.8] m, to: [0.4, 0.5, 1.5] m, rate: 40 kN/m, free_length: 0.6 m, damping: 2 kN*s/m
    }
    bushing mount: between(chassis, cabin) { at: [1, 0, 1] m, torsional_stiffness: [5, 5, 5] kN*m/rad }
    output yaw: yaw(chassis)
    output pitch: pitch(chassis)
    output roll: roll(chassis)
    output yaw_rate: yaw_rate(chassis)
    output pitch_rate: pitch_rate(chassis)
    output roll_rate: roll_rate(chassis)
    output own_yaw: yaw(cabin) { in: chassis }
    output own_pitch: pitch(cabin) { in: chassis }
    output own_roll: roll(cabin) { in: chassis }
    output own_yaw_rate: yaw_rate(cabin) { in: chassis }
    output own_pitch_rate: pitch_rate(cabin) { in: chassis }
    output own_roll_rate: roll_rate(cabin) { in: chassis }
    output length: length(strut)
    output length_rate: length_rate(strut)
    output sideslip: sideslip(chassis) { at: [-1, 0.2, 0.3] m }
    output strut_force: force(strut)
    output mount_torque: torque(mount) { along: x }
    output seat: ay(cabin) { at: [1, 0.4, 1.5] m, in: cabin }
    output ball_force: fx(ball)
    output ball_moment: mz(ball)
    output energy: elastic_energy(strut)
}";

fn engine() -> Engine {
    Engine::new(&compile_text(TRUCK).unwrap_or_else(|found| panic!("{found:?}")))
}

/// A state in which both bodies are rotated and rotate; the velocities are as large as the angles.
fn turned(engine: &mut Engine) -> Numbers {
    let (mut state, inputs) = (engine.design_state(), engine.no_inputs());
    for (place, speed) in state.speeds_mut().iter_mut().enumerate() {
        *speed = 0.4 * (1.7 * place as f64 + 0.6).sin();
    }
    for _ in 0..100 {
        along(engine, &mut state, 0.01);
    }
    engine
        .close(&mut state, &inputs, &Projection::ASSEMBLY)
        .expect("it closes");
    state
}

/// Advances the state with constant speeds.
fn along(engine: &mut Engine, state: &mut Numbers, time: f64) {
    let inputs = engine.no_inputs();
    engine.kinematics(state, &inputs);
    let rate = engine.accelerations(&inputs);
    let rates = rate.coordinates().to_vec();
    let coordinates = state.coordinates_mut().iter_mut();
    coordinates
        .zip(rates)
        .for_each(|(coordinate, rate)| *coordinate += time * rate);
}

fn outputs(engine: &mut Engine, state: &Numbers) -> Vec<f64> {
    let inputs = engine.no_inputs();
    engine.kinematics(state, &inputs);
    let rate = engine.accelerations(&inputs);
    engine.outputs(state, &inputs, &rate).to_vec()
}

fn place(name: &str) -> usize {
    let names = engine().description().outputs;
    names.iter().position(|own| *own == name).expect("an output")
}

fn rotation(body: &BodyMotion) -> Rotation3<f64> {
    Rotation3::from_matrix_unchecked(Matrix3::from_fn(|row, column| body.rotation[row][column]))
}

/// Yaw, pitch and roll, applied in this order, give the rotation of the body.
#[test]
fn angles_turn_the_axes_of_the_reference_into_those_of_the_body() {
    let mut engine = engine();
    let state = turned(&mut engine);
    let found = outputs(&mut engine, &state);
    let bodies = engine.bodies(&state, &engine.no_inputs(), &Numbers::zero()).to_vec();
    let [chassis, cabin] = [&bodies[0], &bodies[1]].map(rotation);
    for (names, wanted) in [
        (["roll", "pitch", "yaw"], chassis),
        (["own_roll", "own_pitch", "own_yaw"], chassis.inverse() * cabin),
    ] {
        let [roll, pitch, yaw] = names.map(|name| found[place(name)]);
        assert!(
            roll.abs() > 0.05 && pitch.abs() > 0.05 && yaw.abs() > 0.05,
            "{roll} {pitch} {yaw}"
        );
        let apart = Rotation3::from_euler_angles(roll, pitch, yaw).matrix() - wanted.matrix();
        assert!(apart.amax() < 1e-12, "{names:?}: {apart}");
    }
}

/// Rates are equal to difference quotients of the angles and lengths along the motion.
#[test]
fn rates_are_those_along_the_motion() {
    let mut engine = engine();
    let state = turned(&mut engine);
    let found = outputs(&mut engine, &state);
    let step = 1e-5;
    let ends = [step, -step].map(|step| {
        let mut there = state.clone();
        along(&mut engine, &mut there, step);
        outputs(&mut engine, &there)
    });
    for name in ["yaw", "pitch", "roll", "own_yaw", "own_pitch", "own_roll", "length"] {
        let own = place(name);
        let (rate, wanted) = (
            found[place(&format!("{name}_rate"))],
            (ends[0][own] - ends[1][own]) / (2.0 * step),
        );
        assert!(
            wanted.abs() > 1e-3 && (rate - wanted).abs() < 1e-8,
            "{name}: {rate} for {wanted}"
        );
    }
}

/// The sideslip angle is the angle between the heading and the point's velocity on the ground.
#[test]
fn a_point_slips_by_the_angle_of_its_velocity() {
    let mut engine = engine();
    let state = turned(&mut engine);
    let found = outputs(&mut engine, &state)[place("sideslip")];
    let yaw = outputs(&mut engine, &state)[place("yaw")];
    let chassis = engine.bodies(&state, &engine.no_inputs(), &Numbers::zero())[0];
    let arm = rotation(&chassis) * Vector3::new(-1.2, 0.2, -0.3);
    let velocity = Vector3::from(chassis.velocity) + Vector3::from(chassis.angular_velocity).cross(&arm);
    let level = Rotation3::from_euler_angles(0.0, 0.0, -yaw) * velocity;
    assert!((found - level.y.atan2(level.x)).abs() < 1e-12, "{found}");
    let rest = engine.design_state();
    assert_eq!(outputs(&mut engine, &rest)[place("sideslip")], 0.0);
}

/// Every output has the unit of its quantity.
#[test]
fn outputs_have_units() {
    let names = engine().description();
    for (name, unit) in [
        ("yaw", "rad"),
        ("roll_rate", "rad/s"),
        ("length", "m"),
        ("length_rate", "m/s"),
        ("sideslip", "rad"),
        ("strut_force", "N"),
        ("mount_torque", "N m"),
        ("seat", "m/s^2"),
        ("ball_force", "N"),
        ("ball_moment", "N m"),
        ("energy", "J"),
    ] {
        assert_eq!(names.output_unit(place(name)), unit, "{name}");
    }
    assert_eq!(names.output_units.len(), names.outputs.len());
}
