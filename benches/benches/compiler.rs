//! Time from the declaration to the emitted tokens.
#![allow(missing_docs, reason = "criterion's macros make public items without documentation")]

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use wishbone::solver::Solver;
use wishbone_benches::spent::{ProcessorTime, short};
use wishbone_benches::vehicles::{self, Visit};
use wishbone_compiler::{emit, pipeline};

struct Bench<'a>(&'a mut Criterion<ProcessorTime>);

impl Visit for Bench<'_> {
    fn vehicle<S: Solver + Default + Clone>(&mut self, declaration: &'static str) {
        let mut group = self.0.benchmark_group("compile");
        group.sample_size(10);
        group.bench_function(S::default().description().name, |bench| {
            bench.iter(|| {
                let compiled = pipeline::compile_text(black_box(declaration)).expect("a vehicle of the library");
                emit::tokens(&compiled, declaration)
            });
        });
        group.finish();
    }
}

fn compile(criterion: &mut Criterion<ProcessorTime>) {
    vehicles::all(&mut Bench(criterion));
}

criterion_group! {
    name = benches;
    config = short();
    targets = compile
}
criterion_main!(benches);
