//! Some of the random vehicles as emitted Rust: committed as text, compiled by the build script like any vehicle.

use crate::{SCATTER, genes, runner};
use fastrand::Rng;
use proptest::strategy::{Strategy, ValueTree};
use std::path::PathBuf;
use std::{env, fs};
use wishbone::solver::Solver;
use wishbone_compiler::pipeline::compile_text;
use wishbone_oracle::Oracle;
use wishbone_tests::{Emitted, Interpreted, Subject, compare, random_state, vehicles};

/// How many are committed.
const COMMITTED: usize = 10;
/// Most moving bodies of one, so that the build stays short.
const BODIES: usize = 5;
/// Most speeds of one, likewise.
const SPEEDS: usize = 10;
/// States of each.
const STATES: usize = 10;

/// The first small vehicles with loops that the generator makes, under names of their own.
fn chosen() -> Vec<String> {
    let (strategy, mut runner) = (genes::genome(), runner(1));
    let mut chosen: Vec<String> = Vec::new();
    while chosen.len() < COMMITTED {
        let genome = strategy.new_tree(&mut runner).expect("nothing is filtered").current();
        let name = format!("Random{:02}", chosen.len() + 1);
        let text = genome.text().replacen("Random", &name, 1);
        let fits = compile_text(&text).is_ok_and(|c| {
            let small = c.model.bodies.len() <= BODIES + 1 && c.layout.speeds.len() <= SPEEDS;
            small && !c.topology.loops.is_empty()
        });
        if fits {
            chosen.push(text);
        }
    }
    chosen
}

/// With `BLESS=1` in the environment they are written anew.
#[test]
fn committed_vehicles_are_what_the_generator_makes() {
    for (index, text) in chosen().iter().enumerate() {
        let path = PathBuf::from(format!(
            "{}/vehicles/random_{:02}.txt",
            env!("CARGO_MANIFEST_DIR"),
            index + 1
        ));
        if env::var_os("BLESS").is_some() {
            fs::write(&path, text).expect("the folder of vehicles can be written");
        }
        let committed = fs::read_to_string(&path).unwrap_or_default();
        assert!(committed == *text, "{} differs: run once with BLESS=1", path.display());
    }
}

/// To the last bit as the interpreter, and as the oracle.
fn prove<S: Solver>(solver: S, declaration: &str) {
    let compiled = compile_text(declaration).expect("the build script compiled it");
    let (mut emitted, mut twin) = (Emitted(solver), Interpreted(&compiled));
    let oracle = Oracle::new(&compiled.model);
    let mut rng = Rng::with_seed(3);
    let draw = |_| random_state(&mut twin, &SCATTER, &mut rng);
    let states: Vec<_> = (0..4 * STATES).filter_map(draw).take(STATES).collect();
    assert_eq!(states.len(), STATES, "loops do not close");
    for state in &states {
        let (q, v, acting) = state;
        assert_eq!(emitted.rates(q, v, acting), twin.rates(q, v, acting));
        assert_eq!(emitted.energy(q, v, acting), twin.energy(q, v, acting));
        let worst = compare(&oracle, &mut emitted, &compiled.layout.spins, state);
        assert!(worst.acceleration() < 1e-9 && worst.energy < 1e-10, "{worst:?}");
        assert!(worst.position < 1e-10 && worst.velocity < 1e-9, "{worst:?}");
    }
}

macro_rules! agree {
    ($($name:ident: $solver:ident;)*) => {$(
        #[test]
        fn $name() {
            prove(vehicles::$solver::new(), vehicles::$solver::DECLARATION);
        }
    )*};
}

agree! {
    random_01: Random01;
    random_02: Random02;
    random_03: Random03;
    random_04: Random04;
    random_05: Random05;
    random_06: Random06;
    random_07: Random07;
    random_08: Random08;
    random_09: Random09;
    random_10: Random10;
}
