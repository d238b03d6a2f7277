//! Equipment of the truck: four tyres of each kind, and the step with linear tyres compared with the step with Magic Formula or TMeasy
//! tyres, driveline and brakes.
#![allow(missing_docs, reason = "criterion's macros make public items without documentation")]

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use wishbone::control::{Controls, SpeedHold};
use wishbone::ports::{Inputs, WheelLoad, WheelMotion};
use wishbone::prelude::*;
use wishbone::tyre::magic_formula::{PropertyFile, Side};
use wishbone::tyre::{FourOnRoad, MagicFormula, Quartet, Relaxed, Steady};
use wishbone_benches::spent::{ProcessorTime, short};
use wishbone_vehicles::{Hmmwv, manoeuvres};

/// A driver with constant pedal positions.
#[derive(Clone, Copy, Debug)]
struct Feet;

impl<S: Solver> Subsystem<S> for Feet {
    type State = ();

    fn controls(&self) -> Option<Controls> {
        Some(Controls {
            throttle: 0.16,
            gear: 1,
            ..Controls::default()
        })
    }
}

/// One revolution per minute [rad/s].
const RPM: f64 = std::f64::consts::PI / 30.0;

/// Forward speed [m/s].
const SPEED: f64 = 15.0;

fn magic_formula(text: &str) -> Relaxed<MagicFormula> {
    let mut file = PropertyFile::read(text).expect("a sound file");
    // The radius of the truck's tyres.
    file.coefficients.unloaded_radius = 0.4699;
    Relaxed {
        law: file.mounted(Side::Left),
    }
}

/// Wheels in a slight bend, rolling with some slip.
fn wheels() -> [WheelMotion; 4] {
    let rest = manoeuvres::settle().expect("it settles");
    let state = manoeuvres::rolling(&rest.state, SPEED);
    let mut truck = Hmmwv::new();
    truck.kinematics(&state, &Inputs::default());
    let mut wheels: [WheelMotion; 4] = truck.wheels().try_into().expect("four wheels");
    for (k, wheel) in wheels.iter_mut().enumerate() {
        wheel.velocity[1] += 0.3 + 0.1 * k as f64;
        wheel.spin *= 1.02;
    }
    wheels
}

/// Benches four tyres at once, with their numbers packed beforehand, and one after the other.
fn four<Y: Quartet>(criterion: &mut Criterion<ProcessorTime>, name: &str, tyre: Y, state: Y::State) {
    let (road, wheels, states) = (FourOnRoad::new([tyre; 4], Flat), wheels(), [state; 4]);
    let mut loads = [WheelLoad::default(); 4];
    let _ = road.evaluate(&wheels, 0.0, &states, &mut loads);
    assert!(loads.iter().all(|load| load.force[2] > 0.0), "on the ground");
    criterion.bench_function(&format!("four tyres/{name}"), |bench| {
        bench.iter(|| road.evaluate(black_box(&wheels), 0.0, black_box(&states), &mut loads));
    });
    criterion.bench_function(&format!("one by one/{name}"), |bench| {
        bench.iter(|| black_box(&wheels).map(|wheel| tyre.load(&wheel, &Flat, 0.0, black_box(&state))));
    });
}

fn tyres(criterion: &mut Criterion<ProcessorTime>) {
    four(criterion, "linear", manoeuvres::tyre(), ());
    let [tyre, ..] = *Hmmwv::equipment().tyres.tyres();
    four(criterion, "TMeasy", tyre.law, ());
    four(criterion, "TMeasy, relaxed", tyre, [0.004, 0.006]);
    let five = magic_formula(include_str!("../../runtime/laws/tests/data/mf52.tir"));
    four(criterion, "Magic Formula 5.2, relaxed", five, [0.004, 0.006]);
    let six = magic_formula(include_str!("../../runtime/laws/tests/data/mf61.tir"));
    four(criterion, "Magic Formula 6.1, relaxed", six, [0.004, 0.006]);
    let steady = Steady {
        law: six.law,
        low_speed: 1.0,
    };
    four(criterion, "Magic Formula 6.1, steady", steady, ());
}

fn step<E: Subsystem<Hmmwv>>(
    criterion: &mut Criterion<ProcessorTime>,
    name: &str,
    subsystems: E,
    states: Option<E::State>,
) {
    let rest = manoeuvres::settle().expect("it settles");
    let mut truck = Simulation::new(Hmmwv::new(), subsystems, AdamsBashforth3::new());
    truck.set_state(manoeuvres::rolling(&rest.state, SPEED));
    states.into_iter().for_each(|states| truck.set_subsystems(states));
    criterion.bench_function(&format!("step/{name}"), |bench| {
        bench.iter(|| truck.step(1e-3).expect("a sound step"));
    });
}

fn road<Y: Quartet>(tyre: Y) -> FourOnRoad<Y, Flat> {
    FourOnRoad::new([tyre; 4], Flat)
}

fn steps(criterion: &mut Criterion<ProcessorTime>) {
    let six = magic_formula(include_str!("../../runtime/laws/tests/data/mf61.tir"));
    let hold = SpeedHold::new(SPEED, 2000.0, 0.0, 3000.0, [true; 4]);
    step(
        criterion,
        "linear tyres, held speed",
        (road(manoeuvres::tyre()), hold),
        None,
    );
    step(criterion, "Magic Formula, held speed", (road(six), hold), None);
    let whole = Hmmwv::equipment().with_driver(Feet);
    let turning = whole.powertrain.rolling(SPEED / 0.465, 1500.0 * RPM);
    let open = (0.0, ([0.0; 4], [0.0; 4]));
    let states = ((), ((), (turning, (open, ((), [[0.0; 2]; 4])))));
    step(criterion, "TMeasy, driveline, brakes", whole.clone(), Some(states));
    step(
        criterion,
        "Magic Formula, driveline, brakes",
        whole.with_tyres(road(six)),
        Some(states),
    );
}

criterion_group! {
    name = benches;
    config = short();
    targets = tyres, steps
}
criterion_main!(benches);
