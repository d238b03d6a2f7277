//! Subsystems of the vehicles of a batch, side by side: each gives the same bits as alone.

use super::driveline::light_outputs;
use super::four::{any_wheel, brush, tmeasy};
use super::solvers::wheelset::Wheelset;
use fastrand::Rng;
use wishbone::batch::{InLanes, LANES, Lanes, NowInLanes};
use wishbone::brakes::{Brakes, SlipControl};
use wishbone::control::{ByTime, Controls, Pedals, SpeedHold};
use wishbone::driveline::{Driveline, End};
use wishbone::level::Level;
use wishbone::ports::{Inputs, WheelLoad, WheelMotion};
use wishbone::prelude::*;
use wishbone::state::Vector;
use wishbone::subsystem::Joints;
use wishbone::terrain::Ground;
use wishbone::tyre::magic_formula::{PropertyFile, Side};
use wishbone::tyre::{FourOnRoad, MagicFormula, Quartet, Relaxed, Steady};

/// Wheels, states, demands and earlier inputs of a vehicle.
struct Scene<X> {
    wheels: [WheelMotion; 4],
    state: X,
    controls: Controls,
    inputs: Inputs<0, 4>,
}

fn any_scene<X: Vector>(rng: &mut Rng, factor: f64) -> Scene<X> {
    let wheels = core::array::from_fn(|_| any_wheel(rng, factor));
    let mut state = X::zero();
    state.each(&mut |x| *x = 0.04 * (rng.f64() - 0.5));
    let mut inputs = Inputs::default();
    for load in &mut inputs.wheels {
        (load.force[1], load.drive_torque, load.brake_torque) = (rng.f64(), rng.f64(), rng.f64());
    }
    let controls = Controls {
        throttle: rng.f64(),
        brake: 1.2 * rng.f64() - 0.1,
        clutch: rng.f64(),
        parking_brake: rng.f64(),
        gear: 1,
    };
    Scene {
        wheels,
        state,
        controls,
        inputs,
    }
}

/// Loads side by side. Returns nothing if the vehicles have to be loaded one by one.
fn together<E: Subsystem<Wheelset>>(each: &mut [E; LANES], scenes: &[Scene<E::State>; LANES]) -> Option<Found<E>> {
    let mut wheels = [WheelMotion::<Lanes>::default(); 4];
    let mut loads = [WheelLoad::<Lanes>::default(); 4];
    for (lane, scene) in scenes.iter().enumerate() {
        for k in 0..4 {
            wheels[k].set_lane(lane, &scene.wheels[k]);
            loads[k].set_lane(lane, &scene.inputs.wheels[k]);
        }
    }
    let controls = scenes.each_ref().map(|scene| scene.controls);
    let now = NowInLanes {
        time: 0.3,
        states: scenes.each_ref().map(|scene| &scene.state),
        wheels: &wheels,
        controls: &controls,
    };
    let mut rates: [E::State; LANES] = core::array::from_fn(|_| E::State::zero());
    let is_done = E::load_in_lanes(each.each_mut(), &now, &mut loads, rates.each_mut());
    is_done.then(|| core::array::from_fn(|lane| (loads.map(|load| load.lane(lane)), rates[lane].clone())))
}

/// Loads and rates of each vehicle.
type Found<E> = [([WheelLoad; 4], <E as Subsystem<Wheelset>>::State); LANES];

/// Loads one vehicle.
fn alone<E: Subsystem<Wheelset>>(own: &mut E, scene: &Scene<E::State>) -> ([WheelLoad; 4], E::State) {
    let (mut inputs, vehicle) = (scene.inputs, Wheelset::design_state());
    let now = Now {
        time: 0.3,
        state: &scene.state,
        wheels: &scene.wheels,
        markers: &[],
        joints: Joints::of(&vehicle),
        controls: scene.controls,
    };
    let rate = own.load(&now, &mut inputs);
    (inputs.wheels, rate)
}

/// All numbers of loads and rates, and what the subsystem tells.
fn bits<E: Subsystem<Wheelset>>(own: &E, (loads, mut rate): ([WheelLoad; 4], E::State)) -> Vec<u64> {
    let fields = loads.iter().flat_map(|load| load.fields());
    let mut bits: Vec<u64> = fields.flat_map(|(_, numbers)| numbers).map(|x| x.to_bits()).collect();
    rate.each(&mut |x| bits.push(x.to_bits()));
    own.outputs(&mut |output| bits.push(output.value.to_bits()));
    bits
}

/// Compares random vehicles side by side with single vehicles; returns how many of 100 batches were loaded side by side.
fn alike<E: Subsystem<Wheelset> + Clone>(mut each: [E; LANES], factor: f64) -> usize {
    let rng = &mut Rng::with_seed(29);
    let mut singles = each.clone();
    if !E::prepare_lanes(each.each_mut()) {
        return 0;
    }
    let mut done = 0;
    for _ in 0..100 {
        let scenes: [Scene<E::State>; LANES] = core::array::from_fn(|_| any_scene(rng, factor));
        let Some(found) = together(&mut each, &scenes) else {
            continue;
        };
        done += 1;
        for (lane, found) in found.into_iter().enumerate() {
            let expected = alone(&mut singles[lane], &scenes[lane]);
            assert_eq!(
                bits(&each[lane], found),
                bits(&singles[lane], expected),
                "{:?}",
                scenes[lane].wheels
            );
        }
    }
    done
}

/// Whether this build computes tyres in vectors.
fn has_vectors() -> bool {
    cfg!(all(target_arch = "x86_64", optimised)) && Level::detect() >= Level::V3
}

/// Eight vehicles with different tyres, on level ground, on slopes, on some of each, and on ground that moves. Of 100
/// batches at ordinary speeds, and of 100 batches near a standstill, at least these numbers are loaded side by side. In
/// the others a wheel leaves the range of a law's functions.
fn tyres_in_every_situation<Y: Quartet>(each: [[Y; 4]; LANES], [rolling, slow]: [usize; 2]) {
    for (slopes, speed) in [
        ([0.0, 0.0], 0.0),
        ([0.1, 0.1], 0.0),
        ([0.0, 0.1], 0.0),
        ([0.0, 0.0], -3.0),
    ] {
        let ground = move |x: f64, y: f64, _: f64| {
            let slope = slopes[usize::from((31.0 * x + 17.0 * y).sin() > 0.0)];
            Ground {
                velocity: [speed, 0.0, 0.0],
                friction: if y > 0.0 { 0.7 } else { 1.0 },
                ..Ground::sloping(slope * x, [slope, 0.0])
            }
        };
        for factor in [1.0, 1e-3, 0.0, 1e12] {
            let done = alike(each.map(|tyres| FourOnRoad::new(tyres, ground)), factor);
            let least = if factor == 1.0 { rolling } else { slow };
            let is_as_expected = if has_vectors() { done >= least } else { done == 0 };
            assert!(factor > 1.0 || is_as_expected, "{factor}: {done}");
        }
    }
}

/// Numbers that differ by vehicle and wheel.
fn scaled<Y>(tyre: impl Fn(f64) -> Y) -> [[Y; 4]; LANES] {
    core::array::from_fn(|lane| core::array::from_fn(|k| tyre(0.8 + 0.01 * lane as f64 + 0.1 * k as f64)))
}

#[test]
fn tmeasy_tyres_of_eight_vehicles_are_those_of_each() {
    tyres_in_every_situation(scaled(tmeasy), [100; 2]);
    tyres_in_every_situation(scaled(|scale| Relaxed { law: tmeasy(scale) }), [100; 2]);
}

#[test]
fn brush_tyres_of_eight_vehicles_are_those_of_each() {
    tyres_in_every_situation(scaled(brush), [100; 2]);
    tyres_in_every_situation(scaled(|scale| Relaxed { law: brush(scale) }), [100; 2]);
}

#[test]
fn linear_tyres_of_eight_vehicles_are_those_of_each() {
    let tyre = |scale: f64| LinearTyre {
        longitudinal_stiffness: 60e3 * scale,
        cornering_stiffness: 50e3,
        camber_stiffness: 2e3,
        pneumatic_trail: 0.03,
        rolling_resistance: 0.01,
        ..LinearTyre::vertical(0.33, 200e3, 500.0)
    };
    tyres_in_every_situation(scaled(tyre), [100; 2]);
    tyres_in_every_situation(scaled(|scale| Relaxed { law: tyre(scale) }), [100; 2]);
}

/// The wheels of a vehicle may have tyres of different versions, but all vehicles have the same version at a wheel.
#[test]
fn magic_formula_tyres_of_eight_vehicles_are_those_of_each() {
    let file = |text: &str| PropertyFile::read(text).expect("a sound file");
    let five = file(include_str!("../../laws/tests/data/mf52.tir")).mounted(Side::Left);
    let six = file(include_str!("../../laws/tests/data/mf61.tir")).mounted(Side::Right);
    let laws: [[MagicFormula; 4]; LANES] = core::array::from_fn(|lane| {
        let mut laws = [five, six, six, five];
        laws.iter_mut()
            .for_each(|law| law.coefficients.pky1 *= 1.0 + 0.02 * lane as f64);
        laws
    });
    tyres_in_every_situation(laws.map(|own| own.map(|law| Relaxed { law })), [20, 0]);
    let prepared = |law: MagicFormula| Relaxed { law: law.prepared() };
    tyres_in_every_situation(laws.map(|own| own.map(prepared)), [20, 0]);
    tyres_in_every_situation(laws.map(|own| own.map(|law| Steady { law, low_speed: 1.0 })), [20, 0]);
    let mut mixed = laws;
    mixed[6][2] = five;
    let roads = mixed.map(|own| FourOnRoad::new(own.map(|law| Relaxed { law }), Flat));
    assert_eq!(alike(roads, 1.0), 0, "different equations are computed one by one");
}

/// A wheel that lies flat has no load, and its batch is loaded one by one.
#[test]
fn vehicles_of_which_a_wheel_lies_flat_are_loaded_one_by_one() {
    let rng = &mut Rng::with_seed(5);
    let mut roads = scaled(tmeasy).map(|tyres| FourOnRoad::new(tyres, Flat));
    let is_prepared = <FourOnRoad<_, _> as Subsystem<Wheelset>>::prepare_lanes(roads.each_mut());
    assert_eq!(is_prepared, has_vectors());
    let mut scenes: [Scene<[(); 4]>; LANES] = core::array::from_fn(|_| any_scene(rng, 1.0));
    assert_eq!(together(&mut roads, &scenes).is_some(), has_vectors());
    scenes[3].wheels[2].axis = [0.0, 0.05, 0.998];
    assert!(together(&mut roads, &scenes).is_none());
    scenes[3].wheels[2].axis = [f64::NAN; 3];
    assert!(together(&mut roads, &scenes).is_none());
}

fn brakes(lane: usize) -> Brakes<4> {
    let slip = SlipControl {
        radius: 0.33,
        target: 0.15,
        band: 0.2,
        delay: 0.05,
        slow: 2.0,
    };
    let mut brakes = Brakes::new([2000.0, 2000.0, 1500.0, 1000.0 + lane as f64]);
    brakes.parking = [0.0, 0.0, 900.0, 900.0];
    brakes.delay = if lane == 3 { 0.0 } else { 0.05 };
    brakes.slip = lane.is_multiple_of(2).then_some(slip);
    brakes
}

fn hold(lane: usize) -> SpeedHold<4> {
    let driven = [lane != 2, true, lane == 4, true];
    SpeedHold::new(15.0 + lane as f64, 300.0, 100.0, 900.0, driven)
}

fn driveline(lane: usize) -> Driveline<2, 3, 4> {
    light_outputs(400.0 + 10.0 * lane as f64, 20.0, 0.3, End::Wheel(1 + lane % 3))
}

#[test]
fn brakes_drivers_and_drivelines_of_eight_vehicles_are_those_of_each() {
    for factor in [1.0, 1e-3, 0.0] {
        assert_eq!(alike(core::array::from_fn(brakes), factor), 100);
        assert_eq!(alike(core::array::from_fn(hold), factor), 100);
        assert_eq!(alike([Still; LANES], factor), 100);
        assert_eq!(alike(core::array::from_fn(driveline), factor), 100);
        let pairs: [_; LANES] = core::array::from_fn(|lane| (hold(lane), (Still, brakes(lane))));
        assert_eq!(alike(pairs, factor), 100);
    }
}

fn pedals(lane: usize) -> Pedals<impl wishbone::control::Plan + Clone> {
    let press = Ramp {
        start: 0.05 * lane as f64,
        duration: 0.2,
        amplitude: 0.9,
    };
    Pedals::new(ByTime::released(0).with_brake(press))
}

/// Equipment acts in its order, and its brakes obey the driver before them.
#[test]
fn the_equipment_of_eight_vehicles_is_that_of_each() {
    let roads = scaled(|scale| Relaxed { law: tmeasy(scale) }).map(|tyres| FourOnRoad::new(tyres, Flat));
    let whole: [_; LANES] = core::array::from_fn(|lane| {
        let equipment = Equipment::none().with_tyres(roads[lane]).with_brakes(brakes(lane));
        (equipment.with_driver(pedals(lane)), hold(lane))
    });
    assert_eq!(alike(whole, 1.0), if has_vectors() { 100 } else { 0 });
    let pairs: [_; LANES] = core::array::from_fn(|lane| (pedals(lane), brakes(lane)));
    assert_eq!(alike(pairs, 1.0), 100);
}
