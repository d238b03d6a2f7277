//! A vehicle goes on alone from where threads have taken it.

use super::{Road, STEP, bits, road, simulation_on};
use wishbone::integrate::{AdamsBashforthMoulton3, Explicit};
use wishbone::prelude::*;
use wishbone::threads::OnThreads;
use wishbone_threads::truck_2_2::Truck2;

const WHEELS: usize = Truck2::WHEELS.len();

type State = StateOf<Truck2, Road<WHEELS>>;

/// Some steps on one thread, then on several threads, then on one again: the result is that of one thread whose
/// integrator is restarted at each change.
fn judge<I: Integrator<State> + Explicit + Clone>(integrator: I) {
    let mut serial = simulation_on(Truck2::new(), road::<WHEELS>(0.3), integrator);
    let go = |alone: &mut Simulation<Truck2, Road<WHEELS>, I>, steps: usize| {
        for _ in 0..steps {
            alone.step(STEP).expect("it goes on");
        }
    };
    go(&mut serial, 10);
    let mut threads = OnThreads::crowded(serial.clone()).expect("threads");
    serial.integrator_mut().restart();
    go(&mut serial, 50);
    threads.advance(50, STEP).expect("it goes on");
    assert_eq!(bits(&serial), bits(threads.simulation()));
    serial.integrator_mut().restart();
    go(&mut serial, 20);
    let mut copy = threads.simulation().clone();
    go(&mut copy, 20);
    assert_eq!(bits(&serial), bits(&copy), "a copy goes on");
    go(threads.simulation_mut(), 20);
    assert_eq!(bits(&serial), bits(threads.simulation()), "the vehicle goes on");
}

#[test]
fn a_vehicle_goes_on_alone_without_old_rates() {
    judge(AdamsBashforth3::new());
    judge(AdamsBashforthMoulton3::new());
    judge(RungeKutta4);
}
