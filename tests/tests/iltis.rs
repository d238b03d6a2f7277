//! The Iltis compared with the published figures of its benchmark, and with a run of a different program.
//!
//! References: Frik, Leister & Schwartz (1993), Veh. Syst. Dyn. 22, 215-253, for the nominal forces; the results of the Robotran project
//! `ovankerm/IAVSD_ILTIS` for equilibrium and ramp steer.

use wishbone::prelude::*;
use wishbone::start;
use wishbone::tyre::Calspan;
use wishbone_vehicles::iltis::{HeldSpins, Iltis};

type State = <Iltis as Solver>::State;

/// State at rest with straight wheels.
fn rest() -> State {
    let straight = Steer::at(0, |_: f64| Drive::default());
    start::rest(&Iltis::new(), &Iltis::equipment().tyres.tyres, &straight).expect("it rests")
}

/// Displacement of the rack: 4 mm/s to the left, up to 2 mm.
fn ramp(time: f64) -> Drive {
    let is_moving = time < 0.5 - 1e-9;
    Drive {
        position: (0.004 * time).min(0.002),
        velocity: if is_moving { 0.004 } else { 0.0 },
        acceleration: 0.0,
    }
}

type Run = Simulation<Iltis, ((OnRoad<Calspan, Flat, 4>, HeldSpins), Steer<fn(f64) -> Drive>), RungeKutta4>;

fn on_road(rack: fn(f64) -> Drive) -> Run {
    let road = Iltis::equipment().tyres;
    Simulation::new(Iltis::new(), ((road, HeldSpins), Steer::at(0, rack)), RungeKutta4)
}

/// Position of the centre of mass of the chassis [m]; its roll, pitch and yaw [rad]. The rotation is pitch, then roll, then yaw,
/// each about the body's own axis.
fn pose(run: &mut Run) -> ([f64; 3], [f64; 3]) {
    let chassis = run.bodies()[0];
    let r = chassis.rotation;
    let angles = [(-r[1][2]).asin(), r[0][2].atan2(r[2][2]), r[1][0].atan2(r[1][1])];
    (chassis.com, angles)
}

fn assert_near(found: f64, known: f64, tolerance: f64, what: &str) {
    assert!((found - known).abs() < tolerance, "{what}: {found}, not {known}");
}

/// The tyres have the numbers of the benchmark; the radii are the radii of front and rear wheels.
#[test]
fn its_tyres_are_those_of_the_benchmark() {
    let of = |radius| Calspan {
        radius,
        stiffness: 460e3,
        stiffnesses: [2625.0, 14.47, 12930.0, 2.29, 18175.0],
        friction: [-0.464e-4, 1.216, 2.18e-11, 1.0274],
        trail: 0.171e-4,
        low_speed: 0.5,
    };
    let (front, rear) = (of(364.325 * 1e-3), of(363.812 * 1e-3));
    assert_eq!(Iltis::equipment().tyres.tyres, [front, front, rear, rear]);
}

#[test]
fn nominal_forces() {
    let mut run = on_road(|_| Drive::default());
    run.evaluate();
    for (wheel, known) in run.inputs.wheels.iter().zip([3829.6, 3829.6, 3593.6, 3593.6]) {
        assert_near(wheel.force[2], known, 0.2, "tyre");
    }
    let place = |name: &str| Iltis::DESCRIPTION.outputs.iter().position(|output| *output == name);
    let outputs = run.outputs();
    for name in ["front_left.shock_force", "rear_right.shock_force"] {
        assert_near(outputs[place(name).expect("it is an output")], 128.0, 0.05, name);
    }
}

#[test]
fn equilibrium() {
    let mut run = on_road(|_| Drive::default());
    run.set_state(rest());
    let _ = run.assemble().expect("it rests closed");
    let ([_, _, z], [_, pitch, _]) = pose(&mut run);
    assert_near(z - 0.57, -7.083e-3, 5e-6, "height");
    assert_near(pitch.to_degrees(), 0.1465, 1e-4, "pitch");
    for (wheel, known) in run.inputs.wheels.iter().zip([3831.31, 3831.31, 3591.91, 3591.91]) {
        assert_near(wheel.force[2], known, 0.02, "tyre");
    }
    let known = [
        ("front_left.shock_force", 335.29),
        ("rear_left.shock_force", 241.64),
        // The leaf spring has 2728.856 N + 35906 N/m z.
        ("front_left.leaf_z", 0.531 + (3068.62 - 2728.856) / 35906.0),
        ("rear_left.leaf_z", 0.531 + (2885.51 - 2728.856) / 35906.0),
    ];
    let outputs = run.outputs();
    for (name, known) in known {
        let place = Iltis::DESCRIPTION.outputs.iter().position(|output| *output == name);
        let tolerance = if known > 1.0 { 0.05 } else { 5e-6 };
        assert_near(outputs[place.expect("it is an output")], known, tolerance, name);
    }
}

/// State of rolling at 10 m/s, on tyres that carry the weight. Each wheel has the spin of its unloaded radius.
fn rolling() -> State {
    let mut run = on_road(|_| Drive::default());
    let mut state = rest();
    run.set_state(state);
    let chassis = run.bodies()[0];
    state.q[Iltis::Q_MOTION_X] -= chassis.com[0];
    state.v[Iltis::V_MOTION_VX] = 10.0 * chassis.rotation[0][0];
    state.v[Iltis::V_MOTION_VZ] = 10.0 * chassis.rotation[0][2];
    let spins = Iltis::DESCRIPTION.speeds.iter().enumerate();
    for (place, name) in spins.filter(|(_, name)| name.ends_with("tyre.spin")) {
        let radius = if name.starts_with("front") { 0.364325 } else { 0.363812 };
        state.v[place] = 10.0 / radius;
    }
    state
}

/// Position, roll, pitch and yaw of the reference at some times.
const REFERENCE: [(f64, [f64; 3], [f64; 3]); 3] = [
    (
        1.0,
        [9.996932181, -0.151994311, 0.5627176677],
        [-0.006654666746, 0.003108900063, -0.04057729435],
    ),
    (
        2.0,
        [19.96345453, -0.8770567181, 0.5627121428],
        [-0.006527014926, 0.003522819767, -0.1032090567],
    ),
    (
        5.0,
        [49.29088392, -6.754059767, 0.5627126639],
        [-0.005739201735, 0.004674087578, -0.290894892],
    ),
];

#[test]
fn ramp_steer_at_10_metres_a_second() {
    let mut run = on_road(ramp);
    run.set_state(rolling());
    for (time, place, angles) in REFERENCE {
        while run.time() < time - 1e-9 {
            let _ = run.step(1e-3).expect("the loops stay closed");
        }
        let (found_place, found_angles) = pose(&mut run);
        println!("{time} s: {found_place:?} {found_angles:?}");
        for k in 0..3 {
            assert_near(found_place[k], place[k], 1e-5, "place");
            assert_near(found_angles[k], angles[k], 1e-6, "angle");
        }
    }
}
