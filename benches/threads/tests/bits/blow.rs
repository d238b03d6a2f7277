//! A blow from below that is too hard for a suspension: the loops of one thread do not close, and all threads stop.

use super::{Rough, STEP, bits, simulation_on, tyre};
use wishbone::prelude::*;
use wishbone::refused::Cause;
use wishbone::terrain::{Ground, Terrain};
use wishbone::threads::{OnThreads, Stopped, Threaded};
use wishbone::tyre::Relaxed;
use wishbone_threads::five_link::FiveLinkAxle;
use wishbone_threads::truck_2_2::Truck2;

const RADIUS: f64 = 0.3;

/// A step under the left wheel in front, from a moment on.
#[derive(Clone, Copy)]
struct Blow {
    rough: Rough,
    height: f64,
}

impl Terrain for Blow {
    fn at(&self, x: f64, y: f64, time: f64) -> Ground {
        let ground = self.rough.at(x, y, time);
        match time > 0.0405 && x > -0.5 && y > 0.0 {
            true => Ground {
                height: ground.height + self.height,
                ..ground
            },
            false => ground,
        }
    }
}

type Beaten<const W: usize> = OnRoad<Relaxed<LinearTyre>, Blow, W>;

fn beaten<S: Solver, const W: usize>(vehicle: S, height: f64) -> Simulation<S, Beaten<W>> {
    let road = OnRoad {
        tyres: [tyre(RADIUS); W],
        terrain: Blow {
            rough: Rough { radius: RADIUS },
            height,
        },
    };
    simulation_on(vehicle, road, AdamsBashforth3::new())
}

/// All threads stop at the step that a single thread cannot make either, for the same reason.
fn judge<S, const W: usize>(vehicle: &S, height: f64)
where
    S: Threaded + Clone + Send,
    S::Inputs: Send + Sync,
    <S::Inputs as InputPorts>::Drives: Send,
{
    let mut serial = beaten::<S, W>(vehicle.clone(), height);
    let refused = loop {
        if let Err(refused) = serial.step(STEP) {
            break refused;
        }
        assert!(serial.time() < 1.0, "it bears the blow");
    };
    assert!(matches!(refused.cause, Cause::NotClosed(_)), "{refused}");
    assert!(serial.time() > 0.04, "{refused}");
    let mut threads = OnThreads::crowded(beaten::<S, W>(vehicle.clone(), height)).expect("threads");
    for _ in 0..2 {
        let stopped = threads.advance(2000, STEP).expect_err("it does not close");
        let Stopped::Refused(told) = stopped else {
            panic!("{stopped}")
        };
        assert_eq!(told.to_string(), refused.to_string());
        assert_eq!(bits(&serial), bits(threads.simulation()));
    }
}

#[test]
fn a_loop_that_does_not_close_stops_all() {
    for height in [1.0, 20.0] {
        judge::<_, { FiveLinkAxle::WHEELS.len() }>(&FiveLinkAxle::new(), height);
    }
}

/// The thread with the loops that are out of reach also has sound loops behind them.
#[test]
fn a_wheel_out_of_reach_stops_all() {
    for height in [1.0, 20.0] {
        judge::<_, { Truck2::WHEELS.len() }>(&Truck2::new(), height);
    }
}
