//! The rest that is found without derivatives. It is also the rest that a long run and exact slopes find, and at which
//! no small displacement does work.

use wishbone::prelude::*;
use wishbone::stabilise::Projection;
use wishbone::start;
use wishbone::state::Whole;
use wishbone_compiler::front::file;
use wishbone_compiler::pipeline::{Compiled, compile_differentiated, compile_text, compile_to_run};
use wishbone_engine::equipment::{self, Fitted};
use wishbone_engine::{Engine, Numbers};
use wishbone_studies::equilibrium::{self, NoEquilibrium, Rest};
use wishbone_studies::whole::System;

const DEYO_SEDAN: &str = include_str!("../../../workbench/files/deyo_sedan.toml");
const HMMWV: &str = include_str!("../../../workbench/files/hmmwv.toml");
const HMMWV_PITMAN: &str = include_str!("../../../workbench/files/hmmwv_pitman.toml");
const ILTIS: &str = include_str!("../../../workbench/files/iltis.toml");
const MACPHERSON_CAR: &str = include_str!("../../../workbench/files/macpherson_car.toml");
const SMALL_CAR: &str = include_str!("../../../workbench/files/small_car.toml");
const TRACTOR_SEMITRAILER: &str = include_str!("../../../workbench/files/tractor_semitrailer.toml");
const BUSHED_CAR: &str = include_str!("vehicles/bushed_car.txt");

/// A vehicle at rest.
struct AtRest {
    engine: Engine,
    surroundings: Fitted,
    lifted: Numbers,
    rest: Rest<Numbers>,
}

impl AtRest {
    fn of(compiled: &Compiled) -> Self {
        let engine = Engine::new(compiled);
        let radii = equipment::radii(compiled);
        let surroundings = equipment::resting(compiled, engine.description()).expect("there is room");
        let rest = equilibrium::rest(&engine, &radii, surroundings.clone(), &[]).expect("it rests");
        let lifted = start::lifted(&engine, &radii).unwrap_or_else(|_| engine.design_state());
        Self {
            engine,
            surroundings,
            lifted,
            rest,
        }
    }

    /// Heights of the wheel centres in a position [m].
    fn heights(&self, state: &Numbers) -> Vec<f64> {
        let (mut engine, inputs) = (self.engine.clone(), self.engine.no_inputs());
        engine.kinematics(state, &inputs);
        engine.wheels().iter().map(|wheel| wheel.centre[2]).collect()
    }

    /// Checks that the wheels have the same heights in another position.
    fn stands_as(&self, other: &Numbers, within: f64) {
        for (own, other) in self.heights(&self.rest.state).into_iter().zip(self.heights(other)) {
            assert!((own - other).abs() < within, "{own} m and {other} m");
        }
    }
}

fn read(
    declaration: &str,
    compile: fn(&wishbone_compiler::front::syntax::Vehicle) -> Result<Compiled, wishbone_compiler::diag::Diagnostics>,
) -> Compiled {
    let name = if declaration.contains("[vehicle]") {
        "vehicle.toml"
    } else {
        "vehicle.txt"
    };
    let reading = file::read_text(name, declaration, &mut file::no_files);
    let compiled = reading.vehicle.and_then(|vehicle| compile(&vehicle));
    compiled.unwrap_or_else(|found| panic!("{found:?}"))
}

/// Compares with the rest from exact slopes; the search for it begins with a vehicle that has sunk for a while.
fn as_exact_slopes_find(declaration: &str) {
    let at_rest = AtRest::of(&read(declaration, compile_differentiated));
    let AtRest {
        engine,
        surroundings,
        lifted,
        ..
    } = &at_rest;
    let near = start::let_go(engine, lifted.clone(), surroundings.clone(), 2.0).expect("it sinks");
    let own = Subsystem::<Engine>::initial(surroundings);
    let mut system = System::new(engine.clone(), surroundings.clone()).expect("it has derivatives");
    let exact = equilibrium::of(&mut system, near, own).expect("it rests");
    at_rest.stands_as(&exact.state, 1e-10);
    assert_eq!(at_rest.rest.escape, None);
    assert!(
        at_rest.rest.loads.iter().all(|load| *load > 0.0),
        "{:?}",
        at_rest.rest.loads
    );
}

macro_rules! as_exact_slopes_find {
    ($($name:ident: $declaration:expr;)*) => {$(
        #[test]
        fn $name() {
            as_exact_slopes_find($declaration);
        }
    )*};
}

as_exact_slopes_find! {
    deyo_sedan: DEYO_SEDAN;
    hmmwv: HMMWV;
    hmmwv_with_a_column: HMMWV_PITMAN;
    macpherson_car: MACPHERSON_CAR;
    tractor_semitrailer: TRACTOR_SEMITRAILER;
    car_on_bushings: BUSHED_CAR;
    macpherson_car_with_mounts: &mounted();
}

/// A car with two dampers on springs, so that their deflections are unknowns.
fn mounted() -> String {
    let damping = "damping = \"5810.4 N*s/m\"";
    assert!(MACPHERSON_CAR.contains(damping));
    MACPHERSON_CAR.replace(damping, &format!("{damping}\nseries = \"80 kN/m\""))
}

/// Friction of tyres and dampers brings a vehicle to the same rest in the course of time.
fn as_time_brings(declaration: &str) {
    let at_rest = AtRest::of(&read(declaration, compile_to_run));
    let AtRest {
        engine,
        surroundings,
        lifted,
        ..
    } = &at_rest;
    let settled = start::settled(engine, lifted.clone(), surroundings.clone()).expect("it settles");
    at_rest.stands_as(&settled, 1e-8);
}

#[test]
fn time_brings_the_iltis_to_the_same_rest() {
    as_time_brings(ILTIS);
}

/// From the position to which it has sunk, Newton's method with exact slopes does not converge.
#[test]
fn time_brings_the_small_car_to_the_same_rest() {
    as_time_brings(SMALL_CAR);
}

/// The work of a small displacement from rest is zero: the work of the wheels' loads minus the energy that the vehicle takes up.
/// Each is computed by a program of its own, without accelerations.
fn no_displacement_does_work(compiled: &Compiled) {
    let AtRest {
        mut engine,
        mut surroundings,
        rest,
        ..
    } = AtRest::of(compiled);
    assert_eq!(rest.escape, None);
    assert!(rest.loads.iter().all(|load| *load > 0.0), "{:?}", rest.loads);
    const BY: f64 = 1e-5;
    let whole = Whole {
        vehicle: rest.state.clone(),
        subsystems: Subsystem::<Engine>::initial(&surroundings),
    };
    let mut inputs = engine.no_inputs();
    let still = wishbone::subsystem::rate(&mut engine, &mut surroundings, &mut inputs, 0.0, &whole).vehicle;
    let loads = inputs.wheels().to_vec();
    let no_inputs = inputs.clone();
    for speed in 0..rest.state.v.len() {
        let mut moving = rest.state.clone();
        moving.v[speed] = 1.0;
        let _ = engine.correct_velocity(&mut moving, &no_inputs);
        engine.kinematics(&moving, &no_inputs);
        let wheels = engine.wheels().to_vec();
        let mut motion = still.clone();
        engine.accelerations_into(&no_inputs, &mut motion);
        let mut power: f64 = 0.0;
        for (load, wheel) in loads.iter().zip(&wheels) {
            for k in 0..3 {
                power += load.force[k] * wheel.velocity[k] + load.moment[k] * wheel.carrier_angular_velocity[k];
            }
        }
        let mut energy = [BY, -BY].map(|by| {
            let mut moved = rest.state.clone();
            for (q, (rate, still)) in moved.q.iter_mut().zip(motion.q.iter().zip(&still.q)) {
                *q += by * (rate - still);
            }
            let _ = engine.close(&mut moved, &no_inputs, &Projection::ASSEMBLY);
            moved.v.fill(0.0);
            let energy = engine.energy(&moved, &no_inputs);
            energy.gravity + energy.elastic
        });
        energy[0] -= energy[1];
        let taken_up = energy[0] / (2.0 * BY);
        let weight: f64 = loads.iter().map(|load| load.force[2]).sum();
        assert!(
            (power - taken_up).abs() < 1e-6 * weight,
            "{}: {power} W, {taken_up} W",
            engine.description().speeds[speed]
        );
    }
}

#[test]
fn no_displacement_of_the_truck_does_work() {
    no_displacement_does_work(&read(HMMWV, compile_to_run));
}

/// Suspensions of the library with camber and toe, in front and at the rear, under a heavy load on the left and at the
/// rear. The load presses springs on their stops.
fn loaded(front: &str, rear: &str, places: [&str; 2]) -> Compiled {
    let aligned = |library: &str| library.replace("radius: 300 mm,", "radius: 300 mm, camber: -2 deg, toe: 0.4 deg,");
    let declaration = format!(
        "Loaded {{
            {}
            {}
            body chassis {{ mass: 1900 kg, com: [-1.7, 0.09, 0.35] m, inertia: [600, 2600, 2800] kg*m^2 }}
            body rack {{ mass: 3 kg, com: [-0.2, 0, -0.05] m, inertia: [0.1, 0.002, 0.1] kg*m^2 }}
            joint motion: free(ground, chassis)
            joint slide: prismatic(chassis, rack) {{ axis: y, at: [-0.2, 0, -0.05] m, drive: rack }}
            place {}
            place {} {{ origin: [-2.7, 0, 0] m }}
            tyre all: linear(all) {{ stiffness: 220 kN/m, cornering_stiffness: 60 kN/rad }}
            steering rack: driven(rack) {{ per_turn: 50 mm }}
        }}",
        aligned(front),
        if rear == front { String::new() } else { aligned(rear) },
        places[0],
        places[1],
    );
    read(&declaration, compile_to_run)
}

const DOUBLE_WISHBONE: &str = include_str!("../../../../compiler/library/double_wishbone.txt");
const MACPHERSON: &str = include_str!("../../../../compiler/library/macpherson.txt");
const MACPHERSON_BUSHED: &str = include_str!("../../../../compiler/library/macpherson_bushed.txt");
const FIVE_LINK: &str = include_str!("../../../../compiler/library/five_link.txt");
const TWIST_BEAM: &str = include_str!("../../../../compiler/library/twist_beam.txt");
const SOLID_AXLE_WATT: &str = include_str!("../../../../compiler/library/solid_axle_watt.txt");
const SEMI_TRAILING_ARM: &str = include_str!("../../../../compiler/library/semi_trailing_arm.txt");

#[test]
fn no_displacement_of_wishbones_and_five_links_does_work() {
    no_displacement_does_work(&loaded(
        DOUBLE_WISHBONE,
        FIVE_LINK,
        [
            "DoubleWishbone(chassis, rack) as front_left mirrored front_right",
            "FiveLink(chassis) as rear_left mirrored rear_right",
        ],
    ));
}

#[test]
fn no_displacement_of_struts_and_a_twist_beam_does_work() {
    no_displacement_does_work(&loaded(
        MACPHERSON,
        TWIST_BEAM,
        [
            "MacPherson(chassis, rack) as front_left mirrored front_right",
            "TwistBeam(chassis) as rear",
        ],
    ));
}

#[test]
fn no_displacement_of_bushed_struts_and_a_solid_axle_does_work() {
    no_displacement_does_work(&loaded(
        MACPHERSON_BUSHED,
        SOLID_AXLE_WATT,
        [
            "MacPhersonBushed(chassis, rack) as front_left mirrored front_right",
            "SolidAxleWatt(chassis) as rear",
        ],
    ));
}

#[test]
fn no_displacement_of_wishbones_and_trailing_arms_does_work() {
    no_displacement_does_work(&loaded(
        DOUBLE_WISHBONE,
        SEMI_TRAILING_ARM,
        [
            "DoubleWishbone(chassis, rack) as front_left mirrored front_right",
            "SemiTrailingArm(chassis) as rear_left mirrored rear_right",
        ],
    ));
}

/// A quarter car without any damper: 340 kg on a tyre of 180 kN/m, with 300 of the 340 kg on a spring of 20 kN/m.
#[test]
fn dampers_are_not_needed() {
    let compiled = compile_text(
        "Quarter {
            gravity: 9.81 m/s^2
            body sprung { mass: 300 kg, com: [0, 0, 0.8] m, inertia: [10, 10, 10] kg*m^2 }
            body unsprung { mass: 40 kg, com: [0, 0, 0.3] m, inertia: [1, 1, 1] kg*m^2 }
            joint ride: prismatic(ground, sprung) { axis: z }
            joint hub: prismatic(sprung, unsprung) { axis: z }
            spring coil: between(sprung, unsprung) {
                from: [0, 0, 0.8] m, to: [0, 0, 0.3] m, rate: 20 kN/m, free_length: 600 mm
            }
            wheel w: on(unsprung) { centre: [0, 0, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2 }
            tyre road: linear(all) { stiffness: 180 kN/m }
        }",
    );
    let at_rest = AtRest::of(&compiled.expect("a vehicle"));
    let (wheel, spring) = (0.3 - 340.0 * 9.81 / 180e3, 0.6 - 300.0 * 9.81 / 20e3);
    let [ride, hub] = at_rest.rest.state.q[..2] else {
        panic!("two joints and a spin")
    };
    assert!((at_rest.heights(&at_rest.rest.state)[0] - wheel).abs() < 1e-10);
    assert!((ride + hub - (wheel - 0.3)).abs() < 1e-10);
    assert!((ride - (wheel + spring - 0.8)).abs() < 1e-10, "{ride}");
    assert!((at_rest.rest.loads[0] - 340.0 * 9.81).abs() < 1e-4);
}

fn pendulum(height: f64, spring: &str) -> Compiled {
    let declaration = format!(
        "Pendulum {{
            body bob {{ mass: 2 kg, com: [0, 0, {height}] m, inertia: [0.01, 0.01, 0.01] kg*m^2 }}
            joint pivot: revolute(ground, bob) {{ axis: y, at: [0, 0, 0] m }}
            {spring}
        }}"
    );
    compile_text(&declaration).expect("a pendulum")
}

/// A pendulum that stands upright on its pivot is in balance, and falls to the rest below.
#[test]
fn a_balance_is_left() {
    let found = AtRest::of(&pendulum(1.0, "")).rest;
    assert_eq!(found.escape, None);
    assert!(
        (found.state.q[0].abs() - std::f64::consts::PI).abs() < 1e-9,
        "{found:?}"
    );
}

/// A vehicle that falls for ever does not rest.
#[test]
fn a_fall_is_no_rest() {
    let compiled = compile_text(
        "Stone {
            body stone { mass: 2 kg, com: [0, 0, 1] m, inertia: [0.01, 0.01, 0.01] kg*m^2 }
            joint motion: free(ground, stone)
        }",
    );
    let compiled = compiled.expect("a stone");
    let engine = Engine::new(&compiled);
    let fallen = equilibrium::rest(&engine, &[], Still, &[]);
    assert!(matches!(fallen, Err(NoEquilibrium::NotBalanced { .. })), "{fallen:?}");
}
