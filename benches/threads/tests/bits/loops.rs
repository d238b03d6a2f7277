//! Loops that need iteration: each thread closes those of its own subsystems, as often as they need.

use super::{Rough, STEP, bits, judge_by, road, simulation_on, tyre};
use wishbone::level::Level;
use wishbone::prelude::*;
use wishbone::refused::Cause;
use wishbone::stabilise::Feedback;
use wishbone::threads::{OnThreads, Stopped, Threaded};
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

/// Steps differ in the number of corrections, so that a thread which took that of another would be found.
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

/// Both axles in lanes at the level that has them, one subsystem after the other at the baseline.
#[test]
fn threads_that_close_loops_in_lanes_are_one() {
    for level in [Level::Baseline, Level::V3] {
        let car = FiveLinkCar::new().at_level(level);
        judge_by::<_, CAR, _>(car, RADIUS, AdamsBashforth3::new(), |_| {});
    }
}

/// A step under the left wheel that its links do not bear, from a moment on.
#[derive(Clone, Copy)]
struct Blow {
    rough: Rough,
    height: f64,
}

impl Terrain for Blow {
    fn at(&self, x: f64, y: f64, time: f64) -> Ground {
        let ground = self.rough.at(x, y, time);
        match time > 0.0405 && y > 0.0 {
            true => Ground {
                height: ground.height + self.height,
                ..ground
            },
            false => ground,
        }
    }
}

type Beaten = Simulation<FiveLinkAxle, OnRoad<Relaxed<LinearTyre>, Blow, AXLE>, AdamsBashforth3<State>>;
type State = StateOf<FiveLinkAxle, OnRoad<Relaxed<LinearTyre>, Blow, AXLE>>;

fn beaten(height: f64) -> Beaten {
    let road = OnRoad {
        tyres: [tyre(RADIUS); AXLE],
        terrain: Blow {
            rough: Rough { radius: RADIUS },
            height,
        },
    };
    simulation_on(FiveLinkAxle::new(), road, AdamsBashforth3::new())
}

/// Loops of one thread that do not close stop all, at the step that one thread does not make either, for the same reason.
#[test]
fn a_loop_that_does_not_close_stops_all() {
    for height in [1.0, 20.0] {
        let mut serial = beaten(height);
        let refused = loop {
            if let Err(refused) = serial.step(STEP) {
                break refused;
            }
            assert!(serial.time() < 1.0, "it bears the blow");
        };
        assert!(matches!(refused.cause, Cause::NotClosed(_)), "{refused}");
        assert!(serial.time() > 0.04, "{refused}");
        let mut threads = OnThreads::crowded(beaten(height)).expect("threads");
        for _ in 0..2 {
            let stopped = threads.advance(2000, STEP).expect_err("it does not close");
            let Stopped::Refused(told) = stopped else {
                panic!("{stopped}")
            };
            assert_eq!(told.to_string(), refused.to_string());
            assert_eq!(bits(&serial), bits(threads.simulation()));
        }
    }
}
