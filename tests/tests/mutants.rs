//! Declarations of the library and of the tests are damaged. These declarations are either refused with a message or
//! compiled to a solver; nothing panics.
//!
//! The damage is done by the code of the fuzz targets.

#[path = "../../fuzz/src/vandal.rs"]
mod vandal;

use fastrand::Rng;
use std::path::Path;
use std::{env, fs};
use wishbone_compiler::diag::to_text::{render, render_sources};
use wishbone_compiler::emit;
use wishbone_compiler::front::{dsl, file, toml};
use wishbone_compiler::model::resolve::resolve;
use wishbone_compiler::pipeline::compile_text;
use wishbone_tests::soak::{seeds, tried};
use wishbone_vehicles::{FourBar, Hmmwv, QuarterCar};

/// Number of damaged declarations.
const ROUNDS: usize = 400;
/// Declarations above this length are only read and resolved: their analysis takes a second.
const LONG: usize = 3000;

#[derive(Debug, Default)]
struct Tally {
    text: usize,
    toml: usize,
    refused: usize,
    compiled: usize,
}

/// All declarations of the tests and some of the library, in the grammar of the macro.
fn declarations() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vehicles");
    let files = fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").path());
    let mut paths: Vec<_> = files.collect();
    paths.sort();
    let own = paths
        .into_iter()
        .map(|path| fs::read_to_string(path).expect("it can be read"));
    let library = [FourBar::DECLARATION, QuarterCar::DECLARATION, Hmmwv::DECLARATION].map(str::to_owned);
    own.chain(library).collect()
}

fn answered(text: &str, tally: &mut Tally) {
    let outcome = if text.len() > LONG {
        dsl::parse_text(text).and_then(|vehicle| resolve(&vehicle)).map(|_| ())
    } else {
        compile_text(text).map(|compiled| drop(emit::text(&compiled, text)))
    };
    tally.text += 1;
    match outcome {
        Ok(()) => tally.compiled += 1,
        Err(found) => {
            assert!(!found.is_empty(), "refused without a word:\n{text}");
            assert!(render(&found, "mutant", text).contains("[W0"), "{text}");
            tally.refused += 1;
        }
    }
}

/// A file with some characters cut out, doubled or moved.
fn damaged(file: &str, rng: &mut Rng) -> String {
    let mut text: Vec<char> = file.chars().collect();
    for _ in 0..rng.usize(1..4) {
        let at = rng.usize(0..text.len());
        let end = (at + rng.usize(1..20)).min(text.len());
        let piece: Vec<char> = text[at..end].to_vec();
        if rng.bool() {
            drop(text.drain(at..end));
        }
        if rng.bool() || text.is_empty() {
            let to = rng.usize(0..=text.len());
            drop(text.splice(to..to, piece));
        }
    }
    text.into_iter().collect()
}

fn answered_as_file(text: &str, tally: &mut Tally) {
    let reading = file::read_text("mutant.toml", text, &mut file::no_files);
    tally.toml += 1;
    match reading.vehicle.and_then(|vehicle| resolve(&vehicle)) {
        Ok(_) => tally.compiled += 1,
        Err(found) => {
            assert!(!found.is_empty(), "refused without a word:\n{text}");
            assert!(render_sources(&found, &reading.sources).contains("W0"), "{text}");
            tally.refused += 1;
        }
    }
}

#[test]
fn damaged_declarations_are_answered() {
    let declarations = declarations();
    let files: Vec<String> = declarations
        .iter()
        .map(|text| toml::print::vehicle(&dsl::parse_text(text).expect("it is sound")))
        .collect();
    let mut tally = Tally::default();
    for seed in seeds(ROUNDS) {
        let mut rng = Rng::with_seed(seed);
        let chosen = rng.usize(0..declarations.len());
        let times = rng.usize(1..4);
        let text = (0..times).fold(declarations[chosen].clone(), |text, _| {
            vandal::damaged(&text, rng.u64(..))
        });
        answered(&text, &mut tally);
        answered_as_file(&damaged(&files[chosen], &mut rng), &mut tally);
    }
    tried(format_args!(
        "{} damaged declarations and {} damaged files: {} refused in words, {} sound",
        tally.text, tally.toml, tally.refused, tally.compiled
    ));
    assert!(tally.refused > tally.text / 2 && tally.compiled > 0, "{tally:?}");
}
