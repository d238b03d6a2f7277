//! Loops that need iteration: each thread closes the loops of its own subsystems, with as many iterations as they need.

use super::{STEP, judge_by, road, simulation_on};
use wishbone::level::Level;
use wishbone::prelude::*;
use wishbone::stabilise::{Feedback, Projection};
use wishbone::threads::Threaded;
use wishbone_threads::five_link::FiveLinkAxle;
use wishbone_threads::five_link_in_lanes::FiveLinkCar;

const RADIUS: f64 = 0.3;
const AXLE: usize = FiveLinkAxle::WHEELS.len();
const CAR: usize = FiveLinkCar::WHEELS.len();

/// Number of corrections of positions that steps on a rough road take.
fn corrections(steps: usize) -> Vec<usize> {
    let mut simulation = simulation_on(FiveLinkAxle::new(), road::<AXLE>(RADIUS), AdamsBashforth3::new());
    let step = |_| simulation.step(STEP).expect("it goes on").iterations;
    (0..steps).map(step).collect()
}

/// Steps differ in the number of corrections. So the test finds a thread that takes the number of another thread.
#[test]
fn loops_are_iterated() {
    let corrections = corrections(500);
    assert!(
        corrections.contains(&1) && corrections.iter().any(|count| *count > 1),
        "{corrections:?}"
    );
    assert!(FiveLinkAxle::THREADS.iter().all(|holdings| holdings.wheels.len() == 1));
}

#[test]
fn threads_that_close_their_loops_are_one() {
    let axle = FiveLinkAxle::new;
    judge_by::<_, AXLE, _>(axle(), RADIUS, AdamsBashforth3::new(), |_| {});
    judge_by::<_, AXLE, _>(axle(), RADIUS, RungeKutta4, |_| {});
    judge_by::<_, AXLE, _>(axle(), RADIUS, AdamsBashforth3::new(), |simulation| {
        simulation.projection = Projection::ONCE;
    });
    judge_by::<_, AXLE, _>(axle(), RADIUS, AdamsBashforth3::new(), |simulation| {
        simulation.feedback = Some(Feedback::new(50.0));
    });
}

/// Both axles are in lanes at the level that has lanes; at the baseline, one subsystem is computed after the other.
#[test]
fn threads_that_close_loops_in_lanes_are_one() {
    for level in [Level::Baseline, Level::V3] {
        let car = FiveLinkCar::new().at_level(level);
        judge_by::<_, CAR, _>(car, RADIUS, AdamsBashforth3::new(), |_| {});
    }
}
