//! A thread that stops, stops all, and the reason is told.

use super::{Road, Rough, STEP, bits, simulation_on, tyre};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use wishbone::prelude::*;
use wishbone::threads::{OnThreads, Stopped};
use wishbone_threads::truck_2_2::Truck2;

const WHEELS: usize = Truck2::WHEELS.len();

/// An event under the front left wheel, which one thread has, from a moment on.
#[derive(Clone, Copy)]
enum Trap {
    Abyss,
    Panic,
    Nap(Duration),
}

/// A rough road with a trap.
#[derive(Clone, Copy)]
struct Trapped {
    rough: Rough,
    trap: Trap,
}

const MOMENT: f64 = 0.0405;

impl Terrain for Trapped {
    fn at(&self, x: f64, y: f64, time: f64) -> Ground {
        let ground = self.rough.at(x, y, time);
        if !(time > MOMENT && x > -0.5 && y > 0.0) {
            return ground;
        }
        match self.trap {
            Trap::Abyss => Ground {
                height: f64::NAN,
                ..ground
            },
            Trap::Panic => panic!("a trap"),
            Trap::Nap(time) => {
                std::thread::sleep(time);
                ground
            }
        }
    }
}

type Truck = Simulation<Truck2, OnRoad<Relaxed<LinearTyre>, Trapped, WHEELS>, AdamsBashforth3<State>>;
type State = StateOf<Truck2, Road<WHEELS>>;

fn truck(trap: Trap) -> Truck {
    let road = OnRoad {
        tyres: [tyre(0.3); WHEELS],
        terrain: Trapped {
            rough: Rough { radius: 0.3 },
            trap,
        },
    };
    simulation_on(Truck2::new(), road, AdamsBashforth3::new())
}

/// The step that is refused on one thread is refused on all; all are at its beginning, and go on as one thread does.
#[test]
fn a_step_is_refused_by_all() {
    let mut serial = truck(Trap::Abyss);
    let mut threads = OnThreads::crowded(truck(Trap::Abyss)).expect("threads");
    let refused = loop {
        if let Err(refused) = serial.step(STEP) {
            break refused;
        }
    };
    for _ in 0..2 {
        let stopped = threads.advance(1000, STEP).expect_err("there is an abyss");
        let Stopped::Refused(told) = stopped else {
            panic!("{stopped}")
        };
        assert_eq!(told.time, refused.time);
        assert!(
            stopped.to_string().contains("not a number") || stopped.to_string().contains("NaN"),
            "{stopped}"
        );
        assert_eq!(bits(&serial), bits(threads.simulation()));
    }
}

/// The panic comes out of the call; the vehicle is where it was, and the threads can be used again.
#[test]
fn a_panic_is_passed_on() {
    let mut threads = OnThreads::crowded(truck(Trap::Panic)).expect("threads");
    threads.advance(80, STEP).expect("the trap comes later");
    let before = bits(threads.simulation());
    for _ in 0..2 {
        let panicked = catch_unwind(AssertUnwindSafe(|| threads.advance(1000, STEP)));
        let payload = panicked.expect_err("there is a trap");
        assert_eq!(payload.downcast_ref::<&str>(), Some(&"a trap"));
        assert_eq!(before, bits(threads.simulation()));
    }
}

/// Who waits in vain gives up and names the thread that did not come.
#[test]
fn a_late_thread_is_told() {
    let (nap, limit) = (Duration::from_millis(200), Duration::from_millis(50));
    let threads = OnThreads::crowded(truck(Trap::Nap(nap))).expect("threads");
    let mut threads = threads.waiting_at_most(limit);
    let begin = Instant::now();
    let stopped = threads.advance(1000, STEP).expect_err("a thread naps");
    assert!(begin.elapsed() < Duration::from_secs(4), "{:?}", begin.elapsed());
    let Stopped::Late { thread, waited } = stopped else {
        panic!("{stopped}")
    };
    assert!(thread < 2 && waited == limit);
    // All have made the steps before.
    let mut serial = truck(Trap::Abyss);
    while serial.step(STEP).is_ok() {}
    assert_eq!(bits(&serial), bits(threads.simulation()));
}
