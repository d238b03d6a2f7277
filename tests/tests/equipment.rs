//! Equipment that is declared with the vehicle. It equals equipment that a program builds by hand, comes through both
//! doors, and drives.

use wishbone::air::{Air, Coefficient, Steady};
use wishbone::brakes::{Brakes, SlipControl};
use wishbone::control::{Column, Cruise, Gears, Hands};
use wishbone::curve::Samples;
use wishbone::driveline::{Capacity, Converter, Driveline, End, Engine, Gearbox, Graph};
use wishbone::equipment::DeclaredFor;
use wishbone::prelude::*;
use wishbone::profile::{Flank, Pulse};
use wishbone::terrain::Slope;
use wishbone::tyre::magic_formula::{PropertyFile, Side};
use wishbone::tyre::tmeasy::{Characteristic, Trail};
use wishbone::tyre::{AnyTyre, Relaxed, Tmeasy};
use wishbone_compiler::front::file;
use wishbone_compiler::front::toml::convert;
use wishbone_compiler::{emit, pipeline};

wishbone::vehicle! {
    /// A car on four struts without arms, with a rack that a column moves.
    pub Car {
        body chassis { mass: 1000 kg, com: [1.3, 0, 0.5] m, inertia: [300, 1200, 1300] kg*m^2 }
        body rack { mass: 5 kg, com: [2.4, 0, 0.3] m, inertia: [0.2, 0.01, 0.2] kg*m^2 }
        joint motion: free(ground, chassis)
        joint slide: prismatic(chassis, rack) { axis: y }
        load assist: on(slide) { force: rack_force }
        marker centre: on(chassis) { at: [1.3, 0, 0.6] m }
        mirror front_left as front_right {
            body carrier { mass: 10 kg, com: [2.6, 0.6, 0.3] m, inertia: [0.2, 0.2, 0.2] kg*m^2 }
            body knuckle { mass: 10 kg, com: [2.6, 0.7, 0.3] m, inertia: [0.2, 0.2, 0.2] kg*m^2 }
            joint strut: prismatic(chassis, carrier) { axis: z }
            joint kingpin: revolute(carrier, knuckle) { at: [2.6, 0.7, 0.3] m, axis: [-0.05, 0, 1] }
            link tie_rod: distance(rack, knuckle) { from: [2.45, 0.3, 0.3] m, to: [2.45, 0.65, 0.3] m }
            spring spring: between(chassis, carrier) {
                from: [2.6, 0.6, 0.8] m, to: [2.6, 0.6, 0.3] m, rate: 25 kN/m, free_length: 600 mm, damping: 2 kN*s/m,
            }
            wheel wheel: on(knuckle) { centre: [2.6, 0.75, 0.3] m, radius: 0.3 m, mass: 15 kg, spin_inertia: 1 kg*m^2, diametral_inertia: 0.6 kg*m^2, driven_from: chassis }
        }
        mirror rear_left as rear_right {
            body carrier { mass: 20 kg, com: [0, 0.7, 0.3] m, inertia: [0.3, 0.3, 0.3] kg*m^2 }
            joint strut: prismatic(chassis, carrier) { axis: z }
            spring spring: between(chassis, carrier) {
                from: [0, 0.6, 0.8] m, to: [0, 0.6, 0.3] m, rate: 25 kN/m, free_length: 600 mm, damping: 2 kN*s/m,
            }
            wheel wheel: on(carrier) { centre: [0, 0.75, 0.3] m, radius: 0.3 m, mass: 15 kg, spin_inertia: 1 kg*m^2, diametral_inertia: 0.6 kg*m^2, driven_from: chassis }
        }

        tyre road: tmeasy(all) {
            width: 200 mm, stiffness: 200 kN/m, damping: 500 N*s/m, nominal_load: 3 kN,
            longitudinal: characteristic(
                slope: [80, 150] kN, peak: [3.2, 6] kN, peak_slip: [0.1, 0.11], sliding: [2.8, 5] kN, sliding_slip: [0.4, 0.5],
            ),
            lateral: characteristic(
                slope: [60, 110] kN, peak: [3, 5.6] kN, peak_slip: [0.18, 0.2], sliding: [2.7, 4.9] kN, sliding_slip: [0.6, 0.7],
            ),
            trail: trail(at_zero: [0.17, 0.2], zero_slip: [0.2, 0.2], end_slip: [0.4, 0.4]),
            rolling_resistance: 0.01, carcass: [400, 200] kN/m,
        }
        powertrain rear_wheel_drive: shafts() {
            crank:  shaft(inertia: 0.2 kg*m^2),
            output: shaft(inertia: 0.02 kg*m^2),
            case:   shaft(inertia: 0.05 kg*m^2),
            left:   shaft(inertia: 0.05 kg*m^2),
            right:  shaft(inertia: 0.05 kg*m^2),
            engine: engine(
                on: crank,
                full: table(speed: [0, 1000, 3000, 6000] rpm, torque: [80, 130, 200, 150] N*m),
                closed: table(speed: [0, 6000] rpm, torque: [-5, -40] N*m),
                idle: [700, 900] rpm, limit: [6000, 6200] rpm,
            ),
            box: gearbox(output: output, ratios: [3.6, 2.1, 1.4, 1], reverse: 3.5, inertia: 0.15 kg*m^2, efficiency: 0.97),
            clutch: clutch(from: crank, to: box, capacity: 350 N*m),
            final_drive: gear(driving: output, driven: case, ratio: 3.9),
            differential: differential(case: case, outputs: [left, right]),
            left_shaft: half_shaft(from: left, to: rear_left.wheel, stiffness: 6 kN*m/rad, damping: 20 N*m*s/rad),
            right_shaft: half_shaft(from: right, to: rear_right.wheel, stiffness: 6 kN*m/rad, damping: 20 N*m*s/rad),
            lock: limited_slip(outputs: [left, right], preload: 30 N*m, bias: 0.2, loads: [left_shaft, right_shaft]),
        }
        brakes discs: on(all) {
            torque: 1.5 kN*m, parking: [0, 0, 1, 1] kN*m, delay: 50 ms,
            slip_control: slip_control(target: 0.12, delay: 30 ms),
        }
        steering column: column(slide) {
            per_turn: -50 mm, load: assist, joint_friction: 20 N,
            assistance: table(torque: [0, 1, 5] N*m, assistance: [0, 0, 15] N*m),
            over_speed: table(speed: [0, 30] m/s, factor: [1, 0.4]),
        }
        air body: at(centre) {
            area: 2 m^2, drag: 0.35, side: table(angle: [0, 30, 90] deg, coefficient: [0, -0.5, -1]), wind: [0, 3, 0] m/s,
        }
        driver commuter: cruise() {
            speed: step(start: 1 s, duration: 8 s, amplitude: 54 kph), proportional: 0.4 s/m, integral: 0.02 m^-1,
            steering_wheel: pulse(start: 12 s, rise: 0.5 s, hold: 1 s, fall: 0.5 s, amplitude: 20 deg),
            shift: shift(up: [6, 11, 17] m/s, down: [4, 9, 14] m/s, clutch: [150, 100, 500] ms),
        }
    }
}

/// The equipment of the declaration, built by the functions of the runtime.
fn by_hand() -> CarEquipment {
    let rpm = std::f64::consts::PI / 30.0;
    let at = |speeds: &[f64]| speeds.iter().map(|speed| speed * rpm).collect::<Vec<_>>();
    let map = |speeds: &[f64], torques: &[f64]| Samples::new(&at(speeds), torques).expect("rising");
    let mut graph = Graph::new();
    let crank = graph.shaft("crank", 0.2);
    let output = graph.shaft("output", 0.02);
    let case = graph.shaft("case", 0.05);
    let [left, right] = ["left", "right"].map(|name| graph.shaft(name, 0.05));
    let engine = Engine {
        full: map(&[0.0, 1000.0, 3000.0, 6000.0], &[80.0, 130.0, 200.0, 150.0]),
        closed: map(&[0.0, 6000.0], &[-5.0, -40.0]),
        idle: Some([700.0 * (2.0 * rpm / 2.0), 900.0 * rpm]),
        limit: Some([6000.0 * rpm, 6200.0 * rpm]),
    };
    graph.engine("engine", crank, engine);
    let mut gearbox = Gearbox::new(&[3.6, 2.1, 1.4, 1.0], 3.5).expect("sound ratios");
    (gearbox.inertia, gearbox.efficiency) = (0.15, 0.97);
    graph.gearbox(output, gearbox);
    graph.clutch("clutch", crank.into(), End::Gearbox, 350.0);
    graph.gear("final_drive", output, case, 3.9);
    graph.differential("differential", case, [left, right], 0.5);
    graph.elastic("left_shaft", left.into(), End::Wheel(wheel("rear_left")), 6e3, 20.0);
    graph.elastic("right_shaft", right.into(), End::Wheel(wheel("rear_right")), 6e3, 20.0);
    graph.limited_slip("lock", [left, right], 30.0, 0.2, &["left_shaft", "right_shaft"]);
    let powertrain: Driveline<3, 4, 4> = graph.build().expect("sound");

    let mut brakes = Brakes::new([1500.0; 4]);
    brakes.parking = [0.0, 0.0, 1000.0, 1000.0];
    brakes.delay = 0.05;
    brakes.slip = Some(SlipControl {
        radius: 0.3,
        target: 0.12,
        band: 0.1,
        delay: 0.03,
        slow: 2.0,
    });
    let steer = Pulse {
        start: 12.0,
        rise: 0.5,
        hold: 1.0,
        fall: 0.5,
        amplitude: 20.0 * (std::f64::consts::PI / 180.0),
        flank: Flank::Smooth,
    };
    let ratio = -0.05 / std::f64::consts::TAU;
    let mut column =
        Column::of(Car::DESCRIPTION, "slide", "rack_force", Hands::Angle(steer), ratio).expect("it is there");
    column.joint_friction = 20.0;
    column.assistance = Samples::new(&[0.0, 1.0, 5.0], &[0.0, 0.0, 15.0]).expect("rising");
    column.over_speed = Samples::new(&[0.0, 30.0], &[1.0, 0.4]).expect("rising");
    let mut air = Air::drag(Car::DESCRIPTION, "centre", 0.35, 2.0).expect("it is there");
    let degree = std::f64::consts::PI / 180.0;
    let side = Samples::new(&[0.0, 30.0 * degree, 90.0 * degree], &[0.0, -0.5, -1.0]).expect("rising");
    air.force[1] = Coefficient::Odd(side);
    let speed = Ramp {
        start: 1.0,
        duration: 8.0,
        amplitude: 54.0 * (1.0 / 3.6),
    };
    let mut driver = Cruise::new(speed, 0.4, 0.02);
    let gears = Gears::new(&[6.0, 11.0, 17.0], &[4.0, 9.0, 14.0], 1.0).expect("sound speeds");
    driver.gears = Some(gears.with_clutch([150.0 * 1e-3, 100.0 * 1e-3, 500.0 * 1e-3]));
    let tyre = Tmeasy {
        radius: 0.3,
        width: 0.2,
        stiffness: 200e3,
        progression: 0.0,
        damping: 500.0,
        bottoming: [0.3, 0.0],
        nominal_load: 3e3,
        greatest_load: 3.5 * 3e3,
        longitudinal: Characteristic {
            slope: [80e3, 150e3],
            peak: [3.2 * 1e3, 6e3],
            peak_slip: [0.1, 0.11],
            sliding: [2.8 * 1e3, 5e3],
            sliding_slip: [0.4, 0.5],
        },
        lateral: Characteristic {
            slope: [60e3, 110e3],
            peak: [3e3, 5.6 * 1e3],
            peak_slip: [0.18, 0.2],
            sliding: [2.7 * 1e3, 4.9 * 1e3],
            sliding_slip: [0.6, 0.7],
        },
        trail: Trail {
            at_zero: [0.17, 0.2],
            zero_slip: [0.2, 0.2],
            end_slip: [0.4, 0.4],
        },
        camber: 1.0,
        rolling_resistance: 0.01,
        carcass: [400e3, 200e3],
    };
    let tyres = OnRoad {
        tyres: [Relaxed { law: tyre }; 4],
        terrain: Flat,
    };
    Equipment {
        driver,
        steering: column,
        powertrain,
        brakes,
        air: air.with_wind(Steady([0.0, 3.0, 0.0])),
        tyres: tyres.side_by_side(),
        declared_for: DeclaredFor::Vehicle(Car::DESCRIPTION),
    }
}

fn wheel(corner: &str) -> usize {
    let name = format!("{corner}.wheel");
    Car::WHEELS
        .iter()
        .position(|wheel| *wheel == name)
        .expect("it is there")
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

wishbone::vehicle! {
    /// A wheel behind a torque converter, and a retarder.
    Fluid {
        body chassis { mass: 100 kg, com: [0, 0, 0.5] m, inertia: [9, 9, 9] kg*m^2 }
        joint slide: prismatic(ground, chassis) { axis: x }
        wheel wheel: on(chassis) { centre: [0, 0, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2 }
        powertrain drive: shafts() {
            crank: shaft(inertia: 0.2 kg*m^2),
            output: shaft(inertia: 0.1 kg*m^2),
            torques: converter(
                pump: crank, turbine: output, at: 200 rad/s,
                capacity: table(ratio: [0, 0.8, 1], torque: [160, 150, 0] N*m), ratio: table(ratio: [0, 0.8], factor: [2, 1]),
            ),
            factors: converter(
                pump: output, turbine: housing,
                capacity: table(ratio: [0, 1], factor: [15, 35]), ratio: table(ratio: [0], factor: [1]),
            ),
            half_shaft: half_shaft(from: output, to: wheel, stiffness: 6 kN*m/rad, damping: 20 N*m*s/rad),
        }
    }
}

/// Both kinds of the capacity of a converter arrive in emitted code as declared.
#[test]
fn converters_are_what_a_program_builds() {
    let table = |x: &[f64], y: &[f64]| Samples::new(x, y).expect("rising");
    let mut graph = Graph::new();
    let [crank, output] = [("crank", 0.2), ("output", 0.1)].map(|(name, inertia)| graph.shaft(name, inertia));
    let torques = Converter {
        capacity: Capacity::Torques {
            torques: table(&[0.0, 0.8, 1.0], &[160.0, 150.0, 0.0]),
            at: 200.0,
        },
        ratio: table(&[0.0, 0.8], &[2.0, 1.0]),
    };
    let factors = Converter {
        capacity: Capacity::Factors(table(&[0.0, 1.0], &[15.0, 35.0])),
        ratio: Samples::constant(1.0),
    };
    graph.converter("torques", crank.into(), output.into(), torques);
    graph.converter("factors", output.into(), End::Housing, factors);
    graph.elastic("half_shaft", output.into(), End::Wheel(0), 6e3, 20.0);
    let built: Driveline<2, 3, 1> = graph.build().expect("sound");
    let declared = Fluid::equipment().powertrain;
    assert_eq!(format!("{declared:#?}"), format!("{built:#?}"));
}

/// It would act on other wheels and drives.
#[test]
#[should_panic(expected = "this equipment was declared for `Car`, and `Hmmwv` has other")]
fn another_vehicle_does_not_take_it() {
    let _ = Simulation::new(
        wishbone_vehicles::Hmmwv::new(),
        Car::equipment(),
        AdamsBashforth3::new(),
    );
}

/// The pieces of a pair belong to the vehicle, too.
#[test]
#[should_panic(expected = "call `equipment()` of `Hmmwv`")]
fn another_vehicle_does_not_take_it_in_a_pair() {
    let pair = (Still, (Car::equipment().timed(), Still));
    let _ = Simulation::new(wishbone_vehicles::Hmmwv::new(), pair, AdamsBashforth3::new());
}

/// The driver pulls away through his gears to 54 km/h and holds the speed. Then he turns the wheel to the left, and the car turns left.
#[test]
fn it_drives_as_declared() {
    let equipment = Car::equipment();
    let turning = equipment.powertrain.rolling(0.0, 85.0);
    let mut car = Simulation::new(Car::new(), equipment, AdamsBashforth3::new());
    let _ = car.assemble().expect("closed as declared");
    let mut states = car.subsystems().to_owned();
    let (_, (_, (powertrain, _))) = &mut states;
    *powertrain = turning;
    car.set_subsystems(states);
    let mut gears = Vec::new();
    let mut until = |car: &mut Simulation<Car, CarEquipment>, end: f64| {
        while car.time() < end {
            let _ = car.step(1e-3).expect("a sound step");
            let gear = car.surroundings.powertrain.gear();
            if gears.last() != Some(&gear) {
                gears.push(gear);
            }
        }
        let _ = car.evaluate();
        forward_speed(car.solver().wheels())
    };
    let held = until(&mut car, 12.0);
    assert!((held - 15.0).abs() < 0.5, "{held} m/s");
    let before = car.state().v[Car::V_MOTION_WZ];
    let _ = until(&mut car, 13.3);
    let turning = car.state().v[Car::V_MOTION_WZ];
    // Twenty degrees of the steering wheel move the rack by 2.8 mm, which turns the wheels by a degree on arms of 0.15 m. At 15 m/s a
    // neutral car has the yaw rate v δ / l = 0.107 rad/s, a car with understeer less.
    assert!(
        before.abs() < 0.02 && turning > 0.06 && turning < 0.12,
        "{before} {turning} rad/s"
    );
    assert_eq!(gears, [1, 2, 3], "through its gears");
}

/// Speeds, powers and energy of a powertrain at one time of a run.
struct Flow {
    /// Speed of the crankshaft, and of the gearbox input on the other side of the clutch [rad/s].
    sides: [f64; 2],
    /// Torque through the clutch [N m].
    clutch: f64,
    /// Power of the engine, less the power on the wheels, the power in all couplings, and the power lost in the gearbox
    /// [W].
    surplus: f64,
    /// Power of the engine [W].
    engine: f64,
    /// Kinetic energy of all shafts [J].
    kinetic: f64,
    /// Forward speed of the car [m/s].
    speed: f64,
}

type Run = Simulation<Car, CarEquipment>;

fn flow(car: &mut Run) -> Flow {
    let _ = car.evaluate();
    let (_, (_, (state, _))) = car.subsystems().to_owned();
    let powertrain = &car.surroundings.powertrain;
    let layout = powertrain.layout();
    let mut told = Vec::new();
    <Driveline<3, 4, 4> as Subsystem<Car>>::outputs(powertrain, &mut |output| {
        told.push((output.name.to_string(), output.value))
    });
    let torque = |name: &str| told.iter().find(|(own, _)| own == name).expect("it is told").1;
    let spins: [f64; 4] = std::array::from_fn(|k| car.solver().wheels()[k].spin);
    let (gearbox, output) = layout.gearbox.as_ref().expect("there is one");
    let between = layout
        .couplings
        .iter()
        .map(|coupling| torque(coupling.name) * coupling.relative(&state.0, &spins, gearbox.ratio(), *output));
    let turning: f64 = output.iter().zip(&state.0).map(|(part, speed)| part * speed).sum();
    let (into, clutch) = (gearbox.ratio() * turning, torque("clutch"));
    let lost = clutch * into - gearbox.handed_on(clutch) * turning;
    let source = layout.engines[0].as_ref().expect("there is one");
    let crank: f64 = source
        .shaft
        .iter()
        .zip(&state.0)
        .map(|(part, speed)| part * speed)
        .sum();
    let engine = torque("engine") * crank;
    let given: f64 = car
        .inputs
        .wheels
        .iter()
        .zip(spins)
        .map(|(load, spin)| load.drive_torque * spin)
        .sum();
    Flow {
        sides: [crank, into],
        clutch,
        surplus: engine - given - between.sum::<f64>() - lost,
        engine,
        kinetic: powertrain.energy(&state)[0],
        speed: forward_speed(car.solver().wheels()),
    }
}

/// The driver opens the clutch, changes the gear and closes the clutch. The gear engages without torque on the clutch,
/// the car never jerks, and the engine comes to the speed of the new gear. The work of the engine arrives at the
/// wheels, stays in the shafts, or is lost in couplings and gearbox.
#[test]
fn the_driver_changes_gears_with_the_clutch() {
    // With the torque of the first gear, the limited-slip differential is too stiff for steps of a millisecond.
    const STEP: f64 = 2.5e-4;
    let equipment = Car::equipment();
    let turning = equipment.powertrain.rolling(0.0, 85.0);
    let mut car: Run = Simulation::new(Car::new(), equipment, AdamsBashforth3::new());
    let _ = car.assemble().expect("closed as declared");
    let mut states = car.subsystems().to_owned();
    let (_, (_, (powertrain, _))) = &mut states;
    *powertrain = turning;
    car.set_subsystems(states);

    let mut before = flow(&mut car);
    let (start, mut gear, mut changes) = (before.kinetic, 1, Vec::new());
    let (mut work, mut surplus, mut synchronised) = (0.0, 0.0, 0.0);
    while car.time() < 9.0 {
        let _ = car.step(STEP).expect("a sound step");
        let now = flow(&mut car);
        let acceleration = (now.speed - before.speed) / STEP;
        let is_smooth = car.time() < 1.0 || (-4.0..6.0).contains(&acceleration);
        assert!(is_smooth, "{acceleration} m/s^2 at {} s", car.time());
        let engaged = car.surroundings.powertrain.gear();
        if engaged != gear && car.time() > 0.5 {
            changes.push((engaged, car.time()));
            assert!(before.clutch.abs() < 2.0, "{} N m at {} s", before.clutch, car.time());
            assert!((now.sides[0] - before.sides[0]).abs() < 1.0, "the crankshaft goes on");
            synchronised += now.kinetic - before.kinetic;
        } else {
            surplus += 0.5 * STEP * (before.surplus + now.surplus);
        }
        gear = engaged;
        work += 0.5 * STEP * (before.engine + now.engine);
        if changes
            .last()
            .is_some_and(|(_, time)| (0.9..1.0).contains(&(car.time() - time)))
        {
            assert!(
                (now.sides[0] / now.sides[1] - 1.0).abs() < 2e-3,
                "{:?} rad/s",
                now.sides
            );
        }
        before = now;
    }
    assert!(matches!(changes[..], [(2, _), (3, _)]), "{changes:?}");
    let kept = before.kinetic - start - synchronised;
    assert!((surplus - kept).abs() < 1e-4 * work, "{surplus} and {kept} of {work} J");
}

wishbone::vehicle! {
    /// A car without suspension that follows a lane change.
    pub Follower {
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
        }
        tyre rear: linear(rear_left.wheel, rear_right.wheel) {
            stiffness: 150 kN/m, damping: 4 kN*s/m, longitudinal_stiffness: 60 kN, cornering_stiffness: 90 kN/rad, pneumatic_trail: 20 mm,
        }
        powertrain motor: shafts() {
            rotor: shaft(inertia: 0.1 kg*m^2), case: shaft(inertia: 0.05 kg*m^2),
            left: shaft(inertia: 0.05 kg*m^2), right: shaft(inertia: 0.05 kg*m^2),
            motor: engine(
                on: rotor, full: table(speed: [0, 12000] rpm, torque: [150, 150] N*m), closed: table(speed: [0, 300] rpm, torque: [0, -20] N*m),
            ),
            reduction: gear(driving: rotor, driven: case, ratio: 8),
            differential: differential(case: case, outputs: [left, right]),
            left_shaft: half_shaft(from: left, to: rear_left.wheel, stiffness: 5 kN*m/rad, damping: 5 N*m*s/rad),
            right_shaft: half_shaft(from: right, to: rear_right.wheel, stiffness: 5 kN*m/rad, damping: 5 N*m*s/rad),
        }
        steering hands: driven(rack) { per_turn: -50 mm }
        driver tester: follow(nose) {
            path: double_lane_change(begin: [30, 0] m, width: 1.7 m), speed: 12 m/s,
            previews: [0.5, 0.9] s, gains: [1, 1], wheelbase: 2.6 m, steering_ratio: 18.8,
        }
    }
}

/// The car passes the cones of the double lane change at 43 km/h, as declared.
#[test]
fn the_declared_driver_follows_his_path() {
    use wishbone::control::path::LaneChange;
    const SPEED: f64 = 12.0;
    let track = LaneChange::double([30.0, 0.0], 1.7);
    let mut car = Simulation::new(Follower::new(), Follower::equipment(), AdamsBashforth3::new());
    let mut state = Follower::design_state();
    state.v[Follower::V_MOTION_VX] = SPEED;
    for spin in [
        Follower::V_FRONT_LEFT_WHEEL_SPIN,
        Follower::V_FRONT_RIGHT_WHEEL_SPIN,
        Follower::V_REAR_LEFT_WHEEL_SPIN,
        Follower::V_REAR_RIGHT_WHEEL_SPIN,
    ] {
        state.v[spin] = SPEED / 0.295;
    }
    car.set_state(state);
    let mut states = car.subsystems().to_owned();
    let (_, (_, (powertrain, _))) = &mut states;
    *powertrain = car.surroundings.powertrain.rolling(SPEED / 0.295, 0.0);
    car.set_subsystems(states);
    let mut left: f64 = 0.0;
    while car.time() < 15.0 {
        let _ = car.step(1e-3).expect("a sound step");
        let _ = car.evaluate();
        let [x, y, _] = car.solver().markers()[Follower::MARKER_NOSE].position;
        left = left.max(y);
        // The lanes leave 0.2 m on each side of the car.
        assert!(
            [0.85, -0.85].iter().all(|half| track.allows([x, y + half])),
            "a cone falls at ({x}, {y})"
        );
    }
    let [x, y, _] = car.solver().markers()[Follower::MARKER_NOSE].position;
    assert!(
        x > 165.0 && y.abs() < 0.3 && left > 3.0,
        "at ({x}, {y}), {left} m to the left"
    );
}

wishbone::vehicle! {
    /// A trolley with a different tyre on each wheel, one of them from a property file.
    pub Trolley {
        body frame { mass: 600 kg, com: [0, 0, 0.4] m, inertia: [50, 60, 80] kg*m^2 }
        joint motion: free(ground, frame)
        wheel left: on(frame) { centre: [0, 0.6, 0.4] m, radius: 0.4 m, spin_inertia: 1 kg*m^2 }
        wheel right: on(frame) { centre: [0, -0.6, 0.4] m, radius: 0.4 m, spin_inertia: 1 kg*m^2 }
        wheel third: on(frame) { centre: [-1, 0, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2 }
        tyre front: magic_formula(left, right) { file: "../runtime/laws/tests/data/mf52.tir" }
        tyre rear: linear(third) { stiffness: 150 kN/m, cornering_stiffness: 40 kN/rad, friction: [1, 0.9], response: steady }
    }
}

/// A tyre that was measured on the left is mirrored on the right. Kinds of tyres may be mixed.
#[test]
fn kinds_of_tyres_are_mixed_and_sides_are_kept() {
    let file = PropertyFile::read(include_str!("../../runtime/laws/tests/data/mf52.tir")).expect("a sound file");
    let mounted = |side: Side| {
        AnyTyre::from(Relaxed {
            law: file.mounted(side),
        })
    };
    let rear = LinearTyre {
        cornering_stiffness: 40e3,
        friction: [1.0, 0.9],
        ..LinearTyre::vertical(0.3, 150e3, 0.0)
    };
    let equipment: TrolleyEquipment = Trolley::equipment();
    let expected = [mounted(Side::Left), mounted(Side::Right), AnyTyre::from(rear)];
    assert_eq!(equipment.tyres.tyres, expected);
    let other_terrain = Trolley::equipment().on(Slope::default()).with_driver(Still);
    assert_eq!(other_terrain.tyres.tyres, expected);
}

/// The text of a solver, from its declaration.
fn emitted(name: &str, declaration: &str) -> String {
    let read = file::read_text(name, declaration, &mut file::no_files);
    let compiled = pipeline::compile(&read.vehicle.expect("sound")).expect("sound");
    let text = emit::text(&compiled, "");
    let begin = text.find("pub type CarEquipment").expect("it has equipment");
    text[begin..].to_owned()
}

/// A vehicle that is written as TOML and read again has the same equipment.
#[test]
fn both_doors_give_the_same_equipment() {
    let written = convert::from_grammar(Car::DECLARATION).expect("it can be written");
    assert_eq!(emitted("car.txt", Car::DECLARATION), emitted("car.toml", &written.text));
}

wishbone::vehicle! {
    /// A car without dampers: its energy changes by the work of its equipment alone.
    pub Undamped {
        body chassis { mass: 1000 kg, com: [1.3, 0, 0.5] m, inertia: [300, 1200, 1300] kg*m^2 }
        joint motion: free(ground, chassis)
        marker centre: on(chassis) { at: [1.3, 0, 0.9] m }
        mirror front_left as front_right {
            body carrier { mass: 20 kg, com: [2.6, 0.7, 0.3] m, inertia: [0.3, 0.3, 0.3] kg*m^2 }
            joint strut: prismatic(chassis, carrier) { axis: z }
            spring spring: between(chassis, carrier) { from: [2.6, 0.6, 0.8] m, to: [2.6, 0.6, 0.3] m, rate: 25 kN/m, free_length: 600 mm }
            wheel wheel: on(carrier) { centre: [2.6, 0.75, 0.3] m, radius: 0.3 m, mass: 15 kg, spin_inertia: 1 kg*m^2, diametral_inertia: 0.6 kg*m^2, toe: 1 deg, driven_from: chassis }
        }
        mirror rear_left as rear_right {
            body carrier { mass: 20 kg, com: [0, 0.7, 0.3] m, inertia: [0.3, 0.3, 0.3] kg*m^2 }
            joint strut: prismatic(chassis, carrier) { axis: z }
            spring spring: between(chassis, carrier) { from: [0, 0.6, 0.8] m, to: [0, 0.6, 0.3] m, rate: 25 kN/m, free_length: 600 mm }
            wheel wheel: on(carrier) { centre: [0, 0.75, 0.3] m, radius: 0.3 m, mass: 15 kg, spin_inertia: 1 kg*m^2, diametral_inertia: 0.6 kg*m^2, driven_from: chassis }
        }
        tyre road: linear(all) {
            stiffness: 200 kN/m, damping: 300 N*s/m, longitudinal_stiffness: 60 kN, cornering_stiffness: 50 kN/rad,
            camber_stiffness: 2 kN/rad, pneumatic_trail: 20 mm, rolling_resistance: 0.01,
        }
        powertrain motor: shafts() {
            rotor: shaft(inertia: 0.1 kg*m^2), case: shaft(inertia: 0.05 kg*m^2),
            left: shaft(inertia: 0.05 kg*m^2), right: shaft(inertia: 0.05 kg*m^2),
            motor: engine(
                on: rotor,
                full: table(speed: [0, 4000, 12000] rpm, torque: [200, 200, 60] N*m),
                closed: table(speed: [0, 500, 12000] rpm, torque: [0, -15, -15] N*m),
                power_loss: map(
                    speed: [0, 1000, 3000, 12000] rpm, torque: [-200, 0, 200] N*m,
                    power: [0.5, 0.1, 0.6, 1.2, 0.3, 1.5, 3, 0.8, 3.6, 9, 2.5, 9] kW,
                ),
            ),
            reduction: gear(driving: rotor, driven: case, ratio: 8),
            differential: differential(case: case, outputs: [left, right]),
            left_shaft: half_shaft(from: left, to: rear_left.wheel, stiffness: 5 kN*m/rad, damping: 5 N*m*s/rad),
            right_shaft: half_shaft(from: right, to: rear_right.wheel, stiffness: 5 kN*m/rad, damping: 5 N*m*s/rad),
        }
        brakes discs: on(all) { torque: 1 kN*m, delay: 100 ms }
        air body: at(centre) {
            area: 2 m^2, drag: 0.4, lift: -0.2, side: table(angle: [0, 30, 90] deg, coefficient: [0, -0.5, -1]), wind: [-2, 3, 0] m/s,
        }
        driver foot: script() {
            events: [
                event(at: 0.5 s, throttle: 0.6, within: 0.5 s),
                event(above: 6 m/s, throttle: 0, within: 0.3 s),
                event(after: 0.5 s, brake: 0.5, within: 0.3 s),
            ],
        }
    }
}

/// Accumulates the work that the loads of all other subsystems do on the vehicle [J].
struct Audit;

impl<S: Solver + Default> Subsystem<S> for Audit {
    type State = f64;

    fn load(&mut self, now: &Now<'_, f64>, inputs: &mut S::Inputs) -> f64 {
        let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        let mut power = 0.0;
        for (wheel, load) in now.wheels.iter().zip(inputs.wheels().iter()) {
            let turning = [0, 1, 2].map(|k| wheel.carrier_angular_velocity[k] + wheel.spin * wheel.axis[k]);
            power += dot(load.force, wheel.velocity) + dot(load.moment, turning);
            // With these struts the carriers do not rotate relative to the chassis, which takes the reaction.
            power += (load.drive_torque + load.brake_torque) * wheel.spin;
        }
        for (marker, (_, places)) in now.markers.iter().zip(S::default().description().markers) {
            let load = places.map(|place| inputs.signals()[place]);
            power += dot([load[0], load[1], load[2]], marker.velocity);
            power += dot([load[3], load[4], load[5]], marker.angular_velocity);
        }
        power
    }
}

/// Kinetic, gravity and elastic energy change by the work of tyres, half-shafts, brakes and air, and by nothing else.
/// The remaining difference comes from steps across kinks, for example kinks of the tyres near a standstill.
#[test]
fn the_work_of_the_equipment_is_the_energy_of_the_vehicle() {
    let gap = |h: f64| {
        let whole = (Undamped::equipment(), Audit);
        let mut car = Simulation::new(Undamped::new(), whole, RungeKutta4);
        let before = car.energy().total();
        let mut moved: f64 = 0.0;
        while car.time() < 5.0 - 0.5 * h {
            let _ = car.step(h).expect("a sound step");
            moved = moved.max(car.subsystems().1.abs());
        }
        let _ = car.evaluate();
        let gained = car.energy().total() - before;
        (gained - car.subsystems().1, moved)
    };
    for h in [2e-3, 1e-3] {
        let (left, moved) = gap(h);
        assert!(moved > 1e4 && left.abs() < 1e-8 * moved, "{left} of {moved} J");
    }
}

/// Battery power of the motor with a map of losses, in emitted code and in the engine. It is compared with the power of
/// its shaft plus the loss by hand, while the motor drives and while it recuperates.
#[test]
fn a_motor_draws_the_power_of_its_shaft_and_its_losses() {
    use wishbone_engine::equipment::{Road, fitted};
    let mut car = Simulation::new(Undamped::new(), Undamped::equipment(), RungeKutta4);
    let compiled = wishbone_compiler::pipeline::compile_text(Undamped::DECLARATION).expect("a vehicle");
    let engine = wishbone_engine::Engine::new(&compiled);
    let equipment = fitted(&compiled, engine.description(), &Road::new(Flat)).expect("there is room");
    let mut other = Simulation::new(engine, equipment, RungeKutta4);
    // Powers at the speeds of the map and at its torques, in W and N m; it has no more than these pieces on the way.
    let (speeds, torques) = ([0.0, 1000.0, 3000.0], [-200.0, 0.0, 200.0]);
    let losses = [[500.0, 100.0, 600.0], [1200.0, 300.0, 1500.0], [3000.0, 800.0, 3600.0]];
    let (mut most, mut least) = (0.0_f64, 0.0_f64);
    for _ in 0..2500 {
        for step in [car.step(2e-3), other.step(2e-3)] {
            let _ = step.expect("a sound step");
        }
        let (_, _) = (car.evaluate(), other.evaluate());
        let powertrain = &car.surroundings.powertrain;
        let torque = powertrain.engine_torque(0).expect("a motor");
        let (_, (_, (shafts, _))) = car.subsystems();
        let mut speed = None;
        Subsystem::<Undamped>::states(powertrain, shafts, &mut |state| {
            if state.unit == "rad/s" && state.name == "rotor" {
                speed = Some(state.value);
            }
        });
        // Where the rotor is no state, it turns eight times as fast as the mean of both sides.
        let (sides, _) = shafts;
        let speed = speed.unwrap_or(8.0 * 0.5 * (sides[0] + sides[1]));
        let rpm = speed * 30.0 / std::f64::consts::PI;
        assert!((0.0..3000.0).contains(&rpm.abs()), "{rpm}");
        let row = usize::from(rpm.abs() >= 1000.0);
        let driving = torque * rpm.signum();
        let column = usize::from(driving >= 0.0);
        let up = (rpm.abs() - speeds[row]) / (speeds[row + 1] - speeds[row]);
        let along = (driving - torques[column]) / 200.0;
        let corner = |i: usize, j: usize| losses[row + i][column + j];
        let loss = (1.0 - up) * ((1.0 - along) * corner(0, 0) + along * corner(0, 1))
            + up * ((1.0 - along) * corner(1, 0) + along * corner(1, 1));
        let power = powertrain.battery_power().expect("losses are known");
        assert!(
            (power - (torque * speed + loss)).abs() < 1e-9 * (1.0 + power.abs()),
            "{power} {torque} {speed} {loss}"
        );
        let mut told = None;
        other.surroundings.powertrain.outputs(&mut |quantity| {
            if quantity.name == "battery.power" {
                told = Some(quantity.value);
            }
        });
        let told = told.expect("the engine tells it");
        assert!((told - power).abs() < 1e-6 * (100.0 + power.abs()), "{told} {power}");
        (most, least) = (most.max(power), least.min(power));
    }
    assert!(most > 5e3 && least < -200.0, "{most} {least}");
}
