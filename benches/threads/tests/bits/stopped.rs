//! A thread that stops, stops all, and the reason is told.

use super::{Rough, STEP, bits, simulation_on, tyre};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use wishbone::prelude::*;
use wishbone::terrain::{Ground, Terrain};
use wishbone::threads::{OnThreads, Stopped, Threaded};
use wishbone::tyre::Relaxed;
use wishbone_threads::truck_2_2::Truck2;

const WHEELS: usize = Truck2::WHEELS.len();

/// An event under the front left wheel, which one thread has.
#[derive(Clone)]
enum Trap {
    Abyss,
    Panic,
    Nap(Duration),
    /// A pause at the moment of each trap; then, while the earlier steps are repeated, one pause of half that time.
    Naps(Duration, Arc<AtomicUsize>),
}

/// A rough road with a trap, which can be closed.
#[derive(Clone)]
struct Trapped {
    rough: Rough,
    trap: Trap,
    open: Arc<AtomicBool>,
}

/// The trap acts later than this [s].
const MOMENT: f64 = 0.0405;

impl Terrain for Trapped {
    fn at(&self, x: f64, y: f64, time: f64) -> Ground {
        let ground = self.rough.at(x, y, time);
        if !(x > -0.5 && y > 0.0 && self.open.load(Ordering::SeqCst)) {
            return ground;
        }
        match &self.trap {
            Trap::Abyss if time > MOMENT => Ground {
                height: f64::NAN,
                ..ground
            },
            Trap::Panic if time > MOMENT => panic!("a trap"),
            Trap::Nap(nap) if time > MOMENT => {
                std::thread::sleep(*nap);
                ground
            }
            Trap::Naps(nap, taken) => {
                let begins = [time > MOMENT, time > 0.5 * MOMENT && time < 0.9 * MOMENT];
                let next = taken.load(Ordering::SeqCst);
                if begins.get(next).is_some_and(|begins| *begins) {
                    taken.store(next + 1, Ordering::SeqCst);
                    std::thread::sleep(*nap);
                }
                ground
            }
            Trap::Abyss | Trap::Panic | Trap::Nap(_) => ground,
        }
    }
}

type Truck = Simulation<Truck2, OnRoad<Relaxed<LinearTyre>, Trapped, WHEELS>>;

/// A truck on a road with this trap, and the trap's door.
fn truck(trap: Trap) -> (Truck, Arc<AtomicBool>) {
    let open = Arc::new(AtomicBool::new(true));
    let road = OnRoad {
        tyres: [tyre(0.3); WHEELS],
        terrain: Trapped {
            rough: Rough { radius: 0.3 },
            trap,
            open: Arc::clone(&open),
        },
    };
    (simulation_on(Truck2::new(), road, AdamsBashforth3::new()), open)
}

/// A truck on a road without a trap.
fn untrapped() -> Truck {
    let (truck, open) = truck(Trap::Abyss);
    open.store(false, Ordering::SeqCst);
    truck
}

fn go(serial: &mut Truck, steps: usize) {
    for _ in 0..steps {
        serial.step(STEP).expect("it goes on");
    }
}

/// The step that is refused on one thread is refused on all. All threads are at the beginning of the step, and continue
/// like one thread once the trap is closed.
#[test]
fn a_step_is_refused_by_all() {
    let (mut serial, open) = truck(Trap::Abyss);
    let refused = loop {
        if let Err(refused) = serial.step(STEP) {
            break refused;
        }
    };
    let (simulation, threads_open) = truck(Trap::Abyss);
    let mut threads = OnThreads::crowded(simulation).expect("threads");
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
    for open in [open, threads_open] {
        open.store(false, Ordering::SeqCst);
    }
    go(&mut serial, 100);
    threads.advance(100, STEP).expect("the trap is closed");
    assert_eq!(bits(&serial), bits(threads.simulation()));
}

/// A load on a wheel that is not a number is also forgotten by the thread that does not have this wheel.
#[test]
fn a_load_that_is_no_number_is_forgotten() {
    let (mut serial, open) = truck(Trap::Abyss);
    open.store(false, Ordering::SeqCst);
    go(&mut serial, 100);
    let mut threads = OnThreads::crowded(serial.clone()).expect("threads");
    for simulation in [&mut serial, threads.simulation_mut()] {
        open.store(true, Ordering::SeqCst);
        simulation.evaluate();
        let loads = simulation.inputs.wheels().iter();
        assert!(loads.flat_map(|load| load.moment).any(f64::is_nan), "the abyss acts");
        open.store(false, Ordering::SeqCst);
    }
    serial.integrator_mut().restart();
    go(&mut serial, 10);
    threads.advance(10, STEP).expect("the abyss is closed");
    assert_eq!(bits(&serial), bits(threads.simulation()));
}

/// The panic leaves the call. The vehicle is in its earlier state, and the threads can be used again.
#[test]
fn a_panic_is_passed_on() {
    let mut threads = OnThreads::crowded(truck(Trap::Panic).0).expect("threads");
    threads.advance(80, STEP).expect("the trap comes later");
    let before = bits(threads.simulation());
    for _ in 0..2 {
        let panicked = catch_unwind(AssertUnwindSafe(|| threads.advance(1000, STEP)));
        let payload = panicked.expect_err("there is a trap");
        assert_eq!(payload.downcast_ref::<&str>(), Some(&"a trap"));
        assert_eq!(before, bits(threads.simulation()));
    }
}

/// The thread that has the front left wheel, the vehicle's first.
fn napping() -> usize {
    let has_it = |holdings: &wishbone::threads::Holdings| holdings.wheels.contains(&0);
    Truck2::THREADS.iter().position(has_it).expect("it is somebody's")
}

/// A thread that waits in vain gives up and names the thread that did not come.
#[test]
fn a_late_thread_is_told() {
    let (nap, limit) = (Duration::from_millis(200), Duration::from_millis(50));
    let threads = OnThreads::crowded(truck(Trap::Nap(nap)).0).expect("threads");
    let mut threads = threads.waiting_at_most(limit);
    let begin = Instant::now();
    let stopped = threads.advance(1000, STEP).expect_err("a thread naps");
    assert!(begin.elapsed() < Duration::from_secs(4), "{:?}", begin.elapsed());
    let Stopped::Late { thread, waited } = stopped else {
        panic!("{stopped}")
    };
    assert_eq!((thread, waited), (napping(), limit));
    // All have made the steps before.
    let (mut serial, _) = truck(Trap::Abyss);
    while serial.step(STEP).is_ok() {}
    assert_eq!(bits(&serial), bits(threads.simulation()));
}

/// A thread that is late again while steps are repeated: all threads are at the end of the same step, and continue from
/// there.
#[test]
fn a_thread_that_is_late_twice_leaves_all_at_one_time() {
    let naps = Arc::new(AtomicUsize::new(0));
    let (trapped, _) = truck(Trap::Naps(Duration::from_millis(300), Arc::clone(&naps)));
    let threads = OnThreads::crowded(trapped).expect("threads");
    let mut threads = threads.waiting_at_most(Duration::from_millis(100));
    let stopped = threads.advance(1000, STEP).expect_err("a thread naps");
    assert!(
        matches!(stopped, Stopped::Late { thread, .. } if thread == napping()),
        "{stopped}"
    );
    assert_eq!(naps.load(Ordering::SeqCst), 2);
    let made = (threads.simulation().time() / STEP).round() as usize;
    assert!((30..50).contains(&made), "{made} steps");
    let mut serial = untrapped();
    go(&mut serial, made);
    assert_eq!(bits(&serial), bits(threads.simulation()));
    go(&mut serial, 200);
    threads.advance(200, STEP).expect("nobody naps any more");
    assert_eq!(bits(&serial), bits(threads.simulation()));
}
