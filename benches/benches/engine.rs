//! The engine beside emitted scalar code.
#![allow(missing_docs, reason = "criterion's macros make public items without documentation")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use wishbone::level::Level;
use wishbone::solver::Solver;
use wishbone_benches::spent::{ProcessorTime, short};
use wishbone_benches::subject::{Part, STATES, Subject};
use wishbone_compiler::pipeline::compile_text;
use wishbone_engine::Engine;
use wishbone_vehicles::{Hmmwv, QuarterCar, TractorSemitrailer};

fn compare<S: Solver + Clone>(criterion: &mut Criterion<ProcessorTime>, solver: S, declaration: &str) {
    let compiled = compile_text(declaration).expect("a vehicle of the library");
    let mut group = criterion.benchmark_group(format!("engine: {}", solver.description().name));
    group.throughput(Throughput::Elements(STATES as u64));
    let mut emitted = Subject::of(solver.at_level(Level::Baseline));
    let mut engine = Subject::of(Engine::new(&compiled));
    for part in [Part::Evaluation, Part::Step] {
        let id = |how| BenchmarkId::new(part.word(), how);
        group.bench_function(id("emitted, baseline"), |bench| bench.iter(|| emitted.pass(part)));
        group.bench_function(id("engine"), |bench| bench.iter(|| engine.pass(part)));
    }
    group.finish();
}

fn engine(criterion: &mut Criterion<ProcessorTime>) {
    compare(criterion, QuarterCar::new(), QuarterCar::DECLARATION);
    compare(criterion, Hmmwv::new(), Hmmwv::DECLARATION);
    compare(criterion, TractorSemitrailer::new(), TractorSemitrailer::DECLARATION);
}

criterion_group! {
    name = benches;
    config = short();
    targets = engine
}
criterion_main!(benches);
