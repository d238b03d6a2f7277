//! Linkages whose crank turns fully, in every order and with every cut. The Cartesian reference has the same accelerations all the way
//! round.

use crate::declared::{self, Linkage};
use crate::plain_variants;
use crate::runs::{compiled, step};
use nalgebra::Vector3;
use std::f64::consts::TAU;
use wishbone_compiler::diag::Diagnostic;
use wishbone_compiler::pipeline::Compiled;
use wishbone_oracle::Oracle;
use wishbone_tests::{Acting, Disagreement, Interpreted, Subject, compare};

/// Rate of the crank at the beginning [rad/s]: so high that gravity does not stop the crank.
const RATE: f64 = 20.0;
/// Longest time of a turn [s], and time of a step [s].
const LONGEST: f64 = 1.0;
const STEP: f64 = 1e-3;
/// Number of steps between two comparisons.
const EVERY: u32 = 10;

/// Rate of turn of the crank about its axis [rad/s].
fn rate(subject: &mut Interpreted, state: (&[f64], &[f64]), (crank, axis): (usize, Vector3<f64>)) -> f64 {
    let still = vec![0.0; state.1.len()];
    let bodies = subject.bodies(state.0, state.1, &Acting::default(), &still);
    axis.dot(&Vector3::from(bodies[crank].angular_velocity))
}

/// Greatest difference from the reference in a whole turn of the first bar about the first hinge.
fn turned(linkage: &Linkage, compiled: &Compiled) -> Disagreement {
    let mut subject = Interpreted::new(compiled);
    let oracle = Oracle::new(&compiled.model);
    let name = linkage.bars[0].name;
    let crank = compiled.model.bodies[1..].iter().position(|body| body.name == name);
    let crank = (crank.expect("a crank"), linkage.crank_axis());
    let (mut q, mut v) = (subject.design(), vec![1.0; subject.speeds()]);
    (0..10).for_each(|_| {
        subject.correct_velocity(&q, &mut v, &Acting::default());
    });
    let factor = RATE / rate(&mut subject, (&q, &v), crank);
    v.iter_mut().for_each(|speed| *speed *= factor);

    let (mut angle, mut worst) = (0.0, Disagreement::default());
    for count in 0_u32.. {
        assert!(f64::from(count) * STEP < LONGEST, "{name} has turned by {angle} rad");
        if count.is_multiple_of(EVERY) {
            let state = (q, v, Acting::default());
            worst = worst.worst(compare(&oracle, &mut subject, &compiled.state.spins, &state));
            (q, v, _) = state;
        }
        if angle > TAU {
            break;
        }
        step(&mut subject, &mut q, &mut v);
        angle += STEP * rate(&mut subject, (&q, &v), crank);
    }
    worst
}

/// Each variant is right all the way, or the compiler warns of it. Returns the number of variants with a warning.
fn turns_fully(linkage: &Linkage) -> usize {
    let mut warned = 0;
    for variant in plain_variants(linkage).iter().filter(|variant| variant.turn == 0) {
        let compiled = compiled(&linkage.text(variant).replace("singular: accept", ""));
        let is_warned = |told: &Diagnostic| told.message.contains("depend on each other at");
        if compiled.warnings.iter().any(is_warned) {
            warned += 1;
            continue;
        }
        let worst = turned(linkage, &compiled);
        let is_right = worst.position < 1e-10 && worst.velocity < 1e-8 && worst.acceleration() < 1e-9;
        assert!(is_right, "{worst:?} of {variant:?}");
    }
    warned
}

/// Cut at its second hinge, all equations that are kept last. At the other hinges each set of equations fails twice in a turn.
#[test]
fn bennett() {
    let linkage = declared::bennett();
    assert_eq!(
        turns_fully(&linkage),
        plain_variants(&linkage)
            .iter()
            .filter(|variant| variant.turn == 0)
            .count()
            - 2
    );
}

#[test]
fn slider_crank() {
    assert_eq!(turns_fully(&declared::slider_crank()), 0);
}

/// The sum of its shortest and its longest bar is 0.1 % below the sum of the other bars, so its crank just turns
/// (Grashof 1883).
#[test]
fn four_hinges() {
    assert_eq!(turns_fully(&declared::planar_ring(4)), 0);
}

/// A crank and a rocker with skew axes, and a rod between two balls.
#[test]
fn skew_crank_and_rocker() {
    assert_eq!(turns_fully(&declared::skew_crank()), 0);
}
