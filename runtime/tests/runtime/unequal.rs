//! Steps of unequal length, steps that are equal except for rounding, and states that jump between two steps.

use wishbone::integrate::{
    AdamsBashforthMoulton2, AdamsBashforthMoulton3, Fixed, GeneralisedAlpha, Remembers, Rosenbrock, Sbdf2, Tolerance,
};
use wishbone::prelude::*;

/// Frequency of the oscillation [rad/s].
const OMEGA: f64 = 10.0;

fn rate(x: &[f64; 2]) -> [f64; 2] {
    [x[1], -OMEGA * OMEGA * x[0]]
}

/// Error at 1 s of `x'' = -ω² x` from 1, in pairs of steps; `part` is the share of the first step.
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

/// The implicit methods also keep their order in steps of alternating length: with all numbers implicit, with some, and
/// with none.
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

/// Number of evaluations and error of a method in steps between the times `begin + k` 0.5 ms; the differences of these
/// times differ in their last bits.
fn counted(mut method: impl Integrator<[f64; 2]>, begin: f64) -> (usize, f64) {
    let (mut x, mut count, mut others) = ([1.0, 0.0], 0, 0);
    for k in 0..2000 {
        let [from, to] = [k, k + 1].map(|k| begin + f64::from(k) * 5e-4);
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

/// Differences of successive times count as steps of equal length, even after a day: no method restarts.
#[test]
fn rounding_is_no_change_of_step() {
    for begin in [0.0, 86_400.0] {
        // Runge-Kutta at the start, then one evaluation each. A corrector evaluates the state that was predicted.
        assert_eq!(counted(AdamsBashforth3::new(), begin).0, 2 * 4 + 1998);
        assert_eq!(counted(AdamsBashforthMoulton2::new(), begin).0, 5 + 1999);
        let explicit = counted(Sbdf2::<_, Fixed<2>>::implicit(&[]), begin);
        let equal = error(Sbdf2::<_, Fixed<2>>::implicit(&[]), 1000, 0.5);
        assert_eq!(explicit.0, 2000);
        assert!(
            explicit.1 <= equal * 1.001 + 1e-6 * begin.min(1.0),
            "{} {equal}",
            explicit.1
        );
    }
}

/// A step that is taken back has no effect, whatever its length: the next step has the same bits.
fn assert_forgets<I: Integrator<[f64; 2]> + Clone>(what: &str, mut method: I) {
    let (mut x, h) = ([1.0, 0.0], 1e-3);
    let step = |method: &mut I, x: &mut [f64; 2], h: f64| {
        method.step(|_, x| rate(x), 0.0, x, h).expect("it converges");
    };
    for _ in 0..10 {
        step(&mut method, &mut x, h);
    }
    for refused in [h, 0.4 * h, 2.0 * h] {
        let (mut other, mut there, mut lost) = (method.clone(), x, x);
        step(&mut other, &mut lost, refused);
        other.take_back();
        step(&mut other, &mut there, h);
        step(&mut method, &mut x, h);
        assert_eq!(
            there.map(f64::to_bits),
            x.map(f64::to_bits),
            "{what}, {refused} s refused: {there:?} {x:?}"
        );
    }
}

#[test]
fn a_step_that_is_taken_back_leaves_no_trace() {
    assert_forgets("AB3", AdamsBashforth3::new());
    assert_forgets("ABM2", AdamsBashforthMoulton2::new());
    assert_forgets("ABM3", AdamsBashforthMoulton3::new());
    assert_forgets("SBDF2", Sbdf2::<_, Fixed<2>>::new());
    assert_forgets("SBDF2, renewed", Sbdf2::<_, Fixed<2>>::new().every(20).renewed_early());
    assert_forgets(
        "generalised α",
        GeneralisedAlpha::<_, Fixed<2>>::new(0.8, Tolerance::of(1e-9)),
    );
}

/// If a step ends in NaN and is taken back, the memories of the next step contain no NaN.
#[test]
fn a_step_to_no_number_leaves_none_behind() {
    let mut method = Sbdf2::<[f64; 2], Fixed<2>>::new().every(20).renewed_early();
    let mut x = [1.0, 0.0];
    for k in 0..12 {
        let is_bad = k == 10;
        let wrong = |_: f64, x: &[f64; 2]| if is_bad { [f64::NAN; 2] } else { rate(x) };
        let before = x;
        method.step(wrong, 0.0, &mut x, 1e-3).expect("it does not iterate");
        if is_bad {
            method.take_back();
            x = before;
        }
    }
    let mut numbers = Vec::new();
    method.memories(&x, &mut |number| numbers.push(*number));
    // The matrices of the step and the last rates stay in the memories: these are finite, whatever was refused.
    let wrong: Vec<usize> = (0..numbers.len()).filter(|&k| numbers[k].is_nan()).collect();
    assert!(wrong.is_empty(), "{wrong:?} of {numbers:?}");
}

/// A rate that jumps just after the beginning of a step acts once: `x' = -10⁴ x |x| + 1` from rest has
/// `x = 0.01 tanh(100 t)` (a Riccati equation).
#[test]
fn a_jump_of_the_rate_just_after_the_begin_acts_once() {
    let mut method = Rosenbrock::<f64, Fixed<1>>::new(Tolerance::of(1e-6));
    let (mut x, begin, h) = (0.0_f64, 2.0 - 1.1e-13, 1e-3);
    let jumps = |time: f64, x: &f64| -1e4 * x * x.abs() + if time < 2.0 { 0.0 } else { 1.0 };
    method.step(jumps, begin, &mut x, h).expect("it does not iterate");
    let exact = 0.01 * 0.1_f64.tanh();
    assert!((x - exact).abs() < 0.5 * exact, "{x}, not {exact}");
}

/// A state that jumps between two steps and then rests stays at rest: the jump is not a part of the motion.
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
