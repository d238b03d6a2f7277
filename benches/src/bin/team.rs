//! Measures the time of a hand-off between threads on this machine, and of several vehicles in parallel: one per thread, with one
//! meeting per step.
//!
//! `cargo run --release -p wishbone-benches --bin team`

use std::io;
use std::sync::Mutex;
use std::thread::{available_parallelism, sleep};
use std::time::{Duration, Instant};
use wishbone::prelude::*;
use wishbone::stabilise::Projection;
use wishbone::team::Team;
use wishbone::timing::StepTimes;
use wishbone_benches::machine::processor;
use wishbone_vehicles::Hmmwv;

/// Simulation of a truck without surroundings.
type Truck = Simulation<Hmmwv>;

/// Number of timed rounds, which follow a tenth as many untimed rounds.
const ROUNDS: usize = 20_000;
/// Step [s], so short that the truck hardly moves.
const STEP: f64 = 1e-9;

fn main() -> io::Result<()> {
    let cores = available_parallelism().map_or(1, usize::from);
    println!("{}, {cores} cores\n", processor());
    println!(
        "| threads, each with a truck | hand-off, awake (asleep) [us] | one by one [us] | side by side [us] | 99.9 % [us] | worst [us] | speed-up |"
    );
    println!("|---|---|---|---|---|---|---|");
    for threads in [2, 4, 8].into_iter().filter(|threads| *threads <= cores.max(2)) {
        row(threads)?;
    }
    Ok(())
}

fn row(threads: usize) -> io::Result<()> {
    let mut team = Team::new(threads)?;
    team.pin();
    let awake = team.hand_off();
    let mut sleepers = Team::with_patience(threads, 0)?;
    sleepers.pin();
    let asleep = woken(&mut sleepers);
    drop(sleepers);
    let trucks: Vec<Mutex<Truck>> = (0..threads).map(|_| Mutex::new(truck())).collect();
    let step = |part: usize| {
        let mut truck = trucks[part].lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        // The loops are closed at the start, and the truck hardly moves.
        let _ = truck.step(STEP);
    };
    let alone = times(|| (0..threads).for_each(step));
    let together = times(|| team.meet(step));
    let middle = |times: &StepTimes| times.percentile(50.0);
    println!(
        "| {threads} | {:.2} ({:.1}) | {:.2} | {:.2} | {:.2} | {:.0} | {:.2} |",
        us(awake),
        us(asleep),
        us(middle(&alone)),
        us(middle(&together)),
        us(together.percentile(99.9)),
        us(together.worst()),
        us(middle(&alone)) / us(middle(&together)),
    );
    Ok(())
}

/// Time of an empty meeting of threads that have gone to sleep: the median of several hundred.
fn woken(team: &mut Team) -> Duration {
    let mut times = StepTimes::new(Duration::MAX);
    for _ in 0..500 {
        sleep(Duration::from_micros(300));
        let begin = Instant::now();
        team.meet(|_| {});
        times.record(begin.elapsed());
    }
    times.percentile(50.0)
}

fn truck() -> Truck {
    let mut truck = Simulation::new(Hmmwv::new(), Still, AdamsBashforth3::new());
    truck.projection = Projection::ONCE;
    truck
}

fn times(mut round: impl FnMut()) -> StepTimes {
    let mut times = StepTimes::new(Duration::MAX);
    for count in 0..ROUNDS + ROUNDS / 10 {
        let begin = Instant::now();
        round();
        if count >= ROUNDS / 10 {
            times.record(begin.elapsed());
        }
    }
    times
}

fn us(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
