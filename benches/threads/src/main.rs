//! Time of a step of large vehicles on one thread and on two: `cargo run --release -p wishbone-threads --features large`.
//!
//! Each time is the least, and the median, of many calls of some hundred steps each, so that another program that takes a core
//! for a while counts in few of them.

use std::io;
use std::time::Instant;
use wishbone::prelude::*;
use wishbone::threads::{OnThreads, Threaded};
use wishbone_threads::{bus_74_1, bus_74_2, truck_10_1, truck_10_2};

/// Steps in a call.
const STEPS: usize = 200;
/// Timed calls, after a tenth as many that are not.
const CALLS: usize = 300;
/// Step [s], so short that the vehicle hardly moves.
const STEP: f64 = 1e-9;

fn main() -> io::Result<()> {
    println!("| vehicle | surroundings | one thread [us] | two threads [us] | times as fast |\n|---|---|---|---|---|");
    macro_rules! rows {
        ($name:literal, $serial:ty, $threads:ty, $radius:literal) => {{
            const WHEELS: usize = <$serial>::WHEELS.len();
            row(($name, "none"), <$serial>::new(), <$threads>::new(), Still)?;
            let law = LinearTyre {
                longitudinal_stiffness: 60e3,
                cornering_stiffness: 40e3,
                ..LinearTyre::vertical($radius, 250e3, 1e3)
            };
            let road = OnRoad {
                tyres: [Relaxed { law }; WHEELS],
                terrain: Flat,
            };
            row(($name, "tyres"), <$serial>::new(), <$threads>::new(), road)?;
        }};
    }
    rows!("truck of 10 axles", truck_10_1::Truck10, truck_10_2::Truck10, 0.3);
    rows!("bus of 74 seats", bus_74_1::Bus74, bus_74_2::Bus74, 0.5588);
    Ok(())
}

fn row<S, T, E>(name: (&str, &str), serial: S, threads: T, surroundings: E) -> io::Result<()>
where
    S: Solver,
    T: Threaded<State = S::State, Inputs = S::Inputs> + Clone + Send,
    T::State: Send,
    T::Inputs: Send + Sync,
    <T::Inputs as InputPorts>::Drives: Send,
    E: Subsystem<S> + wishbone::threads::Shareable<T> + Clone,
    <E as Subsystem<T>>::State: Send,
    E::Part: Clone,
{
    let mut serial = Simulation::new(serial, surroundings.clone(), AdamsBashforth3::new());
    serial.projection = Projection::ONCE;
    let one = times(|| (0..STEPS).for_each(|_| _ = serial.step(STEP)));
    let mut threads = Simulation::new(threads, surroundings, AdamsBashforth3::new());
    threads.projection = Projection::ONCE;
    let mut threads = OnThreads::new(threads)?;
    let two = times(|| threads.advance(STEPS, STEP).expect("it hardly moves"));
    let (vehicle, around) = name;
    println!(
        "| {vehicle} | {around} | {:.2} ({:.2}) | {:.2} ({:.2}) | {:.2} ({:.2}) |",
        one[0],
        one[1],
        two[0],
        two[1],
        one[0] / two[0],
        one[1] / two[1]
    );
    Ok(())
}

/// Least and median time of a step [us].
fn times(mut call: impl FnMut()) -> [f64; 2] {
    (0..CALLS / 10).for_each(|_| call());
    let mut times: Vec<f64> = (0..CALLS)
        .map(|_| {
            let begin = Instant::now();
            call();
            begin.elapsed().as_secs_f64() * 1e6 / STEPS as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    [times[0], times[CALLS / 2]]
}
