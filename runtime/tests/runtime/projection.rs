//! Projection onto the closure equations.

use crate::solvers::trammel::Trammel;
use wishbone::ports::Inputs;
use wishbone::prelude::*;
use wishbone::profile::Profile;
use wishbone::stabilise::{Projection, Reason, assemble};

fn held_at(x: f64, velocity: f64) -> Inputs<1, 0> {
    Inputs {
        drives: [Drive {
            position: x,
            velocity,
            acceleration: 0.0,
        }],
        wheels: [],
        signals: [],
    }
}

#[test]
fn assembly_closes_position_and_velocity() {
    let mut state = State { q: [0.1], v: [5.0] };
    let closure = assemble(&mut Trammel::default(), &mut state, &held_at(0.6, 2.0)).expect("within reach");
    assert!((state.q[0] - 0.8).abs() < 1e-15);
    // 0.6 * 2 + 0.8 y' = 0
    assert!((state.v[0] + 1.5).abs() < 1e-15);
    assert!(closure.residual <= 1e-10);
    assert!((closure.rate - (1.2 + 0.8 * 5.0)).abs() < 1e-9);
}

/// For this closure Newton's method gives `r_(n+1) = r_n^2 / (2 y^2)`.
#[test]
fn corrections_converge_quadratically() {
    let mut state = State { q: [0.9], v: [0.0] };
    let inputs = held_at(0.6, 0.0);
    let mut residuals = [0.0; 4];
    for residual in &mut residuals {
        *residual = Trammel::default().correct_position(&mut state, &inputs).size;
    }
    for pair in residuals.windows(2) {
        assert!(pair[1] < pair[0] * pair[0], "{residuals:?}");
    }
    let mut again = State { q: [0.9], v: [0.0] };
    let closure = Projection::STEP.apply(&mut Trammel::default(), &mut again, &inputs);
    assert_eq!(closure.map(|c| c.iterations), Ok(5));
}

#[test]
fn one_correction_is_made_of_gaps_that_one_can_close() {
    let mut state = State { q: [0.81], v: [0.0] };
    let closure = Projection::ONCE
        .apply(&mut Trammel::default(), &mut state, &held_at(0.6, 0.0))
        .expect("a gap of 8 mm");
    assert_eq!(closure.iterations, 1);
    assert!((closure.residual - 0.5 * (0.36 + 0.81 * 0.81 - 1.0)).abs() < 1e-15);
    let mut state = State { q: [0.9], v: [0.0] };
    let refused = Projection::ONCE.apply(&mut Trammel::default(), &mut state, &held_at(0.6, 0.0));
    assert_eq!(
        refused.map_err(|r| (r.reason, r.open)),
        Err((Reason::Open, Some("rod")))
    );
    assert_eq!(state.q, [0.9]);
}

#[test]
fn a_rod_that_is_too_short_is_reported() {
    let mut state = Trammel::design_state();
    let error = assemble(&mut Trammel::default(), &mut state, &held_at(1.25, 0.0)).expect_err("out of reach");
    assert_eq!(state, Trammel::design_state());
    assert!(error.residual > 0.28);
    let message = error.to_string();
    assert!(message.starts_with("the loops do not close: "), "{message}");

    let mut state = State {
        q: [f64::NAN],
        v: [0.0],
    };
    let error = assemble(&mut Trammel::default(), &mut state, &held_at(0.0, 0.0)).expect_err("not a number");
    assert!(error.to_string().contains("the corrections diverge"), "{error}");
}

/// Pulls the driven end from 0 to `amplitude` within one second.
fn pulled(amplitude: f64) -> Simulation<Trammel, Steer<Ramp>> {
    let ramp = Ramp {
        start: 0.1,
        duration: 1.0,
        amplitude,
    };
    let steer = Steer::of(Trammel::DESCRIPTION, "x", ramp).expect("x is driven");
    Simulation::new(Trammel::default(), steer, AdamsBashforth3::new())
}

#[test]
fn a_driven_loop_stays_closed_step_after_step() {
    let mut simulation = pulled(0.8);
    let _ = simulation.assemble().expect("closed by design");
    let mut most_corrections = 0;
    for _ in 0..130 {
        let closure = simulation.step(0.01).expect("within reach");
        most_corrections = most_corrections.max(closure.iterations);
        let x = simulation.surroundings.profile().at(simulation.time());
        let State { q: [y], v: [rate] } = *simulation.state();
        assert!((x.position.hypot(y) - 1.0).abs() < 1e-10);
        assert!((x.position * x.velocity + y * rate).abs() < 1e-10);
    }
    assert!((simulation.state().q[0] - 0.6).abs() < 1e-10);
    assert!((2..=4).contains(&most_corrections), "{most_corrections}");
}

#[test]
fn a_loop_pulled_apart_is_reported_by_the_step() {
    let mut simulation = pulled(1.2);
    let failed = (0..130).find_map(|_| simulation.step(0.01).err());
    assert!(failed.is_some());
    // The ramp passes 1 m, the rod's length, at s = 0.697.
    assert!((simulation.time() - 0.8).abs() < 0.015, "{}", simulation.time());
}
