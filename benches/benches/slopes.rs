//! All derivatives of a vehicle (`Solver::slopes`) beside one evaluation, at each level:
//! `cargo bench -p wishbone-benches --features derivatives --bench slopes`.
#![allow(missing_docs, reason = "criterion's macros make public items without documentation")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use wishbone::level::Level;
use wishbone::solver::Solver;
use wishbone_benches::subject::{Part, STATES, Subject};

macro_rules! derived {
    ($($module:ident: $vehicle:literal;)*) => {
        $(
            #[allow(clippy::all, dead_code, reason = "generated")]
            mod $module {
                include!(concat!(env!("OUT_DIR"), "/", $vehicle, "_derived.rs"));
            }
        )*
    };
}

derived! {
    quarter_sla: "quarter_sla";
    hmmwv14: "hmmwv14";
    semitrailer12: "semitrailer12";
    hmmwv: "hmmwv";
}

fn vehicle<S: Solver + Default + Clone>(criterion: &mut Criterion) {
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

fn slopes(criterion: &mut Criterion) {
    vehicle::<quarter_sla::QuarterSla>(criterion);
    vehicle::<hmmwv14::Hmmwv14>(criterion);
    vehicle::<semitrailer12::Semitrailer12>(criterion);
    vehicle::<hmmwv::Hmmwv>(criterion);
}

criterion_group!(benches, slopes);
criterion_main!(benches);
