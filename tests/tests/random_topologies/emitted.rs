//! Some of the random vehicles as emitted Rust. Their declarations are committed, and the build script compiles them like any vehicle.

use crate::{SCATTER, genes};
use fastrand::Rng;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::{env, fs};
use wishbone::solver::Solver;
use wishbone_compiler::model::BodyId;
use wishbone_compiler::pipeline::{Compiled, compile_text};
use wishbone_compiler::topology::Loop;
use wishbone_oracle::Oracle;
use wishbone_tests::{Emitted, Interpreted, Subject, compare, random_state, vehicles};

/// Seeds of the committed vehicles, found by `a_choice_that_covers_all`.
const SEEDS: [u64; 20] = [
    587, 5003, 4391, 3032, 5535, 7627, 68918, 2773, 1470, 7384, 7378, 4221, 694, 1683, 25205, 2190, 2475, 1398, 357,
    2909,
];
/// Number of states of each vehicle.
const STATES: usize = 10;

/// The declaration that the generator makes from a seed.
fn drawn(seed: u64) -> String {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let genome = genes::genome().new_tree(&mut runner).expect("nothing is filtered");
    genome.current().text()
}

/// The declarations of the seeds, each with its own name of the vehicle.
fn committed() -> Vec<String> {
    let named = |(index, &seed): (usize, &u64)| drawn(seed).replacen("Random", &format!("Random{:02}", index + 1), 1);
    SEEDS.iter().enumerate().map(named).collect()
}

/// Features of a vehicle that not all vehicles have.
fn features(compiled: &Compiled) -> BTreeSet<String> {
    let (model, topology) = (&compiled.model, &compiled.topology);
    let mut features = BTreeSet::new();
    let mut holds = |feature: String, holds: bool| {
        if holds {
            features.insert(feature);
        }
    };
    for &body in &topology.order {
        let joint = topology.joint(body);
        holds(format!("{} in the tree", joint.kind.word()), joint.declared.is_some());
        holds("body on links".to_owned(), joint.declared.is_none());
        holds(format!("driven {}", joint.kind.word()), joint.drive.is_some());
    }
    for l in &topology.loops {
        holds(format!("{} cut", model.joint(l.cut).kind.word()), true);
        holds("loop on the ground".to_owned(), l.junction == BodyId::GROUND);
        holds("loop on a moving body".to_owned(), l.junction != BodyId::GROUND);
    }
    for closure in &compiled.mobility.closures {
        let loops = || closure.group.loops.iter().map(|&l| &topology.loops[l]);
        let within =
            |a: &Loop, b: &Loop| a.cut != b.cut && a.bodies().all(|body| b.bodies().any(|other| other == body));
        holds("loops that share a joint".to_owned(), loops().count() > 1);
        holds(
            "a loop within a loop".to_owned(),
            loops().any(|a| loops().any(|b| within(a, b))),
        );
    }
    let moving = topology
        .subsystems
        .iter()
        .filter(|subsystem| !subsystem.bodies.is_empty());
    holds("several subsystems".to_owned(), moving.count() > 2);
    holds(
        "mirrored bodies".to_owned(),
        model.bodies.iter().any(|body| body.name.contains('.')),
    );
    holds("spring".to_owned(), !model.springs.is_empty());
    holds(
        "wheel that spins".to_owned(),
        compiled.state.spins.iter().any(Option::is_some),
    );
    features
}

/// Features that the committed vehicles must cover.
const WANTED: [&str; 23] = [
    "revolute in the tree",
    "prismatic in the tree",
    "spherical in the tree",
    "universal in the tree",
    "fixed in the tree",
    "free in the tree",
    "body on links",
    "driven revolute",
    "driven prismatic",
    "revolute cut",
    "prismatic cut",
    "spherical cut",
    "universal cut",
    "fixed cut",
    "distance cut",
    "loop on the ground",
    "loop on a moving body",
    "loops that share a joint",
    "a loop within a loop",
    "several subsystems",
    "mirrored bodies",
    "spring",
    "wheel that spins",
];

#[test]
fn committed_vehicles_are_of_all_kinds() {
    let all: BTreeSet<String> = committed()
        .iter()
        .flat_map(|text| features(&compile_text(text).expect("the build script compiled it")))
        .collect();
    let missing: Vec<&&str> = WANTED.iter().filter(|wanted| !all.contains(**wanted)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Selects the seeds and prints them. From many small vehicles with loops, it repeatedly takes the vehicle with the
/// most features that the earlier vehicles lack.
#[test]
#[ignore = "takes minutes; wanted only when the generator changes"]
fn a_choice_that_covers_all() {
    let small = |c: &Compiled| c.model.bodies.len() <= 8 && c.layout.speeds.len() <= 10 && !c.topology.loops.is_empty();
    let mut pool: Vec<(u64, BTreeSet<String>)> = Vec::new();
    for seed in 0..80_000 {
        let text = drawn(seed);
        // Fixed joints that are cut are rare; after the first few thousand seeds, only these are looked for.
        let cuts_fixed = text
            .lines()
            .any(|line| line.contains(": fixed(") && line.contains("tree: cut"));
        if (seed < 8_000 || cuts_fixed)
            && text.matches("body ").count() <= 8
            && let Some(compiled) = compile_text(&text).ok().filter(small)
        {
            pool.push((seed, features(&compiled)));
        }
    }
    let mut had: BTreeMap<&str, usize> = BTreeMap::new();
    let mut chosen = Vec::new();
    for _ in SEEDS {
        let worth = |feature: &str| 5040 / (1 + had.get(feature).copied().unwrap_or(0));
        let merit = |(seed, features): &&(u64, BTreeSet<String>)| {
            let wanted = WANTED.iter().filter(|wanted| features.contains(**wanted));
            (wanted.map(|wanted| worth(wanted)).sum::<usize>(), Reverse(*seed))
        };
        let (seed, features) = pool.iter().max_by_key(merit).expect("the pool is large").clone();
        println!("{seed}: {features:?}");
        pool.retain(|(other, _)| *other != seed);
        chosen.push(seed);
        for wanted in WANTED.iter().filter(|wanted| features.contains(**wanted)) {
            *had.entry(wanted).or_default() += 1;
        }
    }
    println!("{chosen:?}: {had:?}");
}

/// With `BLESS=1` in the environment, the declarations are rewritten.
#[test]
fn committed_vehicles_are_what_the_generator_makes() {
    for (index, text) in committed().iter().enumerate() {
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

/// Asserts that emitted code agrees with the interpreter to the last bit, and with the oracle.
fn prove<S: Solver>(solver: S, declaration: &str) {
    let compiled = compile_text(declaration).expect("the build script compiled it");
    let (mut emitted, mut twin) = (Emitted(solver), Interpreted::new(&compiled));
    let oracle = Oracle::new(&compiled.model);
    let mut rng = Rng::with_seed(3);
    let draw = |_| random_state(&mut twin, &SCATTER, &mut rng);
    let states: Vec<_> = (0..4 * STATES).filter_map(draw).take(STATES).collect();
    assert_eq!(states.len(), STATES, "loops do not close");
    for state in &states {
        let (q, v, acting) = state;
        assert_eq!(emitted.rates(q, v, acting), twin.rates(q, v, acting));
        assert_eq!(emitted.energy(q, v, acting), twin.energy(q, v, acting));
        let worst = compare(&oracle, &mut emitted, &compiled.state.spins, state);
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
    random_11: Random11;
    random_12: Random12;
    random_13: Random13;
    random_14: Random14;
    random_15: Random15;
    random_16: Random16;
    random_17: Random17;
    random_18: Random18;
    random_19: Random19;
    random_20: Random20;
}
