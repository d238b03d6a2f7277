//! Every vehicle with every method; equal subsystems are computed with lanes and without.

use crate::{choices, compiled, declarations};
use fastrand::Rng;
use wishbone::level::Level;
use wishbone_compiler::formulation::method::{Choice, Method, Plan};
use wishbone_oracle::Oracle;
use wishbone_tests::{Disagreement, Interpreted, Scatter, Subject, compare, random_state};
use wishbone_vehicles::{FourBar, Hmmwv, QuarterCar};

/// States per vehicle.
const STATES: usize = 6;

/// Asserts that a vehicle agrees with the oracle, with all different plans at the same states.
fn agrees(name: &str, text: &str) {
    let first = compiled(text, &Choice::Uniform(Method::ALL[0]));
    tells_what_is_replaced(name, Method::ALL[0], &first.plan);
    let choices = choices(first.topology.subsystems.len());
    let mut all = vec![first];
    for choice in &choices[1..] {
        let compiled = compiled(text, choice);
        if let Choice::Uniform(method) = choice {
            tells_what_is_replaced(name, *method, &compiled.plan);
        }
        if all.iter().all(|other| other.plan.methods != compiled.plan.methods) {
            all.push(compiled);
        }
    }
    let oracle = Oracle::new(&all[0].model);
    let mut rng = Rng::with_seed(19);
    let (mut found, mut tried) = (0, 0);
    let mut worst = vec![Disagreement::default(); all.len()];
    // With a gear or a damper in series between angles and lengths, loops that are far from closed may close with
    // another number of turns.
    let position = if ["gears", "dampers"].contains(&name) {
        0.05
    } else {
        Scatter::default().position
    };
    let scatter = Scatter {
        position,
        ..Scatter::default()
    };
    while found < STATES {
        tried += 1;
        assert!(tried < 40 * STATES, "{name}: loops do not close: {found} of {tried}");
        let Some(state) = random_state(&mut Interpreted::new(&all[0]), &scatter, &mut rng) else {
            continue;
        };
        found += 1;
        let (q, v, acting) = &state;
        let first = Interpreted::new(&all[0]).rates(q, v, acting);
        for (compiled, worst) in all.iter().zip(&mut worst) {
            let mut subject = Interpreted::new(compiled);
            *worst = worst.worst(compare(&oracle, &mut subject, &compiled.state.spins, &state));
            if compiled.programs.lanes.is_some() {
                let mut in_lanes = Interpreted::new(compiled).at_level(Level::V3);
                *worst = worst.worst(compare(&oracle, &mut in_lanes, &compiled.state.spins, &state));
            }
            let rates = subject.rates(q, v, acting);
            for (a, b) in rates.q.iter().zip(&first.q) {
                assert!(
                    (a - b).abs() < 1e-9 * (1.0 + b.abs()),
                    "{name}: rates of the coordinates"
                );
            }
            for (a, b) in rates.wheels.iter().zip(&first.wheels) {
                for k in 0..3 {
                    assert!(
                        (a.velocity[k] - b.velocity[k]).abs() < 1e-9,
                        "{name}: velocities of the wheels"
                    );
                }
            }
        }
    }
    for (compiled, worst) in all.iter().zip(&worst) {
        let plan: Vec<String> = compiled.plan.methods.iter().map(|m| m.to_string()).collect();
        println!("{name}: {}: {:.1e}", plan.join(", "), worst.acceleration());
        assert!(worst.acceleration() < 1e-9, "{name}: {plan:?}: {worst:?}");
    }
}

/// Asserts that a plan gives a reason for each subsystem, and says where it does not use the requested method.
fn tells_what_is_replaced(name: &str, asked: Method, plan: &Plan) {
    assert_eq!(plan.methods[0], Method::Recursive);
    assert_eq!(plan.reasons.len() + 1, plan.methods.len());
    for (found, reason) in plan.methods.iter().skip(1).zip(&plan.reasons) {
        assert_eq!(reason.contains("not by"), *found != asked, "{name}: {reason}");
    }
}

#[test]
fn library() {
    for (name, text) in [
        ("four_bar", FourBar::DECLARATION),
        ("quarter_car", QuarterCar::DECLARATION),
        ("hmmwv", Hmmwv::DECLARATION),
    ] {
        agrees(name, text);
    }
}

#[test]
fn test_vehicles() {
    for (name, text) in declarations("vehicles") {
        agrees(&name, &text);
    }
}

#[test]
fn topologies() {
    for (name, text) in declarations("topologies") {
        agrees(&name, &text);
    }
}
