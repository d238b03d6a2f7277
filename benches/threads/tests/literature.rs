//! On two threads the vehicles of the literature move exactly as on one thread (to the last bit), at each level, while
//! their loops iterate.
#![allow(clippy::approx_constant, reason = "the radius of a tyre is near 1/pi")]

use wishbone::level::Level;
use wishbone::prelude::*;
use wishbone::threads::{OnThreads, Threaded};
use wishbone_threads::rolling::{Rolling, rolling};

fn bits<S: Solver, const W: usize>(simulation: &Rolling<S, W>) -> Vec<u64> {
    let mut all = Vec::new();
    simulation.state().clone().each(&mut |x| all.push(x.to_bits()));
    simulation.subsystems().clone().each(&mut |x| all.push(x.to_bits()));
    all
}

/// Largest number of corrections of positions in a step; the threads make equally many.
fn judge<S, const W: usize>(name: &str, vehicle: S, radius: f64, step: f64) -> usize
where
    S: Threaded + Clone + Send,
    S::Inputs: Send + Sync,
    <S::Inputs as InputPorts>::Drives: Send,
{
    let mut serial = rolling::<S, W>(vehicle, radius);
    let start = bits(&serial);
    let mut threads = OnThreads::crowded(serial.clone()).expect("threads");
    let mut most = 0;
    for steps in [1, 199] {
        for _ in 0..steps {
            most = most.max(serial.step(step).expect("it rolls").iterations);
        }
        threads.advance(steps, step).expect("it rolls");
        assert_eq!(
            bits(&serial),
            bits(threads.simulation()),
            "{name} after {} s",
            serial.time()
        );
    }
    assert_ne!(start, bits(&serial), "{name} moves");
    most
}

#[test]
fn two_threads_are_one() {
    macro_rules! judge {
        ($name:literal, $vehicle:ty, $radius:literal) => {{
            const WHEELS: usize = <$vehicle>::WHEELS.len();
            for level in [Level::Baseline, Level::V3] {
                let mut vehicle = <$vehicle>::new().at_level(level);
                let (mut state, inputs) = (vehicle.design_state(), vehicle.no_inputs());
                let has_loops = vehicle.correct_position(&mut state, &inputs).margin.is_finite();
                let corrections = judge::<_, WHEELS>($name, vehicle, $radius, 1e-3);
                // RTRD's truck is an open tree.
                assert_eq!(corrections > 1, has_loops, "the loops of {} iterate", $name);
            }
        }};
    }
    wishbone_threads::literature!(judge);
}
