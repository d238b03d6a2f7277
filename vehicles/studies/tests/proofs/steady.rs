//! Steady motions and linear systems about them, compared with the bicycle model, integration and differences.

use nalgebra::{Complex, DMatrix, DVector, Matrix2, Vector2, Vector3};
use wishbone::control::SpeedHold;
use wishbone::ports::BodyMotion;
use wishbone::prelude::*;
use wishbone::profile::Scaled;
use wishbone::start;
use wishbone::state::Whole;
use wishbone_compiler::front::file;
use wishbone_compiler::pipeline::{Compiled, compile_differentiated, compile_text};
use wishbone_engine::equipment::{self, Course, Fitted, Pieces, Road};
use wishbone_engine::{Engine, Numbers};
use wishbone_studies::Linear;
use wishbone_studies::equilibrium;
use wishbone_studies::frequency::{Excitation, response};
use wishbone_studies::ground_motion::GroundMotion;
use wishbone_studies::instant::Instant;
use wishbone_studies::locus::Locus;
use wishbone_studies::modes::eigenvalues;
use wishbone_studies::shape::{self, Inertia};
use wishbone_studies::trim::{Bend, Controlled, Controls, NotTrimmed, SharedTorque, Trim, Wanted};
use wishbone_studies::whole::System;

/// Mass [kg], yaw inertia [kg m²], distances of the axles [m] and their cornering stiffnesses [N/rad].
const MASS: f64 = 1500.0;
const INERTIA: f64 = 2500.0;
const AXLES: [f64; 2] = [1.2, 1.5];
const STIFFNESS: [f64; 2] = [80e3, 95e3];

/// The bicycle model. Its centre of mass lies on the road when the tyres are deflected, equally on both axles, so that
/// the car does not lean. Left and right wheel are close together.
const BICYCLE: &str = "Bicycle {
    derivatives: accept
    body chassis { mass: 1500 kg, com: [0, 0, 16.344417] mm, inertia: [500, 2500, 2500] kg*m^2 }
    body fork { mass: 0.0001 kg, com: [1.2, 0, 0.3] m, inertia: [0.0001, 0.0001, 0.0001] kg*m^2 }
    joint motion: free(ground, chassis)
    joint steer: revolute(chassis, fork) { axis: z, at: [1.2, 0, 0.3] m, drive: steer }
    wheel front_left: on(fork) { centre: [1.2, 0.05, 0.3] m, radius: 0.3 m, spin_inertia: 0.01 kg*m^2 }
    wheel front_right: on(fork) { centre: [1.2, -0.05, 0.3] m, radius: 0.3 m, spin_inertia: 0.01 kg*m^2 }
    wheel rear_left: on(chassis) { centre: [-1.5, 0.05, 0.3] m, radius: 0.3 m, spin_inertia: 0.01 kg*m^2 }
    wheel rear_right: on(chassis) { centre: [-1.5, -0.05, 0.3] m, radius: 0.3 m, spin_inertia: 0.01 kg*m^2 }
    tyre front: linear(front_left, front_right) {
        stiffness: 250 kN/m, damping: 2 kN*s/m, cornering_stiffness: 40 kN/rad, longitudinal_stiffness: 60 kN, response: steady, low_speed: 0.01 m/s
    }
    tyre rear: linear(rear_left, rear_right) {
        stiffness: 200 kN/m, damping: 2 kN*s/m, cornering_stiffness: 47.5 kN/rad, longitudinal_stiffness: 60 kN, response: steady, low_speed: 0.01 m/s
    }
    steering rack: driven(steer) { per_turn: 360 deg }
}";

/// A car on trailing arms with relaxed tyres, which leans, pitches and lifts in a bend. Its front wheels are steered by an axle.
const CAR: &str = "Car {
    derivatives: accept
    body chassis { mass: 1200 kg, com: [0, 0, 0.55] m, inertia: [400, 1600, 1800] kg*m^2 }
    joint motion: free(ground, chassis)
    mirror left as right {
        body front_arm { mass: 20 kg, com: [1.3, 0.7, 0.3] m, inertia: [0.6, 0.8, 0.6] kg*m^2 }
        body knuckle { mass: 20 kg, com: [1.2, 0.7, 0.3] m, inertia: [0.6, 0.8, 0.6] kg*m^2 }
        body rear_arm { mass: 40 kg, com: [-1.2, 0.7, 0.3] m, inertia: [0.9, 1.2, 0.9] kg*m^2 }
        joint front_pivot: revolute(chassis, front_arm) { axis: y, at: [1.6, 0.7, 0.35] m }
        joint king_pin: revolute(front_arm, knuckle) { axis: [-0.1, -0.15, 1], at: [1.2, 0.7, 0.3] m, drive: steer }
        joint rear_pivot: revolute(chassis, rear_arm) { axis: y, at: [-0.8, 0.7, 0.35] m }
        spring front_spring: between(chassis, front_arm) {
            from: [1.2, 0.65, 0.8] m, to: [1.2, 0.65, 0.3] m, rate: 28 kN/m, damping: 2.2 kN*s/m, free_length: 610 mm
        }
        spring rear_spring: between(chassis, rear_arm) {
            from: [-1.2, 0.65, 0.8] m, to: [-1.2, 0.65, 0.3] m, rate: 28 kN/m, damping: 2.2 kN*s/m, free_length: 610 mm
        }
        wheel front: on(knuckle) { centre: [1.2, 0.75, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2 }
        wheel rear: on(rear_arm) { centre: [-1.2, 0.75, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2 }
    }
    tyre all: linear(all) {
        stiffness: 200 kN/m, damping: 300 N*s/m, cornering_stiffness: 55 kN/rad, longitudinal_stiffness: 80 kN,
        camber_stiffness: 3 kN/rad, pneumatic_trail: 30 mm, rolling_resistance: 0.01, response: steady
    }
}";

type Set = Box<dyn FnMut(&mut Fitted, &Controls)>;

/// A vehicle at rest, ready to be driven.
struct Ready {
    vehicle: Controlled<Engine, Fitted, Set>,
    rolling: Whole<Numbers, <Fitted as Subsystem<Engine>>::State>,
}

/// All drives of the vehicle follow the steering wheel.
fn ready(declaration: &str, speed: f64) -> Ready {
    of_compiled(
        compile_text(declaration).unwrap_or_else(|found| panic!("{found:?}")),
        speed,
    )
}

/// A vehicle of the library, with derivatives.
fn of_file(declaration: &str, speed: f64) -> Ready {
    let reading = file::read_text("vehicle.toml", declaration, &mut file::no_files);
    let compiled = reading.vehicle.and_then(|vehicle| compile_differentiated(&vehicle));
    of_compiled(compiled.unwrap_or_else(|found| panic!("{found:?}")), speed)
}

fn of_compiled(compiled: Compiled, speed: f64) -> Ready {
    let engine = Engine::new(&compiled);
    let (description, drives, declared) = (engine.description(), engine.description().drives, compiled.clone());
    let wheels = description.wheels.len();
    let set: Set = Box::new(move |fitted, controls| {
        let course = controls.steering;
        let pieces = drives.iter().enumerate().fold(Pieces::none(), |pieces, (drive, name)| {
            // On the right a king pin turns in the mirror-image direction.
            let factor = if name.starts_with("right") { -1.0 } else { 1.0 };
            pieces.and(Steer::at(
                drive,
                Scaled {
                    profile: Course::new(move |_: f64| course),
                    factor,
                },
            ))
        });
        let declared = equipment::steered(&declared, description, Course::new(move |_: f64| course));
        fitted.steering = declared.unwrap_or(pieces);
        fitted.powertrain = Pieces::of(SharedTorque::equal(controls.torque, wheels));
    });
    let radii = equipment::radii(&compiled);
    let surroundings = equipment::resting(&compiled, engine.description()).expect("there is room");
    let own = Subsystem::<Engine>::initial(&surroundings);
    let mut system = System::new(engine.clone(), surroundings).expect("it has derivatives");
    let lifted = start::lifted(&engine, &radii).expect("it is lifted");
    // Many vehicles balance in several positions. The position in which this one comes to rest is near.
    let near = start::let_go(&engine, lifted, system.surroundings.clone(), 2.0).expect("it sinks");
    let rest = equilibrium::of(&mut system, near, own).expect("it rests");
    let rolling = start::rolling_on(&engine, &radii, (&rest.state, &engine.no_inputs()), speed).expect("it rolls");
    let fitted = equipment::fitted(&compiled, engine.description(), &Road::new(Flat)).expect("there is room");
    let fitted = Fitted {
        driver: Pieces::none(),
        brakes: Pieces::none(),
        ..fitted
    };
    let mut vehicle = Controlled {
        system: System::new(engine, fitted).expect("it has derivatives"),
        chassis: 0,
        is_steered: true,
        set,
    };
    (vehicle.set)(&mut vehicle.system.surroundings, &Controls::default());
    let rolling = Whole {
        vehicle: rolling,
        subsystems: Subsystem::<Engine>::initial(&vehicle.system.surroundings),
    };
    Ready { vehicle, rolling }
}

type Found = Trim<Numbers, <Fitted as Subsystem<Engine>>::State>;

impl Ready {
    fn trim(&mut self, speed: f64, bend: Bend) -> Found {
        let found = self.vehicle.trim(&self.rolling, &Wanted { speed, bend });
        found.unwrap_or_else(|reason| panic!("{reason}"))
    }

    /// The linear system about a steady motion that moves with the vehicle. Its last inputs are the steering angle and its
    /// derivatives.
    fn linear(&mut self, found: &Found) -> Linear {
        let linear = self.vehicle.linear(found).expect("it is steady");
        let ground = self.vehicle.ground(found).expect("it moves along the ground");
        linear.moving(&ground)
    }
}

/// State matrix of the model for lateral speed and yaw rate, and its column for the steering angle.
fn bicycle(speed: f64) -> (Matrix2<f64>, Vector2<f64>) {
    let ([a, b], [front, rear]) = (AXLES, STIFFNESS);
    let matrix = Matrix2::new(
        -(front + rear) / (MASS * speed),
        -(a * front - b * rear) / (MASS * speed) - speed,
        -(a * front - b * rear) / (INERTIA * speed),
        -(a * a * front + b * b * rear) / (INERTIA * speed),
    );
    (matrix, Vector2::new(front / MASS, a * front / INERTIA))
}

#[test]
fn a_bicycle_sways_as_the_textbook_says() {
    let mut ready = ready(BICYCLE, 30.0);
    let found = ready.trim(30.0, Bend::Lateral(0.0));
    assert!(found.residual < 1e-6, "{}", found.residual);
    let linear = ready.linear(&found);
    assert_eq!(linear.dropped, 3);
    let modes = linear.modes();
    let expected = Complex::new(-4.137444444444445, 4.230550019694343);
    let nearest = modes
        .iter()
        .map(|mode| (mode.eigenvalue - expected).norm())
        .fold(f64::INFINITY, f64::min);
    println!("{nearest:e} from {expected}");
    assert!(nearest < 1e-5, "{nearest}");
}

#[test]
fn a_bicycle_needs_the_steering_angle_of_its_gradient() {
    let gradient = MASS / (AXLES[0] + AXLES[1]) * (AXLES[1] / STIFFNESS[0] - AXLES[0] / STIFFNESS[1]);
    assert!((gradient - 0.003399122807017543).abs() < 1e-15);
    for speed in [10.0, 20.0, 30.0] {
        let mut ready = ready(BICYCLE, speed);
        let wanted = 0.05;
        let found = ready.trim(speed, Bend::Lateral(wanted));
        let [along, across, yaw_rate] = found.motion;
        let expected = (AXLES[0] + AXLES[1]) * yaw_rate / along + gradient * wanted;
        let angle = found.controls.steering.position;
        println!(
            "{speed} m/s: {angle:e} rad, {expected:e}, {} evaluations, {:?}",
            found.evaluations, found.motion
        );
        assert!((angle / expected - 1.0).abs() < 1e-6, "{angle} {expected}");
        assert!((yaw_rate * along - wanted).abs() < 1e-12 && (along.hypot(across) - speed).abs() < 1e-12);
        // In the opposite direction: from the bend to the angle.
        for bend in [Bend::Steering(angle), Bend::Curvature(yaw_rate / speed)] {
            let again = ready.trim(speed, bend);
            assert!((again.motion[2] - yaw_rate).abs() < 1e-9 * yaw_rate.abs());
            assert!((again.controls.steering.position - angle).abs() < 1e-9);
        }
    }
}

/// A car whose steering wheel is turned slowly while its speed is held reaches a steady bend. It is the same as the
/// bend found at once.
#[test]
fn a_car_comes_to_its_steady_bend() {
    const ANGLE: f64 = 0.06;
    let mut ready = ready(CAR, 15.0);
    let system = &mut ready.vehicle.system;
    let straight = system.surroundings.clone();
    let turned = Ramp {
        start: 0.5,
        duration: 2.0,
        amplitude: ANGLE,
    };
    system.surroundings.powertrain = Pieces::of(SpeedHold::new(15.0, 600.0, 300.0, 5e3, [true; 4]));
    system.surroundings.steering = steered(turned);
    let mut simulation = Simulation::new(system.solver.clone(), system.surroundings.clone(), RungeKutta4);
    simulation.set_state(ready.rolling.vehicle.clone());
    for _ in 0..40_000 {
        let _ = simulation.step(1e-3).expect("a step");
    }
    system.surroundings = straight;
    let body = simulation.bodies()[0];
    let speed = body.velocity[0].hypot(body.velocity[1]);
    let found = ready.trim(speed, Bend::Steering(ANGLE));
    let torque = simulation.inputs.wheels[0].drive_torque;
    println!(
        "{:?}, {} evaluations, left {:e}",
        found.motion, found.evaluations, found.residual
    );
    assert!(found.motion[2] > 0.1 && found.residual < 1e-8);
    assert!(
        (found.controls.torque / 4.0 - torque).abs() < 1e-6 * torque,
        "{} {torque}",
        found.controls.torque
    );
    let names = ready.vehicle.system.solver.description().speeds;
    for ((one, other), name) in found.state.vehicle.v.iter().zip(&simulation.state().v).zip(names) {
        assert!((one - other).abs() < 1e-6, "{name}: {one} and {other}");
    }
    for (one, other) in found.state.vehicle.q[7..].iter().zip(&simulation.state().q[7..]) {
        assert!((one - other).abs() < 1e-7, "{one} and {other}");
    }
}

/// Both king pins of the car turn.
fn steered(angle: Ramp) -> Pieces {
    let each = [1.0, -1.0].into_iter().enumerate();
    each.fold(Pieces::none(), |pieces, (drive, factor)| {
        let profile = Scaled { profile: angle, factor };
        pieces.and(Steer::at(drive, profile))
    })
}

/// A row of a run is written with the kinematics of the last step. The row has the bits of a vehicle that is put into
/// the state of the row, even while the steering moves.
#[test]
fn a_row_of_a_run_has_the_bits_of_its_state_alone() {
    let mut ready = ready(CAR, 15.0);
    let system = &mut ready.vehicle.system;
    let turned = |amplitude: f64| {
        steered(Ramp {
            start: 0.0,
            duration: 0.1,
            amplitude,
        })
    };
    let mut simulation = Simulation::new(
        system.solver.clone(),
        system.surroundings.clone(),
        AdamsBashforth3::new(),
    );
    simulation.surroundings.steering = turned(0.1);
    simulation.set_state(ready.rolling.vehicle.clone());
    let _ = simulation.assemble().expect("it closes");
    for k in 0..12 {
        let _ = simulation.step(1e-3).expect("a step");
        if k > 8 {
            simulation.surroundings.steering = turned(0.2);
        }
        let found = Instant::of_simulation(&mut simulation);
        let state = Whole {
            vehicle: simulation.state().clone(),
            subsystems: simulation.subsystems().clone(),
        };
        (system.time, system.surroundings) = (simulation.time(), simulation.surroundings.clone());
        assert_eq!(system.instant(&state), found, "{k}");
    }
}

/// Matrices of a steady motion.
fn matrices(system: &mut System<Engine, Fitted>, at: &Found) -> [DMatrix<f64>; 5] {
    let jacobian = system.jacobian(&at.state);
    let turning = system.turning(&at.state);
    [jacobian.v_z, jacobian.v_v, jacobian.v_u, jacobian.carried, turning]
}

/// A solver without derivatives has the Jacobian and the steady bend of a solver with exact derivatives, to the error
/// of central differences.
#[test]
fn differences_lead_to_the_bend_of_exact_slopes() {
    let mut ready = ready(CAR, 15.0);
    let exact = ready.trim(15.0, Bend::Lateral(3.0));
    let system = &mut ready.vehicle.system;
    let slopes = matrices(system, &exact);
    let plain = compile_text(&CAR.replace("derivatives: accept", "")).expect("a car");
    system.solver = Engine::new(&plain);
    assert!(system.solver.description().slopes.is_empty());
    let differences = matrices(system, &exact);
    // The turning matrix is a difference of differences.
    let bounds = [1e-6, 1e-6, 1e-6, 1e-6, 1e-4];
    for (place, (one, other)) in slopes.iter().zip(&differences).enumerate() {
        let (size, off) = (one.amax(), (one - other).amax());
        assert!(size > 1e-3 && off < bounds[place] * size, "{place}: {size} {off}");
    }
    let found = ready.trim(15.0, Bend::Lateral(3.0));
    assert!(found.residual < 1e-9 && exact.residual < 1e-9);
    let numbers = |own: &Found| {
        let Whole { vehicle, .. } = &own.state;
        let controls = [own.controls.torque, own.controls.steering.position];
        let all = vehicle.q.iter().chain(&vehicle.v).chain(&own.motion).chain(&controls);
        DVector::from_vec(all.copied().collect())
    };
    assert!((numbers(&found) - numbers(&exact)).amax() < 1e-8);
}

/// The state matrix of a turning car, compared with fourth-order differences of the solver's own rates, seen from the vehicle.
#[test]
fn a_turning_car_is_linearised() {
    let mut ready = ready(CAR, 15.0);
    let found = ready.trim(15.0, Bend::Lateral(4.0));
    let system = &mut ready.vehicle.system;
    let linear = Linear::about(system, &found.state).expect("it is steady");
    let motion = system.jacobian(&found.state).motion;
    let [z, v] = linear.counts;
    let mut rate_at = |column: usize, by: f64| -> DVector<f64> {
        let mut at = found.state.clone();
        if column < z {
            let moved = &motion * linear.basis.column(linear.placed[column]) * by;
            at.vehicle
                .q
                .iter_mut()
                .zip(moved.iter())
                .for_each(|(q, moved)| *q += moved);
        } else {
            at.vehicle.v[column - z] += by;
        }
        DVector::from_vec(system.rate(&at).vehicle.v)
    };
    for column in 0..z + v {
        let h = 1e-4;
        let slope = (8.0 * (rate_at(column, h) - rate_at(column, -h))
            - (rate_at(column, 2.0 * h) - rate_at(column, -2.0 * h)))
            / (12.0 * h);
        let own = linear.a.view((z, column), (v, 1));
        let size = own.amax().max(1.0);
        for row in 0..v {
            assert!(
                (own[row] - slope[row]).abs() < 1e-6 * size,
                "{} by {}: {} and {}",
                linear.states[z + row],
                linear.states[column],
                own[row],
                slope[row]
            );
        }
    }
    // Place and heading drift like a rigid displacement in a rotating frame.
    let values = linear.a.clone().complex_eigenvalues();
    let turning = Complex::new(0.0, found.motion[2]);
    let nearest = values
        .iter()
        .map(|value| (value - turning).norm())
        .fold(f64::INFINITY, f64::min);
    assert!(nearest < 1e-6, "{nearest}");
}

/// A small step of the steering wheel in a bend, by integration and by the linear system.
#[test]
fn a_turning_car_answers_as_its_linear_system() {
    const STEP: f64 = 1e-5;
    const TIME: f64 = 0.5;
    let mut ready = ready(CAR, 15.0);
    let found = ready.trim(15.0, Bend::Lateral(4.0));
    let linear = ready.linear(&found);
    let mut controls = found.controls;
    controls.steering.position += STEP;
    (ready.vehicle.set)(&mut ready.vehicle.system.surroundings, &controls);
    let system = &ready.vehicle.system;
    let mut simulation = Simulation::new(system.solver.clone(), system.surroundings.clone(), RungeKutta4);
    simulation.set_state(found.state.vehicle.clone());
    for _ in 0..2000 {
        let _ = simulation.step(TIME / 2000.0).expect("a step");
    }
    // x(t) of x' = A x + b u by the exponential of the matrix of A and b together.
    let size = linear.a.nrows();
    let input = linear
        .inputs
        .iter()
        .position(|input| input.name == "steering.position")
        .expect("a steering");
    let mut both = DMatrix::zeros(size + 1, size + 1);
    both.view_mut((0, 0), (size, size)).copy_from(&linear.a);
    both.view_mut((0, size), (size, 1)).copy_from(&linear.b.column(input));
    let mut start = DVector::zeros(size + 1);
    start[size] = STEP;
    let end = (both * TIME).exp() * start;
    let output = |name: &str| {
        linear
            .outputs
            .iter()
            .position(|output| output.name == name)
            .expect("an output")
    };
    let seen = &linear.c * end.rows(0, size) + linear.d.column(input) * STEP;
    let body = simulation.bodies()[0];
    let across = |body: &BodyMotion, vector: [f64; 3]| {
        let yaw = body.rotation[1][0].atan2(body.rotation[0][0]);
        vector[1] * yaw.cos() - vector[0] * yaw.sin()
    };
    let roll = |body: &BodyMotion| body.rotation[2][1].atan2(body.rotation[2][2]);
    let mut still = Simulation::new(system.solver.clone(), system.surroundings.clone(), RungeKutta4);
    still.set_state(found.state.vehicle.clone());
    let before = still.bodies()[0];
    for (name, found, size) in [
        ("yaw_rate", body.angular_velocity[2] - found.motion[2], 1e-5),
        (
            "lateral_acceleration",
            across(&body, body.acceleration) - found.motion[0] * found.motion[2],
            1e-4,
        ),
        ("roll", roll(&body) - roll(&before), 1e-6),
    ] {
        let expected = seen[output(name)];
        println!("{name}: {found:e} and {expected:e}");
        assert!(
            (found - expected).abs() < 2e-3 * expected.abs().max(size),
            "{name}: {found:e} {expected:e}"
        );
    }
}

#[test]
fn a_bend_that_is_too_sharp_is_told() {
    let mut ready = ready(CAR, 15.0);
    let wanted = Wanted {
        speed: 15.0,
        bend: Bend::Lateral(25.0),
    };
    let reason = ready
        .vehicle
        .trim(&ready.rolling, &wanted)
        .expect_err("friction is one");
    println!("{reason}");
    assert!(
        matches!(reason, NotTrimmed::NotBalanced { reached: Some(_), .. }),
        "{reason}"
    );
}

#[test]
fn the_bicycle_model_is_consistent() {
    // The closed form of the test above from its matrix.
    let (matrix, _) = bicycle(30.0);
    let value = matrix.complex_eigenvalues()[0];
    assert!((value.re + 4.137444444444445).abs() < 1e-12 && (value.im.abs() - 4.230550019694343).abs() < 1e-12);
}

/// Response of body and wheel of a quarter car to the road, on a tyre that never lifts off: reference values at nine frequencies.
#[test]
fn a_quarter_car_answers_the_road_as_the_closed_form() {
    const QUARTER: &str = "Quarter {
        derivatives: accept
        body chassis { mass: 350 kg, com: [0, 0, 0.6] m, inertia: [1, 1, 1] kg*m^2 }
        body carrier { mass: 45 kg, com: [0, 0, 0.3] m, inertia: [1, 1, 1] kg*m^2 }
        joint heave: prismatic(ground, chassis) { axis: z }
        joint hop: prismatic(chassis, carrier) { axis: z }
        spring coil: between(chassis, carrier) {
            from: [0, 0, 0.8] m, to: [0, 0, 0.3] m, rate: 22 kN/m, damping: 1.5 kN*s/m, free_length: 0.656 m
        }
        wheel tyre: on(carrier) { centre: [0, 0, 0.3] m, radius: 0.3 m }
        tyre standard: linear(all) { stiffness: 190 kN/m, damping: 100 N*s/m, response: steady }
    }";
    const FREQUENCIES: [f64; 9] = [0.5, 1.0, 1.5, 2.0, 5.0, 10.0, 12.0, 15.0, 20.0];
    const BODY: [f64; 9] = [
        1.2043470242507237,
        2.2104425153186478,
        1.5362315629553016,
        0.7152074704856344,
        0.1770449708315628,
        0.12630693092038195,
        0.083788213952678,
        0.035678256236826925,
        0.012058416963413376,
    ];
    let compiled = compile_text(QUARTER).unwrap_or_else(|found| panic!("{found:?}"));
    let engine = Engine::new(&compiled);
    let fitted = equipment::fitted(&compiled, engine.description(), &Road::new(Flat)).expect("there is room");
    let own = Subsystem::<Engine>::initial(&fitted);
    let mut system = System::new(engine.clone(), fitted).expect("it has derivatives");
    let rest = equilibrium::of(&mut system, engine.design_state(), own.clone()).expect("it rests");
    let state = Whole {
        vehicle: rest.state,
        subsystems: own,
    };
    let linear = Linear::about(&mut system, &state)
        .expect("it rests")
        .observed(&mut system, &state, 0);
    let road = Excitation::of(&linear, "tyre.road").expect("a road");
    let output = |name: &str| {
        linear
            .outputs
            .iter()
            .position(|output| output.name == name)
            .expect("an output")
    };
    for (frequency, expected) in FREQUENCIES.into_iter().zip(BODY) {
        let found = response(&linear, &road, frequency).expect("no pole");
        let (height, acceleration) = (
            found[output("height")].norm(),
            found[output("vertical_acceleration")].norm(),
        );
        assert!(
            (height / expected - 1.0).abs() < 1e-7,
            "{frequency} Hz: {height} and {expected}"
        );
        let omega = std::f64::consts::TAU * frequency;
        assert!((acceleration / (omega * omega * expected) - 1.0).abs() < 1e-7);
    }
    // The road reaches a second wheel later: the delay changes the phase.
    let late = Excitation::road(&linear, &[("tyre", 0.1)]).expect("a road");
    let [now, then] = [&road, &late].map(|input| response(&linear, input, 2.0).expect("no pole")[output("height")]);
    assert!((then / now - Complex::new(0.0, -0.4 * std::f64::consts::PI).exp()).norm() < 1e-12);
}

/// Responses of yaw rate, sideslip and lateral acceleration of the bicycle model to the steering, from its two equations.
#[test]
fn a_bicycle_answers_the_steering_as_the_closed_form() {
    let mut ready = ready(BICYCLE, 20.0);
    let found = ready.trim(20.0, Bend::Lateral(0.0));
    let linear = ready.linear(&found);
    let (matrix, column) = bicycle(20.0);
    let steering = Excitation::of(&linear, "steering").expect("a steering");
    let output = |name: &str| {
        linear
            .outputs
            .iter()
            .position(|output| output.name == name)
            .expect("an output")
    };
    for frequency in [0.01, 0.3, 1.0, 3.0] {
        let omega = Complex::new(0.0, std::f64::consts::TAU * frequency);
        let shifted = Matrix2::from_diagonal_element(omega) - matrix.map(Complex::from);
        let expected = shifted.try_inverse().expect("no pole") * column.map(Complex::from);
        let seen = response(&linear, &steering, frequency).expect("no pole");
        let acceleration = omega * expected[0] + 20.0 * expected[1];
        for (name, expected) in [
            ("yaw_rate", expected[1]),
            ("sideslip", expected[0] / 20.0),
            ("lateral_acceleration", acceleration),
        ] {
            let found = seen[output(name)];
            assert!(
                (found / expected - 1.0).norm() < 1e-5,
                "{frequency} Hz, {name}: {found} and {expected}"
            );
        }
        if frequency < 0.1 {
            let gain = 4.926534140017286;
            assert!((seen[output("yaw_rate")].norm() / gain - 1.0).abs() < 1e-4);
        }
    }
}

/// With stiffer tyres in front the bicycle becomes unstable at its critical speed.
#[test]
fn an_oversteering_bicycle_is_unstable_beyond_its_critical_speed() {
    let swapped = BICYCLE
        .replace("40 kN/rad", "41.5 kN/rad")
        .replace("47.5 kN/rad", "30 kN/rad");
    let [a, b] = AXLES;
    let gradient = MASS / (a + b) * (b / 83e3 - a / 60e3);
    let critical = (-(a + b) / gradient).sqrt();
    let mut locus = Locus::default();
    for step in 0..=10 {
        let speed = critical * (0.905 + 0.02 * f64::from(step));
        let mut ready = ready(&swapped, speed);
        let found = ready.trim(speed, Bend::Lateral(0.0));
        locus.add(speed, &eigenvalues(&ready.linear(&found).a));
    }
    let found = locus.critical().expect("it is oversteering");
    println!("{found} and {critical} m/s");
    assert!((found / critical - 1.0).abs() < 5e-4, "{found} {critical}");
}

/// The body has most of the energy in its slow modes and the wheels in their hop, as masses and springs of the car predict.
#[test]
fn bodies_take_part_by_their_energy() {
    let mut ready = ready(CAR, 15.0);
    let found = ready.trim(15.0, Bend::Lateral(0.0));
    let linear = ready.linear(&found);
    let system = &mut ready.vehicle.system;
    let free = system.free(&found.state);
    let ground = GroundMotion::of(system, &found.state, &free, 0).expect("it moves along the ground");
    let bodies = system.solver.description().bodies;
    let inertias: Vec<Inertia> = bodies
        .iter()
        .map(|name| Inertia {
            mass: if *name == "chassis" { 1200.0 } else { 20.0 },
            tensor: nalgebra::Matrix3::from_diagonal(&if *name == "chassis" {
                nalgebra::Vector3::new(400.0, 1600.0, 1800.0)
            } else {
                nalgebra::Vector3::new(0.6, 0.8, 0.6)
            }),
        })
        .collect();
    let modes = linear.modes();
    let slow = modes
        .iter()
        .find(|mode| (0.5..3.0).contains(&mode.frequency()))
        .expect("a mode of the body");
    let hop = modes.iter().find(|mode| mode.frequency() > 7.0).expect("a wheel hop");
    for (mode, chassis) in [(slow, 0.8..1.0), (hop, 0.0..0.3)] {
        let shapes = shape::of(mode, &linear, (&ground.twists, found.motion[2]), &inertias);
        let sum: f64 = shapes.iter().map(|shape| shape.share).sum();
        assert!((sum - 1.0).abs() < 1e-12);
        println!("{:.2} Hz: chassis {:.3}", mode.frequency(), shapes[0].share);
        assert!(chassis.contains(&shapes[0].share), "{}", shapes[0].share);
        let largest = shapes
            .iter()
            .flat_map(|shape| shape.motion)
            .map(|x| x.norm())
            .fold(0.0, f64::max);
        assert!((largest - 1.0).abs() < 1e-12);
    }
}

/// Displacements of the chassis in a mode, by the linear system integrated over time. The body moves by
/// `d' = w + φ × V - Ω × d`, and its axes turn by `φ' = ω - Ω × φ`. Here `w` and `ω` are along the axes of the body,
/// and `V` and `Ω` belong to the steady motion, along whose axes displacements are measured.
#[test]
fn shapes_are_the_displacements_of_the_linear_motion() {
    for lateral in [0.0, 3.0] {
        let mut ready = ready(CAR, 20.0);
        let found = ready.trim(20.0, Bend::Lateral(lateral));
        let linear = ready.linear(&found);
        let system = &mut ready.vehicle.system;
        let free = system.free(&found.state);
        let ground = GroundMotion::of(system, &found.state, &free, 0).expect("it moves along the ground");
        let count = system.solver.description().bodies.len();
        let inertia = Inertia {
            mass: 1.0,
            tensor: nalgebra::Matrix3::identity(),
        };
        let [z, v] = linear.counts;
        let twist = ground.twists.rows(0, 6).into_owned();
        let [vx, vy, turn] = found.motion;
        let (velocity, turn) = (Vector3::new(vx, vy, 0.0), Vector3::new(0.0, 0.0, turn));
        let rate = |x: &DVector<f64>, d: &DVector<f64>| -> (DVector<f64>, DVector<f64>) {
            let own = &twist * x.rows(z, v);
            let (place, angles) = (d.fixed_rows::<3>(0).into_owned(), d.fixed_rows::<3>(3).into_owned());
            let moved = own.fixed_rows::<3>(0) + angles.cross(&velocity) - turn.cross(&place);
            let turned = own.fixed_rows::<3>(3) - turn.cross(&angles);
            let each = moved.iter().chain(turned.iter()).copied();
            (&linear.a * x, DVector::from_iterator(6, each))
        };
        let mut tried = 0;
        for mode in linear
            .modes()
            .iter()
            .filter(|mode| (0.2..20.0).contains(&mode.frequency()))
        {
            tried += 1;
            let shapes = shape::of(mode, &linear, (&ground.twists, turn.z), &vec![inertia; count]);
            let lambda = mode.eigenvalue;
            let speeds = DVector::from_iterator(v, mode.vector[z..z + v].iter().copied());
            // The factor of the shape, by its turn about the axis about which the vehicle turns; straight on, by its largest turn.
            let own = twist.map(Complex::from) * speeds;
            let axis = match lateral == 0.0 {
                true => (3..6)
                    .max_by(|a, b| own[*a].norm().total_cmp(&own[*b].norm()))
                    .expect("three"),
                false => 5,
            };
            let factor = own[axis] / lambda / shapes[0].motion[axis];
            let at = |time: f64| {
                let grown = factor * (lambda * time).exp();
                DVector::from_iterator(6, shapes[0].motion.iter().map(|own| (own * grown).re))
            };
            let mut x = DVector::from_iterator(mode.vector.len(), mode.vector.iter().map(|own| own.re));
            let (mut d, begin) = (at(0.0), at(0.0));
            let (step, steps) = (2e-4, 2500);
            for _ in 0..steps {
                let (a, p) = rate(&x, &d);
                let (b, q) = rate(&(&x + 0.5 * step * &a), &(&d + 0.5 * step * &p));
                let (c, r) = rate(&(&x + 0.5 * step * &b), &(&d + 0.5 * step * &q));
                let (e, s) = rate(&(&x + step * &c), &(&d + step * &r));
                x += step / 6.0 * (a + 2.0 * b + 2.0 * c + e);
                d += step / 6.0 * (p + 2.0 * q + 2.0 * r + s);
            }
            let wanted = at(step * f64::from(steps));
            let far = (&d - &wanted).amax() / begin.amax();
            assert!(far < 1e-4, "{lateral} m/s^2, {lambda}: {far}\n{d}{wanted}");
        }
        assert!(tried >= 4, "{tried}");
    }
}

/// The gain of a sedan on MacPherson struts, whose loops have dependent coordinates that move with the rack. The gain
/// is found by the linear system and by two steady bends.
#[test]
fn a_rack_takes_dependent_coordinates_along() {
    let mut ready = of_file(include_str!("../../../workbench/files/deyo_sedan.toml"), 15.0);
    let about = 0.4;
    let [less, more] = [-1e-3, 1e-3].map(|by| ready.trim(15.0, Bend::Steering(about + by)));
    let found = ready.trim(15.0, Bend::Steering(about));
    let linear = ready.linear(&found);
    // The speed along the path is constant, `V = u / cos(b)` with the speed `u` along the heading and the sideslip `b`. So the torque changes, too.
    let input = |name: &str| Excitation::of(&linear, name).expect("an input");
    let output = |name: &str| {
        linear
            .outputs
            .iter()
            .position(|output| output.name == name)
            .expect("an output")
    };
    let [steered, pushed] = ["steering", "torque"].map(|name| response(&linear, &input(name), 1e-4).expect("no pole"));
    let (speed, sideslip) = (output("speed"), output("sideslip"));
    let slip = found.motion[1].atan2(found.motion[0]);
    let along = |own: &DVector<Complex<f64>>| own[speed] / slip.cos() + own[sideslip] * 15.0 * slip.tan();
    let torque = -along(&steered) / along(&pushed);
    println!("{torque} N m/rad");
    for (name, k) in [("yaw_rate", 2), ("sideslip", 1)] {
        let of = |trim: &Found| match k {
            2 => trim.motion[2],
            _ => trim.motion[1].atan2(trim.motion[0]),
        };
        let expected = (of(&more) - of(&less)) / 2e-3;
        let gain = (steered[output(name)] + torque * pushed[output(name)]).re;
        println!("{name}: {gain} and {expected}");
        assert!((gain / expected - 1.0).abs() < 1e-6, "{name}: {gain} and {expected}");
    }
}

/// The truck and the articulated semitrailer, with all states of their tyres. Integration stays in their steady bends.
#[test]
fn trucks_stay_in_their_bends() {
    let vehicles = [
        (include_str!("../../../workbench/files/hmmwv.toml"), 60.0 / 3.6, 3.0),
        (
            include_str!("../../../workbench/files/tractor_semitrailer.toml"),
            15.0,
            1.5,
        ),
    ];
    for (declaration, speed, lateral) in vehicles {
        let mut ready = of_file(declaration, speed);
        let found = ready.trim(speed, Bend::Lateral(lateral));
        let system = &ready.vehicle.system;
        println!(
            "{}: {} evaluations, left {:e}",
            system.solver.description().name,
            found.evaluations,
            found.residual
        );
        assert!(found.residual < 1e-8);
        let mut simulation = Simulation::new(system.solver.clone(), system.surroundings.clone(), RungeKutta4);
        simulation.set_state(found.state.vehicle.clone());
        simulation.set_subsystems(found.state.subsystems.clone());
        for _ in 0..300 {
            let _ = simulation.step(1e-3).expect("a step");
        }
        let names = system.solver.description().speeds;
        for ((one, other), name) in found.state.vehicle.v.iter().zip(&simulation.state().v).zip(names) {
            assert!((one - other).abs() < 1e-6, "{name}: {one} and {other}");
        }
    }
}
