//! Time of a step of large vehicles on one thread and on two: `cargo run --release -p wishbone-threads --features large`.
//!
//! The same solver is stepped by one thread (`Simulation`) and by two (`OnThreads`); then the same vehicle with equal subsystems in lanes.
//! Each time is the least, and the median, of many calls of some hundred steps each, so that another program that takes a core
//! for a while counts in few of them.

use std::io;
use std::time::Instant;
use wishbone::level::Level;
use wishbone::prelude::*;
use wishbone::team::Team;
use wishbone::threads::{OnThreads, Shareable, Threaded};
use wishbone_threads::{bus_20, bus_20_lanes, bus_74, bus_74_lanes, truck_4, truck_4_lanes, truck_10, truck_10_lanes};

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
    let one = times(|| (0..STEPS).for_each(|_| _ = one.step(STEP)));
    let two = times(|| two.advance(STEPS, STEP).expect("it hardly moves"));
    println!(
        "| {name} | {level:?} | {around} | {:.2} ({:.2}) | {:.2} ({:.2}) | {:.2} ({:.2}) |",
        one[0],
        one[1],
        two[0],
        two[1],
        one[0] / two[0],
        one[1] / two[1],
    );
    Ok(())
}

/// Least and median time of a step [us].
fn times(mut call: impl FnMut()) -> [f64; 2] {
    (0..CALLS / 10).for_each(|_| call());
    let timed = (0..CALLS).map(|_| {
        let begin = Instant::now();
        call();
        begin.elapsed().as_secs_f64() * 1e6 / STEPS as f64
    });
    let mut times: Vec<f64> = timed.collect();
    times.sort_by(f64::total_cmp);
    [times[0], times[CALLS / 2]]
}
