//! Feedback of the gaps of loops, against the closed form of its equation.

use crate::solvers::trammel::Trammel;
use wishbone::prelude::*;
use wishbone::profile::Hold;
use wishbone::refused::Cause;
use wishbone::stabilise::{Feedback, Reason};

/// Rate of the feedback [1/s].
const RATE: f64 = 20.0;

/// The rod with its driven end held 0.6 m from the corner, and with the given gaps of position and rate. The gap of
/// position [m²] is the excess of half of the squared length of the rod.
fn held(gap: f64, opening: f64) -> Simulation<Trammel, Steer<Hold>, RungeKutta4> {
    let steer = Steer::of(Trammel::DESCRIPTION, "x", Hold(0.6)).expect("x is driven");
    let mut simulation = Simulation::new(Trammel::default(), steer, RungeKutta4);
    let y = (0.64 + 2.0 * gap).sqrt();
    simulation.set_state(State {
        q: [y],
        v: [opening / y],
    });
    simulation.feedback = Some(Feedback::new(RATE));
    simulation
}

/// `g = (g₀ + h₀ t) exp(-ω t)`, and each step reports both gaps.
#[test]
fn gaps_fade_with_critical_damping() {
    for (gap, opening) in [(1e-6, 0.0), (0.0, 1e-5), (-2e-6, 6e-5)] {
        let mut simulation = held(gap, opening);
        let mut most = 0.0_f64;
        for _ in 0..500 {
            let closure = simulation.step(1e-3).expect("a small gap");
            let (t, fading) = (simulation.time(), (-RATE * simulation.time()).exp());
            let off = closure.residual - ((gap + opening * t) * fading).abs();
            let rate_off = closure.rate - (opening * fading).abs();
            most = most.max(off.abs()).max(rate_off.abs());
        }
        // The closed form does not contain the square of the gap, nor the error of the integrator.
        assert!(most < 1e-9, "{most:e}");
        assert!(simulation.state().q[0] - 0.8 < 1e-8);
    }
}

/// If all loops are closed, the feedback adds nothing.
#[test]
fn closed_loops_are_left_alone() {
    let mut simulation = held(0.0, 0.0);
    let _ = simulation.step(1e-3).expect("closed");
    assert_eq!(*simulation.state(), State { q: [0.8], v: [0.0] });
}

#[test]
fn a_gap_above_the_tolerance_is_refused_and_nothing_changes() {
    let mut simulation = held(1e-4, 0.2);
    let refused = (0..100).find_map(|_| {
        let before = *simulation.state();
        simulation.step(1e-3).err().map(|refused| (before, refused))
    });
    let (before, refused) = refused.expect("the gap opens to 3.7 mm");
    let Cause::NotClosed(found) = refused.cause else {
        panic!("{refused}")
    };
    assert_eq!((found.reason, found.open), (Reason::Open, Some("rod")));
    assert_eq!(*simulation.state(), before);
}

/// A driven end that moves, and rests again after 1.1 s. The gap that the integrator has opened remains without feedback, and decays
/// with it. During the motion the gap falls with the fourth power of the step.
#[test]
fn what_an_integrator_leaves_open_fades() {
    let left_open = |rate: f64, steps: usize| {
        let ramp = Ramp {
            start: 0.1,
            duration: 1.0,
            amplitude: 0.8,
        };
        let steer = Steer::of(Trammel::DESCRIPTION, "x", ramp).expect("x is driven");
        let mut simulation = Simulation::new(Trammel::default(), steer, RungeKutta4);
        simulation.feedback = Some(Feedback::new(rate));
        let step = |_| simulation.step(2.5 / steps as f64).expect("within reach").residual;
        let gaps: Vec<f64> = (0..steps).map(step).collect();
        (gaps.iter().copied().fold(0.0, f64::max), gaps[steps - 1])
    };
    let [hardly, coarse, fine] = [(1e-6, 250), (RATE, 250), (RATE, 500)].map(|(rate, steps)| left_open(rate, steps));
    println!("most and last gap: {hardly:?} without, {coarse:?} with feedback, {fine:?} with half of the step");
    assert!(hardly.1 > 1e-9 && coarse.1 < 1e-13);
    assert!((8.0..40.0).contains(&(coarse.0 / fine.0)));
}
