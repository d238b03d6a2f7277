//! Whole vehicles in a batch, with their own drives, tyres, brakes and drivers: each vehicle runs with the bits of a
//! single vehicle, even beside vehicles that stop.

use std::array;
use wishbone::batch::{BatchSimulation, InLanes, LANES, Lanes, NowInLanes};
use wishbone::brakes::Brakes;
use wishbone::control::SpeedHold;
use wishbone::ports::WheelLoad;
use wishbone::prelude::*;
use wishbone::profile::{Flank, Pulse};
use wishbone::stabilise::Projection;
use wishbone::state::{StateVector, Vector};
use wishbone::terrain::HalfSineBump;
use wishbone::tyre::tmeasy::{Characteristic, Trail};
use wishbone::tyre::{FourOnRoad, Quartet, Relaxed, Tmeasy};

wishbone::vehicle! {
    /// A cart on four struts. Its front wheels are steered by drives.
    pub Cart {
        batch: accept
        levels: all
        gravity: 9.81 m/s^2
        body chassis { mass: 900 kg, com: [0, 0, 0.5] m, inertia: [300, 900, 1000, 0, 10, 0] kg*m^2 }
        joint motion: free(ground, chassis) { at: [0, 0, 0.5] m }
        subsystem Front(frame) {
            body carrier { mass: 15 kg, com: [1.2, 0.7, 0.33] m, inertia: [0.4, 0.4, 0.4] kg*m^2 }
            body hub { mass: 20 kg, com: [1.2, 0.75, 0.33] m, inertia: [0.5, 0.7, 0.5] kg*m^2 }
            joint travel: prismatic(frame, carrier) { axis: [0.05, 0, 1] }
            joint kingpin: revolute(carrier, hub) { axis: [0.05, -0.1, 1], at: [1.2, 0.7, 0.33] m, drive: steer }
            spring strut: between(frame, carrier) {
                from: [1.2, 0.65, 0.9] m, to: [1.2, 0.7, 0.33] m, free_length: 670 mm, rate: 25 kN/m, damping: 2 kN*s/m,
            }
            wheel tyre: on(hub) {
                centre: [1.2, 0.8, 0.33] m, radius: 0.33 m, driven_from: frame,
                mass: 18 kg, spin_inertia: 1.1 kg*m^2, diametral_inertia: 0.7 kg*m^2,
            }
        }
        subsystem Rear(frame) {
            body hub { mass: 30 kg, com: [-1.3, 0.75, 0.33] m, inertia: [0.8, 1.0, 0.8] kg*m^2 }
            joint travel: prismatic(frame, hub) { axis: z }
            spring strut: between(frame, hub) {
                from: [-1.3, 0.65, 0.9] m, to: [-1.3, 0.7, 0.33] m, free_length: 660 mm, rate: 27 kN/m, damping: 2 kN*s/m,
            }
            wheel tyre: on(hub) {
                centre: [-1.3, 0.8, 0.33] m, radius: 0.33 m, driven_from: frame,
                mass: 18 kg, spin_inertia: 1.1 kg*m^2, diametral_inertia: 0.7 kg*m^2,
            }
        }
        place Front(chassis) as front_left mirrored front_right
        place Rear(chassis) as rear_left mirrored rear_right
    }
}

/// A TMeasy tyre of a small car; the factor tells tyres apart.
fn tmeasy(scale: f64) -> Tmeasy {
    Tmeasy {
        radius: 0.33,
        width: 0.2,
        stiffness: 200e3 * scale,
        progression: 1e5,
        damping: 500.0,
        bottoming: [0.05, 1e6],
        nominal_load: 4000.0,
        greatest_load: 12_000.0,
        longitudinal: Characteristic {
            slope: [80e3 * scale, 150e3],
            peak: [4200.0, 8000.0],
            peak_slip: [0.12, 0.13],
            sliding: [3800.0, 7000.0],
            sliding_slip: [0.6, 0.7],
        },
        lateral: Characteristic {
            slope: [60e3, 100e3 * scale],
            peak: [4000.0, 7600.0],
            peak_slip: [0.18, 0.2],
            sliding: [3700.0, 7000.0],
            sliding_slip: [0.7, 0.8],
        },
        trail: Trail {
            at_zero: [0.17, 0.2],
            zero_slip: [0.2, 0.2],
            end_slip: [0.4, 0.4],
        },
        camber: 1.0,
        rolling_resistance: 0.01,
        carcass: [400e3, 200e3],
    }
}

/// A force on a wheel that is NaN from a given time on, if a time is given [s].
#[derive(Clone, Copy)]
struct Fault(Option<f64>);

impl Fault {
    fn is_there(&self, time: f64) -> bool {
        self.0.is_some_and(|from| time >= from)
    }
}

impl<S: Solver> Subsystem<S> for Fault {
    type State = ();

    fn load(&mut self, now: &Now<()>, inputs: &mut S::Inputs) {
        if self.is_there(now.time) {
            inputs.wheels()[1].force[2] = f64::NAN;
        }
    }

    fn prepare_lanes(_: [&mut Self; LANES]) -> bool {
        true
    }

    fn load_in_lanes(
        each: [&mut Self; LANES],
        now: &NowInLanes<'_, ()>,
        loads: &mut [WheelLoad<Lanes>],
        _: [&mut (); LANES],
    ) -> bool {
        for (lane, own) in each.into_iter().enumerate() {
            if own.is_there(now.time) {
                loads[1].force[2][lane] = f64::NAN;
            }
        }
        true
    }
}

/// A subsystem that is loaded vehicle by vehicle.
#[derive(Clone, Copy)]
struct Push(f64);

impl<S: Solver> Subsystem<S> for Push {
    type State = ();

    fn load(&mut self, _now: &Now<()>, inputs: &mut S::Inputs) {
        inputs.wheels()[0].moment[2] += self.0;
    }
}

/// The cart that turns over in the air: its wheels lie flat for a while.
const OVER: usize = 6;

/// The cart on which a load becomes NaN, and when [s].
const FAULTY: (usize, f64) = (3, 0.12);

/// A state in which the cart rolls forward above the ground, with its own yaw rate; one cart turns over in the air.
fn thrown(lane: usize) -> <Cart as Solver>::State {
    let mut state = Cart::design_state();
    let part = lane as f64;
    state.q[Cart::Q_MOTION_Z] += 0.02 + 0.01 * part;
    state.v[Cart::V_MOTION_VX] = 8.0 + part;
    state.v[Cart::V_MOTION_WZ] = 0.05 * part;
    if lane == OVER {
        state.q[Cart::Q_MOTION_Z] += 3.0;
        state.v[Cart::V_MOTION_WX] = 9.0;
    }
    for spin in [
        Cart::V_FRONT_LEFT_TYRE_SPIN,
        Cart::V_FRONT_RIGHT_TYRE_SPIN,
        Cart::V_REAR_LEFT_TYRE_SPIN,
        Cart::V_REAR_RIGHT_TYRE_SPIN,
    ] {
        state.v[spin] = state.v[Cart::V_MOTION_VX] / 0.33;
    }
    state
}

/// Steering, driver and brakes of a cart. The steering of every second cart jumps in its velocity.
fn driver(lane: usize) -> ([Steer<Pulse>; 2], (SpeedHold<4>, Brakes<4>)) {
    let part = lane as f64;
    let ramp = Pulse {
        start: 0.05 + 0.01 * part,
        rise: 0.1,
        hold: 0.04,
        fall: 0.06,
        amplitude: 0.03 * (part - 3.0),
        flank: if lane.is_multiple_of(2) {
            Flank::Smooth
        } else {
            Flank::Straight
        },
    };
    let steer = ["front_left.steer", "front_right.steer"];
    let steer = steer.map(|drive| Steer::of(Cart::DESCRIPTION, drive, ramp).expect("the cart has it"));
    let hold = SpeedHold::new(9.0 + part, 300.0, 50.0, 400.0, [false, false, true, true]);
    let mut brakes = Brakes::new([800.0, 800.0, 500.0, 500.0 + part]);
    brakes.parking = [0.0, 0.0, 300.0, 300.0];
    (steer, (hold, brakes))
}

/// A batch whose type has too few wheels is refused before its first step.
#[test]
#[should_panic(expected = "write `BatchSimulation::<_, _, _, 4>`")]
fn a_batch_has_room_for_all_wheels() {
    let _ = BatchSimulation::<_, _, _, 2>::new(CartBatch::new(), array::from_fn(|_| Still), RungeKutta4);
}

/// Runs eight carts in a batch and singly, and compares states, inputs, outputs and refusals bit for bit after each step.
fn runs_alike<E>(around: impl Fn(usize) -> E, start: impl Fn(usize) -> <Cart as Solver>::State)
where
    E: Subsystem<Cart> + Clone,
{
    let each: [E; LANES] = array::from_fn(&around);
    let mut batch = BatchSimulation::<_, _, _, 4>::new(CartBatch::new(), each, AdamsBashforth3::new());
    let mut alone: Vec<_> = (0..LANES)
        .map(|lane| {
            batch.set_state(lane, &start(lane));
            let mut single = Simulation::new(Cart::new(), around(lane), AdamsBashforth3::new());
            single.projection = Projection::ONCE;
            single.set_state(start(lane));
            single
        })
        .collect();
    let mut stopped = [None; LANES];
    for _ in 0..400 {
        let together = batch.step(1e-3).expect("a valid step");
        for (lane, single) in alone.iter_mut().enumerate() {
            let own = stopped[lane].map_or_else(|| single.step(1e-3), Err);
            assert_eq!(format!("{:?}", together[lane]), format!("{own:?}"), "lane {lane}");
            stopped[lane] = own.err();
            let (found, expected) = (batch.state().lane(lane), *single.state());
            assert_eq!(bits(found.coordinates()), bits(expected.coordinates()), "lane {lane}");
            assert_eq!(bits(found.speeds()), bits(expected.speeds()), "lane {lane}");
            let states = [batch.subsystems()[lane].clone(), single.subsystems().clone()].map(numbers);
            assert_eq!(states[0], states[1], "lane {lane}");
            if own.is_ok() {
                let inputs = [batch.inputs(lane), single.inputs].map(|inputs| {
                    let numbers = inputs.wheels.iter().flat_map(|load| load.fields());
                    numbers.flat_map(|(_, numbers)| bits(numbers)).collect::<Vec<_>>()
                });
                assert_eq!(inputs[0], inputs[1], "lane {lane}");
                let outputs = [&batch.surroundings()[lane], &single.surroundings].map(told);
                assert_eq!(outputs[0], outputs[1], "lane {lane}");
            }
        }
    }
    let failed: Vec<usize> = (0..LANES).filter(|&lane| stopped[lane].is_some()).collect();
    assert_eq!(failed, [FAULTY.0]);
    assert!(batch.evaluate().lane(0).v.iter().all(|rate| rate.is_finite()));
}

fn bits(numbers: &[f64]) -> Vec<u64> {
    numbers.iter().map(|x| x.to_bits()).collect()
}

fn numbers<X: Vector>(mut vector: X) -> Vec<u64> {
    let mut numbers = Vec::new();
    vector.each(&mut |x| numbers.push(x.to_bits()));
    numbers
}

fn told<E: Subsystem<Cart>>(surroundings: &E) -> Vec<u64> {
    let mut outputs = Vec::new();
    surroundings.outputs(&mut |output| outputs.push(output.value.to_bits()));
    outputs
}

fn fault(lane: usize) -> Fault {
    Fault((lane == FAULTY.0).then_some(FAULTY.1))
}

/// Tyres whose numbers differ by vehicle and wheel.
fn tyres<Y: Quartet>(lane: usize, tyre: impl Fn(f64) -> Y) -> [Y; 4] {
    [0, 1, 2, 3].map(|k| tyre(0.9 + 0.02 * lane as f64 + 0.03 * f64::from(k)))
}

#[test]
fn carts_on_level_ground_run_as_alone() {
    let around = |lane: usize| {
        let road = FourOnRoad::new(tyres(lane, |scale| Relaxed { law: tmeasy(scale) }), Flat);
        let ([left, right], others) = driver(lane);
        ((road, (left, right)), (others, fault(lane)))
    };
    runs_alike(around, thrown);
    // No cart turns over: wheels never lie flat.
    runs_alike(around, |lane| thrown(if lane == OVER { 0 } else { lane }));
}

/// The ground under each cart has a separate bump, and tyres have no memory.
#[test]
fn carts_on_their_own_bumps_run_as_alone() {
    let around = |lane: usize| {
        let bump = HalfSineBump {
            start: 1.0 + 0.1 * lane as f64,
            length: 0.8,
            height: 0.05,
            lateral: [0.0, f64::INFINITY],
        };
        let road = FourOnRoad::new(tyres(lane, tmeasy), bump);
        let ([left, right], others) = driver(lane);
        ((road, (left, right)), (others, fault(lane)))
    };
    runs_alike(around, thrown);
}

/// One subsystem has to be loaded vehicle by vehicle, and so all are.
#[test]
fn carts_with_a_subsystem_of_each_run_as_alone() {
    let around = |lane: usize| {
        let road = FourOnRoad::new(tyres(lane, |scale| Relaxed { law: tmeasy(scale) }), Flat);
        (driver(lane).1, ((road, Push(10.0 * lane as f64)), fault(lane)))
    };
    runs_alike(around, thrown);
}

/// Tyres that are replaced between steps act from then on.
#[test]
fn tyres_may_be_replaced_between_steps() {
    let road = |lane: usize, factor: f64| FourOnRoad::new(tyres(lane, |scale| tmeasy(factor * scale)), Flat);
    let roads = array::from_fn(|lane| road(lane, 1.0));
    let mut batch = BatchSimulation::<_, _, _, 4>::new(CartBatch::new(), roads, RungeKutta4);
    let mut single = Simulation::new(Cart::new(), road(5, 1.0), RungeKutta4);
    single.projection = Projection::ONCE;
    for step in 0..60 {
        if step == 30 {
            batch.surroundings_mut()[5] = road(5, 1.3);
            single.surroundings = road(5, 1.3);
        }
        assert!(batch.step(1e-3).expect("a valid step").iter().all(Result::is_ok));
        let _ = single.step(1e-3).expect("a sound step");
        assert_eq!(batch.state().lane(5), *single.state());
    }
}
