//! Drivers with prescribed pedals: the controls that later subsystems read, and their times.

use super::solvers::roller::Roller;
use wishbone::control::{ByTime, Controls, Event, Pedals, Script, When};
use wishbone::ports::Inputs;
use wishbone::prelude::*;
use wishbone::profile::{Hold, Tabled};

/// A force along X on the wheel's centre by throttle and brake, each up to the given force. It also carries the weight.
#[derive(Clone, Copy, Debug)]
pub struct Thrust(pub f64);

impl Subsystem<Roller> for Thrust {
    type State = ();

    fn load(&mut self, now: &Now<()>, inputs: &mut Inputs<0, 1>) {
        let force = self.0 * (now.controls.throttle - now.controls.brake);
        inputs.wheels[0].force = [force, 0.0, Roller::MASS * Roller::GRAVITY];
    }
}

type Run<D> = Simulation<Roller, (D, Thrust), RungeKutta4>;

fn run<D: Subsystem<Roller>>(driver: D, force: f64, speed: f64) -> Run<D> {
    let mut simulation = Simulation::new(Roller::default(), (driver, Thrust(force)), RungeKutta4);
    let mut state = Roller::design_state();
    state.v[0] = speed;
    simulation.set_state(state);
    simulation
}

fn controls<D: Subsystem<Roller>>(simulation: &Run<D>) -> Controls {
    simulation.surroundings.controls().expect("there is a driver")
}

/// A throttle that rises as `t / 2` for two seconds gives `v = F/m t²/4` and `x = F/m t³/12`.
#[test]
fn pedals_follow_their_profiles() {
    let throttle = Tabled::straight(&[0.0, 2.0], &[0.0, 1.0]).expect("sound points");
    let gear = |time: f64| Drive {
        position: if time < 1.0 { 1.0 } else { 2.4 },
        ..Drive::default()
    };
    let plan = ByTime::released(1).with_throttle(throttle).with_gear(gear);
    let mut simulation = run(Pedals::new(plan), 800.0, 0.0);
    for step in 1..=200 {
        let _ = simulation.step(0.01).expect("a sound step");
        let t = 0.01 * f64::from(step);
        assert!((simulation.state().v[0] - 2.0 * t * t / 4.0).abs() < 1e-12);
        let (distance, ()) = *simulation.subsystems();
        assert!((distance - 2.0 * t * t * t / 12.0).abs() < 1e-12, "{distance}");
        assert!((distance - simulation.state().q[0]).abs() < 1e-12);
    }
    let _ = simulation.evaluate();
    assert_eq!(controls(&simulation).gear, 2);
    assert!((controls(&simulation).throttle - 1.0).abs() < 1e-12);
}

#[test]
fn pedals_end_at_their_stops() {
    let plan = ByTime::released(-1)
        .with_throttle(Hold(1.7))
        .with_brake(Hold(-0.2))
        .with_clutch(Hold(0.3));
    let mut simulation = run(Pedals::new(plan), 0.0, 0.0);
    let _ = simulation.evaluate();
    let expected = Controls {
        throttle: 1.0,
        clutch: 0.3,
        gear: -1,
        ..Controls::default()
    };
    assert_eq!(controls(&simulation), expected);
    // A gear that is NaN is neutral, and a pedal that is NaN is refused.
    let none = ByTime::released(1).with_gear(Hold(f64::NAN));
    let mut simulation = run(Pedals::new(none), 0.0, 0.0);
    let _ = simulation.evaluate();
    assert_eq!(controls(&simulation).gear, 0);
    let bad = ByTime::released(1).with_throttle(Hold(f64::NAN));
    assert!(run(Pedals::new(bad), 1.0, 0.0).step(0.01).is_err());
}

const FULL: Controls = Controls {
    throttle: 1.0,
    brake: 0.0,
    clutch: 0.0,
    parking_brake: 0.0,
    gear: 1,
};

const BRAKE: Controls = Controls {
    throttle: 0.0,
    brake: 1.0,
    ..FULL
};

const NOTHING: Controls = Controls { throttle: 0.0, ..FULL };

/// With `a = F/m = 2 m/s²`: full throttle from 1 s up to 6 m/s, that is until 4 s and 9 m; coasting to 15 m, at 5 s; braking down to
/// 2 m/s, until 7 s; then released pedals. Each event takes place at most one step late.
#[test]
fn a_script_takes_its_events_one_after_the_other() {
    let h = 1e-3;
    let events = [
        (When::At(1.0), FULL),
        (When::Above(6.0), NOTHING),
        (When::Beyond(15.0), BRAKE),
        (When::Below(2.0), NOTHING),
        (When::After(0.5), Controls { gear: 0, ..NOTHING }),
        (When::At(f64::NAN), FULL),
    ];
    let events = events.map(|(when, then)| Event {
        when,
        then,
        within: 0.0,
    });
    let script = Script::new(Controls::default(), events);
    let mut simulation = run(Pedals::new(script), 800.0, 0.0);
    let mut times = Vec::new();
    while simulation.time() < 9.0 {
        let _ = simulation.step(h).expect("a sound step");
        if simulation.surroundings.0.plan.done() > times.len() {
            times.push(simulation.time());
        }
    }
    for (time, expected) in times.iter().zip([1.0, 4.0, 5.0, 7.0, 7.5]) {
        let late = time - expected;
        assert!(late > -1e-9 && late < 3.5 * h, "{time} instead of {expected}");
    }
    assert_eq!(times.len(), 5);
    assert!((simulation.state().v[0] - 2.0).abs() < 3.0 * 2.0 * h);
    assert_eq!(controls(&simulation).gear, 0);
}

/// A vehicle that rolls back at 3 m/s is 6 m from its start after 2 s, as one that rolls forward.
#[test]
fn a_distance_counts_in_both_directions() {
    for speed in [3.0, -3.0] {
        let event = Event {
            when: When::Beyond(6.0),
            then: Controls { gear: -1, ..NOTHING },
            within: 0.0,
        };
        let mut simulation = run(Pedals::new(Script::new(NOTHING, [event])), 800.0, speed);
        while simulation.time() < 2.1 && simulation.surroundings.0.plan.done() == 0 {
            let _ = simulation.step(1e-3).expect("a sound step");
        }
        let late = simulation.time() - 2.0;
        assert!(late > -1e-9 && late < 3.5e-3, "{speed} m/s: {late} s late");
    }
}

/// The throttle rises along `3 s² - 2 s³`, whose integral over the unit interval is 1/2. So the final speed is the
/// speed after half of the time at full throttle. An interrupted movement continues from the current position.
#[test]
fn a_script_moves_the_pedals_smoothly() {
    let script = Script::new(
        NOTHING,
        [Event {
            when: When::At(0.5),
            then: FULL,
            within: 1.0,
        }],
    );
    let mut simulation = run(Pedals::new(script), 800.0, 0.0);
    while simulation.time() < 1.5 - 1e-9 {
        let _ = simulation.step(0.01).expect("a sound step");
    }
    assert!(
        (simulation.state().v[0] - 2.0 * 0.5).abs() < 1e-10,
        "{}",
        simulation.state().v[0]
    );
    let events = [
        Event {
            when: When::At(0.5),
            then: FULL,
            within: 1.0,
        },
        Event {
            when: When::At(1.0),
            then: NOTHING,
            within: 1.0,
        },
    ];
    let mut simulation = run(Pedals::new(Script::new(NOTHING, events)), 800.0, 0.0);
    let mut last: f64 = 0.0;
    while simulation.time() < 2.0 {
        let _ = simulation.step(0.01).expect("a sound step");
        let _ = simulation.evaluate();
        let throttle = controls(&simulation).throttle;
        assert!((throttle - last).abs() < 0.016, "{throttle} after {last}");
        assert!(throttle <= 0.5 + 1e-12);
        last = throttle;
    }
}

/// A step that is refused and repeated does not count an event twice, and states have names.
#[test]
fn memories_stay_when_a_step_is_only_evaluated() {
    let script = Script::new(
        NOTHING,
        [Event {
            when: When::At(0.0),
            then: FULL,
            within: 0.0,
        }],
    );
    let mut simulation = run(Pedals::new(script), 800.0, 3.0);
    for _ in 0..5 {
        let _ = simulation.evaluate();
    }
    assert_eq!(simulation.surroundings.0.plan.done(), 0);
    let _ = simulation.step(0.01).expect("a sound step");
    assert_eq!(simulation.surroundings.0.plan.done(), 1);
    let mut names = Vec::new();
    simulation
        .surroundings
        .states(simulation.subsystems(), &mut |quantity| {
            names.push((quantity.name, quantity.unit))
        });
    assert_eq!(names, [("distance", "m")]);
}
