//! Linkages run through positions in which some of their coordinates are momentarily at rest. However they are declared, they arrive
//! at the same place.

use crate::declared;
use crate::plain_variants;
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::pipeline::{Compiled, compile_text};
use wishbone_tests::{Acting, Interpreted, Subject};

/// Step [s].
const STEP: f64 = 1e-3;
/// Length of a run [s].
const END: f64 = 10.0;
/// Largest distance between two arrivals [m].
const APART: f64 = 1e-9;

pub fn compiled(text: &str) -> Compiled {
    compile_text(text).unwrap_or_else(|found| panic!("\n{}", render(&found, "it", text)))
}

/// Centres of mass of all bodies at the end, in the order of their names. `turned` has a joint and its initial
/// speed.
fn arrival(compiled: &Compiled, turned: Option<(&str, f64)>) -> Vec<[f64; 3]> {
    let mut subject = Interpreted::new(compiled);
    let (mut q, mut v) = (subject.design(), vec![0.0; subject.speeds()]);
    if let Some((joint, speed)) = turned {
        let names = compiled.state.speed_names(&compiled.layout);
        let place = names.iter().position(|name| *name == joint);
        let place = place.expect("its speed is in the state");
        // If all speeds are corrected, the given speed is changed too, so it is set again.
        while (v[place] - speed).abs() > 1e-14 * speed.abs() {
            v[place] = speed;
            subject.correct_velocity(&q, &mut v, &Acting::default());
        }
    }
    for _ in 0..(END / STEP).round() as usize {
        step(&mut subject, &mut q, &mut v);
    }
    let rate = vec![0.0; v.len()];
    let motions = subject.bodies(&q, &v, &Acting::default(), &rate);
    let names = compiled.model.bodies[1..].iter().map(|body| body.name.clone());
    let mut places: Vec<(String, [f64; 3])> = names.zip(motions.iter().map(|motion| motion.com)).collect();
    places.sort_by(|(one, _), (other, _)| one.cmp(other));
    places.into_iter().map(|(_, place)| place).collect()
}

/// A step of the classical fourth-order method (Kutta 1901), after which the loops are closed.
pub fn step(subject: &mut Interpreted, q: &mut [f64], v: &mut [f64]) {
    let acting = Acting::default();
    let mut rates: Vec<(Vec<f64>, Vec<f64>)> = Vec::new();
    for part in [0.0, 0.5, 0.5, 1.0] {
        let (mut at_q, mut at_v) = (q.to_vec(), v.to_vec());
        if let Some((q_rate, v_rate)) = rates.last() {
            add(&mut at_q, q_rate, part * STEP);
            add(&mut at_v, v_rate, part * STEP);
        }
        let found = subject.rates(&at_q, &at_v, &acting);
        rates.push((found.q, found.v));
    }
    for ((q_rate, v_rate), weight) in rates.iter().zip([1.0, 2.0, 2.0, 1.0]) {
        add(q, q_rate, weight * STEP / 6.0);
        add(v, v_rate, weight * STEP / 6.0);
    }
    for _ in 0..3 {
        if subject.correct_position(q, &acting) < 1e-14 {
            break;
        }
    }
    subject.correct_velocity(q, v, &acting);
}

fn add(numbers: &mut [f64], rates: &[f64], factor: f64) {
    numbers.iter_mut().zip(rates).for_each(|(x, rate)| *x += factor * rate);
}

/// Asserts that all arrivals are the same.
fn are_one_place(arrivals: &[Vec<[f64; 3]>]) {
    let first = arrivals[0].as_flattened();
    let mut farthest = 0.0_f64;
    for found in arrivals {
        let apart = found
            .as_flattened()
            .iter()
            .zip(first)
            .map(|(one, other)| (one - other).abs());
        // `max` would ignore NaN.
        farthest = apart.fold(farthest, |most, x| if x <= most { most } else { x });
    }
    println!("{} runs end within {farthest:e} m", arrivals.len());
    assert!(farthest < APART, "{farthest:e}");
}

/// With every first hinge and every cut. Each of the six angles turns back during the run.
#[test]
fn bricard_arrives_at_one_place() {
    let linkage = declared::bricard();
    let variants = plain_variants(&linkage);
    let unturned = variants.iter().filter(|variant| variant.turn == 0);
    let arrivals: Vec<_> = unturned
        .map(|variant| arrival(&compiled(&linkage.text(variant)), None))
        .collect();
    assert!(arrivals.len() >= 12);
    are_one_place(&arrivals);
}

/// In all orders of the three parts. The rocker turns back twice in each of the crank's 31 turns.
#[test]
fn a_crank_and_its_rocker_arrive_at_one_place() {
    let parts = [
        "joint rocker_pivot: revolute(ground, rocker) { at: [0.4, 0, 0] m, axis: y }",
        "joint crank_pivot: revolute(ground, crank) { at: [0, 0, 0] m, axis: y }",
        "link coupler: distance(crank, rocker) { from: [0.1, 0, 0] m, to: [0.4, 0, 0.3] m }",
    ];
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let arrivals = orders.map(|order| {
        let [first, second, third] = order.map(|part| parts[part]);
        let text = format!(
            "CrankRocker {{
                body crank {{ mass: 2 kg, com: [0.05, 0, 0] m, inertia: [0.01, 0.01, 0.01] kg*m^2 }}
                body rocker {{ mass: 1 kg, com: [0.4, 0, 0.15] m, inertia: [0.01, 0.01, 0.01] kg*m^2 }}
                {first} {second} {third}
            }}"
        );
        arrival(&compiled(&text), Some(("crank_pivot", 20.0)))
    });
    are_one_place(&arrivals);
}
