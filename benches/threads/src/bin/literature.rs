//! Time of a step of the literature's vehicles on one thread and on two, and corrections of positions in a step:
//! `cargo run --release -p wishbone-threads --features literature --bin literature`.
//!
//! They roll over a rough road, so that their loops are corrected as often as in use. Each call begins at the same place.
#![allow(clippy::approx_constant, reason = "the radius of a tyre is near 1/pi")]

use std::io;
use wishbone::level::Level;
use wishbone::prelude::*;
use wishbone::threads::{OnThreads, Threaded};
use wishbone_threads::rolling::rolling;
use wishbone_threads::timing::{STEPS, alone, compared, tell_hand_off, times_of};

fn main() -> io::Result<()> {
    tell_hand_off()?;
    println!("Least (median) time of a step [us].\n");
    println!("| vehicle | level | step [ms] | corrections | one thread | two threads | times as fast |");
    println!("|---|---|---|---|---|---|---|");
    macro_rules! row {
        ($name:literal, $vehicle:ty, $radius:literal) => {{
            const WHEELS: usize = <$vehicle>::WHEELS.len();
            for (level, step) in [(Level::Baseline, 1e-4), (Level::Baseline, 1e-3), (Level::V3, 1e-3)] {
                let vehicle = <$vehicle>::new().at_level(level);
                alone(|| row::<_, WHEELS>($name, vehicle, $radius, step))?;
            }
        }};
    }
    wishbone_threads::literature!(row);
    Ok(())
}

fn row<S, const W: usize>(name: &str, vehicle: S, radius: f64, step: f64) -> io::Result<()>
where
    S: Threaded + Clone + Send,
    S::Inputs: Send + Sync,
    <S::Inputs as InputPorts>::Drives: Send,
{
    let level = vehicle.level();
    let start = rolling::<S, W>(vehicle, radius);
    let mut one = start.clone();
    let corrections: usize = (0..STEPS).map(|_| one.step(step).expect("it rolls").iterations).sum();
    let mut two = OnThreads::new(start.clone())?;
    two.pin();
    let on_one = times_of(
        &mut one,
        |one| one.clone_from(&start),
        |one| (0..STEPS).for_each(|_| _ = one.step(step).expect("it rolls")),
    );
    let on_two = times_of(
        &mut two,
        |two| {
            two.simulation_mut().clone_from(&start);
            // The threads are set up here, as the copy of one thread is made before its time is taken.
            two.advance(0, step).expect("there is nothing to do");
        },
        |two| two.advance(STEPS, step).expect("it rolls"),
    );
    println!(
        "| {name} | {level:?} | {} | {:.2} | {} |",
        step * 1e3,
        corrections as f64 / STEPS as f64,
        compared(on_one, on_two),
    );
    Ok(())
}
