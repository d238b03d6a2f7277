//! Operation counts of a corner with a short-long-arm suspension, with two methods, with constants and with all numbers
//! tunable. They are compared with the counts of Kim & Wang (2005).
//!
//! The paper does not say how its chassis moves. With a chassis that only heaves, many terms of a whole vehicle are
//! zero and cost nothing; so the corner is also counted on a free chassis.

use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::formulation::method::{Choice, Method};
use wishbone_compiler::pipeline::compile_text_with;
use wishbone_compiler::report::counts::{StageCounts, stages};
use wishbone_compiler::report::kim_wang;
use wishbone_vehicles::QuarterCar;

/// Heading, method, and whether every number of the declaration is a parameter.
const COLUMNS: [(&str, Method, bool); 3] = [
    ("joint, baked", Method::Synthesis, false),
    ("joint, tuned", Method::Synthesis, true),
    ("Cartesian, baked", Method::SynthesisCartesian, false),
];

fn counts(declaration: &str, method: Method) -> StageCounts {
    let compiled = compile_text_with(declaration, &Choice::Uniform(method));
    stages(&compiled.unwrap_or_else(|found| panic!("{}", render(&found, "corner", declaration))))
}

/// The corner with a chassis that has all six freedoms.
fn set_free(declaration: &str) -> String {
    let free = "joint motion: free(ground, chassis) { at: [0.0, 0.2, 0.55] m }\n";
    let moved = with(declaration, "joint heave", "joint lower_pivot", free);
    with(&moved, "output heave", "output wheel_x", "")
}

/// Returns the text with `words` in place of the part from `from` up to `to`.
fn with(text: &str, from: &str, to: &str, words: &str) -> String {
    let (before, rest) = text.split_once(from).expect("the quarter car has it");
    let (_, after) = rest.split_once(to).expect("this comes after it");
    format!("{before}{words}{to}{after}")
}

fn main() {
    let free = set_free(QuarterCar::DECLARATION);
    for (title, declaration) in [
        ("On a chassis that heaves", QuarterCar::DECLARATION),
        ("On a free chassis", &free),
    ] {
        let tuned = declaration.replacen('{', "{ tune: all\n", 1);
        let counted = COLUMNS.map(|(heading, method, all_tuned)| {
            let declaration = if all_tuned { &tuned } else { declaration };
            (heading, counts(declaration, method))
        });
        let ours: Vec<(&str, &StageCounts)> = counted.iter().map(|(heading, counts)| (*heading, counts)).collect();
        println!("{title}\n\n{}", kim_wang::text(&ours));
    }
}
