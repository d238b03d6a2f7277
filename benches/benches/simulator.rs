//! Parts of a simulator's frame besides the vehicle: washout, perception, platform, control loading.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use wishbone_benches::spent::{ProcessorTime, short};
use wishbone_simulator::cueing::{Adaptive, AdaptiveSettings, Classical, ClassicalSettings, Washout};
use wishbone_simulator::loading::{Lever, Pedal, RackMotion, SteeringColumn};
use wishbone_simulator::motion::Motion;
use wishbone_simulator::perception::{Canals, Otoliths, Vestibular};
use wishbone_simulator::platform::{Guard, Hexapod};

/// Length of a frame [s].
const PERIOD: f64 = 1e-3;

const COLUMN: SteeringColumn = SteeringColumn {
    ratio: 0.008,
    mass: 3.0,
    stiffness: 115.0,
    damping: 0.1,
    inertia: 0.05,
    servo_inertia: 0.02,
    friction: 0.2,
    sliding: 0.05,
};

const LEVER: Lever<5> = Lever {
    detents: [-0.1, -0.05, 0.0, 0.05, 0.1],
    hold: 30.0,
    reach: 0.02,
    damper: 20.0,
};

/// Motion of the driver's head at a frame, with forces and rates that vary in time.
fn motion(frame: u32) -> Motion {
    let wave = (5e-3 * f64::from(frame)).sin();
    Motion::of_numbers([0.5 * wave, 2.0 * wave, 9.8 + wave, 0.1 * wave, 0.05 * wave, 0.2 * wave])
}

fn loading(wave: f64) -> f64 {
    let rack = RackMotion {
        position: 0.01 * wave,
        velocity: 0.05 * wave,
        acceleration: 0.3 * wave,
        force: -800.0 * wave,
        assistance: 2.0 * wave,
    };
    COLUMN.set_point(&rack).torque
        + Pedal::BRAKE.force(0.03 * wave, 0.1)
        + Pedal::ACCELERATOR.force(0.02 * wave, 0.1)
        + LEVER.force(0.05 * wave, 0.1)
}

fn simulator(criterion: &mut Criterion<ProcessorTime>) {
    let organs = || Vestibular::new(&Canals::REID, &Otoliths::REID, PERIOD).expect("possible");
    let (mut in_vehicle, mut on_platform) = (organs(), organs());
    let mut classical = Classical::new(&ClassicalSettings::HALF, PERIOD).expect("possible");
    let mut adaptive = Adaptive::new(&AdaptiveSettings::HALF, PERIOD).expect("possible");
    let mut guard = Guard::new(Hexapod::SEVEN_TONNES, PERIOD).expect("possible");
    let mut frame = 0;
    let mut next = move || {
        frame += 1;
        motion(frame)
    };
    let mut group = criterion.benchmark_group("simulator");
    group.bench_function("motion", |b| b.iter(|| black_box(next())));
    group.bench_function("classical washout", |b| b.iter(|| classical.step(&black_box(next()))));
    group.bench_function("adaptive washout", |b| b.iter(|| adaptive.step(&black_box(next()))));
    group.bench_function("perception", |b| b.iter(|| in_vehicle.step(&black_box(next()))));
    group.bench_function("hexapod", |b| {
        b.iter(|| {
            guard
                .step(&classical.step(&black_box(next())).expect("finite").pose)
                .share
        })
    });
    group.bench_function("loading", |b| b.iter(|| loading(black_box(next()).specific_force[0])));
    group.bench_function("classical washout, both perceptions, hexapod, loading", |b| {
        b.iter(|| {
            let vehicle = black_box(next());
            let platform = classical.step(&vehicle).expect("finite");
            let felt = (in_vehicle.step(&vehicle), on_platform.step(&platform.felt()));
            let share = guard.step(&platform.pose).share;
            (felt, share, loading(vehicle.specific_force[0]))
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = short();
    targets = simulator
}
criterion_main!(benches);
