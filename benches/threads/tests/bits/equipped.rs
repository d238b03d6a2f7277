//! A car with equipment on two threads moves as on one, to the last bit.

use super::{Rough, STEP, bits, road, simulation_on, tyre};
use wishbone::air::{Air, Gust};
use wishbone::brakes::{Brakes, SlipControl};
use wishbone::control::path::{LaneChange, PathFollower, Preview, Steering};
use wishbone::control::{ByTime, Timetable};
use wishbone::integrate::Explicit;
use wishbone::prelude::*;
use wishbone::profile::Profile;
use wishbone::state::Vector;
use wishbone::terrain::{Ground, Terrain};
use wishbone::threads::{OnThreads, Shareable, Stopped, Threaded};
use wishbone_threads::equipped::EquippedCar;

const W: usize = EquippedCar::WHEELS.len();

/// Drag and side force in a gust.
fn air(marker: &str) -> Air<Gust> {
    let gust = Gust {
        peak: [0.0, -12.0, 0.0],
        start: 0.1,
        duration: 0.5,
    };
    let air = Air::drag(EquippedCar::DESCRIPTION, marker, 0.4, 2.0).expect("the car has this marker");
    let mut air = air.with_wind(gust);
    air.force[1] = air.force[0];
    air
}

/// Brakes with delay and slip control.
fn brakes() -> Brakes<W> {
    let mut brakes = Brakes::new([1500.0, 1500.0, 900.0, 900.0]);
    brakes.delay = 0.05;
    brakes.slip = Some(SlipControl {
        radius: 0.3,
        target: 0.05,
        band: 0.1,
        delay: 0.02,
        slow: 1.0,
    });
    brakes
}

/// A driver who brakes after a tenth of a second.
fn pedals() -> Timetable<impl Profile + Copy + Send, Ramp, impl Profile + Copy + Send, impl Profile + Copy + Send> {
    Timetable::new(ByTime::released(1).with_brake(Ramp {
        start: 0.1,
        duration: 0.1,
        amplitude: 0.8,
    }))
}

/// A driver who changes lanes with the eyes at a marker.
fn follower(marker: &str) -> PathFollower<LaneChange, 1> {
    let steering = Steering {
        ratio: -0.14,
        wheelbase: 2.6,
        understeer: 0.0,
        bandwidth: 20.0,
        most: 0.05,
        fastest: 0.2,
        lead: 0.1,
        shortest: 1.0,
    };
    let previews = [Preview { time: 0.6, gain: 1.0 }];
    let path = LaneChange::severe([1.0, 0.0], 1.6);
    PathFollower::of(EquippedCar::DESCRIPTION, "rack", marker, path, previews, steering).expect("rack and marker")
}

/// Steps on one thread and on two, in several calls, one of which begins anew where the vehicle is. All states of the
/// equipment move, except perhaps one: a coupling may be rigid.
fn judge<E, I>(equipment: E, integrator: I)
where
    E: Shareable<EquippedCar> + Clone,
    E::Part: Clone,
    I: Integrator<StateOf<EquippedCar, E>> + Explicit + Clone,
{
    let mut serial = simulation_on(EquippedCar::new(), equipment, integrator);
    let mut start = Vec::new();
    serial.subsystems().clone().each(&mut |x| start.push(*x));
    let mut threads = OnThreads::crowded(serial.clone()).expect("threads");
    assert_eq!(EquippedCar::THREADS.len(), 2);
    for (steps, is_new) in [(1, false), (300, false), (200, true), (699, false)] {
        if is_new {
            serial.integrator_mut().restart();
            threads.simulation_mut();
        }
        for _ in 0..steps {
            serial.step(STEP).expect("it goes on");
        }
        threads.advance(steps, STEP).expect("it goes on");
        assert_eq!(bits(&serial), bits(threads.simulation()), "after {} s", serial.time());
    }
    let mut moved = 0;
    let mut start = start.into_iter();
    serial
        .subsystems()
        .clone()
        .each(&mut |x| moved += usize::from(start.next() != Some(*x)));
    let mut count = 0;
    serial.subsystems().clone().each(&mut |_| count += 1);
    assert!(moved + 1 >= count, "{moved} of {count} states of the equipment move");
}

#[test]
fn a_car_that_steers_and_brakes_in_a_gust_is_one() {
    let ramp = Ramp {
        start: 0.05,
        duration: 0.1,
        amplitude: 0.01,
    };
    let equipment = Equipment::none()
        .with_tyres(road::<W>(0.3))
        .with_driver(pedals())
        .with_steering(Steer::of(EquippedCar::DESCRIPTION, "rack", ramp).expect("a rack"))
        .with_brakes(brakes())
        .with_air(air("centre"));
    judge(equipment, AdamsBashforth3::new());
    judge(equipment, RungeKutta4);
    // The same pieces as pairs.
    let Equipment {
        driver,
        steering,
        brakes,
        air,
        tyres,
        ..
    } = equipment;
    judge((driver, (steering, (brakes, (air, tyres)))), AdamsBashforth3::new());
}

/// The driver remembers where he is on his path.
#[test]
fn a_car_that_follows_a_path_is_one() {
    let equipment = Equipment::none()
        .with_tyres(road::<W>(0.3))
        .with_steering(follower("eye"))
        .with_air(air("centre"));
    judge(equipment, AdamsBashforth3::new());
}

/// A marker that one thread moves can carry the air. The driver of all threads cannot have his eyes there.
#[test]
fn a_marker_of_one_thread_is_a_place_for_forces_and_not_for_eyes() {
    let with_air = Equipment::none().with_tyres(road::<W>(0.3)).with_air(air("hub"));
    judge(with_air, AdamsBashforth3::new());
    let blind = Equipment::none()
        .with_tyres(road::<W>(0.3))
        .with_steering(follower("hub"));
    let refused = OnThreads::crowded(simulation_on(EquippedCar::new(), blind, RungeKutta4));
    let told = refused.expect_err("one thread has the marker").to_string();
    assert!(told.contains("the marker `hub`"), "{told}");
}

fn memories(of: &mut impl Subsystem<EquippedCar>) -> Vec<u64> {
    let mut all = Vec::new();
    of.memories(&mut |x| all.push(x.to_bits()));
    all
}

/// What the driver remembers comes back to the whole.
#[test]
fn memories_of_the_equipment_come_back() {
    let equipment = Equipment::none()
        .with_tyres(road::<W>(0.3))
        .with_steering(follower("eye"));
    let mut serial = simulation_on(EquippedCar::new(), equipment, RungeKutta4);
    let mut threads = OnThreads::crowded(serial.clone()).expect("threads");
    for _ in 0..300 {
        serial.step(STEP).expect("it goes on");
    }
    threads.advance(300, STEP).expect("it goes on");
    let expected = memories(&mut serial.surroundings);
    assert_ne!(expected, [0], "he has gone on along his path");
    assert_eq!(memories(&mut threads.simulation_mut().surroundings), expected);
}

/// The driveline joins the front wheels, which belong to different threads; the threads exchange the spins of the
/// wheels. The gearbox changes gears.
#[test]
fn a_car_with_a_driveline_is_one() {
    let holder = |wheel: usize| {
        EquippedCar::THREADS
            .iter()
            .position(|holdings| holdings.wheels.contains(&wheel))
    };
    assert_ne!(holder(0), holder(1), "each front wheel is another thread's");
    let throttle = Ramp {
        start: 0.0,
        duration: 0.2,
        amplitude: 1.0,
    };
    let equipment = Equipment::none()
        .with_tyres(road::<W>(0.3))
        .with_driver(Timetable::new(ByTime::released(1).with_throttle(throttle)))
        .with_powertrain(EquippedCar::equipment().powertrain);
    let mut driven = simulation_on(EquippedCar::new(), equipment.clone(), RungeKutta4);
    let before = memories(&mut driven.surroundings.powertrain);
    for _ in 0..1200 {
        driven.step(STEP).expect("it goes on");
    }
    assert_ne!(
        memories(&mut driven.surroundings.powertrain),
        before,
        "it changes gears"
    );
    judge(equipment.clone(), AdamsBashforth3::new());
    judge(equipment, RungeKutta4);
}

/// A rough road that ends on the left.
#[derive(Clone, Copy)]
struct Cliff(Rough);

impl Terrain for Cliff {
    fn at(&self, x: f64, y: f64, time: f64) -> Ground {
        let ground = self.0.at(x, y, time);
        let height = if x > 1.0 && y > 0.0 { f64::NAN } else { ground.height };
        Ground { height, ..ground }
    }
}

/// The stopped thread leaves both meetings, and the other thread is at the end of the same step.
#[test]
fn a_car_with_a_driveline_stops_as_one() {
    let road = OnRoad {
        tyres: [tyre(0.3); W],
        terrain: Cliff(Rough { radius: 0.3 }),
    };
    let equipment = Equipment::none()
        .with_tyres(road)
        .with_powertrain(EquippedCar::equipment().powertrain);
    let mut serial = simulation_on(EquippedCar::new(), equipment, RungeKutta4);
    let mut threads = OnThreads::crowded(serial.clone()).expect("threads");
    let refused = loop {
        if let Err(refused) = serial.step(STEP) {
            break refused;
        }
    };
    assert!(serial.time() > 0.1, "{refused}");
    for _ in 0..2 {
        let stopped = threads.advance(5000, STEP).expect_err("the road ends");
        let Stopped::Refused(told) = stopped else {
            panic!("{stopped}")
        };
        assert_eq!(told.time, refused.time);
        assert_eq!(bits(&serial), bits(threads.simulation()));
    }
}
