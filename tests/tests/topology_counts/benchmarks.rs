//! Mechanisms of the IFToMM library of computational benchmark problems whose closures are redundant.

use crate::{agrees, compiled, topology};
use std::time::Instant;
use wishbone_compiler::programs::calls::Call;
use wishbone_tests::{Acting, Interpreted, Scatter, Subject};

/// A parallelogram of `loops + 1` uprights and `loops` couplers: benchmark A02, in the plane XZ, with uprights of 1 m
/// and 1 kg, one metre apart.
pub fn parallelogram(loops: usize) -> String {
    let mut text = String::from("Parallelogram { gravity: 9.81 m/s^2 redundant: accept\n");
    for k in 0..=loops {
        text += &format!(
            "body upright_{k} {{ mass: 1 kg, com: [{k}, 0, 0.5] m, \
             inertia: [0.08333333333333333, 0.08333333333333333, 50e-6] kg*m^2 }}
             joint foot_{k}: revolute(ground, upright_{k}) {{ at: [{k}, 0, 0] m, axis: y }}\n"
        );
    }
    for k in 0..loops {
        let next = k + 1;
        text += &format!(
            "body coupler_{k} {{ mass: 1 kg, com: [{k}.5, 0, 1] m, \
             inertia: [50e-6, 0.08333333333333333, 0.08333333333333333] kg*m^2 }}
             joint tip_{k}: revolute(upright_{k}, coupler_{k}) {{ at: [{k}, 0, 1] m, axis: y }}
             joint closing_{k}: revolute(coupler_{k}, upright_{next}) {{ at: [{next}, 0, 1] m, axis: y }}\n"
        );
    }
    text + "}"
}

/// N = 40: eighty-one bodies and forty loops coupled in one group, with three surplus equations in each loop.
#[test]
fn forty_four_bars() {
    const LOOPS: usize = 40;
    let text = parallelogram(LOOPS);
    let start = Instant::now();
    let compiled = compiled(&text);
    println!("N = {LOOPS}: compiled in {:?}", start.elapsed());
    println!(
        "one evaluation: {}",
        compiled.programs[Call::Evaluation].program.count()
    );

    assert_eq!(compiled.model.moving_bodies().count(), 2 * LOOPS + 1);
    let mobility = &compiled.mobility;
    assert_eq!((mobility.equations, mobility.rank), (5 * LOOPS, 2 * LOOPS));
    assert_eq!(mobility.freedoms, 1);
    let near = Scatter {
        position: 0.02,
        ..Scatter::default()
    };
    agrees(&compiled, 3, &near);
}

/// A ring of six hinges that moves although each closure seems to prevent the motion. Reference at 1 s, in the
/// benchmark's axes: P3 = (0.274481319, -0.886707939, -0.462330003), which is (x, z, -y) here.
#[test]
fn bricard() {
    const STEPS: usize = 1000;
    let compiled = compiled(&topology("bricard"));
    let mobility = &compiled.mobility;
    assert_eq!((mobility.equations, mobility.rank), (5, 4));
    assert_eq!(mobility.freedoms, 1);
    agrees(&compiled, 20, &Scatter::default());

    let mut subject = Interpreted::new(&compiled);
    let mut q = subject.design();
    let mut v = vec![0.0; subject.speeds()];
    for _ in 0..STEPS {
        runge_kutta(&mut subject, &mut q, &mut v, 1.0 / STEPS as f64);
    }
    let found = subject.outputs(&q, &v, &Acting::default());
    let expected = [0.274481319, 0.462330003, -0.886707939];
    let error = found
        .iter()
        .zip(expected)
        .map(|(f, e)| (f - e).abs())
        .fold(0.0, f64::max);
    println!("P3 at 1 s: {found:?}, off by {error:e}");
    assert!(error < 1e-8, "{found:?}");
}

/// A step of the classical fourth-order method (Kutta 1901), followed by a correction of dependent coordinates and speeds.
fn runge_kutta(subject: &mut dyn Subject, q: &mut [f64], v: &mut [f64], h: f64) {
    let acting = Acting::default();
    let mut slopes: Vec<(Vec<f64>, Vec<f64>)> = Vec::new();
    for part in [0.0, 0.5, 0.5, 1.0] {
        let (mut at_q, mut at_v) = (q.to_vec(), v.to_vec());
        if let Some((q_rate, v_rate)) = slopes.last() {
            add(&mut at_q, q_rate, part * h);
            add(&mut at_v, v_rate, part * h);
        }
        let rates = subject.rates(&at_q, &at_v, &acting);
        slopes.push((rates.q, rates.v));
    }
    for ((q_rate, v_rate), weight) in slopes.iter().zip([1.0, 2.0, 2.0, 1.0]) {
        add(q, q_rate, weight * h / 6.0);
        add(v, v_rate, weight * h / 6.0);
    }
    subject.correct_position(q, &acting);
    subject.correct_velocity(q, v, &acting);
}

fn add(to: &mut [f64], rates: &[f64], h: f64) {
    for (value, rate) in to.iter_mut().zip(rates) {
        *value += h * rate;
    }
}
