//! Time of four tyres on level ground, at once and one by one. It needs no compiled vehicle:
//! `cargo run --release -p wishbone --no-default-features --features std --example four_tyres`
//!
//! Each figure is the tenth percentile of a thousand runs of 300 evaluations, so that other work on the machine has little influence.

use std::hint::black_box;
use std::time::Instant;
use wishbone::level::Level;
use wishbone::ports::{WheelLoad, WheelMotion};
use wishbone::prelude::*;
use wishbone::tyre::magic_formula::{PropertyFile, Side};
use wishbone::tyre::tmeasy::{Characteristic, Trail};
use wishbone::tyre::{FourOnRoad, MagicFormula, Quartet, Relaxed, Tmeasy};

/// Number of evaluations in a run, and number of runs.
const EVALUATIONS: u32 = 300;
const RUNS: usize = 1000;

/// Unloaded radius [m].
const RADIUS: f64 = 0.33;

/// Deflections of the carcass [m].
const DEFLECTED: [f64; 2] = [0.004, 0.006];

fn main() {
    println!("level {:?}; microseconds at once, one by one", Level::detect());
    let linear = LinearTyre {
        longitudinal_stiffness: 60e3,
        cornering_stiffness: 50e3,
        pneumatic_trail: 0.03,
        rolling_resistance: 0.01,
        ..LinearTyre::vertical(RADIUS, 200e3, 500.0)
    };
    print("linear, steady", linear, ());
    print("linear, relaxed", Relaxed { law: linear }, DEFLECTED);
    print("TMeasy, relaxed", Relaxed { law: tmeasy() }, DEFLECTED);
    let five = magic_formula(include_str!("../laws/tests/data/mf52.tir"));
    print("Magic Formula 5.2, relaxed", five, DEFLECTED);
    let six = magic_formula(include_str!("../laws/tests/data/mf61.tir"));
    print("Magic Formula 6.1, relaxed", six, DEFLECTED);
}

fn print<Y: Quartet>(name: &str, tyre: Y, state: Y::State) {
    let (road, wheels, states) = (FourOnRoad::new([tyre; 4], Flat), wheels(), [state; 4]);
    let mut loads = [WheelLoad::default(); 4];
    let at_once = time(|| {
        let rates = road.evaluate(black_box(&wheels), 0.0, black_box(&states), black_box(&mut loads));
        black_box(rates);
    });
    assert!(loads.iter().all(|load| load.force[2] > 0.0), "they stand on the ground");
    let alone = time(|| {
        black_box(black_box(&wheels).map(|wheel| tyre.load(&wheel, &Flat, 0.0, black_box(&state))));
    });
    println!("{name:28} {at_once:6.3} {alone:6.3}");
}

/// Time of one evaluation [us].
fn time(mut evaluate: impl FnMut()) -> f64 {
    let mut times = [0.0; RUNS].map(|_: f64| {
        let begin = Instant::now();
        (0..EVALUATIONS).for_each(|_| evaluate());
        begin.elapsed().as_secs_f64() * 1e6 / f64::from(EVALUATIONS)
    });
    times.sort_by(f64::total_cmp);
    times[RUNS / 10]
}

/// Wheels that roll with some slip, each in a different position.
fn wheels() -> [WheelMotion; 4] {
    [0.0, 1.0, 2.0, 3.0].map(|k: f64| {
        let (lean, heading) = (0.02 * k - 0.01, 0.01 * k);
        WheelMotion {
            centre: [k, -k, RADIUS - 0.02],
            axis: [-heading.sin() * lean.cos(), heading.cos() * lean.cos(), lean.sin()],
            velocity: [15.0, 0.3 + 0.1 * k, 0.01],
            carrier_angular_velocity: [0.01, 0.02, 0.1],
            spin: 15.3 / (RADIUS - 0.007),
        }
    })
}

fn magic_formula(text: &str) -> Relaxed<MagicFormula> {
    let mut file = PropertyFile::read(text).expect("a sound file");
    file.coefficients.unloaded_radius = RADIUS;
    Relaxed {
        law: file.mounted(Side::Left),
    }
}

fn tmeasy() -> Tmeasy {
    Tmeasy {
        radius: RADIUS,
        width: 0.2,
        stiffness: 200e3,
        progression: 1e5,
        damping: 500.0,
        bottoming: [RADIUS, 0.0],
        nominal_load: 4000.0,
        greatest_load: 12_000.0,
        longitudinal: Characteristic {
            slope: [80e3, 150e3],
            peak: [4200.0, 8000.0],
            peak_slip: [0.12, 0.13],
            sliding: [3800.0, 7000.0],
            sliding_slip: [0.6, 0.7],
        },
        lateral: Characteristic {
            slope: [60e3, 100e3],
            peak: [4000.0, 7600.0],
            peak_slip: [0.18, 0.2],
            sliding: [3700.0, 7000.0],
            sliding_slip: [0.7, 0.8],
        },
        trail: Trail {
            at_zero: [0.17, 0.2],
            zero_slip: [0.2, 0.2],
            end_slip: [0.4, 0.4],
        },
        camber: 1.0,
        rolling_resistance: 0.01,
        carcass: [400e3, 200e3],
    }
}
