//! The bare vehicles agree with their source: mass, centre of mass, energies, motions and accelerations of all bodies
//! at three random consistent states of each vehicle. The reference is in `data/bare`.
//!
//! The reference was computed from the source's own files and body frames, without this compiler. The computation has
//! mass matrix and constraint Jacobian in the source's coordinates, in one dense system with multipliers. It uses 50
//! decimal digits, and its results are printed to double precision. A solver gets the coordinates and speeds of its
//! state. The coordinates and speeds of all other hinges and slides follow and are compared.

use serde_json::Value;
use std::collections::BTreeMap;
use wishbone::names::position;
use wishbone::prelude::*;
use wishbone_tests::{Acting, Emitted, Subject, body};
use wishbone_vehicles::bare::{Hmmwv14, QuarterSla, Semitrailer12};

/// Largest error, relative to the largest value of the same kind in the same state or to one SI unit.
const TOLERANCE: f64 = 1e-9;

/// Largest difference, and the largest value that it is relative to.
#[derive(Default)]
struct Worst {
    difference: f64,
    value: f64,
}

impl Worst {
    fn add(&mut self, found: f64, expected: f64) {
        assert!(found.is_finite());
        self.difference = self.difference.max((found - expected).abs());
        self.value = self.value.max(expected.abs());
    }

    fn check(&self, what: &str) {
        let error = self.difference / self.value.max(1.0);
        println!("{what}: {error:.1e}");
        assert!(error < TOLERANCE, "{what}: {error:e}");
    }
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn vector(value: &Value) -> [f64; 3] {
    [0, 1, 2].map(|k| number(&value[k]))
}

fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().expect("names with values").iter()
}

/// Sets the state from the given coordinates and speeds. The given dependent ones are compared with those that follow.
fn state_of<S: Solver + Default>(subject: &mut Emitted<S>, given: &Value) -> (Vec<f64>, Vec<f64>) {
    let (mut q, mut v) = (subject.design(), vec![0.0; subject.speeds()]);
    let of_state = |numbers: &mut [f64], names: &[&str], given: &Value| {
        for (name, value) in entries(given) {
            if let Some(place) = names.iter().position(|known| known == name) {
                numbers[place] = number(value);
            }
        }
    };
    of_state(&mut q, S::default().description().coordinates, &given["coordinates"]);
    of_state(&mut v, S::default().description().speeds, &given["speeds"]);
    let [coordinates, speeds] = subject.joints(&q, &v, &Acting::default());
    let mut worst = Worst::default();
    for (found, names, given) in [
        (
            coordinates,
            S::default().description().joint_coordinates,
            &given["coordinates"],
        ),
        (speeds, S::default().description().joint_speeds, &given["speeds"]),
    ] {
        for (name, value) in entries(given) {
            let place = position(names, name).expect("a joint of that name");
            worst.add(found[place], number(value));
        }
    }
    worst.check("coordinates and speeds of the joints");
    (q, v)
}

fn check_mass<S: Solver + Default>(subject: &mut Emitted<S>, data: &Value) {
    let (q, v) = (subject.design(), vec![0.0; subject.speeds()]);
    let energy = subject.energy(&q, &v, &Acting::default());
    let (mass, com) = (number(&data["mass"]), vector(&data["com"]));
    let mut worst = Worst::default();
    worst.add(energy.gravity, mass * 9.81 * com[2]);
    worst.check("weight times height at the design position");
}

fn check_state<S: Solver + Default>(subject: &mut Emitted<S>, given: &Value) {
    let (q, v) = state_of(subject, given);
    let acting = Acting::default();
    let rates = subject.rates(&q, &v, &acting);
    let bodies = subject.bodies(&q, &v, &acting, &rates.v);
    let mut all: BTreeMap<&str, Worst> = BTreeMap::new();
    let mut count = 0;
    for (name, expected) in entries(&given["bodies"]) {
        let found = &bodies[body::<S>(name)];
        for (what, found) in [
            ("com", found.com),
            ("velocity", found.velocity),
            ("angular_velocity", found.angular_velocity),
            ("acceleration", found.acceleration),
            ("angular_acceleration", found.angular_acceleration),
        ] {
            let expected = vector(&expected[what]);
            let worst = all.entry(what).or_default();
            found.into_iter().zip(expected).for_each(|(f, e)| worst.add(f, e));
        }
        count += 1;
    }
    assert_eq!(count, S::default().description().bodies.len());
    let energy = subject.energy(&q, &v, &acting);
    all.entry("kinetic")
        .or_default()
        .add(energy.kinetic, number(&given["kinetic"]));
    all.entry("potential")
        .or_default()
        .add(energy.gravity, number(&given["potential"]));
    for (what, worst) in &all {
        worst.check(what);
    }
}

fn check<S: Solver + Default>(solver: S, data: &str) {
    let data: Value = serde_json::from_str(data).expect("the file is JSON");
    assert_eq!(data["vehicle"], S::default().description().name);
    let mut subject = Emitted(solver);
    check_mass(&mut subject, &data);
    let states = data["states"].as_array().expect("a list of states");
    assert_eq!(states.len(), 3);
    for state in states {
        check_state(&mut subject, state);
    }
}

#[test]
fn the_corner_is_that_of_the_source() {
    check(QuarterSla::new(), include_str!("../data/bare/quarter_sla.json"));
}

#[test]
fn the_truck_is_that_of_the_source() {
    check(Hmmwv14::new(), include_str!("../data/bare/hmmwv14.json"));
}

#[test]
fn the_tractor_and_trailer_are_those_of_the_source() {
    check(Semitrailer12::new(), include_str!("../data/bare/semitrailer12.json"));
}
