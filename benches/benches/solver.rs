//! One evaluation, one projection and one whole step of every vehicle.
#![allow(missing_docs, reason = "criterion's macros make public items without documentation")]

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use wishbone::prelude::*;
use wishbone_vehicles::{FourBar, Hmmwv, QuarterCar};

fn vehicle<S: Solver + Default + Clone>(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group(S::NAME);
    let mut solver = S::default();
    let inputs = S::Inputs::default();
    let mut state = S::design_state();
    state
        .speeds_mut()
        .iter_mut()
        .enumerate()
        .for_each(|(i, v)| *v = 0.1 + 0.01 * i as f64);
    Projection::ASSEMBLY
        .apply(&mut solver, &mut state, &inputs)
        .expect("the design position is closed");

    group.bench_function("evaluation", |bench| {
        bench.iter(|| {
            solver.kinematics(black_box(&state), black_box(&inputs));
            solver.accelerations(black_box(&inputs))
        });
    });
    group.bench_function("projection", |bench| {
        bench.iter(|| Projection::STEP.apply(&mut solver, &mut state.clone(), black_box(&inputs)));
    });
    group.bench_function("step (AB3, no surroundings)", |bench| {
        let mut simulation = Simulation::new(solver.clone(), Still, AdamsBashforth3::new());
        simulation.set_state(state.clone());
        bench.iter(|| simulation.step(black_box(1e-9)));
    });
    group.finish();
}

criterion_group!(benches, vehicle::<FourBar>, vehicle::<QuarterCar>, vehicle::<Hmmwv>);
criterion_main!(benches);
