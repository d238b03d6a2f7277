//! Several vehicles on threads in one process.

use super::{Rough, STEP, bits, road, simulation_on, tyre};
use std::thread;
use wishbone::prelude::*;
use wishbone::threads::OnThreads;
use wishbone::tyre::FourOnRoad;
use wishbone_threads::truck_2_2::Truck2;

const WHEELS: usize = Truck2::WHEELS.len();

/// A thread that is bound to a core for one vehicle can also run another vehicle, because the cores of the process are
/// still known.
#[test]
fn a_bound_thread_can_have_a_second_vehicle() {
    if thread::available_parallelism().map_or(1, usize::from) < 2 {
        return;
    }
    let bound = || {
        let truck = || simulation_on(Truck2::new(), road::<WHEELS>(0.3), AdamsBashforth3::new());
        let [first, second] = [(); 2].map(|()| {
            let mut threads = OnThreads::new(truck()).expect("two cores");
            threads.pin();
            threads.advance(50, STEP).expect("it goes on");
            threads
        });
        assert_eq!(bits(first.simulation()), bits(second.simulation()));
    };
    thread::spawn(bound).join().expect("no panic");
}

/// Four equal tyres, as every car declares them, are computed at once on one thread, and one by one on several threads.
#[test]
fn four_tyres_are_shared() {
    let road = FourOnRoad::new([tyre(0.3); 4], Rough { radius: 0.3 });
    let mut serial = simulation_on(Truck2::new(), road, AdamsBashforth3::new());
    let mut threads = OnThreads::crowded(simulation_on(Truck2::new(), road, AdamsBashforth3::new())).expect("threads");
    let start = bits(&serial);
    for steps in [1, 400] {
        for _ in 0..steps {
            let _ = serial.step(STEP).expect("a step");
        }
        threads.advance(steps, STEP).expect("it goes on");
        assert_eq!(bits(threads.simulation()), bits(&serial));
    }
    assert_ne!(bits(&serial), start);
}
