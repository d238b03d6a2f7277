//! From the declaration to tokens.
#![allow(missing_docs, reason = "criterion's macros make public items without documentation")]

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use wishbone_compiler::{emit, pipeline};
use wishbone_vehicles::{FourBar, Hmmwv, QuarterCar};

fn compile(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("compile");
    for (name, declaration) in [
        ("FourBar", FourBar::DECLARATION),
        ("QuarterCar", QuarterCar::DECLARATION),
        ("Hmmwv", Hmmwv::DECLARATION),
    ] {
        group.bench_function(name, |bench| {
            bench.iter(|| {
                let compiled = pipeline::compile_text(black_box(declaration)).expect("a vehicle of the library");
                emit::tokens(&compiled, declaration)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, compile);
criterion_main!(benches);
