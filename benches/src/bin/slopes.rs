//! Prints a Markdown table with the time of all derivatives of a vehicle, singly and in a batch, compared with one
//! evaluation, at each level.
//!
//! `cargo run --release -p wishbone-benches --features derivatives --bin slopes`

use std::hint::black_box;
use wishbone::batch::BatchSolver;
use wishbone::level::Level;
use wishbone::solver::Solver;
use wishbone_benches::batch;
use wishbone_benches::clock::{Times, time};
use wishbone_benches::derived::{hmmwv, hmmwv14, quarter_sla, semitrailer12};
use wishbone_benches::machine::{processor, version};
use wishbone_benches::subject::{Part, STATES, Subject};

fn main() {
    let rustc = version("rustc").unwrap_or_else(|| "rustc unknown".to_owned());
    println!(
        "{}; {rustc}. Thread CPU time of one vehicle, least (median) [ns].\n",
        processor()
    );
    println!("| | level | evaluation | derivatives |\n|---|---|---|---|");
    alone::<quarter_sla::QuarterSla>();
    in_batch::<quarter_sla::QuarterSlaBatch>();
    alone::<hmmwv14::Hmmwv14>();
    in_batch::<hmmwv14::Hmmwv14Batch>();
    alone::<semitrailer12::Semitrailer12>();
    in_batch::<semitrailer12::Semitrailer12Batch>();
    alone::<hmmwv::Hmmwv>();
}

fn alone<S: Solver + Default + Clone>() {
    let mut subject = Subject::of(S::default());
    let names = subject.solver.description();
    for level in names.levels.iter().filter(|level| **level <= Level::detect()) {
        subject.solver.set_level(*level);
        let evaluation = time(STATES, || subject.pass(Part::Evaluation));
        let Subject { solver, states, .. } = &mut subject;
        let slopes = time(STATES, || {
            for (state, inputs) in &*states {
                black_box(solver.slopes(black_box(state), black_box(inputs)));
            }
        });
        row(names.name, *level, evaluation, slopes);
    }
}

fn in_batch<B: BatchSolver + Default>()
where
    B::Single: Default + Clone,
{
    let (mut batch, groups) = (B::default(), batch::groups::<B>());
    let names = batch.single().description();
    for level in names.levels.iter().filter(|level| **level <= Level::detect()) {
        batch.set_level(*level);
        let evaluation = time(STATES, || {
            for (state, inputs) in &groups {
                batch.kinematics(black_box(state), black_box(inputs));
                black_box(batch.accelerations(black_box(inputs)));
            }
        });
        let slopes = time(STATES, || {
            for (state, inputs) in &groups {
                black_box(batch.slopes(black_box(state), black_box(inputs)));
            }
        });
        row(&format!("{} in a batch", names.name), *level, evaluation, slopes);
    }
}

fn row(what: &str, level: Level, evaluation: Times, slopes: Times) {
    let shown = |times: Times| format!("{:.0} ({:.0})", times.least, times.median);
    println!("| {what} | {level:?} | {} | {} |", shown(evaluation), shown(slopes));
}
