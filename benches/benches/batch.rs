//! Steps of eight trucks with all forces that act on them, in a batch and one by one; each truck has lanes:
//! `cargo bench -p wishbone-benches --features batch --bench batch`.
#![allow(missing_docs, reason = "criterion's macros make public items without documentation")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use wishbone::batch::{BatchSimulation, BatchSolver, LANES};
use wishbone::control::SpeedHold;
use wishbone::prelude::*;
use wishbone::tyre::FourOnRoad;
use wishbone_benches::spent::{ProcessorTime, short};
use wishbone_vehicles::{Hmmwv, manoeuvres};

#[allow(missing_docs, dead_code, clippy::all, reason = "generated")]
mod truck {
    include!(concat!(env!("OUT_DIR"), "/hmmwv_batch.rs"));
}

/// Forward speed [m/s].
const SPEED: f64 = 15.0;

/// Steps of each truck in an iteration.
const STEPS: usize = 10;

fn compare<E>(criterion: &mut Criterion<ProcessorTime>, name: &str, around: E)
where
    E: Subsystem<Hmmwv> + Subsystem<truck::Hmmwv> + Clone,
{
    let rest = manoeuvres::settle().expect("it settles");
    let rolling = manoeuvres::rolling(&rest.state, SPEED);
    let mut group = criterion.benchmark_group(format!("step of eight trucks: {name}"));
    group.throughput(Throughput::Elements((STEPS * LANES) as u64));
    let single = || {
        let mut single = Simulation::new(Hmmwv::new(), around.clone(), AdamsBashforth3::new());
        single.set_state(rolling);
        single
    };
    let mut singles: [_; LANES] = std::array::from_fn(|_| single());
    group.bench_function("one by one", |bench| {
        bench.iter(|| {
            for _ in 0..STEPS {
                singles
                    .iter_mut()
                    .for_each(|truck| _ = truck.step(1e-3).expect("a sound step"));
            }
        });
    });
    let each = std::array::from_fn(|_| around.clone());
    let mut batch = BatchSimulation::<_, _, _, 4>::new(truck::HmmwvBatch::new(), each, AdamsBashforth3::new());
    let levels: Vec<_> = batch.batch().single().description().levels.to_vec();
    for level in levels
        .into_iter()
        .filter(|level| *level <= wishbone::level::Level::detect())
    {
        batch.batch_mut().set_level(level);
        (0..LANES).for_each(|lane| batch.set_state(lane, &rolling));
        group.bench_function(format!("in a batch, {level:?}"), |bench| {
            bench.iter(|| {
                for _ in 0..STEPS {
                    let stepped = batch.step(1e-3).expect("a sound step");
                    assert!(stepped.iter().all(Result::is_ok));
                }
            });
        });
    }
    group.finish();
}

fn trucks(criterion: &mut Criterion<ProcessorTime>) {
    let hold = SpeedHold::new(SPEED, 2000.0, 0.0, 3000.0, [true; 4]);
    let equipment = Hmmwv::equipment();
    let [tyre, ..] = *equipment.tyres.tyres();
    compare(criterion, "no surroundings", Still);
    compare(
        criterion,
        "linear tyres, held speed",
        (FourOnRoad::new([manoeuvres::tyre(); 4], Flat), hold),
    );
    compare(
        criterion,
        "TMeasy, held speed",
        (FourOnRoad::new([tyre; 4], Flat), hold),
    );
    compare(
        criterion,
        "TMeasy, brakes, held speed",
        (FourOnRoad::new([tyre; 4], Flat), (equipment.brakes, hold)),
    );
}

criterion_group! {
    name = benches;
    config = short();
    targets = trucks
}
criterion_main!(benches);
