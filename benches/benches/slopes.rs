//! All derivatives of a vehicle (`Solver::slopes`) compared with one evaluation, singly and in a batch, at each level:
//! `cargo bench -p wishbone-benches --features derivatives --bench slopes`.
#![allow(missing_docs, reason = "criterion's macros make public items without documentation")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use wishbone::batch::BatchSolver;
use wishbone::level::Level;
use wishbone::solver::Solver;
use wishbone_benches::batch;
use wishbone_benches::derived::{hmmwv, hmmwv14, quarter_sla, semitrailer12};
use wishbone_benches::spent::{ProcessorTime, short};
use wishbone_benches::subject::{Part, STATES, Subject};

fn vehicle<S: Solver + Default + Clone>(criterion: &mut Criterion<ProcessorTime>) {
    let mut subject = Subject::of(S::default());
    let mut group = criterion.benchmark_group(format!("slopes of {}", subject.solver.description().name));
    group.throughput(Throughput::Elements(STATES as u64));
    let has = |level: &&Level| **level <= Level::detect();
    for level in subject.solver.description().levels.iter().filter(has) {
        subject.solver.set_level(*level);
        let id = |part| BenchmarkId::new(part, format!("{level:?}"));
        group.bench_function(id("evaluation"), |bench| bench.iter(|| subject.pass(Part::Evaluation)));
        let Subject { solver, states, .. } = &mut subject;
        group.bench_function(id("slopes"), |bench| {
            bench.iter(|| {
                for (state, inputs) in &*states {
                    black_box(solver.slopes(black_box(state), black_box(inputs)));
                }
            });
        });
    }
    group.finish();
}

fn batched<B: BatchSolver + Default>(criterion: &mut Criterion<ProcessorTime>)
where
    B::Single: Default + Clone,
{
    let mut batch = B::default();
    let groups = batch::groups::<B>();
    let names = batch.single().description();
    let mut group = criterion.benchmark_group(format!("slopes of {} in a batch", names.name));
    group.throughput(Throughput::Elements(STATES as u64));
    let has = |level: &&Level| **level <= Level::detect();
    for level in names.levels.iter().filter(has) {
        batch.set_level(*level);
        let id = |part| BenchmarkId::new(part, format!("{level:?}"));
        group.bench_function(id(Part::Evaluation.word()), |bench| {
            bench.iter(|| {
                for (state, inputs) in &groups {
                    batch.kinematics(black_box(state), black_box(inputs));
                    black_box(batch.accelerations(black_box(inputs)));
                }
            });
        });
        group.bench_function(id("slopes"), |bench| {
            bench.iter(|| {
                for (state, inputs) in &groups {
                    black_box(batch.slopes(black_box(state), black_box(inputs)));
                }
            });
        });
    }
    group.finish();
}

fn slopes(criterion: &mut Criterion<ProcessorTime>) {
    vehicle::<quarter_sla::QuarterSla>(criterion);
    batched::<quarter_sla::QuarterSlaBatch>(criterion);
    vehicle::<hmmwv14::Hmmwv14>(criterion);
    batched::<hmmwv14::Hmmwv14Batch>(criterion);
    vehicle::<semitrailer12::Semitrailer12>(criterion);
    batched::<semitrailer12::Semitrailer12Batch>(criterion);
    vehicle::<hmmwv::Hmmwv>(criterion);
}

criterion_group! {
    name = benches;
    config = short();
    targets = slopes
}
criterion_main!(benches);
