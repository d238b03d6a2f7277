//! Steps of unequal length, steps that are equal but for rounding, and states that jump between two steps.

use wishbone::integrate::{AdamsBashforth3, AdamsBashforthMoulton2, Fixed, GeneralisedAlpha, Sbdf2};
use wishbone::prelude::*;

/// Frequency of the oscillation [rad/s].
const OMEGA: f64 = 10.0;

fn rate(x: &[f64; 2]) -> [f64; 2] {
    [x[1], -OMEGA * OMEGA * x[0]]
}

/// Error at 1 s of `x'' = -ω² x` from 1, in pairs of steps of which the first has this part.
fn error(mut method: impl Integrator<[f64; 2]>, pairs: usize, part: f64) -> f64 {
    let (mut x, mut time) = ([1.0, 0.0], 0.0);
    for _ in 0..pairs {
        for part in [part, 1.0 - part] {
            let h = part / pairs as f64;
            method.step(|_, x| rate(x), time, &mut x, h).expect("it converges");
            time += h;
        }
    }
    (x[0] - OMEGA.cos()).hypot((x[1] + OMEGA * OMEGA.sin()) / OMEGA)
}

fn assert_order<I: Integrator<[f64; 2]>>(what: &str, start: impl Fn() -> I) {
    for part in [0.5, 0.45, 0.3, 0.7] {
        let [coarse, fine] = [500, 1000].map(|pairs| error(start(), pairs, part));
        let order = (coarse / fine).log2();
        assert!((order - I::ORDER as f64).abs() < 0.2, "{what}, {part}: order {order}");
    }
}

/// The implicit methods have their order in steps of alternating length, too: with all numbers implicit, some, or none.
#[test]
fn the_order_stays_in_steps_of_unequal_length() {
    let alpha = |radius: f64| GeneralisedAlpha::<_, Fixed<2>>::new(radius, Tolerance::of(1e-13));
    assert_order("SBDF2", Sbdf2::<_, Fixed<2>>::new);
    assert_order("SBDF2, hybrid", || Sbdf2::<_, Fixed<2>>::implicit(&[1]));
    assert_order("SBDF2, explicit", || Sbdf2::<_, Fixed<2>>::implicit(&[]));
    assert_order("SBDF2, old Jacobian", || Sbdf2::<_, Fixed<2>>::new().every(7));
    for radius in [0.0, 0.5, 0.8, 1.0] {
        assert_order("generalised α", || alpha(radius));
    }
    // Steps of more than 2.4 times the last one begin anew.
    let [coarse, fine] = [500, 1000].map(|pairs| error(Sbdf2::<_, Fixed<2>>::new(), pairs, 0.2));
    assert!((coarse / fine).log2() > 0.8, "{coarse} {fine}");
}

/// Number of evaluations and error of a method in steps between the times `k` 0.5 ms, whose differences differ in their last bits.
fn counted(mut method: impl Integrator<[f64; 2]>) -> (usize, f64) {
    let (mut x, mut count, mut others) = ([1.0, 0.0], 0, 0);
    for k in 0..2000 {
        let [from, to] = [k, k + 1].map(|k| f64::from(k) * 5e-4);
        others += usize::from(to - from != 5e-4);
        let counting = |_: f64, x: &[f64; 2]| {
            count += 1;
            rate(x)
        };
        method.step(counting, from, &mut x, to - from).expect("it converges");
    }
    assert!(others > 100, "the steps differ");
    (count, (x[0] - OMEGA.cos()).abs())
}

/// Differences of successive times are steps of equal length: no method begins anew.
#[test]
fn rounding_is_no_change_of_step() {
    // Runge-Kutta at the start, then one evaluation each. A corrector evaluates the state that was predicted.
    assert_eq!(counted(AdamsBashforth3::new()).0, 2 * 4 + 1998);
    assert_eq!(counted(AdamsBashforthMoulton2::new()).0, 5 + 1999);
    let explicit = counted(Sbdf2::<_, Fixed<2>>::implicit(&[]));
    let equal = error(Sbdf2::<_, Fixed<2>>::implicit(&[]), 1000, 0.5);
    assert_eq!(explicit.0, 2000);
    assert!(explicit.1 <= equal * 1.001, "{} {equal}", explicit.1);
}

/// A state that jumps between two steps and then rests stays: the jump is no part of the motion.
fn assert_keeps(what: &str, mut method: impl Integrator<f64>) {
    let mut x = 100.0;
    for k in 0..40 {
        if k == 10 {
            x -= 6.0;
        }
        method
            .step(|_, _| 0.0, f64::from(k) * 1e-3, &mut x, 1e-3)
            .expect("it converges");
    }
    assert!((x - 94.0).abs() < 1e-9, "{what}: {x}");
}

#[test]
fn a_jump_between_steps_is_no_motion() {
    assert_keeps("AB3", AdamsBashforth3::new());
    assert_keeps("ABM2", AdamsBashforthMoulton2::new());
    assert_keeps("RK4", RungeKutta4);
    assert_keeps("SBDF2", Sbdf2::<_, Fixed<1>>::new());
    assert_keeps("SBDF2, explicit", Sbdf2::<_, Fixed<1>>::implicit(&[]));
    assert_keeps("SBDF2, renewed", Sbdf2::<_, Fixed<1>>::new().every(20).renewed_early());
    assert_keeps(
        "generalised α",
        GeneralisedAlpha::<_, Fixed<1>>::new(0.8, Tolerance::of(1e-9)),
    );
}
