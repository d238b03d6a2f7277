//! Machine code for several vehicles at once gives the bits of programs in runs, for any order in which their work continues.
#![cfg(all(feature = "load", feature = "together"))]

use std::cell::{Cell, RefCell};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::process::Command;
use wishbone::prelude::*;
use wishbone_compiler::pipeline::{Compiled, compile_text};
use wishbone_engine::native::{self, Width, together};
use wishbone_engine::{Engine, Numbers};

/// A mass on a swing whose loop needs corrections, with a curve and a wheel: its loads belong to the second half of an evaluation.
const SWING: &str = "Swing {
    body frame { mass: 50 kg, com: [0, 0, 0] m, inertia: [2, 3, 4] kg*m^2 }
    body arm { mass: 5 kg, com: [0.5, 0, 0] m, inertia: [0.1, 0.5, 0.5] kg*m^2 }
    body rod { mass: 2 kg, com: [0.9, 0, 0.3] m, inertia: [0.05, 0.05, 0.01] kg*m^2 }
    joint free: free(ground, frame)
    joint pivot: revolute(frame, arm) { axis: [0, 1, 0.1], at: [0, 0, 0] m }
    joint ball: spherical(arm, rod) { at: [1, 0, 0] m }
    link strut: distance(frame, rod) { from: [0.2, 0.1, 0.8] m, to: [0.8, 0, 0.6] m }
    wheel tyre: on(rod) { centre: [1, 0.1, 0.3] m, radius: 0.3 m }
    spring coil: between(frame, arm) {
        from: [0.3, 0, 0.5] m, to: [0.6, 0, 0] m, free_length: 600 mm, damping: 300 N*s/m,
        rate: table(deflection: [-100, 0, 50, 100] mm, force: [-2000, 0, 1500, 4000] N),
    }
}";

/// The engine of a vehicle with machine code that the rustc of this machine makes.
fn natively(compiled: &Compiled, width: Width) -> Engine {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("abreast_{width:?}"));
    fs::create_dir_all(&folder).expect("a folder");
    let [source, library] = ["programs.rs", "programs.library"].map(|name| folder.join(name));
    fs::write(&source, native::text(&[compiled], width)).expect("a text");
    let mut rustc = Command::new("rustc");
    rustc.args([
        "--edition",
        "2021",
        "--crate-type",
        "cdylib",
        "--crate-name",
        "programs",
    ]);
    rustc.args(["-C", "opt-level=0", "-o"]).arg(&library).arg(&source);
    if let Some(features) = width.features() {
        rustc.args(["-C", &format!("target-feature={features}")]);
    }
    assert!(rustc.status().expect("rustc runs").success(), "{width:?}");
    let mut engine = Engine::new(compiled);
    let library = native::load(&library)
        .expect("a library")
        .expect("code for this processor");
    engine.run_natively(compiled, &library, width).expect("its own library");
    engine
}

/// A number between -1 and 1 for each place.
fn drawn(place: usize) -> f64 {
    (place as f64 * 12.9898).sin()
}

/// A state near the design position that belongs to a number.
fn state(engine: &Engine, number: usize) -> Numbers {
    let mut state = engine.design_state();
    for (place, q) in state.q.iter_mut().enumerate() {
        *q += 0.02 * drawn(number + 31 * place);
    }
    for (place, v) in state.v.iter_mut().enumerate() {
        *v = drawn(number + 17 * place);
    }
    state
}

/// Bits of a vehicle's answers to questions; number and order of the questions depend on a number. Three engines are
/// asked in turn, so that halves of their programs alternate.
fn answers(engine: &Engine, number: usize) -> Vec<u64> {
    let (mut one, mut other) = (engine.clone(), engine.clone());
    let mut inputs = one.no_inputs();
    inputs.wheels[0].force = [10.0 * drawn(number), -20.0, 300.0];
    let (mut rate, mut bits) = (Numbers::default(), Vec::new());
    for k in 0..number % 7 + 3 {
        let [mut first, second] = [state(&one, number + k), state(&one, number + k + 1000)];
        let gap = one.correct_position(&mut first, &inputs);
        bits.push(gap.size.to_bits());
        one.kinematics(&first, &inputs);
        if k == 0 || !(number + k).is_multiple_of(3) {
            other.kinematics(&second, &inputs);
        }
        let mut copy = one.clone();
        if k.is_multiple_of(2) {
            let energy = one.energy(&second, &inputs);
            bits.push(energy.kinetic.to_bits());
        }
        for engine in [&mut one, &mut other, &mut copy] {
            engine.accelerations_into(&inputs, &mut rate);
            bits.extend(rate.q.iter().chain(&rate.v).map(|x| x.to_bits()));
        }
    }
    bits
}

#[test]
fn vehicles_abreast_have_the_bits_of_each_alone() {
    let compiled = compile_text(SWING).expect("a vehicle");
    let engine = Engine::new(&compiled);
    let wanted: Vec<Vec<u64>> = (0..40).map(|number| answers(&engine, number)).collect();
    let widest = Width::of_processor();
    for width in [Width::One, Width::Four, Width::Eight] {
        if width.lanes() > widest.lanes() {
            continue;
        }
        let engine = natively(&compiled, width);
        for lanes in [0, 1, 3, 8] {
            let (next, found) = (Cell::new(0), RefCell::new(vec![Vec::new(); wanted.len()]));
            let work = || {
                while next.get() < wanted.len() {
                    let number = next.replace(next.get() + 1);
                    if number.is_multiple_of(5) {
                        lose(&engine, number);
                    }
                    let own = answers(&engine, number);
                    found.borrow_mut()[number] = own;
                }
            };
            match lanes {
                0 => work(),
                _ => together(lanes, &work),
            }
            assert!(*found.borrow() == wanted, "{width:?} in {lanes} lanes");
        }
        the_others_go_on(&engine);
    }
}

/// Work that ends by a panic, which is caught in its lane.
fn lose(engine: &Engine, number: usize) {
    let lost = catch_unwind(AssertUnwindSafe(|| {
        let _ = answers(engine, number);
        resume_unwind(Box::new("it is lost"));
    }));
    assert!(lost.is_err());
}

/// A panic in one lane is passed on once the work in the other lanes is done.
fn the_others_go_on(engine: &Engine) {
    let (begun, done) = (Cell::new(0), Cell::new(0));
    let work = || {
        let number = begun.replace(begun.get() + 1);
        let _ = answers(engine, number);
        if number == 0 {
            resume_unwind(Box::new("it is lost"));
        }
        done.set(done.get() + 1);
    };
    let lost = catch_unwind(AssertUnwindSafe(|| together(4, &work))).expect_err("it is passed on");
    assert_eq!(lost.downcast_ref(), Some(&"it is lost"));
    assert_eq!(done.get(), 3);
}
