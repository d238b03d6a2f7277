//! Events: their location with each integrator, and their cost.

use crate::solvers::block::Block;
use crate::solvers::oscillator::Oscillator;
use wishbone::event::{Crossing, Event};
use wishbone::integrate::{Adaptive, DormandPrince, RungeKutta2, Tolerance};
use wishbone::prelude::*;
use wishbone::state::Whole;

/// Gravity of the ball [m/s²], and coefficient of restitution.
const GRAVITY: f64 = 9.81;
const RESTITUTION: f64 = 0.8;

type Ball<I> = Simulation<Block, Still, I>;

/// A ball that falls from 0.5 m.
fn ball<I: Integrator<Whole<State<3, 3>>>>(integrator: I) -> Ball<I> {
    let mut block = Block::heading(0.0);
    block.gravity = GRAVITY;
    Simulation::new(block, Still, integrator)
}

/// Times of the bounces, found by `to_event`, and height and speed after 2 s.
fn bounces<I: Integrator<Whole<State<3, 3>>>>(
    mut ball: Ball<I>,
    mut to_event: impl FnMut(&mut Ball<I>, &mut [Event<'_, ()>]) -> bool,
) -> (Vec<f64>, [f64; 2]) {
    let mut height = |now: &Now<()>| now.markers[0].position[2];
    let mut events = [Event::new(Crossing::Falling, &mut height)];
    let mut times = Vec::new();
    while ball.time() < 2.0 {
        if to_event(&mut ball, &mut events) {
            assert!(events[0].has_occurred());
            times.push(ball.time());
            let mut state = *ball.state();
            state.v[2] *= -RESTITUTION;
            ball.set_state(state);
        }
    }
    (times, [ball.state().q[2], ball.state().v[2]])
}

/// Times of the bounces up to 2 s, and height and speed at 2 s, by the formulas of free fall.
fn exact() -> (Vec<f64>, [f64; 2]) {
    let mut speed = (2.0 * GRAVITY * 0.5_f64).sqrt();
    let mut times = vec![speed / GRAVITY];
    loop {
        speed *= RESTITUTION;
        let (last, flight) = (times[times.len() - 1], 2.0 * speed / GRAVITY);
        if last + flight > 2.0 {
            let rest = 2.0 - last;
            return (
                times,
                [speed * rest - 0.5 * GRAVITY * rest * rest, speed - GRAVITY * rest],
            );
        }
        times.push(last + flight);
    }
}

fn assert_exact((times, [height, speed]): (Vec<f64>, [f64; 2])) {
    let (known, [known_height, known_speed]) = exact();
    assert_eq!(times.len(), known.len(), "{times:?}");
    assert!(times.len() >= 4);
    for (found, known) in times.iter().zip(known) {
        assert!((found - known).abs() < 2e-9, "a bounce at {found}, not {known}");
    }
    assert!((height - known_height).abs() < 2e-8 && (speed - known_speed).abs() < 2e-8);
}

#[test]
fn a_bouncing_ball_follows_its_closed_form() {
    let fixed = |ball: &mut Ball<_>, events: &mut [Event<'_, ()>]| {
        let h = f64::min(0.01, 2.0 - ball.time());
        ball.step_to_event(h, events).expect("nothing to close")
    };
    assert_exact(bounces(ball(RungeKutta2), fixed));
    assert_exact(bounces(ball(RungeKutta4), |ball, events| {
        let h = f64::min(0.01, 2.0 - ball.time());
        ball.step_to_event(h, events).expect("nothing to close")
    }));
    assert_exact(bounces(ball(AdamsBashforth3::new()), |ball, events| {
        let h = f64::min(0.01, 2.0 - ball.time());
        ball.step_to_event(h, events).expect("nothing to close")
    }));
    let adaptive = |ball: &mut Ball<DormandPrince<_>>, events: &mut [Event<'_, ()>]| {
        ball.integrator_mut().control_mut().longest = 0.05;
        ball.run_to_event(2.0, events).expect("nothing to close")
    };
    assert_exact(bounces(ball(DormandPrince::new(Tolerance::of(1e-10))), adaptive));
}

/// Base of an oscillator that begins to move at 0.3 s, and stops at 0.7 s: the corners of a ramp.
const CORNERS: [f64; 2] = [0.3, 0.7];

fn ramp(time: f64) -> Drive {
    let [start, end] = CORNERS;
    let inside = time >= start && time < end;
    Drive {
        position: time.clamp(start, end) - start,
        velocity: if inside { 1.0 } else { 0.0 },
        acceleration: 0.0,
    }
}

/// Position and speed at 1 s of an oscillator of 20 rad/s at rest, whose base moves along the ramp.
fn after_ramp() -> [f64; 2] {
    let omega = 20.0_f64;
    let from = |corner: f64| {
        let (sine, cosine) = (omega * (1.0 - corner)).sin_cos();
        [(1.0 - corner) - sine / omega, 1.0 - cosine]
    };
    let [first, last] = CORNERS.map(from);
    [first[0] - last[0], first[1] - last[1]]
}

fn error_after_ramp(steps: usize, is_told: bool) -> f64 {
    let steer = Steer::of(Oscillator::DESCRIPTION, "rack", ramp).expect("the base is driven");
    let mut simulation = Simulation::new(Oscillator::undamped(20.0), steer, RungeKutta4);
    let (mut first, mut last) = (
        |now: &Now<()>| now.time - CORNERS[0],
        |now: &Now<()>| now.time - CORNERS[1],
    );
    let mut all = [
        Event::new(Crossing::Rising, &mut first),
        Event::new(Crossing::Rising, &mut last),
    ];
    let events = if is_told { &mut all[..] } else { &mut [] };
    while simulation.time() < 1.0 - 1e-12 {
        let h = f64::min(1.0 / steps as f64, 1.0 - simulation.time());
        let _ = simulation.step_to_event(h, events).expect("nothing to close");
    }
    let [position, speed] = after_ramp();
    (20.0 * (simulation.state().q[0] - position)).hypot(simulation.state().v[0] - speed)
}

/// Corners within steps reduce a method of fourth order to second order; corners that are events do not.
#[test]
fn corners_of_a_drive_cost_no_order_if_they_are_events() {
    let [coarse, fine] = [97, 194].map(|steps| error_after_ramp(steps, true));
    assert!((coarse / fine).log2() > 3.7, "{coarse:e}, {fine:e}");
    let [told, untold] = [true, false].map(|is_told| error_after_ramp(1943, is_told));
    assert!(untold > 20.0 * told, "{untold:e}, {told:e}");
}

/// Two events within one step: the first is reported, then the second.
#[test]
fn the_first_of_two_events_ends_the_step() {
    let mut simulation = Simulation::new(Oscillator::undamped(1.0), Still, RungeKutta4);
    let (mut late, mut early) = (|now: &Now<()>| now.time - 0.7, |now: &Now<()>| 0.2 - now.time);
    let mut events = [
        Event::new(Crossing::Either, &mut late),
        Event::new(Crossing::Either, &mut early).within(1e-6),
    ];
    assert!(simulation.step_to_event(1.0, &mut events).expect("nothing to close"));
    assert!((simulation.time() - 0.2).abs() < 1.1e-6);
    assert_eq!(events.each_ref().map(Event::has_occurred), [false, true]);
    assert!(simulation.step_to_event(1.0, &mut events).expect("nothing to close"));
    assert!((simulation.time() - 0.7).abs() < 1.1e-10);
    assert_eq!(events.each_ref().map(Event::has_occurred), [true, false]);
    assert!(!simulation.step_to_event(1.0, &mut events).expect("nothing to close"));
}

/// Counts the ends of steps.
#[derive(Clone, Debug, Default)]
struct Counter(Vec<f64>);

impl<S: Solver> Subsystem<S> for Counter {
    type State = ();

    fn stepped(&mut self, time: f64, h: f64, (): &mut ()) {
        self.0.extend([time - h, time]);
    }
}

/// Trials on the way to an event do not count as steps: memories are called for consecutive steps.
#[test]
fn memories_change_at_accepted_steps_only() {
    let mut simulation = Simulation::new(Oscillator::undamped(3.0), Counter::default(), RungeKutta4);
    simulation.set_state(State { q: [1.0], v: [0.0] });
    let mut position = |now: &Now<()>| now.joints.coordinate(0);
    let mut events = [Event::new(Crossing::Either, &mut position)];
    let found = (0..10).filter(|_| simulation.step_to_event(0.3, &mut events).expect("nothing to close"));
    assert_eq!(found.count(), 3);
    let ends = &simulation.surroundings.0;
    assert_eq!(ends.len(), 20);
    for pair in ends[1..19].chunks(2) {
        assert!((pair[0] - pair[1]).abs() < 1e-12);
    }
}
