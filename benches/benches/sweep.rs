//! Variants of a sweep: the truck's step steer. Each variant includes the state of rest, the steady motion, the run and
//! its figures.
#![allow(missing_docs, reason = "criterion's macros make public items without documentation")]

use criterion::{Criterion, criterion_group, criterion_main};
use wishbone_benches::spent::{ProcessorTime, short};
use wishbone_workbench::files::Files;
use wishbone_workbench::progress::silent;
use wishbone_workbench::sweep::{Sweep, Width};

/// A file with a plan.
struct Plan;

/// Number of variants that are computed in a pass.
const VARIANTS: u64 = 16;

impl Files for Plan {
    fn text(&self, _path: &str) -> Result<String, String> {
        let text = "vehicle = \"hmmwv\"\nsampling = \"sobol\"\ncount = 16\n\
            [[parameter]]\nchange = \"chassis.mass *=\"\nuniform = \"[0.9, 1.1]\"\n\
            [[study]]\nask = \"drive\"\nmanoeuvre = \"step_steer\"\nfigures = [\"yaw_rate.overshoot\"]\n";
        Ok(text.to_owned())
    }
}

fn loaded() -> Sweep {
    Sweep::load("plan.toml", &Plan).expect("a plan")
}

fn sweep(criterion: &mut Criterion<ProcessorTime>) {
    let widest = Width::of_processor();
    let native = [Width::One, Width::Four, Width::Eight].map(Some);
    let possible = native
        .into_iter()
        .filter(|width| width.is_none_or(|own| own.lanes() <= widest.lanes()));
    let mut group = criterion.benchmark_group("sweep of 16 variants: step steer of the HMMWV, 8 s at 1 ms");
    group.sample_size(10);
    for width in std::iter::once(None).chain(possible) {
        let (name, sweep) = match width {
            None => ("engine".to_owned(), loaded()),
            Some(width) => (format!("machine code, {width}"), loaded().natively_in(width)),
        };
        // The first question compiles the vehicle.
        let _ = sweep.ways().expect("parameters that can be changed");
        group.bench_function(name, |bench| {
            bench.iter(|| {
                let each = |_, _| Ok(());
                let computed = sweep.compute(std::slice::from_ref(&(0..VARIANTS)), &each, &silent);
                computed.expect("variants that run");
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = short();
    targets = sweep
}
criterion_main!(benches);
