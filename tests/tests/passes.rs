//! Tests of the compiler's passes. The interpreter runs the programs as traced, and optimised programs must agree with
//! them. The documented table of the gain of each pass must be correct.

use fastrand::Rng;
use std::path::Path;
use std::{env, fs};
use wishbone::ports::BodyMotion;
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::passes::optimise_by_steps;
use wishbone_compiler::pipeline::{Compiled, compile_text};
use wishbone_compiler::programs::calls::Call;
use wishbone_tests::{Interpreted, Scatter, Subject, random_state};
use wishbone_vehicles::{FourBar, Hmmwv, QuarterCar};

/// States per vehicle.
const STATES: usize = 10;

/// Largest difference of results, relative to the largest result of the same kind. Reassociated sums differ in their
/// last digits, and the solution of the base system multiplies this difference by its condition number.
const ROUNDING: f64 = 1e-9;

#[test]
fn optimised_programs_compute_what_the_traced_ones_do() {
    for (name, declaration) in all_vehicles() {
        let compiled = compiled(&declaration);
        let traced = unoptimised(compiled.clone());
        let (mut subject, mut referee) = (Interpreted::new(&compiled), Interpreted::new(&traced));
        let mut rng = Rng::with_seed(3);
        let mut found = 0;
        for _ in 0..20 * STATES {
            let Some((q, v, acting)) = random_state(&mut referee, &Scatter::default(), &mut rng) else {
                continue;
            };
            found += 1;
            let (new, old) = (subject.rates(&q, &v, &acting), referee.rates(&q, &v, &acting));
            close(&name, &new.q, &old.q);
            close(&name, &new.v, &old.v);
            let wheel = |rates: &wishbone_tests::Rates| -> Vec<f64> {
                let wheels = rates.wheels.iter();
                wheels
                    .flat_map(|w| {
                        [
                            w.centre,
                            w.axis,
                            w.velocity,
                            w.carrier_angular_velocity,
                            [w.spin, 0.0, 0.0],
                        ]
                    })
                    .flatten()
                    .collect()
            };
            close(&name, &wheel(&new), &wheel(&old));
            let bodies = |subject: &mut Interpreted| numbers(&subject.bodies(&q, &v, &acting, &old.v));
            close(&name, &bodies(&mut subject), &bodies(&mut referee));
            let energy = |subject: &mut Interpreted| {
                let energy = subject.energy(&q, &v, &acting);
                vec![energy.kinetic, energy.gravity, energy.elastic]
            };
            close(&name, &energy(&mut subject), &energy(&mut referee));
            let outputs = |subject: &mut Interpreted| subject.outputs(&q, &v, &acting);
            close(&name, &outputs(&mut subject), &outputs(&mut referee));
            // A small change, so that there is something to correct.
            let q: Vec<f64> = q.iter().map(|q| q + 1e-3).collect();
            let v: Vec<f64> = v.iter().map(|v| v + 1e-2).collect();
            let corrected = |subject: &mut Interpreted| {
                let (mut q, mut v) = (q.clone(), v.clone());
                subject.correct_position(&mut q, &acting);
                subject.correct_velocity(&q, &mut v, &acting);
                [q, v].concat()
            };
            close(&name, &corrected(&mut subject), &corrected(&mut referee));
            let joints = |subject: &mut Interpreted| subject.joints(&q, &v, &acting).concat();
            close(&name, &joints(&mut subject), &joints(&mut referee));
            if found == STATES {
                break;
            }
        }
        assert!(found > 0, "{name}: loops do not close");
    }
}

/// No program of a vehicle has more operations after the passes than before.
#[test]
fn no_program_grows() {
    for (name, declaration) in all_vehicles() {
        for traceable in compiled(&declaration).programs.calls.values() {
            let (after, before) = (traceable.program.count().total(), traceable.traced.count().total());
            assert!(after <= before, "{name}: {before} became {after}");
        }
    }
}

#[test]
fn the_table_of_gains_is_true() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../compiler/src/passes/mod.rs");
    let text = fs::read_to_string(&path).expect("the head of the passes can be read");
    let is_row = |line: &&str| line.starts_with("//! |");
    let documented: Vec<&str> = text.lines().filter(is_row).collect();
    let measured = table();
    if env::var_os("BLESS").is_some() && documented != measured {
        let renewed = text.replace(&documented.join("\n"), &measured.join("\n"));
        fs::write(&path, renewed).expect("the head of the passes can be written");
        return;
    }
    assert_eq!(
        documented, measured,
        "`BLESS=1 cargo test -p wishbone-tests --test passes` writes it anew"
    );
}

fn table() -> Vec<String> {
    let declarations = [Hmmwv::DECLARATION, QuarterCar::DECLARATION, FourBar::DECLARATION];
    let evaluations = declarations.map(|declaration| compiled(declaration).programs[Call::Evaluation].traced.clone());
    let steps = evaluations.each_ref().map(|program| optimise_by_steps(program).1);
    let row = |name: &str, cells: [usize; 3]| {
        let cells: Vec<String> = cells.iter().map(usize::to_string).collect();
        format!("//! | {name} | {} |", cells.join(" | "))
    };
    let mut rows = vec![
        "//! | after | HMMWV | quarter car | four-bar |".to_owned(),
        "//! |---|---|---|---|".to_owned(),
        row(
            "as traced",
            evaluations.each_ref().map(|program| program.count().total()),
        ),
    ];
    for (index, step) in steps[0].iter().enumerate() {
        rows.push(row(step.pass, steps.each_ref().map(|steps| steps[index].count.total())));
    }
    rows
}

/// Three vehicles of the library, and all vehicles that are compiled for tests.
fn all_vehicles() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vehicles");
    let entries = fs::read_dir(folder).expect("the folder of test vehicles is there");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("its entries can be read").path())
        .collect();
    paths.sort();
    let read = |path: &Path| fs::read_to_string(path).expect("a declaration is text");
    let declared = paths.iter().map(|path| (path.display().to_string(), read(path)));
    let real = [Hmmwv::DECLARATION, QuarterCar::DECLARATION, FourBar::DECLARATION];
    let real = real.map(|declaration| ("a real vehicle".to_owned(), declaration.to_owned()));
    real.into_iter().chain(declared).collect()
}

fn compiled(declaration: &str) -> Compiled {
    compile_text(declaration).unwrap_or_else(|d| panic!("{}", render(&d, "declaration", declaration)))
}

/// The vehicle with its programs as traced.
fn unoptimised(mut compiled: Compiled) -> Compiled {
    for traceable in compiled.programs.calls.values_mut() {
        traceable.program = traceable.traced.clone();
    }
    compiled
}

fn numbers(bodies: &[BodyMotion]) -> Vec<f64> {
    let of = |body: &BodyMotion| {
        let vectors = [
            body.com,
            body.angular_velocity,
            body.velocity,
            body.angular_acceleration,
            body.acceleration,
        ];
        [body.rotation.concat(), vectors.concat()].concat()
    };
    bodies.iter().flat_map(of).collect()
}

fn close(name: &str, new: &[f64], old: &[f64]) {
    assert_eq!(new.len(), old.len());
    let largest = old.iter().fold(1.0, |largest: f64, x| largest.max(x.abs()));
    for (new, old) in new.iter().zip(old) {
        assert!((new - old).abs() <= ROUNDING * largest, "{name}: {old} became {new}");
    }
}
