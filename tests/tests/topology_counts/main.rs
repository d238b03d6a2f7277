//! Counts of the analysis compared with published topologies, and its behaviour on large vehicles.
//!
//! The vehicles are texts of `topologies/` or generated. They are interpreted and not emitted.

mod alike;
mod benchmarks;
mod declared;
mod doors;
mod large;
mod long;
mod overrides;
mod papers;
mod reasons;

use fastrand::Rng;
use std::fs;
use std::path::{Path, PathBuf};
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::pipeline::{Compiled, compile_text};
use wishbone_oracle::Oracle;
use wishbone_tests::{Disagreement, Interpreted, Scatter, compare, random_state};

/// A folder of this package.
fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The text of a vehicle of `topologies/`.
fn topology(name: &str) -> String {
    let path = folder("topologies").join(name).with_extension("txt");
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn compiled(text: &str) -> Compiled {
    compile_text(text).unwrap_or_else(|d| panic!("\n{}", render(&d, "declaration", text)))
}

/// Asserts that the accelerations agree with the oracle at this number of random consistent states.
fn agrees(compiled: &Compiled, states: usize, scatter: &Scatter) {
    let oracle = Oracle::new(&compiled.model);
    let mut subject = Interpreted::new(compiled);
    let mut rng = Rng::with_seed(11);
    let mut worst = Disagreement::default();
    let mut found = 0;
    for tried in 0.. {
        assert!(tried < 20 * states, "loops do not close: {found} of {tried}");
        if let Some(state) = random_state(&mut subject, scatter, &mut rng) {
            worst = worst.worst(compare(&oracle, &mut subject, &compiled.state.spins, &state));
            found += 1;
        }
        if found == states {
            break;
        }
    }
    println!("{}: {worst:?}", compiled.model.name);
    assert!(worst.acceleration() < 1e-9, "{worst:?}");
    assert!(worst.position < 1e-10 && worst.velocity < 1e-10, "{worst:?}");
}
