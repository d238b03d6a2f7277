//! Operations of the library's vehicles with the default methods. They are pinned, so that a change of the counts is seen
//! with the change that caused it. After an intended change, `BLESS=1 cargo test -p wishbone-tests --test counts`
//! rewrites the table.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};
use wishbone_compiler::pipeline::compile_text;
use wishbone_compiler::programs::calls::Call;
use wishbone_compiler::report::counts;
use wishbone_vehicles::bare::{Hmmwv14, QuarterSla, Semitrailer12};
use wishbone_vehicles::{
    DeyoSedan, FourBar, Hmmwv, HmmwvPitman, MacphersonCar, QuarterCar, SmallCar, TractorSemitrailer,
};

const HEADINGS: [&str; 10] = [
    "vehicle",
    "position",
    "velocity",
    "right-hand",
    "mass+force",
    "effective",
    "acceleration",
    "evaluation",
    "close_q",
    "close_v",
];

/// Row of a vehicle: operations of the six stages, their sum, one correction of positions and one of velocities.
/// Operations of all kinds are added.
fn row(declaration: &str) -> Vec<String> {
    let compiled = compile_text(declaration).unwrap_or_else(|_| panic!("it has been compiled before"));
    let counts = counts::stages(&compiled);
    let stages = counts.stages.iter().map(|stage| stage.count);
    let correction = |call: Call| counts.of(call).total();
    let corrections = [Call::PositionCorrection, Call::VelocityCorrection].map(correction);
    let numbers = stages.chain([counts.evaluation]).map(|count| count.total());
    let numbers = numbers.chain(corrections).map(|number| number.to_string());
    std::iter::once(counts.vehicle.clone()).chain(numbers).collect()
}

fn table() -> String {
    let vehicles = [
        FourBar::DECLARATION,
        QuarterCar::DECLARATION,
        Hmmwv::DECLARATION,
        HmmwvPitman::DECLARATION,
        DeyoSedan::DECLARATION,
        MacphersonCar::DECLARATION,
        SmallCar::DECLARATION,
        TractorSemitrailer::DECLARATION,
        QuarterSla::DECLARATION,
        Hmmwv14::DECLARATION,
        Semitrailer12::DECLARATION,
    ];
    let mut text = String::new();
    let headings = HEADINGS.map(str::to_owned).to_vec();
    for row in std::iter::once(headings).chain(vehicles.into_iter().map(row)) {
        for (cell, heading) in row.iter().zip(HEADINGS) {
            let _ = match heading {
                "vehicle" => write!(text, "{cell:<18}"),
                _ => write!(text, "  {cell:>width$}", width = heading.len()),
            };
        }
        text.push('\n');
    }
    text
}

#[test]
fn operations_are_as_committed() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/counts.txt");
    let table = table();
    if env::var_os("BLESS").is_some() {
        fs::write(&path, &table).expect("the table can be written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == table,
        "operation counts have changed; if that is meant, run this test with BLESS=1. Committed:\n{committed}\nnow:\n{table}"
    );
}
