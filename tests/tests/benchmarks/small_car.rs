//! The small car of Szczotka & Wojciech (2008).

use crate::two_tracks::{Masses, yaw_rates};
use crate::{advance, drive};
use std::f64::consts::TAU;
use wishbone::prelude::*;
use wishbone::profile::{Flank, Pulse};
use wishbone::start;
use wishbone::terrain::Sine;
use wishbone_vehicles::SmallCar;
use wishbone_vehicles::benchmarks::{MOTOR_TORQUE, common_drive, single_motors, small_car, three_bumps};

/// 60 km/h [m/s].
const SPEED: f64 = 60.0 / 3.6;

const MASSES: Masses = Masses {
    bodies: &[
        ("chassis", 1442.1),
        ("rack", 9.072),
        ("steering_wheel", 2.0),
        ("front_left.control_arm", 2.72),
        ("front_left.upper_strut", 3.5),
        ("front_left.knuckle", 23.51),
        ("front_left.tie_rod", 1.13),
        ("front_right.control_arm", 2.72),
        ("front_right.upper_strut", 3.5),
        ("front_right.knuckle", 23.51),
        ("front_right.tie_rod", 1.13),
        ("rear_left.control_arm", 23.965),
        ("rear_left.upper_strut", 5.813),
        ("rear_left.lower_strut", 19.45),
        ("rear_right.control_arm", 23.965),
        ("rear_right.upper_strut", 5.813),
        ("rear_right.lower_strut", 19.45),
    ],
    wheels: [65.562477554, 65.562477554, 67.705, 67.705],
};

/// Drive of the steering wheel, straight on.
fn straight(_: f64) -> Drive {
    Drive::default()
}

/// Some motions that the paper leaves free, of a strut and a tie rod about their own axes, come to rest because rubber
/// holds them.
#[test]
fn rods_that_are_spun_come_to_rest() {
    let mut state = start::rest(&SmallCar::new(), SmallCar::equipment().tyres.tyres(), &Still).expect("it settles");
    state.v[SmallCar::V_FRONT_LEFT_MOUNT_WZ] = 1.0;
    state.v[SmallCar::V_FRONT_RIGHT_INNER_WY] = 1.0;
    let surroundings = Equipment::none().with_tyres(SmallCar::equipment().tyres);
    let mut car = drive(SmallCar::new(), surroundings, state);
    let kinetic = [0.0, 0.5].map(|time| {
        advance(&mut car, time);
        car.energy().kinetic
    });
    println!("{kinetic:?} J");
    assert!(kinetic[1] < 1e-3 * kinetic[0]);
}

/// The steering wheel turns by 0.4 rad, to both sides.
#[test]
fn turns_as_a_bicycle_with_four_wheels() {
    for angle in [0.4, -0.4] {
        let ramp = Ramp {
            start: 1.0,
            duration: 0.2,
            amplitude: angle,
        };
        let (state, surroundings) = small_car(SPEED, ramp, Flat).expect("it starts");
        let mut car = drive(SmallCar::new(), surroundings, state);
        advance(&mut car, 9.0);
        let tyres = *SmallCar::equipment().tyres.tyres();
        let [found, expected] = yaw_rates(&mut car, &tyres, &MASSES);
        println!("steering wheel {angle} rad: yaw rate {found} rad/s, expected {expected}");
        assert!((found / expected - 1.0).abs() < 1e-4, "{found} {expected}");
        assert!(found * angle > 0.0);
    }
}

/// A pulse of the steering wheel turns the car, which then goes straight ahead in its new direction.
#[test]
fn a_pulse_changes_the_heading() {
    let pulse = Pulse {
        start: 1.0,
        rise: 0.3,
        hold: 0.5,
        fall: 0.3,
        amplitude: 60.0_f64.to_radians(),
        flank: Flank::Smooth,
    };
    let (state, surroundings) = small_car(SPEED, pulse, Flat).expect("it starts");
    let mut car = drive(SmallCar::new(), surroundings, state);
    let (mut greatest, mut heading) = (0.0_f64, 0.0);
    for k in 1..=500 {
        advance(&mut car, 0.01 * f64::from(k));
        let body = car.bodies()[SmallCar::BODY_CHASSIS];
        greatest = greatest.max(body.angular_velocity[2]);
        heading += 0.01 * body.angular_velocity[2];
    }
    let body = car.bodies()[SmallCar::BODY_CHASSIS];
    let turned = body.rotation[1][0].atan2(body.rotation[0][0]);
    println!(
        "yaw rate up to {greatest} rad/s, at last {}, turned by {turned} rad",
        body.angular_velocity[2]
    );
    assert!(greatest > 0.1 && body.angular_velocity[2].abs() < 1e-2 * greatest);
    assert!((turned - heading).abs() < 1e-2 * turned);
}

/// Ride over three bumps on one side. Accelerations of hub and mount with the steps of the paper (1 ms, Runge-Kutta) and
/// with fine steps are compared by the measure of the paper (equation 45).
#[test]
fn rides_over_three_bumps() {
    let courses = [1, 4].map(|parts| {
        let (state, surroundings) = small_car(SPEED, straight, three_bumps()).expect("it starts");
        let mut car = Simulation::new(SmallCar::new(), surroundings, RungeKutta4);
        car.set_state(state);
        let mut course = Vec::new();
        for _ in 0..1000 {
            for _ in 0..parts {
                let _ = car.step(1e-3 / f64::from(parts)).expect("a sound step");
            }
            let outputs = car.outputs();
            course.push([
                outputs[SmallCar::OUTPUT_FRONT_LEFT_HUB_ACCELERATION],
                outputs[SmallCar::OUTPUT_FRONT_LEFT_MOUNT_ACCELERATION],
                outputs[SmallCar::OUTPUT_FRONT_RIGHT_HUB_ACCELERATION],
            ]);
        }
        course
    });
    let sum = |of: &dyn Fn(&[f64; 3], &[f64; 3]) -> f64| {
        courses[1].iter().zip(&courses[0]).map(|(c, m)| of(c, m)).sum::<f64>()
    };
    for place in 0..2 {
        let error = sum(&|c, m| (c[place] - m[place]).abs()) / sum(&|c, _| c[place].abs());
        println!("relative error {error}");
        assert!(error < 0.02, "{error}");
    }
    let greatest = |place: usize| courses[1].iter().map(|c| c[place].abs()).fold(0.0, f64::max);
    println!("{} {} {}", greatest(0), greatest(1), greatest(2));
    assert!(
        greatest(0) > 5.0 * greatest(2) && greatest(0) > 3.0 * greatest(1),
        "one side, and the springs carry the body"
    );
}

/// Slow ride on a wavy road: the springs are almost rigid, and the body follows the wheels. With the axles at `0` and
/// `-L`, the centre of mass at `-s L` and the waves `A sin(k x)`, it rises by `A √((1-s)² + s² + 2 s (1-s) cos k L)`.
/// (It pitches by more than the line through the wheels, because its weight pulls it down the slope.)
#[test]
fn follows_a_wavy_road() {
    const WHEELBASE: f64 = 2.75717;
    const BEHIND: f64 = 1.371 / WHEELBASE;
    let (amplitude, wavelength) = (0.01, 8.0);
    let (state, surroundings) = small_car(1.0, straight, Sine::across(1.0, wavelength, amplitude)).expect("it starts");
    let mut car = drive(SmallCar::new(), surroundings, state);
    let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
    for k in 1..=160 {
        advance(&mut car, 0.1 * f64::from(k));
        let height = car.bodies()[SmallCar::BODY_CHASSIS].com[2];
        if car.time() > 7.0 {
            (least, greatest) = (height.min(least), height.max(greatest));
        }
    }
    let found = 0.5 * (greatest - least);
    let turn = (TAU / wavelength * WHEELBASE).cos();
    let expected = amplitude * ((1.0 - BEHIND).powi(2) + BEHIND.powi(2) + 2.0 * BEHIND * (1.0 - BEHIND) * turn).sqrt();
    println!("heave {found} m, expected {expected}");
    assert!((found / expected - 1.0).abs() < 0.02, "{found} {expected}");
}

/// Acceleration at the end [m/s²] and lateral drift [m] of a car that is driven forward.
fn push<E: Subsystem<SmallCar>>((state, surroundings): (<SmallCar as Solver>::State, E)) -> [f64; 2] {
    let mut car = Simulation::new(SmallCar::new(), surroundings, RungeKutta4);
    car.set_state(state);
    let speed = |car: &mut Simulation<SmallCar, E, RungeKutta4>, time: f64| {
        while car.time() < time - 1e-5 {
            let _ = car.step(2.5e-4).expect("a sound step");
        }
        car.bodies()[SmallCar::BODY_CHASSIS].velocity[0]
    };
    let [before, after] = [2.0, 2.5].map(|time| speed(&mut car, time));
    [(after - before) / 0.5, car.state().q[SmallCar::Q_MOTION_Y]]
}

/// A step of the drive torque accelerates the car equally with both kinds of drives. The flexible shafts do not change its path.
///
/// The acceleration is the force `(T - f W R) / r` divided by the mass `m + I / (r Re)`, with the inertia `I` of wheels
/// and drive, the radius `R` of the tyres, the distance `r` of the wheels from the ground, and the rolling radius `Re`.
#[test]
fn a_step_of_the_torque_pushes_it_alike() {
    const RADIUS: f64 = 0.3186;
    const LOADED: f64 = 0.3043;
    const ROLLING: f64 = 0.3136;
    let inertia = 2.0 * (8.474371 + 8.343827) + 0.05 * 64.0 + 2.0 * 0.1;
    let mass = MASSES.total();
    let force = (MOTOR_TORQUE - 0.01 * 9.81 * mass * RADIUS) / LOADED;
    let expected = force / (mass + inertia / (LOADED * ROLLING));
    let drives = [
        push(common_drive().expect("it starts")),
        push(single_motors().expect("it starts")),
    ];
    println!("{drives:?}, expected {expected}");
    for [acceleration, drift] in drives {
        assert!(
            (acceleration / expected - 1.0).abs() < 0.01,
            "{acceleration} {expected}"
        );
        assert!(drift.abs() < 0.01);
    }
    assert!((drives[0][0] / drives[1][0] - 1.0).abs() < 1e-3);
}
