//! Time of a step of large vehicles on one thread and on two: `cargo run --release -p wishbone-threads --features large`.
//!
//! The same solver is stepped by one thread (`Simulation`) and by two (`OnThreads`); then the same vehicle with equal subsystems in lanes.
//! Then the vehicles of the literature, whose loops iterate: they roll over a rough road, so that a step takes as many corrections as it
//! would in use.
//! Each time is the least, and the median, of many calls of some hundred steps each, so that another program that takes a core
//! for a while counts in few of them.

use std::io;
use std::time::Instant;
use wishbone::level::Level;
use wishbone::prelude::*;
use wishbone::team::Team;
use wishbone::threads::{OnThreads, Shareable, Threaded};
use wishbone_threads::{bus_20, bus_20_lanes, bus_74, bus_74_lanes, truck_4, truck_4_lanes, truck_10, truck_10_lanes};
use wishbone_threads::{deyo_sedan, iltis, rtrd_car, rtrd_truck, small_car, szczotka_car};

/// Steps in a call.
const STEPS: usize = 200;
/// Timed calls, after a tenth as many that are not.
const CALLS: usize = 500;
/// Step [s], so short that the vehicle hardly moves.
const STEP: f64 = 1e-9;

fn main() -> io::Result<()> {
    println!("Hand-off: {:.2} us there and back.\n", alone(hand_off)? * 1e6);
    println!("Least (median) time of a step [us].\n");
    println!("| vehicle | level | surroundings | one thread | two threads | times as fast |");
    println!("|---|---|---|---|---|---|");
    macro_rules! rows {
        ($name:literal, $vehicle:ty, $lanes:ty, $radius:literal) => {{
            const WHEELS: usize = <$vehicle>::WHEELS.len();
            let law = LinearTyre {
                longitudinal_stiffness: 60e3,
                cornering_stiffness: 40e3,
                ..LinearTyre::vertical($radius, 250e3, 1e3)
            };
            let road = OnRoad {
                tyres: [Relaxed { law }; WHEELS],
                terrain: Flat,
            };
            for level in [Level::Baseline, Level::V3] {
                let vehicle = <$vehicle>::new().at_level(level);
                alone(|| row([$name, "none"], vehicle.clone(), Still))?;
                alone(|| row([$name, "tyres"], vehicle.clone(), road))?;
            }
            let vehicle = <$lanes>::new().at_level(Level::V3);
            alone(|| row([concat!($name, ", in lanes"), "none"], vehicle.clone(), Still))?;
            alone(|| row([concat!($name, ", in lanes"), "tyres"], vehicle.clone(), road))?;
        }};
    }
    rows!("truck, 4 axles", truck_4::Truck4, truck_4_lanes::Truck4, 0.3);
    rows!("truck, 10 axles", truck_10::Truck10, truck_10_lanes::Truck10, 0.3);
    rows!("bus, 20 seats", bus_20::Bus20, bus_20_lanes::Bus20, 0.5588);
    rows!("bus, 74 seats", bus_74::Bus74, bus_74_lanes::Bus74, 0.5588);
    println!(
        "\nVehicles of the literature on a rough road: corrections of positions in a step, least (median) time of a step [us].\n"
    );
    println!("| vehicle | level | step [ms] | corrections | one thread | two threads | times as fast |");
    println!("|---|---|---|---|---|---|---|");
    macro_rules! rolling {
        ($name:literal, $vehicle:ty, $radius:literal) => {{
            const WHEELS: usize = <$vehicle>::WHEELS.len();
            for (level, step) in [(Level::Baseline, 1e-4), (Level::Baseline, 1e-3), (Level::V3, 1e-3)] {
                let vehicle = <$vehicle>::new().at_level(level);
                alone(|| rolling::<_, WHEELS>($name, vehicle, $radius, step))?;
            }
        }};
    }
    rolling!("Deyo's sedan", deyo_sedan::DeyoSedan, 0.318);
    rolling!("RTRD's car", rtrd_car::RtrdCar, 0.3186);
    rolling!("RTRD's truck", rtrd_truck::RtrdTruck, 0.5588);
    rolling!("small car", small_car::SmallCar, 0.3186);
    rolling!("Szczotka's car", szczotka_car::SzczotkaCar, 0.313);
    rolling!("Iltis", iltis::Iltis, 0.364);
    Ok(())
}

/// Runs this on a thread of its own, which may be bound to a core.
fn alone<R: Send>(run: impl FnOnce() -> io::Result<R> + Send) -> io::Result<R> {
    std::thread::scope(|scope| scope.spawn(run).join().expect("it does not panic"))
}

/// Time from one thread to another and back [s].
fn hand_off() -> io::Result<f64> {
    let mut team = Team::new(2)?;
    team.pin();
    Ok(team.hand_off().as_secs_f64())
}

fn row<S, E>([name, around]: [&str; 2], vehicle: S, surroundings: E) -> io::Result<()>
where
    S: Threaded + Clone + Send,
    S::Inputs: Send + Sync,
    <S::Inputs as InputPorts>::Drives: Send,
    E: Shareable<S> + Clone,
    E::Part: Clone,
{
    let level = vehicle.level();
    let mut one = Simulation::new(vehicle, surroundings, AdamsBashforth3::new());
    one.projection = Projection::ONCE;
    let mut two = OnThreads::new(one.clone())?;
    two.pin();
    let one = times_of(&mut one, |_| (), |one| (0..STEPS).for_each(|_| _ = one.step(STEP)));
    let two = times_of(
        &mut two,
        |_| (),
        |two| two.advance(STEPS, STEP).expect("it hardly moves"),
    );
    println!("| {name} | {level:?} | {around} | {} |", compared(one, two));
    Ok(())
}

/// Times of one thread and of two, and their ratio: least, and median.
fn compared(one: [f64; 2], two: [f64; 2]) -> String {
    format!(
        "{:.2} ({:.2}) | {:.2} ({:.2}) | {:.2} ({:.2})",
        one[0],
        one[1],
        two[0],
        two[1],
        one[0] / two[0],
        one[1] / two[1],
    )
}

/// Waves of 10 mm under wheels whose centres stand this high [m].
#[derive(Clone, Copy)]
struct Waves {
    centres: f64,
    radius: f64,
}

impl Terrain for Waves {
    fn at(&self, x: f64, y: f64, time: f64) -> Ground {
        let (phase, amplitude) = (3.0 * x + 2.0 * y, 0.01);
        Ground {
            height: self.centres - self.radius + amplitude * phase.sin(),
            normal: [-3.0 * amplitude * phase.cos(), -2.0 * amplitude * phase.cos(), 1.0],
            ..Flat.at(x, y, time)
        }
    }
}

/// A vehicle that rolls at 8 m/s; each call begins at the same place.
fn rolling<S, const W: usize>(name: &str, mut vehicle: S, radius: f64, step: f64) -> io::Result<()>
where
    S: Threaded + Clone + Send,
    S::Inputs: Send + Sync,
    <S::Inputs as InputPorts>::Drives: Send,
{
    let level = vehicle.level();
    vehicle.kinematics(&vehicle.design_state(), &vehicle.no_inputs());
    let law = LinearTyre {
        longitudinal_stiffness: 60e3,
        cornering_stiffness: 40e3,
        ..LinearTyre::vertical(radius, 250e3, 1e3)
    };
    let road = OnRoad {
        tyres: [Relaxed { law }; W],
        terrain: Waves {
            centres: vehicle.wheels()[0].centre[2],
            radius,
        },
    };
    let mut start = Simulation::new(vehicle, road, AdamsBashforth3::new());
    let mut state = start.state().clone();
    for (speed, number) in state.speeds_mut().iter_mut().zip([0.1, 0.05, 0.2, 8.0, 0.3, -0.1]) {
        *speed = number;
    }
    start.set_state(state);
    start.assemble().expect("it closes");
    let mut one = start.clone();
    let corrections: usize = (0..STEPS).map(|_| one.step(step).expect("it rolls").iterations).sum();
    let mut two = OnThreads::new(start.clone())?;
    two.pin();
    let on_one = times_of(
        &mut one,
        |one| one.clone_from(&start),
        |one| {
            (0..STEPS).for_each(|_| _ = one.step(step).expect("it rolls"));
        },
    );
    let on_two = times_of(
        &mut two,
        |two| two.simulation_mut().clone_from(&start),
        |two| {
            two.advance(STEPS, step).expect("it rolls");
        },
    );
    println!(
        "| {name} | {level:?} | {} | {:.2} | {} |",
        step * 1e3,
        corrections as f64 / STEPS as f64,
        compared(on_one, on_two),
    );
    Ok(())
}

/// Least and median time of a step in calls, each after a preparation that is not timed [us].
fn times_of<T>(of: &mut T, mut prepare: impl FnMut(&mut T), mut call: impl FnMut(&mut T)) -> [f64; 2] {
    let mut timed = || {
        prepare(of);
        let begin = Instant::now();
        call(of);
        begin.elapsed().as_secs_f64() * 1e6 / STEPS as f64
    };
    (0..CALLS / 10).for_each(|_| _ = timed());
    let mut times: Vec<f64> = (0..CALLS).map(|_| timed()).collect();
    times.sort_by(f64::total_cmp);
    [times[0], times[CALLS / 2]]
}
