//! All methods give the same motion. Every vehicle of these folders, reduced by each method and by mixtures of methods, agrees with
//! the oracle at random consistent states.
//!
//! The programs are interpreted. Other tests prove that emitted code agrees with the interpreter to the last bit.

mod agreement;
mod costs;
mod declared;
mod plans;
mod search;
mod shapes;
mod sides;
mod tuned_sides;

use std::fs;
use std::path::Path;
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::formulation::method::{Choice, Method};
use wishbone_compiler::pipeline::{Compiled, compile_text_with};

/// The declarations in a folder of this package, with their file names, in order.
fn declarations(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut all: Vec<(String, String)> = entries
        .map(|entry| {
            let path = entry.expect("its entries can be read").path();
            let name = path.file_stem().and_then(|n| n.to_str()).expect("its name is text");
            let text = fs::read_to_string(&path).expect("a declaration is text");
            (name.to_owned(), text)
        })
        .collect();
    all.sort();
    all
}

/// The declaration of this name in `topologies/`.
fn topology(name: &str) -> String {
    let found = declarations("topologies").into_iter().find(|(n, _)| n == name);
    found.unwrap_or_else(|| panic!("there is no {name}")).1
}

fn compiled(text: &str, choice: &Choice) -> Compiled {
    compile_text_with(text, choice).unwrap_or_else(|d| panic!("\n{}", render(&d, "declaration", text)))
}

/// Each method for all subsystems. If there are several subsystems in addition to the base, the list also has mixtures
/// in which neighbours have different methods.
fn choices(subsystems: usize) -> Vec<Choice> {
    let mixed = |shift: usize| {
        let methods = (0..subsystems).map(|s| Method::ALL[(s + shift) % Method::ALL.len()]);
        Choice::PerSubsystem(methods.collect())
    };
    let mixtures = if subsystems > 2 { Method::ALL.len() } else { 0 };
    let uniform = Method::ALL.map(Choice::Uniform);
    uniform.into_iter().chain((0..mixtures).map(mixed)).collect()
}
