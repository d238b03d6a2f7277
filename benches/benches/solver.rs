//! The parts of a step of every vehicle, and an evaluation of the oracle; with the feature `methods`, an evaluation
//! with every method.
#![allow(missing_docs, reason = "criterion's macros make public items without documentation")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use wishbone::solver::Solver;
use wishbone_benches::referee::Referee;
use wishbone_benches::spent::{ProcessorTime, short};
use wishbone_benches::subject::{Part, STATES, Subject};
use wishbone_benches::vehicles::{self, Visit};
use wishbone_compiler::pipeline::compile_text;

struct Bench<'a>(&'a mut Criterion<ProcessorTime>);

impl Visit for Bench<'_> {
    fn vehicle<S: Solver + Default + Clone>(&mut self, declaration: &'static str) {
        let mut group = self.0.benchmark_group(S::default().description().name);
        let mut subject = Subject::of(S::default());
        group.throughput(Throughput::Elements(STATES as u64));
        for part in Part::ALL {
            group.bench_function(part.word(), |bench| bench.iter(|| subject.pass(part)));
        }
        let compiled = compile_text(declaration).expect("a vehicle of the library");
        let referee = Referee::new(&compiled, &mut subject, 4);
        group.throughput(Throughput::Elements(referee.states() as u64));
        group.bench_function("evaluation by the oracle", |bench| bench.iter(|| referee.pass()));
        group.finish();
    }
}

#[cfg(feature = "methods")]
impl vehicles::VisitMethod for Bench<'_> {
    fn vehicle<S: Solver + Default + Clone>(&mut self, made: &vehicles::Made) {
        let mut group = self.0.benchmark_group(S::default().description().name);
        let mut subject = Subject::of(S::default());
        group.throughput(Throughput::Elements(STATES as u64));
        group.bench_function(criterion::BenchmarkId::new("evaluation", made.method), |bench| {
            bench.iter(|| subject.pass(Part::Evaluation));
        });
        group.finish();
    }
}

fn solvers(criterion: &mut Criterion<ProcessorTime>) {
    vehicles::all(&mut Bench(criterion));
    #[cfg(feature = "methods")]
    vehicles::by_method(&mut Bench(criterion));
}

criterion_group! {
    name = benches;
    config = short();
    targets = solvers
}
criterion_main!(benches);
