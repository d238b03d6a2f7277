//! Random vehicles. Every generated vehicle either compiles to a solver that agrees with the oracle, or is refused for a
//! reason that the oracle confirms. Every damaged one is refused with a diagnostic or compiles.

mod broken;
mod emitted;
mod genes;

use fastrand::Rng;
use nalgebra::DMatrix;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::cell::RefCell;
use wishbone::level::Level;
use wishbone_compiler::diag::Diagnostics;
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::formulation::method::Choice;
use wishbone_compiler::front::dsl;
use wishbone_compiler::model::resolve::resolve;
use wishbone_compiler::model::{Method, Model};
use wishbone_compiler::pipeline::{Compiled, compile_text, compile_text_with};
use wishbone_oracle::{Mobility, Oracle};
use wishbone_tests::random_vehicle::Genome;
use wishbone_tests::soak::{seeds, tried};
use wishbone_tests::{Acting, Interpreted, Scatter, Subject, compare, loads, motions, random_state};

/// Number of vehicles.
const VEHICLES: usize = 100;
/// Number of vehicles with one seed of the generator.
const ROUND: usize = 50;
/// One vehicle of this number is computed by every method.
const BY_EVERY_METHOD: usize = 5;
/// Number of consistent states of each vehicle.
const STATES: usize = 3;
/// Number of random guesses for these states.
const TRIES: usize = 12;
/// Smallest singular value of the constraints, relative to the largest, at which nine digits of the accelerations can
/// be compared.
const REGULAR: f64 = 3e-4;

/// Small motions, since the compiler chooses its pivots near the design position.
const SCATTER: Scatter = Scatter {
    position: 0.08,
    velocity: 2.0,
    drive: 0.02,
    load: 300.0,
};

/// Numbers of vehicles drawn, compared, and left out of the comparison.
#[derive(Debug, Default)]
struct Tally {
    vehicles: usize,
    by_every_method: usize,
    with_loops: usize,
    /// Vehicles with a joint that is declared as kept or cut.
    with_overrides: usize,
    redundant: usize,
    locked: usize,
    /// Vehicles with a drive that its loops hold.
    held: usize,
    states: usize,
    /// Solvers with lanes among the compared ones.
    in_lanes: usize,
    /// Guesses whose loops did not close.
    open: usize,
    /// States that are too near a singular position.
    singular: usize,
    /// Vehicles without any compared state.
    unproven: usize,
}

/// Draws the same vehicles for the same seed, so that a failure can be reproduced on another machine.
fn runner(cases: u32, seed: u64) -> TestRunner {
    let config = Config {
        cases,
        failure_persistence: None,
        max_shrink_iters: 2000,
        ..Config::default()
    };
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
}

#[test]
fn random_vehicles_agree_with_the_oracle() {
    let tally = RefCell::new(Tally::default());
    for seed in seeds(VEHICLES / ROUND) {
        let outcome =
            runner(ROUND as u32, seed).run(&genes::pushed(), |genome| prove(&genome, &mut tally.borrow_mut()));
        if let Err(failure) = outcome {
            panic!("seed {seed}: {failure}");
        }
    }
    let tally = tally.into_inner();
    println!("{tally:?}");
    tried(format_args!(
        "{} random vehicles in {} states, {} of them by every method; {} solvers with lanes; {} redundant, {} locked, {} \
         with a held drive",
        tally.vehicles, tally.states, tally.by_every_method, tally.in_lanes, tally.redundant, tally.locked, tally.held
    ));
    let share = |part: usize, whole: usize| part as f64 / whole as f64;
    assert!(
        share(tally.with_loops, tally.vehicles) > 0.5,
        "loops are what this is about: {tally:?}"
    );
    assert!(share(tally.with_overrides, tally.vehicles) > 0.1, "{tally:?}");
    assert!(
        share(tally.locked + tally.held, tally.vehicles) < 0.15,
        "too few can move: {tally:?}"
    );
    assert!(share(tally.open, tally.states) < 0.15, "loops do not close: {tally:?}");
    assert!(
        share(tally.singular, tally.states) < 0.05,
        "too much is left out: {tally:?}"
    );
    assert!(
        share(tally.unproven, tally.vehicles) < 0.05,
        "nothing compared for some: {tally:?}"
    );
}

/// Compares one vehicle with the oracle.
fn prove(genome: &Genome, tally: &mut Tally) -> Result<(), TestCaseError> {
    let text = genome.text();
    match compile_text(&text) {
        Ok(compiled) => {
            agree(&compiled, tally)?;
            match tally.vehicles % BY_EVERY_METHOD {
                0 => agree_by_every_method(&text, tally),
                _ => Ok(()),
            }
        }
        Err(diagnostics) if has(&diagnostics, "W0301") => {
            prop_assert!(holds_a_drive(&text), "refused for a drive that can move");
            tally.held += 1;
            Ok(())
        }
        Err(diagnostics) if has(&diagnostics, "W0303") => {
            let mobility = mobility(&model(&text));
            prop_assert!(mobility.rank < mobility.rows, "refused as redundant, but {mobility:?}");
            prop_assert!(!genome.accept_redundant, "redundant closures were accepted");
            tally.redundant += 1;
            prove(
                &Genome {
                    accept_redundant: true,
                    ..genome.clone()
                },
                tally,
            )
        }
        Err(diagnostics) => {
            let complaint = render(&diagnostics, "random", &text);
            prop_assert!(has(&diagnostics, "W0304"), "refused:\n{complaint}");
            let mobility = mobility(&model(&text));
            prop_assert_eq!(mobility.freedoms + mobility.spins, 0, "refused as locked");
            tally.locked += 1;
            Ok(())
        }
    }
}

fn has(diagnostics: &Diagnostics, code: &str) -> bool {
    diagnostics.iter().any(|d| d.code.id == code)
}

fn model(text: &str) -> Model {
    let vehicle = dsl::parse_text(text).expect("the text is sound");
    resolve(&vehicle).expect("the model is sound")
}

/// Mobility by the oracle, at the design position.
fn mobility(model: &Model) -> Mobility {
    let oracle = Oracle::new(model);
    oracle.mobility(&oracle.design(), &oracle.no_loads())
}

/// Whether a driven joint would have no freedom even if it were not driven.
fn holds_a_drive(text: &str) -> bool {
    let driven = model(text);
    driven.drives.iter().any(|drive| {
        let mut released = driven.clone();
        released.joints[drive.joint.index()].drive = None;
        mobility(&released).freedoms == mobility(&driven).freedoms
    })
}

/// Compares a vehicle with the oracle by each method for all subsystems, and by the choice of the search, with equal subsystems in lanes.
fn agree_by_every_method(text: &str, tally: &mut Tally) -> Result<(), TestCaseError> {
    let text = &text.replacen('{', "{\n    levels: all\n    lanes: accept", 1);
    let uniform = Method::ALL.map(Choice::Uniform);
    for choice in uniform.into_iter().chain([Choice::Auto]) {
        let compiled = compile_text_with(text, &choice);
        let compiled =
            compiled.map_err(|d| TestCaseError::fail(format!("{choice:?}: {}", render(&d, "random", text))))?;
        let mut own = Tally::default();
        agree(&compiled, &mut own)?;
        tally.states += own.states;
        tally.in_lanes += own.in_lanes;
    }
    tally.by_every_method += 1;
    Ok(())
}

fn agree(compiled: &Compiled, tally: &mut Tally) -> Result<(), TestCaseError> {
    let oracle = Oracle::new(&compiled.model);
    let mobility = mobility(&compiled.model);
    prop_assert_eq!(
        compiled.mobility.freedoms,
        mobility.freedoms + mobility.spins,
        "freedoms"
    );
    tally.vehicles += 1;
    tally.with_loops += usize::from(!compiled.topology.loops.is_empty());
    tally.with_overrides += usize::from(compiled.model.joints.iter().any(|joint| joint.tree.is_some()));

    let mut subject = Interpreted::new(compiled);
    let mut rng = Rng::with_seed(11);
    let (mut found, mut lanes, mut scatter) = (0, 0, SCATTER);
    for _ in 0..TRIES {
        if found == STATES {
            break;
        }
        let Some(state) = random_state(&mut subject, &scatter, &mut rng) else {
            tally.open += 1;
            scatter.position *= 0.6;
            scatter.drive *= 0.6;
            continue;
        };
        if regularity(&oracle, &mut subject, &state, &compiled.state.spins) < REGULAR {
            tally.singular += 1;
            continue;
        }
        let worst = compare(&oracle, &mut subject, &compiled.state.spins, &state);
        prop_assert!(worst.position < 1e-10 && worst.velocity < 1e-9, "{worst:?}");
        prop_assert!(worst.energy < 1e-10, "{worst:?}");
        prop_assert!(worst.acceleration() < 1e-9, "{worst:?}");
        if compiled.programs.lanes.is_some() {
            let mut in_lanes = Interpreted::new(compiled).at_level(Level::V3);
            let worst = compare(&oracle, &mut in_lanes, &compiled.state.spins, &state);
            prop_assert!(worst.acceleration() < 1e-9, "in lanes: {worst:?}");
            lanes = 1;
        }
        found += 1;
    }
    tally.states += found;
    tally.in_lanes += lanes;
    tally.unproven += usize::from(found == 0);
    Ok(())
}

/// Smallest singular value of the independent rows of all joints, relative to the largest; 1 if there are no rows.
fn regularity(
    oracle: &Oracle,
    subject: &mut dyn Subject,
    (q, v, acting): &(Vec<f64>, Vec<f64>, Acting),
    spins: &[Option<usize>],
) -> f64 {
    let rates = subject.rates(q, v, acting);
    let motions = motions(&subject.bodies(q, v, acting, &rates.v), spins, v);
    let loads = loads(acting);
    let rows = oracle.rows(&motions, &loads).concat();
    let rank = oracle.mobility(&motions, &loads).rank;
    let mut jacobian = DMatrix::zeros(rows.len(), 6 * motions.bodies.len());
    for (i, row) in rows.iter().enumerate() {
        for part in row.parts() {
            if let Some(slot) = part.slot {
                jacobian
                    .fixed_view_mut::<1, 3>(i, 6 * slot)
                    .copy_from(&part.angular.transpose());
                jacobian
                    .fixed_view_mut::<1, 3>(i, 6 * slot + 3)
                    .copy_from(&part.linear.transpose());
            }
        }
    }
    if rank == 0 {
        return 1.0;
    }
    let mut values: Vec<f64> = jacobian.singular_values().iter().copied().collect();
    values.sort_by(|a, b| b.total_cmp(a));
    values[rank - 1] / values[0]
}
