//! Adaptive steps: accuracy, refusals, memories.

use crate::solvers::oscillator::Oscillator;
use crate::solvers::pendulum::Pendulum;
use crate::solvers::roller::Roller;
use wishbone::event::{Crossing, Event};
use wishbone::integrate::{Adaptive, DormandPrince, Tolerance};
use wishbone::prelude::*;
use wishbone::refused::{Cause, Kind};
use wishbone::state::Whole;

fn pendulum(tolerance: f64) -> Simulation<Pendulum, Still, DormandPrince<Whole<State<1, 1>>>> {
    let integrator = DormandPrince::new(Tolerance::of(tolerance));
    let mut simulation = Simulation::new(Pendulum::default(), Still, integrator);
    simulation.set_state(State { q: [2.0], v: [0.0] });
    simulation
}

/// The exact angle comes from the closed form by Jacobi's elliptic functions, for a rod of 1.2 m under 9.81 m/s².
#[test]
fn the_error_follows_the_tolerance() {
    let exact = 0.760_912_207_6;
    for tolerance in [1e-5, 1e-7, 1e-9] {
        let mut simulation = pendulum(tolerance);
        simulation.run_to(10.0).expect("nothing to close");
        assert_eq!(simulation.time(), 10.0);
        let error = (simulation.state().q[0] - exact).abs();
        assert!(
            error < 500.0 * tolerance && error > 1e-2 * tolerance,
            "{error:e} of {tolerance:e}"
        );
    }
    let mut simulation = pendulum(1e-12);
    simulation.run_to(10.0).expect("nothing to close");
    assert!((simulation.state().q[0] - exact).abs() < 2e-10);
}

/// Runs in pieces end at the requested times, and reach the exact angle.
#[test]
fn a_run_in_pieces_is_a_run() {
    let mut simulation = pendulum(1e-10);
    for k in 1..=50 {
        let end = f64::from(k) * 0.2;
        simulation.run_to(end).expect("nothing to close");
        assert_eq!(simulation.time(), end);
    }
    assert!((simulation.state().q[0] - 0.760_912_207_6).abs() < 5e-8);
}

#[test]
fn an_end_that_lies_behind_is_refused() {
    let mut simulation = pendulum(1e-8);
    simulation.run_to(1.0).expect("nothing to close");
    let before = simulation.clone();
    for end in [1.0, 0.5, f64::NAN, f64::INFINITY] {
        let refused = simulation.run_to(end).expect_err("not ahead");
        assert!(matches!(refused.cause, Cause::Step(_)), "{refused}");
        assert_eq!((simulation.state(), simulation.time()), (before.state(), before.time()));
    }
}

/// Rules that cannot be followed are refused: no tolerance, no step, and a step that does not increase the time.
#[test]
fn rules_that_cannot_be_followed_are_refused() {
    let tolerance = |relative, absolute| Tolerance { relative, absolute };
    for wrong in [
        Tolerance::of(0.0),
        Tolerance::of(-1e-6),
        Tolerance::of(f64::NAN),
        tolerance(1e-6, -1e-9),
        tolerance(-1e-9, 1e-6),
    ] {
        let mut simulation = pendulum(1e-6);
        simulation.integrator_mut().control_mut().tolerance = wrong;
        let refused = simulation.run_to(1.0).expect_err("no tolerance");
        assert!(
            matches!(refused.cause, Cause::Control(_)) && refused.to_string().contains("tolerance"),
            "{refused}"
        );
    }
    for [shortest, longest] in [
        [0.0, 1.0],
        [f64::NAN, 1.0],
        [1e-12, 0.0],
        [1e-12, 1e-13],
        [1e-12, f64::NAN],
    ] {
        let mut simulation = pendulum(1e-6);
        let control = simulation.integrator_mut().control_mut();
        (control.shortest, control.longest) = (shortest, longest);
        let refused = simulation.run_to(1.0).expect_err("no step");
        assert!(matches!(refused.cause, Cause::Control(_)), "{refused}");
    }
    let mut simulation = pendulum(1e-6);
    simulation.place(
        1e5,
        Whole {
            vehicle: State { q: [2.0], v: [0.0] },
            subsystems: (),
        },
    );
    simulation.integrator_mut().control_mut().longest = 1e-12;
    let refused = simulation.run_to(2e5).expect_err("the time does not grow");
    assert!(matches!(refused.cause, Cause::Step(_)), "{refused}");
    // One part of the tolerance may be zero.
    let mut simulation = pendulum(1e-6);
    simulation.integrator_mut().control_mut().tolerance = tolerance(0.0, 1e-8);
    simulation.run_to(1.0).expect("an absolute tolerance");
}

/// A base whose motion is too fast for the shortest step.
#[test]
fn what_cannot_be_accurate_is_told_with_time_and_number() {
    let shake = |t: f64| Drive {
        position: (1e7 * t).sin(),
        ..Drive::default()
    };
    let steer = Steer::of(Oscillator::DESCRIPTION, "rack", shake).expect("the base is driven");
    let integrator = DormandPrince::new(Tolerance::of(1e-9));
    let mut simulation = Simulation::new(Oscillator::undamped(1e3), steer, integrator);
    simulation.integrator_mut().control_mut().shortest = 1e-4;
    let refused = simulation.advance(1.0).expect_err("too fast");
    let Cause::NotAccurate(found) = refused.cause else {
        panic!("{refused}")
    };
    assert_eq!((found.kind, found.name), (Kind::Speed, "x"));
    let text = refused.to_string();
    assert!(
        text.starts_with("at 0.0001") && text.contains("the speed `x` has"),
        "{text}"
    );
    assert_eq!(
        (simulation.time(), *simulation.state()),
        (0.0, State { q: [0.0], v: [0.0] })
    );
}

/// A load that is NaN from a given time on, and a counter of the ends of steps.
#[derive(Clone, Debug, Default, PartialEq)]
struct Faulty(usize);

impl<S: Solver> Subsystem<S> for Faulty {
    type State = ();

    fn load(&mut self, now: &Now<()>, inputs: &mut S::Inputs) {
        for input in inputs.wheels() {
            input.drive_torque = if now.time > 0.05 { f64::NAN } else { 20.0 };
        }
    }

    fn stepped(&mut self, _time: f64, _h: f64, (): &mut ()) {
        self.0 += 1;
    }
}

#[test]
fn a_refusal_leaves_the_last_accepted_step() {
    let integrator = DormandPrince::new(Tolerance::of(1e-6));
    let mut simulation = Simulation::new(Roller::default(), Faulty::default(), integrator);
    let refused = simulation.run_to(1.0).expect_err("a load is no number");
    assert!(matches!(refused.cause, Cause::NotFinite(_)), "{refused}");
    assert!((simulation.time() - 0.05).abs() < 1e-9, "{}", simulation.time());
    let before = simulation.clone();
    let _ = simulation.advance(1.0).expect_err("still no number");
    assert_eq!((simulation.state(), simulation.time()), (before.state(), before.time()));
    assert_eq!(simulation.surroundings, before.surroundings);
}

#[test]
fn adaptive_steps_allocate_nothing() {
    let mut simulation = pendulum(1e-10);
    let mut angle = |now: &Now<()>| now.joints.coordinate(0);
    let allocations = allocation_counter::measure(|| {
        let mut events = [Event::new(Crossing::Either, &mut angle)];
        for _ in 0..4 {
            assert!(simulation.run_to_event(10.0, &mut events).expect("nothing to close"));
        }
    });
    assert_eq!(allocations.count_total, 0);
}
