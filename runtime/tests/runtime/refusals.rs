//! Refusals and their messages. A refusal changes nothing: state, time, inputs, integrator and surroundings are as before.

use crate::solvers::oscillator::Oscillator;
use crate::solvers::roller::Roller;
use crate::solvers::trammel::Trammel;
use wishbone::integrate::{
    AdamsBashforth2, AdamsBashforthMoulton2, AdamsBashforthMoulton3, DormandPrince, Fixed, GeneralisedAlpha,
    Rosenbrock, RungeKutta2, Sbdf2, Tolerance,
};
use wishbone::prelude::*;
use wishbone::refused::{Cause, Kind};
use wishbone::stabilise::{Projection, Reason};
use wishbone::state::Whole;
use wishbone::terrain::{Ground, Terrain};
use wishbone::tyre::{Relaxed, Tyre};

/// Gives the wheel a load that is NaN within an interval of time, and counts steps.
#[derive(Clone, Debug, Default, PartialEq)]
struct Faulty {
    from: f64,
    steps: usize,
}

impl<S: Solver> Subsystem<S> for Faulty {
    type State = ();

    fn load(&mut self, now: &Now<()>, inputs: &mut S::Inputs) {
        for (input, wheel) in inputs.wheels().iter_mut().zip(now.wheels) {
            input.force[2] = 5000.0 - 1e4 * wheel.velocity[2];
            input.drive_torque = if now.time > self.from { f64::INFINITY } else { 20.0 };
        }
    }

    fn stepped(&mut self, _time: f64, _h: f64, (): &mut ()) {
        self.steps += 1;
    }
}

type Rolling<I> = Simulation<Roller, Faulty, I>;

fn rolling<I: Integrator<Whole<State<2, 3>>>>(integrator: I) -> Rolling<I> {
    let faulty = Faulty { from: 0.0505, steps: 0 };
    Simulation::new(Roller::default(), faulty, integrator)
}

/// After a step with a NaN load is refused and the fault is removed, the simulation continues as if the fault had not occurred.
fn goes_on_after_a_refusal<I: Integrator<Whole<State<2, 3>>> + Clone + PartialEq + core::fmt::Debug>(integrator: I) {
    let mut simulation = rolling(integrator);
    let mut never_failed = simulation.clone();
    let refused = (0..100).find_map(|_| {
        never_failed = simulation.clone();
        simulation.step(1e-3).err()
    });
    let refused = refused.expect("a load is infinite from 50.5 ms on");
    let Cause::NotFinite(found) = refused.cause else {
        panic!("{refused}")
    };
    assert_eq!((found.kind, found.name), (Kind::Wheel, Roller::DESCRIPTION.wheels[0]));
    assert!(refused.to_string().contains("what acts on the wheel `"), "{refused}");
    assert!((refused.time - 0.051).abs() < 2e-3, "{refused}");

    assert_eq!(simulation.state(), never_failed.state());
    assert_eq!(simulation.time(), never_failed.time());
    assert_eq!(simulation.surroundings, never_failed.surroundings);
    for h in [1e-3, 1e-3, 1e-3, 2e-4, 2e-4, 2e-4, 2e-4] {
        for run in [&mut simulation, &mut never_failed] {
            run.surroundings.from = f64::INFINITY;
            let _ = run.step(h).expect("mended");
        }
        assert_eq!(simulation.state(), never_failed.state());
        assert_eq!(simulation.surroundings, never_failed.surroundings);
    }
}

#[test]
fn a_load_that_is_no_number_is_told_and_costs_nothing() {
    goes_on_after_a_refusal(RungeKutta4);
    goes_on_after_a_refusal(AdamsBashforth2::new());
    goes_on_after_a_refusal(AdamsBashforth3::new());
    goes_on_after_a_refusal(RungeKutta2);
    goes_on_after_a_refusal(AdamsBashforthMoulton2::new());
    goes_on_after_a_refusal(AdamsBashforthMoulton3::new());
    goes_on_after_a_refusal(DormandPrince::new(Tolerance::of(1e-6)));
    goes_on_after_a_refusal(Rosenbrock::<_, Fixed<5>>::new(Tolerance::of(1e-6)));
    goes_on_after_a_refusal(Sbdf2::<_, Fixed<5>>::new());
    goes_on_after_a_refusal(Sbdf2::<_, Fixed<5>>::new().every(4));
    goes_on_after_a_refusal(Sbdf2::<_, Fixed<5>>::implicit(&[1, 3]));
    goes_on_after_a_refusal(GeneralisedAlpha::<_, Fixed<5>>::new(0.8, Tolerance::of(1e-9)));
}

#[test]
fn a_state_that_is_no_number_is_told_by_its_name_without_loops_too() {
    for (projection, bad) in [(Projection::STEP, f64::NAN), (Projection::ONCE, f64::INFINITY)] {
        let mut simulation = Simulation::new(Oscillator::undamped(2.0), Still, RungeKutta4);
        simulation.projection = projection;
        let state = State { q: [0.0], v: [bad] };
        simulation.set_state(state);
        for refused in [
            simulation.assemble().expect_err("bad"),
            simulation.step(1e-3).expect_err("bad"),
        ] {
            let Cause::NotFinite(found) = refused.cause else {
                panic!("{refused}")
            };
            assert!(matches!(found.kind, Kind::Coordinate | Kind::Speed), "{refused}");
            assert!(refused.to_string().contains(found.name), "{refused}");
        }
        assert_eq!(simulation.state().v[0].to_bits(), bad.to_bits());
        assert_eq!(simulation.time(), 0.0);
    }
}

#[test]
fn a_step_that_is_no_length_is_refused() {
    let mut simulation = Simulation::new(Oscillator::undamped(2.0), Still, AdamsBashforth3::new());
    simulation.set_state(State { q: [1.0], v: [0.0] });
    let before = simulation.clone();
    for h in [0.0, -1e-3, f64::NAN, f64::INFINITY, 1e-320] {
        let _ = simulation.step(1e-3).expect("good");
        let then = simulation.clone();
        let refused = simulation.step(h).expect_err("bad");
        assert!(matches!(refused.cause, Cause::Step(_)), "{refused}");
        assert_eq!((simulation.state(), simulation.time()), (then.state(), then.time()));
    }
    assert!(simulation.time() > before.time());
}

/// A motion of the driven end over time.
type Motion = fn(f64) -> Drive;

/// Moves the driven end along the motion.
fn pulled(position: Motion) -> Simulation<Trammel, Steer<Motion>> {
    let steer = Steer::of(Trammel::DESCRIPTION, "x", position).expect("x is driven");
    Simulation::new(Trammel::default(), steer, AdamsBashforth3::new())
}

#[test]
fn a_rod_in_line_is_told_before_it_is_passed() {
    for h in [1e-2, 3e-3, 1e-3] {
        let mut simulation = pulled(|t| Drive {
            position: (2.0 * t).sin(),
            velocity: 2.0 * (2.0 * t).cos(),
            acceleration: -4.0 * (2.0 * t).sin(),
        });
        let _ = simulation.assemble().expect("closed by design");
        let mut before = simulation.clone();
        let refused = (0..1000).find_map(|_| {
            before = simulation.clone();
            simulation.step(h).err()
        });
        // Until then the end is at the position that the rod prescribes: y = cos(2 t).
        let y = simulation.state().q[0];
        assert!((y - (2.0 * simulation.time()).cos()).abs() < 1e-9, "{y}");
        let refused = refused.expect("the rod comes to lie along x at 0.785 s");
        assert!(
            (refused.time - std::f64::consts::FRAC_PI_4).abs() < 3.0 * h,
            "{refused}"
        );
        let Cause::NotClosed(reason) = refused.cause else {
            panic!("{refused}")
        };
        assert!(matches!(reason.reason, Reason::Near | Reason::Singular), "{refused}");
        let text = refused.to_string();
        assert!(text.contains("the position of `y`") && text.contains("`rod`"), "{text}");
        assert_eq!(simulation.state(), before.state());
    }
}

/// A drive that is very far away is refused at once, and not followed in an unbounded number of moves.
#[test]
fn an_assembly_follows_no_drive_without_end() {
    for far in [1e5, -1e17, 1e300] {
        let steer = Steer::of(Trammel::DESCRIPTION, "x", move |_| Drive {
            position: far,
            ..Drive::default()
        });
        let steer = steer.expect("x is driven");
        let mut simulation = Simulation::new(Trammel::default(), steer, AdamsBashforth3::<Whole<State<1, 1>>>::new());
        let before = simulation.clone();
        let refused = simulation.assemble().expect_err("the drive is far away");
        let Cause::TooFar(found) = refused.cause else {
            panic!("{refused}")
        };
        assert_eq!((found.name, found.way), ("x", far.abs()));
        assert!(refused.to_string().contains("the drive `x`"), "{refused}");
        assert_eq!(simulation.state(), before.state());
        assert_eq!(simulation.inputs, before.inputs);
    }
}

#[test]
fn an_assembly_that_fails_costs_nothing() {
    let mut simulation = pulled(|_| Drive {
        position: 1.2,
        ..Drive::default()
    });
    let before = simulation.clone();
    let refused = simulation.assemble().expect_err("the rod is 1 m long");
    assert!(refused.to_string().contains("`rod`"), "{refused}");
    assert_eq!(simulation.state(), before.state());
    assert_eq!(simulation.inputs, before.inputs);

    let mut simulation = pulled(|_| Drive {
        velocity: f64::NAN,
        ..Drive::default()
    });
    let refused = simulation.assemble().expect_err("no number");
    assert!(
        refused.to_string().contains("the prescribed motion of `x` is NaN"),
        "{refused}"
    );
}

/// In one large move Newton's method would jump from y = 1 to the other side; in moves of 10 mm it follows the rod.
#[test]
fn an_assembly_follows_the_drives_along_the_branch() {
    let mut simulation = pulled(|_| Drive {
        position: 0.999,
        ..Drive::default()
    });
    let closure = simulation.assemble().expect("within reach");
    assert!((simulation.state().q[0] - (1.0_f64 - 0.999 * 0.999).sqrt()).abs() < 1e-9);
    assert!(closure.margin > 0.0);
}

/// A height of the ground that is NaN is reported with wheel and place, and does not act like a hole.
#[test]
fn a_height_that_is_no_number_is_told_with_its_place() {
    let road = |x: f64, _y: f64, _time: f64| Ground::level(if x > 0.5 { f64::NAN } else { 0.0 });
    let linear = LinearTyre::vertical(0.3, 200e3, 2e3);
    refuses_its_road(linear, road);
    refuses_its_road(Relaxed { law: linear }, road);
}

fn refuses_its_road<Y: Tyre + Clone>(tyre: Y, terrain: impl Terrain + Clone) {
    let tyres = OnRoad { tyres: [tyre], terrain };
    let mut simulation = Simulation::new(Roller::default(), tyres, AdamsBashforth3::new());
    simulation.set_state(State {
        v: [5.0, 0.0, 5.0 / 0.3],
        ..Roller::design_state()
    });
    let refused = (0..500)
        .find_map(|_| simulation.step(1e-3).err())
        .expect("it is refused");
    let Cause::NotFinite(found) = refused.cause else {
        panic!("{refused}")
    };
    assert_eq!((found.kind, found.name), (Kind::Wheel, "wheel"));
    let [x, y] = found.place.expect("it is known");
    assert!((0.5..0.51).contains(&x) && y == 0.0, "{refused}");
    let told = refused.to_string();
    assert!(
        told.contains("the wheel `wheel` at X = 0.50") && told.contains("the height of the ground there"),
        "{told}"
    );
}
