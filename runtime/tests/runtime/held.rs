//! Steps that a subsystem refuses: nothing changes, for no subsystem.

use crate::solvers::oscillator::Oscillator;
use crate::solvers::roller::Roller;
use wishbone::equipment::DeclaredFor;
use wishbone::event::{Crossing, Event};
use wishbone::integrate::{AdamsBashforth2, DormandPrince, Tolerance};
use wishbone::prelude::*;
use wishbone::refused::{Cause, Held};
use wishbone::timed::Timed;

/// A part with steps of its own, which it counts. It refuses steps that end after a time, unless they are short.
#[derive(Clone, Debug, PartialEq)]
struct Own {
    /// Time from which the part refuses steps [s], and longest step that it does not refuse [s].
    refuses: [f64; 2],
    tried: usize,
    stepped: usize,
}

impl Own {
    const ALL: Self = Self::refusing(f64::INFINITY, 0.0);

    const fn refusing(time: f64, longest: f64) -> Self {
        Self {
            refuses: [time, longest],
            tried: 0,
            stepped: 0,
        }
    }
}

impl<S: Solver> Subsystem<S> for Own {
    type State = ();

    fn try_step(&mut self, time: f64, h: f64, (): &()) -> Result<(), Held> {
        if time > self.refuses[0] && h > self.refuses[1] {
            return Err(Held {
                part: "own",
                reason: "it is late",
            });
        }
        self.tried += 1;
        Ok(())
    }

    fn undo_step(&mut self) {
        self.tried -= 1;
    }

    fn stepped(&mut self, _time: f64, _h: f64, (): &mut ()) {
        self.stepped += 1;
    }
}

/// The last of several parts refuses a step: all other parts take the step back, and time, state and bits are as
/// before. The run goes on as if nothing had been.
fn is_refused<E, I>(mut run: Simulation<Roller, E, I>, late: impl Fn(&mut E) -> &mut Own)
where
    E: Subsystem<Roller> + Clone + PartialEq + core::fmt::Debug,
    I: Integrator<StateOf<Roller, E>> + Clone + PartialEq + core::fmt::Debug,
{
    for _ in 0..5 {
        let _ = run.step(1e-3).expect("a step");
    }
    let mut other = run.clone();
    late(&mut run.surroundings).refuses[0] = 0.0;
    let surroundings = run.surroundings.clone();
    let refused = run.step(1e-3).expect_err("it is late");
    assert_eq!(
        refused.cause,
        Cause::Held(Held {
            part: "own",
            reason: "it is late"
        })
    );
    assert!(
        refused.to_string().contains("`own` refuses the step: it is late"),
        "{refused}"
    );
    assert_eq!(run.surroundings, surroundings);
    assert_eq!((run.time(), run.state()), (other.time(), other.state()));
    late(&mut run.surroundings).refuses[0] = f64::INFINITY;
    for _ in 0..5 {
        let _ = run.step(1e-3).expect("a step");
        let _ = other.step(1e-3).expect("a step");
    }
    assert_eq!((run.time(), run.state()), (other.time(), other.state()));
    assert_eq!(run.surroundings, other.surroundings);
    assert_eq!(run.integrator(), other.integrator());
    assert_eq!(late(&mut run.surroundings).stepped, 10);
    assert_eq!(late(&mut run.surroundings).tried, 10);
}

#[test]
fn a_step_that_is_held_changes_nothing() {
    let pair = (Own::ALL, (Own::ALL, Own::ALL));
    is_refused(
        Simulation::new(Roller::default(), pair, AdamsBashforth3::new()),
        |own| &mut own.1.1,
    );
    let pair = ((Own::ALL, Own::ALL), Own::ALL);
    is_refused(Simulation::new(Roller::default(), pair, RungeKutta4), |own| {
        &mut own.0.1
    });
    let equipment = Equipment {
        driver: Own::ALL,
        steering: Own::ALL,
        powertrain: Own::ALL,
        brakes: Own::ALL,
        air: Own::ALL,
        tyres: Own::ALL,
        declared_for: DeclaredFor::AnyVehicle,
    };
    for late in [
        (|own| &mut own.driver) as fn(&mut Equipment<Own, Own, Own, Own, Own, Own>) -> &mut Own,
        |own| &mut own.powertrain,
        |own| &mut own.air,
        |own| &mut own.tyres,
    ] {
        is_refused(
            Simulation::new(Roller::default(), equipment.clone(), AdamsBashforth2::new()),
            late,
        );
    }
}

/// A timed subsystem hands everything on.
#[test]
fn a_timed_part_refuses_too() {
    let parts = (Own::ALL, Timed::new(Own::refusing(2.5e-3, 0.0)));
    let mut run = Simulation::new(Oscillator::undamped(2.0), parts, RungeKutta4);
    let done = (0..5).take_while(|_| run.step(1e-3).is_ok()).count();
    assert_eq!(
        (done, run.surroundings.0.tried, run.surroundings.1.subsystem.tried),
        (2, 2, 2)
    );
}

/// An adaptive integrator tries shorter steps, with events or without, and reports the refusal if no step is short
/// enough.
#[test]
fn shorter_steps_are_tried() {
    let begin = |own: Own| {
        let mut run = Simulation::new(Oscillator::undamped(2.0), own, DormandPrince::new(Tolerance::of(1e-6)));
        run.set_state(State { q: [1.0], v: [0.0] });
        run
    };
    let mut run = begin(Own::refusing(0.1, 1e-3));
    run.run_to(0.2).expect("short steps");
    assert!(run.surroundings.tried > 100 && run.surroundings.tried == run.surroundings.stepped);
    assert!((run.state().q[0] - 0.4_f64.cos()).abs() < 1e-5);
    // Through zero at a quarter of the period.
    let mut run = begin(Own::refusing(0.1, 1e-2));
    let mut height = |now: &Now<'_, ()>| now.joints.coordinate(0);
    let mut events = [Event::new(Crossing::Either, &mut height)];
    let occurred = run.run_to_event(1.0, &mut events).expect("short steps");
    assert!(
        occurred && (run.time() - core::f64::consts::FRAC_PI_4).abs() < 1e-5,
        "{}",
        run.time()
    );
    assert_eq!(run.surroundings.tried, run.surroundings.stepped);
    let mut run = begin(Own::refusing(0.1, 0.0));
    let refused = run.run_to(0.2).expect_err("no step is short enough");
    assert!(matches!(refused.cause, Cause::Held(_)), "{refused}");
    assert!(run.time() > 0.05 && run.time() <= 0.1 && run.surroundings.tried == run.surroundings.stepped);
}
