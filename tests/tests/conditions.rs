//! Declared envelopes of tyres, compliant wheels, gusts and free paths. These pieces equal the pieces that a program
//! builds by hand, in emitted code and in the engine, and each piece agrees with its closed form.

use std::f64::consts::{PI, TAU};
use wishbone::air::{Air, Coefficient, Crosswind, Gust, Steady, Turbulence};
use wishbone::control::Cruise;
use wishbone::control::path::{Path, PathFollower, Pieces, Preview, Spline, Steering};
use wishbone::curve::Samples;
use wishbone::equipment::DeclaredFor;
use wishbone::level::Level;
use wishbone::ports::WheelLoad;
use wishbone::prelude::*;
use wishbone::profile::Hold;
use wishbone::terrain::Ground;
use wishbone::tyre::{Cams, Compliance, Compliant, Enveloping, Relaxed};
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::emit;
use wishbone_compiler::front::file;
use wishbone_compiler::front::toml::convert;
use wishbone_compiler::pipeline::{self, compile_text};
use wishbone_engine::equipment::{Fitted, Road, fitted};
use wishbone_engine::{Engine, Numbers};

const DEGREE: f64 = PI / 180.0;

wishbone::vehicle! {
    /// A car without suspension in a gusty wind, with front wheels that yield; its driver follows a bend.
    pub Car {
        body chassis { mass: 900 kg, com: [1.3, 0, 0.3] m, inertia: [250, 700, 900] kg*m^2 }
        body rack { mass: 5 kg, com: [2.4, 0, 0.3] m, inertia: [0.2, 0.01, 0.2] kg*m^2 }
        joint motion: free(ground, chassis)
        joint slide: prismatic(chassis, rack) { axis: y, drive: rack }
        marker nose: on(chassis) { at: [1.3, 0, 0.3] m }
        mirror front_left as front_right {
            body knuckle { mass: 20 kg, com: [2.6, 0.7, 0.3] m, inertia: [0.3, 0.3, 0.3] kg*m^2 }
            joint kingpin: revolute(chassis, knuckle) { at: [2.6, 0.7, 0.3] m, axis: z }
            link tie_rod: distance(rack, knuckle) { from: [2.45, 0.3, 0.3] m, to: [2.45, 0.65, 0.3] m }
            wheel wheel: on(knuckle) { centre: [2.6, 0.75, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2, driven_from: chassis }
        }
        mirror rear_left as rear_right {
            wheel wheel: on(chassis) { centre: [0, 0.75, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2, driven_from: chassis }
        }
        tyre front: linear(front_left.wheel, front_right.wheel) {
            stiffness: 150 kN/m, damping: 4 kN*s/m, longitudinal_stiffness: 60 kN, cornering_stiffness: 60 kN/rad, pneumatic_trail: 20 mm,
            envelope: cams(spacing: 80 mm, height: 0.32 m, order: 1.9),
            compliance: coefficients(
                steer_by_lateral_force: -0.1 deg/kN, steer_by_aligning_moment: 0.4 deg/kN/m, steer_by_longitudinal_force: 0.05 deg/kN,
                inclination_by_lateral_force: 0.02 deg/kN, lag: 20 ms,
            ),
        }
        tyre rear: linear(rear_left.wheel, rear_right.wheel) {
            stiffness: 150 kN/m, damping: 4 kN*s/m, longitudinal_stiffness: 60 kN, cornering_stiffness: 90 kN/rad, pneumatic_trail: 20 mm,
        }
        steering hands: driven(rack) { per_turn: -50 mm }
        air body: at(nose) {
            area: 2 m^2, drag: 0.3, side: table(angle: [0, 30, 90] deg, coefficient: [0, -0.5, -1]), wind: [1, 4, 0.5] m/s,
            turbulence: turbulence(deviations: [1.5, 1, 0.5] m/s, lengths: [60, 30, 10] m, seed: 7),
            gusts: [
                gust(peak: [0, 9, 0] m/s, start: 1 s, duration: 0.5 s),
                crosswind(velocity: [0, -7, 0] m/s, range: [20, 35] m, edge: 4 m),
            ],
        }
        driver tester: follow(nose) {
            path: pieces(begin: [5, 0] m, heading: 0 deg, along: [
                straight(length: 15 m), clothoid(length: 15 m, curvatures: [0, 0.02] m^-1), arc(length: 50 m, curvature: 0.02 m^-1),
            ]),
            speed: 15 m/s, wheelbase: 2.6 m, steering_ratio: 18.8,
        }
    }
}

/// The equipment of the declaration, built by the functions of the runtime.
fn by_hand() -> CarEquipment {
    let linear = |cornering_stiffness| Relaxed {
        law: LinearTyre {
            longitudinal_stiffness: 60e3,
            cornering_stiffness,
            pneumatic_trail: 20.0 * 1e-3,
            ..LinearTyre::vertical(0.3, 150e3, 4e3)
        },
    };
    let left = Compliance {
        steer_by_lateral_force: -0.1 * (DEGREE / 1e3),
        steer_by_aligning_moment: 0.4 * (DEGREE / 1e3),
        steer_by_longitudinal_force: 0.05 * (DEGREE / 1e3),
        inclination_by_lateral_force: 0.02 * (DEGREE / 1e3),
    };
    let cams = Cams {
        spacing: 80.0 * 1e-3,
        length: 0.3,
        height: 0.32,
        order: 1.9,
    };
    let front = |compliance| Compliant {
        tyre: Enveloping {
            tyre: linear(60e3),
            cams: Some(cams),
        },
        compliance,
        lag: 20.0 * 1e-3,
    };
    let rear = Compliant {
        tyre: Enveloping {
            tyre: linear(90e3),
            cams: None,
        },
        compliance: Compliance::default(),
        lag: 1.0,
    };
    let mut tyres = [rear; 4];
    for (name, compliance) in [("front_left.wheel", left), ("front_right.wheel", left.mirrored())] {
        let wheel = Car::WHEELS.iter().position(|wheel| *wheel == name);
        tyres[wheel.expect("it is there")] = front(compliance);
    }
    let mut air = Air::drag(Car::DESCRIPTION, "nose", 0.3, 2.0).expect("it is there");
    let side = Samples::new(&[0.0, 30.0 * DEGREE, 90.0 * DEGREE], &[0.0, -0.5, -1.0]).expect("rising");
    air.force[1] = Coefficient::Odd(side);
    let turbulence = Turbulence::new([1.0, 4.0], [1.5, 1.0, 0.5], [60.0, 30.0, 10.0], 7);
    let gust = Gust {
        peak: [0.0, 9.0, 0.0],
        start: 1.0,
        duration: 0.5,
    };
    let fans = Crosswind {
        velocity: [0.0, -7.0, 0.0],
        range: [20.0, 35.0],
        edge: 4.0,
    };
    let ratio = -0.05 / TAU;
    let steering = Steering {
        ratio: ratio * 18.8,
        wheelbase: 2.6,
        understeer: 0.0,
        bandwidth: 10.0,
        most: 0.05 / TAU * (1.25 * TAU),
        fastest: 0.05 / TAU * (2.0 * TAU),
        lead: 0.2,
        shortest: 2.0,
    };
    let previews = [Preview { time: 0.8, gain: 1.0 }];
    let follower = PathFollower::of(Car::DESCRIPTION, "rack", "nose", track(), previews, steering);
    Equipment {
        driver: (Cruise::new(Hold(15.0), 0.3, 0.05), follower.expect("they are there")),
        steering: Still,
        powertrain: Still,
        brakes: Still,
        air: air.with_wind((((Steady([0.0, 0.0, 0.5]), turbulence), gust), fans)),
        tyres: OnRoad { tyres, terrain: Flat },
        declared_for: DeclaredFor::Vehicle(Car::DESCRIPTION),
    }
}

fn track() -> Pieces {
    Pieces::new([5.0, 0.0], 0.0)
        .straight(15.0)
        .clothoid(15.0, [0.0, 0.02])
        .arc(50.0, 0.02)
}

/// Both values are printed and compared, which covers every number and every position: floating-point numbers are
/// printed with all their digits.
#[test]
fn declared_equipment_is_what_a_program_builds() {
    let (declared, built) = (format!("{:#?}", Car::equipment()), format!("{:#?}", by_hand()));
    for (line, (declared, built)) in declared.lines().zip(built.lines()).enumerate() {
        assert_eq!(declared, built, "line {line}");
    }
    assert_eq!(declared.lines().count(), built.lines().count());
}

/// Road with edges of 6 mm every 1.7 m, each 40 cm long.
fn rough(x: f64, _: f64, _: f64) -> Ground {
    Ground::level(if x.rem_euclid(1.7) < 0.4 { 0.006 } else { 0.0 })
}

/// A run over edges and through gusts along the bend. Declared equipment, equipment built by hand and the engine give the
/// same bits, and the car follows the arc.
#[test]
fn a_run_is_the_same_by_hand_and_in_the_engine() {
    let compiled = compile_text(Car::DECLARATION).expect("a vehicle");
    let engine = Engine::new(&compiled);
    let pieces = fitted(&compiled, engine.description(), &Road::new(rough)).expect("there is room");
    let mut slow = Simulation::new(engine, pieces, AdamsBashforth3::new());
    let emitted = |equipment: CarEquipment| {
        let mut simulation = Simulation::new(
            Car::new().at_level(Level::Baseline),
            equipment.on(rough),
            AdamsBashforth3::new(),
        );
        let mut start = Car::design_state();
        start.v[Car::V_MOTION_VX] = 15.0;
        for spin in [
            Car::V_FRONT_LEFT_WHEEL_SPIN,
            Car::V_FRONT_RIGHT_WHEEL_SPIN,
            Car::V_REAR_LEFT_WHEEL_SPIN,
            Car::V_REAR_RIGHT_WHEEL_SPIN,
        ] {
            start.v[spin] = 15.0 / 0.295;
        }
        simulation.set_state(start);
        simulation
    };
    let (mut declared, mut built) = (emitted(Car::equipment()), emitted(by_hand()));
    slow.set_state(Numbers {
        q: declared.state().q.to_vec(),
        v: declared.state().v.to_vec(),
    });
    let (mut steered, mut pushed) = (false, false);
    while declared.time() < 5.0 {
        let _ = declared.step(1e-3).expect("a step");
        let _ = built.step(1e-3).expect("a step");
        assert_eq!(declared.state(), built.state());
        if declared.time() < 2.5 {
            let time = slow.step(1e-3).map(|_| slow.time()).expect("a step");
            assert_eq!(declared.inputs.wheels(), slow.inputs.wheels(), "at {time} s");
            assert_eq!(declared.state().v[..], slow.state().v[..], "at {time} s");
        }
        steered |= declared.inputs.wheels()[0].force[1].abs() > 500.0;
        pushed |= declared.surroundings.air.loads()[0][1].abs() > 60.0;
    }
    assert!(steered && pushed);
    let nose = declared.solver().markers()[Car::MARKER_NOSE].position;
    let (track, place) = (track(), [nose[0], nose[1]]);
    let station = track.nearest(place, 65.0);
    let offset = track.at(station).offset(place);
    assert!(
        station > 60.0 && station < 80.0 && offset.abs() < 0.4,
        "{station} m, {offset} m"
    );
}

wishbone::vehicle! {
    /// A pointer that a driver turns along a smooth path.
    pub Pointer {
        body frame { mass: 100 kg, com: [0, 0, 0.4] m, inertia: [10, 10, 10] kg*m^2 }
        body hand { mass: 1 kg, com: [0, 0, 0.5] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
        joint motion: free(ground, frame)
        joint pivot: revolute(frame, hand) { axis: z, at: [0, 0, 0.5] m, drive: hand }
        marker tip: on(frame) { at: [1, 0, 0.4] m }
        steering hands: driven(hand) { per_turn: 20 deg }
        driver me: follow(tip) { path: spline(x: [0, 20, 45] m, y: [0, 1, -2.5] m), speed: 5 m/s, wheelbase: 2 m, steering_ratio: 16 }
    }
}

#[test]
fn a_declared_spline_is_that_of_a_program() {
    let (_, follower) = Pointer::equipment().driver;
    assert_eq!(
        Some(follower.path),
        Spline::new(&[0.0, 20.0, 45.0], &[0.0, 1.0, -2.5]).ok()
    );
}

/// A vehicle that is written as TOML and read again has the same equipment.
#[test]
fn both_doors_give_the_same_equipment() {
    let text = |name: &str, declaration: &str| {
        let read = file::read_text(name, declaration, &mut file::no_files);
        emit::text(&pipeline::compile(&read.vehicle.expect("sound")).expect("sound"), "")
    };
    for declaration in [Car::DECLARATION, Pointer::DECLARATION] {
        let written = convert::from_grammar(declaration).expect("it can be written");
        assert_eq!(text("car.txt", declaration), text("car.toml", &written.text));
    }
}

/// A trolley with this equipment on a rail along X, on this road. The centres of its two wheels are at a height of 280 mm.
fn trolley(equipment: &str, road: &Road) -> Simulation<Engine, Fitted, RungeKutta4> {
    let declaration = format!(
        "Trolley {{
            body frame {{ mass: 1000 t, com: [0, 0, 0.4] m, inertia: [50, 60, 80] kg*m^2 }}
            joint rail: prismatic(ground, frame) {{ axis: x }}
            marker centre: on(frame) {{ at: [0, 0, 0.5] m }}
            mirror left as right {{
                wheel wheel: on(frame) {{ centre: [0, 0.6, 0.28] m, radius: 0.3 m, toe: 0.8 deg }}
            }}
            {equipment}
        }}"
    );
    let compiled = compile_text(&declaration).unwrap_or_else(|found| panic!("{}", render(&found, "car", &declaration)));
    let engine = Engine::new(&compiled);
    let pieces = fitted(&compiled, engine.description(), road).expect("there is room");
    Simulation::new(engine, pieces, RungeKutta4)
}

/// Loads on the wheels if the trolley is at a given place with a given speed.
fn loads_at(trolley: &mut Simulation<Engine, Fitted, RungeKutta4>, [place, speed]: [f64; 2]) -> [WheelLoad; 2] {
    trolley.set_state(Numbers {
        q: vec![place],
        v: vec![speed],
    });
    let _ = trolley.evaluate();
    let [left, right] = trolley.inputs.wheels() else {
        panic!("it has two wheels")
    };
    [*left, *right]
}

/// Elliptic cams over a step. Each cam follows its outline, `h - b (1 - √(1 - (d/a)²))` at a distance `d` before the
/// edge. The height of the plane is the mean of both heights, lowered by `√((m a)² + b²) - b`; the tyre's force is the
/// force of a spring along its normal.
#[test]
fn a_declared_envelope_follows_the_outline_of_its_cams() {
    const A: f64 = 0.25;
    const B: f64 = 0.32;
    const SPACING: f64 = 0.08;
    const STEP: f64 = 0.012;
    const STIFFNESS: f64 = 200e3;
    let edge = |x: f64, _: f64, _: f64| Ground::level(if x >= 2.0 { STEP } else { 0.0 });
    let tyre = "tyre road: linear(all) {
        stiffness: 200 kN/m, response: steady, envelope: cams(spacing: 80 mm, length: 250 mm, height: 320 mm, order: 2),
    }";
    let mut trolley = trolley(tyre, &Road::new(edge));
    let cosine_of_toe = (0.8 * DEGREE).cos();
    let cam = |before: f64| {
        let outline = |d: f64| STEP - B * (1.0 - (1.0 - (d / A).powi(2)).sqrt());
        match before {
            _ if before <= 0.0 => STEP,
            _ if before >= A => 0.0,
            _ => outline(before).max(0.0),
        }
    };
    let mut tilted = 0;
    for k in 0..60 {
        let place = 1.8 + 0.005 * f64::from(k);
        let [left, right] = loads_at(&mut trolley, [place, 0.0]);
        // Along the heading of the wheel, the distance to the edge is longer by the cosine of the toe.
        let before = (2.0 - place) / cosine_of_toe;
        let (front, rear) = (cam(before - 0.5 * SPACING), cam(before + 0.5 * SPACING));
        let slope = (front - rear) / SPACING;
        let height = 0.5 * (front + rear) - ((slope * A).powi(2) + B * B).sqrt() + B;
        let cosine = 1.0 / (1.0 + slope * slope).sqrt();
        let normal = STIFFNESS * (0.3 - (0.28 - height) * cosine);
        let wanted = normal * cosine;
        tilted += i32::from(slope > 0.03);
        // The search finds the edge to a tenth of a millimetre.
        for found in [left.force[2], right.force[2]] {
            assert!((found - wanted).abs() < 25.0, "{place}: {found} and {wanted} N");
        }
    }
    assert!(tilted > 10, "{tilted} places on a slope");
}

/// A wheel with a toe `δ` has the slip angle `δ + e F + m M` with `M = -t F`; steer angles are positive inwards.
/// Hence `F = C δ / (1 - C (e - t m))`, towards the middle of the vehicle on both sides.
#[test]
fn declared_compliance_changes_the_cornering_stiffness() {
    const C: f64 = 60e3;
    const TRAIL: f64 = 0.03;
    let [e, m] = [-0.12 * DEGREE / 1e3, 0.5 * DEGREE / 1e3];
    let tyre = "tyre road: linear(all) {
        stiffness: 200 kN/m, response: steady, cornering_stiffness: 60 kN/rad, pneumatic_trail: 30 mm, friction: 3,
        compliance: coefficients(steer_by_lateral_force: -0.12 deg/kN, steer_by_aligning_moment: 0.5 deg/kN/m, lag: 8 ms),
    }";
    let mut trolley = trolley(tyre, &Road::new(Flat));
    let _ = loads_at(&mut trolley, [0.0, 20.0]);
    while trolley.time() < 0.4 {
        let _ = trolley.step(1e-3).expect("a step");
    }
    let _ = trolley.evaluate();
    let toe = 0.8 * DEGREE;
    let wanted = C * toe / (1.0 - C * (e - TRAIL * m));
    let steered = wanted / C;
    assert!((steered / toe - 1.0).abs() > 0.05, "it gives way");
    for (wheel, side) in trolley.inputs.wheels().iter().zip([-1.0, 1.0]) {
        let (across, along) = (side * wanted * steered.cos(), -wanted * steered.sin());
        assert!((wheel.force[1] / across - 1.0).abs() < 1e-6, "{wheel:?}, {across} N");
        assert!((wheel.force[0] / along - 1.0).abs() < 1e-6, "{wheel:?}, {along} N");
    }
}

/// A gust `P (1 - cos 2πs)/2` against a vehicle at rest with the drag area `C A` has the impulse `ρ C A P² T 3/16`.
#[test]
fn a_declared_gust_pushes_by_its_impulse() {
    let air = "tyre road: linear(all) { stiffness: 200 kN/m }
        air body: at(centre) { area: 2.5 m^2, drag: 0.4, density: 1.25 kg/m^3, gusts: [gust(peak: [-20, 0, 0] m/s, start: 0.2 s, duration: 0.8 s)] }";
    let mut trolley = trolley(air, &Road::new(Flat));
    while trolley.time() < 1.2 {
        let _ = trolley.step(1e-3).expect("a step");
    }
    let impulse = 1.25 * 0.4 * 2.5 * 400.0 * 0.8 * 3.0 / 16.0;
    let found = -trolley.state().v[0] * 1e6;
    assert!((found / impulse - 1.0).abs() < 1e-4, "{found} and {impulse} N s");
}

/// Within the range of a crosswind the side force is the force of the full wind, outside the range it is zero, and in
/// the middle of an edge the wind has half its speed.
#[test]
fn a_declared_crosswind_blows_in_its_range() {
    let air = "tyre road: linear(all) { stiffness: 200 kN/m }
        air body: at(centre) {
            area: 2 m^2, side: table(angle: [0, 90] deg, coefficient: [0, -0.8]),
            gusts: [crosswind(velocity: [0, -10, 0] m/s, range: [50, 80] m, edge: 6 m)],
        }";
    let mut trolley = trolley(air, &Road::new(Flat));
    let full = -0.5 * 1.2 * 100.0 * 2.0 * 0.8;
    for (place, factor) in [
        (40.0, 0.0),
        (50.0, 0.0),
        (53.0, 0.25),
        (56.0, 1.0),
        (65.0, 1.0),
        (77.0, 0.25),
        (90.0, 0.0),
    ] {
        let _ = loads_at(&mut trolley, [place, 0.0]);
        let mut force = f64::NAN;
        Subsystem::<Engine>::outputs(&trolley.surroundings, &mut |quantity| {
            if quantity.name == "air_force" && quantity.index == Some(1) {
                force = quantity.value;
            }
        });
        assert!((force - factor * full).abs() < 1e-9, "at {place} m {force} N");
    }
}

const SOUND: &str = "Car {
    body frame { mass: 600 kg, com: [0, 0, 0.4] m, inertia: [150, 400, 450] kg*m^2 }
    body hand { mass: 1 kg, com: [0, 0, 0.5] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
    joint motion: free(ground, frame)
    joint pivot: revolute(frame, hand) { axis: z, at: [0, 0, 0.5] m, drive: hand }
    marker tip: on(frame) { at: [1, 0, 0.4] m }
    wheel wheel: on(frame) { centre: [0, 0, 0.3] m, radius: 0.3 m }
    tyre road: linear(all) {
        stiffness: 200 kN/m, envelope: cams(spacing: 80 mm, order: 2), compliance: coefficients(steer_by_lateral_force: -1 deg/kN, lag: 8 ms),
    }
    air body: at(tip) {
        area: 2 m^2, wind: [3, 0, 0] m/s, turbulence: turbulence(deviations: [1, 1, 1] m/s, lengths: [9, 9, 9] m, seed: 3),
        gusts: [gust(peak: [0, 9, 0] m/s, start: 1 s, duration: 2 s), crosswind(velocity: [0, 9, 0] m/s, range: [5, 9] m, edge: 1 m)],
    }
    steering hands: driven(hand) { per_turn: 20 deg }
    driver me: follow(tip) { path: PATH, speed: 5 m/s, wheelbase: 2 m, steering_ratio: 16 }
}";
const PIECES: &str = "pieces(along: [straight(length: 9 m), arc(length: 9 m, curvature: 0.1 m^-1), clothoid(length: 9 m, curvatures: [0.1, 0] m^-1)])";
const SPLINE: &str = "spline(x: [0, 9, 20] m, y: [0, 1, 0] m)";

/// Mistakes are refused with name and reason; the declarations without mistakes compile.
#[test]
fn mistakes_are_told() {
    for path in [PIECES, SPLINE] {
        assert!(compile_text(&SOUND.replace("PATH", path)).is_ok(), "{path}");
    }
    for (path, from, to, words) in [
        (PIECES, "spacing: 80 mm,", "", "`cams` needs `spacing`"),
        (
            PIECES,
            "order: 2",
            "order: 1",
            "`order` of `cams` is 1, and has to be from 1.1 to 20",
        ),
        (
            PIECES,
            "-1 deg/kN",
            "-1 deg",
            "`steer_by_lateral_force` must be an angle per force",
        ),
        (PIECES, "lag: 8 ms", "lag: 0 ms", "`lag` must be greater than zero"),
        (
            PIECES,
            "envelope: cams",
            "envelope: camps",
            "`envelope` cannot be a `camps`",
        ),
        (PIECES, "seed: 3", "seed: 0.5", "`seed` must be a whole number"),
        (
            PIECES,
            "duration: 2 s",
            "duration: -2 s",
            "`duration` must be greater than zero",
        ),
        (
            PIECES,
            "range: [5, 9]",
            "range: [9, 5]",
            "`range` ends before it begins",
        ),
        (
            PIECES,
            "edge: 1 m",
            "edge: 3 m",
            "`edge` is longer than half of the range",
        ),
        (PIECES, "[gust(peak", "[gale(peak", "`gusts.1` cannot be a `gale`"),
        (
            PIECES,
            "straight(length: 9 m)",
            "straight(length: 0 m)",
            "`length` must be greater than zero",
        ),
        (
            PIECES,
            "[0.1, 0] m^-1",
            "[0.1, 0, 0] m^-1",
            "`curvatures` must be a list of 2 numbers",
        ),
        (
            PIECES,
            "curvature: 0.1 m^-1",
            "curvature: 10 m",
            "`curvature` must be a number per length",
        ),
        (
            PIECES,
            "along: [",
            "heading: [0] deg, along: [",
            "`heading` must be an angle",
        ),
        (
            SPLINE,
            "x: [0, 9, 20]",
            "x: [0, 9]",
            "2 numbers of `x` do not go with 3 of `y`",
        ),
        (
            SPLINE,
            "x: [0, 9, 20] m, y: [0, 1, 0]",
            "x: [0, 9, 9] m, y: [0, 1, 1]",
            "points 2 and 3 of the spline are one",
        ),
    ] {
        let changed = SOUND.replace("PATH", path).replace(from, to);
        let found = compile_text(&changed).expect_err(words);
        let text = render(&found, "car", &changed);
        assert!(text.contains(words), "{words}: {text}");
    }
}
