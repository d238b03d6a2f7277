//! Subsystems with their own states, which are integrated together with the vehicle's state, reported by name, and not
//! changed by a refusal.

use super::solvers::oscillator::Oscillator;
use wishbone::control::Controls;
use wishbone::equipment::Equipment;
use wishbone::event::{Crossing, Event};
use wishbone::integrate::AdamsBashforth;
use wishbone::prelude::*;
use wishbone::refused::{Cause, Kind};
use wishbone::start::AtStart;
use wishbone::state::{Vector, Whole};
use wishbone::subsystem::Quantity;
use wishbone::terrain::Ground;
use wishbone::timed::Timed;

/// A second, uncoupled oscillator: `x'' = -16 x`, and a state that becomes infinite on request.
#[derive(Clone, Debug)]
struct Companion {
    fails_from: f64,
    /// Memories: number of steps, and time after the last step [s].
    steps: usize,
    time: f64,
}

const RATE: f64 = 4.0;

impl Companion {
    fn new() -> Self {
        Self {
            fails_from: f64::INFINITY,
            steps: 0,
            time: 0.0,
        }
    }
}

impl<S: Solver> Subsystem<S> for Companion {
    type State = ([f64; 2], f64);

    fn initial(&self) -> Self::State {
        ([1.0, 0.0], 0.0)
    }

    fn load(&mut self, now: &Now<Self::State>, _inputs: &mut S::Inputs) -> Self::State {
        let ([x, v], _) = *now.state;
        let failing = if now.time < self.fails_from { 0.0 } else { f64::INFINITY };
        ([v, -RATE * RATE * x], failing)
    }

    fn stepped(&mut self, time: f64, _h: f64, _state: &mut Self::State) {
        (self.steps, self.time) = (self.steps + 1, time);
    }

    fn states(&self, ([x, v], failing): &Self::State, tell: &mut dyn FnMut(Quantity)) {
        tell(Quantity::at(0, "companion", "m", *x));
        tell(Quantity::at(1, "companion", "m/s", *v));
        tell(Quantity::at(2, "companion", "-", *failing));
    }

    fn parameters(&mut self, lend: &mut dyn FnMut(Quantity<&mut f64>)) {
        lend(Quantity::new("fails_from", "s", &mut self.fails_from));
    }
}

type With<I> = Simulation<Oscillator, (Still, Companion), I>;
type States = StateOf<Oscillator, (Still, Companion)>;

/// Error of vehicle and companion after one second.
fn errors<I: Integrator<States>>(integrator: I, steps: u32) -> [f64; 2] {
    let omega = 3.0;
    let mut simulation: With<I> = Simulation::new(Oscillator::undamped(omega), (Still, Companion::new()), integrator);
    simulation.set_state(State { q: [1.0], v: [0.0] });
    for _ in 0..steps {
        let _ = simulation.step(1.0 / f64::from(steps)).expect("nothing can fail");
    }
    let ([x, _], _) = simulation.subsystems().1;
    [simulation.state().q[0] - omega.cos(), x - RATE.cos()].map(f64::abs)
}

/// Vehicle and companion both have the order of the integrator. So the states of a subsystem are evaluated and advanced at the right
/// times.
#[test]
fn states_of_subsystems_converge_with_the_order_of_the_integrator() {
    fn assert_order<I: Integrator<States>>(start: impl Fn() -> I) {
        let (coarse, fine) = (errors(start(), 200), errors(start(), 400));
        for (coarse, fine) in coarse.into_iter().zip(fine) {
            let order = (coarse / fine).log2();
            assert!((order - I::ORDER as f64).abs() < 0.2, "order {order} of {}", I::ORDER);
        }
    }
    assert_order(|| RungeKutta4);
    assert_order(AdamsBashforth::<_, 2>::new);
    assert_order(AdamsBashforth::<_, 3>::new);
    assert_order(AdamsBashforth::<_, 4>::new);
}

/// A state that becomes infinite stops the run, and the refusal gives its name. Nothing changes, and when the cause is
/// removed, the run continues as if there had been no refusal.
#[test]
fn a_refused_step_leaves_subsystems_as_they_were() {
    let run = |interrupted: bool| {
        let mut simulation = With::new(
            Oscillator::undamped(3.0),
            (Still, Companion::new()),
            AdamsBashforth3::new(),
        );
        simulation.set_state(State { q: [1.0], v: [0.0] });
        for step in 0..50 {
            if interrupted && step == 25 {
                simulation.surroundings.1.fails_from = 0.0;
                let before = (simulation.subsystems().1, *simulation.state());
                let refused = simulation.step(0.01).expect_err("a state is infinite");
                let Cause::NotFinite(found) = refused.cause else {
                    panic!("{refused}")
                };
                assert_eq!(
                    (found.kind, found.name, found.index),
                    (Kind::Subsystem, "companion", Some(2))
                );
                assert!(refused.to_string().contains("the state `companion` 2 is "), "{refused}");
                assert_eq!(before, (simulation.subsystems().1, *simulation.state()));
                assert_eq!(simulation.surroundings.1.steps, 25);
                Subsystem::<Oscillator>::parameters(&mut simulation.surroundings, &mut |parameter| {
                    assert_eq!((parameter.name, parameter.unit), ("fails_from", "s"));
                    *parameter.value = f64::INFINITY;
                });
            }
            let _ = simulation.step(0.01).expect("nothing fails any more");
        }
        assert_eq!(simulation.surroundings.1.time, simulation.time());
        (simulation.subsystems().1, *simulation.state())
    };
    assert_eq!(run(false), run(true));
}

/// A pair reports the states of both subsystems.
#[test]
fn states_are_told_by_name() {
    let pair = (Companion::new(), Companion::new());
    let state = Subsystem::<Oscillator>::initial(&pair);
    let mut told = Vec::new();
    Subsystem::<Oscillator>::states(&pair, &state, &mut |state| told.push((state.index, state.value)));
    let one = [(Some(0), 1.0), (Some(1), 0.0), (Some(2), 0.0)];
    assert_eq!(told, [one, one].concat());
}

/// A base that moves at 2 m/s, and a driver who holds the brake.
struct Moving;

impl Subsystem<Oscillator> for Moving {
    type State = ();

    fn drive(&mut self, time: f64, (): &(), inputs: &mut wishbone::ports::Inputs<1, 0>) {
        inputs.drives[0].position = 2.0 * time;
    }

    fn controls(&self) -> Option<Controls> {
        Some(Controls {
            brake: 0.7,
            ..Controls::default()
        })
    }
}

/// After a jump to another time the energy is the energy at that time: the position of the base determines the length
/// of the spring.
#[test]
fn the_energy_is_that_of_the_present() {
    let mut simulation = Simulation::new(Oscillator::undamped(3.0), Moving, RungeKutta4);
    for time in [0.5, 1.25] {
        simulation.place(
            time,
            Whole {
                vehicle: State { q: [0.25], v: [0.0] },
                subsystems: (),
            },
        );
        let stretch = 3.0 * (0.25 - 2.0 * time);
        assert!((simulation.energy().total() - 0.5 * stretch * stretch).abs() < 1e-12);
    }
}

/// An event sees the pedals.
#[test]
fn an_event_sees_the_pedals() {
    let mut simulation = Simulation::new(Oscillator::undamped(3.0), Moving, RungeKutta4);
    let mut seen = Vec::new();
    let mut brake = |now: &Now<()>| {
        seen.push(now.controls.brake);
        now.controls.brake - 1.0
    };
    let mut events = [Event::new(Crossing::Rising, &mut brake)];
    simulation.step_to_event(1e-3, &mut events).expect("a step");
    assert!(!seen.is_empty() && seen.iter().all(|brake| *brake == 0.7), "{seen:?}");
}

/// A subsystem that writes its rates in place, and has a ground.
#[derive(Clone, Debug, Default)]
struct Rising;

impl<S: Solver> Subsystem<S> for Rising {
    type State = f64;

    fn load_into(&mut self, _now: &Now<f64>, _inputs: &mut S::Inputs, rate: &mut f64) {
        *rate = 2.0;
    }

    fn ground(&self, _time: f64, _point: [f64; 3]) -> Option<Ground> {
        Some(Ground::sloping(0.3, [0.0; 2]))
    }
}

/// Every wrapper passes each request to the subsystem, and returns the answer in the subsystem's form.
#[test]
fn what_wraps_a_subsystem_drops_nothing_of_it() {
    fn assert_whole<E: Subsystem<Oscillator>>(surroundings: E, what: &str) {
        let ground = surroundings.ground(0.0, [0.0; 3]).map(|ground| ground.height);
        assert_eq!(ground, Some(0.3), "{what}");
        let mut simulation = Simulation::new(Oscillator::undamped(1.0), surroundings, RungeKutta4);
        let _ = simulation.step(0.5).expect("a sound step");
        let mut own = Vec::new();
        simulation.subsystems().clone().each(&mut |x| own.push(*x));
        assert!(own.len() == 1 && (own[0] - 1.0).abs() < 1e-12, "{what}: {own:?}");
    }
    assert_whole(Rising, "alone");
    assert_whole((Rising, Still), "first of a pair");
    assert_whole((Still, Rising), "second of a pair");
    assert_whole(Timed::new(Rising), "timed");
    assert_whole(AtStart(Rising), "at the start");
    assert_whole(Equipment::none().with_driver(Rising), "driver");
    assert_whole(Equipment::none().with_steering(Rising), "steering");
    assert_whole(Equipment::none().with_powertrain(Rising), "powertrain");
    assert_whole(Equipment::none().with_brakes(Rising), "brakes");
    assert_whole(Equipment::none().with_air(Rising), "air");
    assert_whole(Equipment::none().with_tyres(Rising), "tyres");
}
