//! Prints a Markdown table that compares the engine with emitted scalar code, in one process.
//!
//! `cargo run --release -p wishbone-benches --bin engine`

use wishbone::level::Level;
use wishbone::solver::Solver;
use wishbone_benches::clock::{Times, time};
use wishbone_benches::machine::{processor, version};
use wishbone_benches::subject::{Part, STATES, Subject};
use wishbone_compiler::pipeline::compile_text;
use wishbone_engine::Engine;
use wishbone_vehicles::{Hmmwv, QuarterCar, TractorSemitrailer};

fn main() {
    let rustc = version("rustc").unwrap_or_else(|| "rustc unknown".to_owned());
    println!(
        "{}; {rustc}. Times: thread CPU time, least (median) [ns].\n",
        processor()
    );
    println!("| | part | emitted, baseline | engine | times as long |\n|---|---|---|---|---|");
    compare(QuarterCar::new(), QuarterCar::DECLARATION);
    compare(Hmmwv::new(), Hmmwv::DECLARATION);
    compare(TractorSemitrailer::new(), TractorSemitrailer::DECLARATION);
}

fn compare<S: Solver + Clone>(solver: S, declaration: &str) {
    let compiled = compile_text(declaration).expect("a vehicle of the library");
    let name = solver.description().name;
    let mut emitted = Subject::of(solver.at_level(Level::Baseline));
    let mut engine = Subject::of(Engine::new(&compiled));
    for part in [Part::Evaluation, Part::Step] {
        let emitted = time(STATES, || emitted.pass(part));
        let engine = time(STATES, || engine.pass(part));
        println!(
            "| {name} | {} | {} | {} | {:.2} |",
            part.word(),
            shown(emitted),
            shown(engine),
            engine.least / emitted.least
        );
    }
}

fn shown(times: Times) -> String {
    format!("{:.0} ({:.0})", times.least, times.median)
}
