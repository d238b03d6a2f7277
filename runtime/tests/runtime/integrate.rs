//! Integrators: order, stability, energy, restarts.

use crate::solvers::{oscillator::Oscillator, pendulum::Pendulum};
use wishbone::integrate::{
    AdamsBashforth, AdamsBashforth2, AdamsBashforthMoulton, AdamsBashforthMoulton2, AdamsBashforthMoulton3,
    DormandPrince, Fixed, RungeKutta2, Sbdf2, Tolerance,
};
use wishbone::prelude::*;
use wishbone::stability::Method;
use wishbone::state::Whole;

/// Error at 2 s of an oscillator (3 rad/s) whose base moves as `0.5 sin(5 t)`, started at 1 m.
fn error_with(integrator: impl Integrator<Whole<State<1, 1>>>, steps: usize) -> f64 {
    let (omega, base, frequency) = (3.0_f64, 0.5, 5.0_f64);
    let shake = |t: f64| Drive {
        position: base * (frequency * t).sin(),
        ..Drive::default()
    };
    let steer = Steer::of(Oscillator::DESCRIPTION, "rack", shake).expect("the oscillator's base is driven");
    let mut simulation = Simulation::new(Oscillator::undamped(omega), steer, integrator);
    simulation.set_state(State { q: [1.0], v: [0.0] });
    let end = 2.0;
    for _ in 0..steps {
        let _ = simulation.step(end / steps as f64).expect("nothing to close");
    }
    let forced = omega * omega * base / (omega * omega - frequency * frequency);
    let exact = (omega * end).cos() + forced * ((frequency * end).sin() - frequency / omega * (omega * end).sin());
    (simulation.state().q[0] - exact).abs()
}

fn assert_order<I: Integrator<Whole<State<1, 1>>>>(start: impl Fn() -> I) {
    assert_order_from(400, start);
}

fn assert_order_from<I: Integrator<Whole<State<1, 1>>>>(steps: usize, start: impl Fn() -> I) {
    let order = (error_with(start(), steps) / error_with(start(), 2 * steps)).log2();
    assert!((order - I::ORDER as f64).abs() < 0.2, "order {order}, not {}", I::ORDER);
}

#[test]
fn each_integrator_has_its_order() {
    assert_order(|| RungeKutta4);
    assert_order(AdamsBashforth::<_, 1>::new);
    assert_order(AdamsBashforth2::new);
    assert_order(AdamsBashforth3::new);
    assert_order(AdamsBashforth::<_, 4>::new);
    assert_order(AdamsBashforth::<_, 5>::new);
    assert_order(|| RungeKutta2);
    assert_order(AdamsBashforthMoulton2::new);
    assert_order_from(1600, AdamsBashforthMoulton3::new);
    assert_order_from(1600, AdamsBashforthMoulton::<_, 4>::new);
}

/// Largest error up to 2 s of `x' = -2 t x²` from `x = 1`, whose solution is `1 / (1 + t²)`.
fn nonlinear_error(mut integrator: impl Integrator<f64>, steps: usize) -> f64 {
    let (mut x, h, mut error) = (1.0, 2.0 / steps as f64, 0.0_f64);
    for k in 0..steps {
        let stepped = integrator.step(|t, x| -2.0 * t * x * x, k as f64 * h, &mut x, h);
        stepped.expect("nothing iterates");
        let end = (k + 1) as f64 * h;
        error = error.max((x - 1.0 / (1.0 + end * end)).abs());
    }
    error
}

fn assert_nonlinear_order<I: Integrator<f64>>(start: impl Fn() -> I, steps: usize) {
    let order = (nonlinear_error(start(), steps) / nonlinear_error(start(), 2 * steps)).log2();
    assert!(
        (order - I::ORDER as f64).abs() < 0.25,
        "order {order}, not {}",
        I::ORDER
    );
}

/// The rate depends on time and is nonlinear.
#[test]
fn each_integrator_has_its_order_where_the_rate_is_nonlinear() {
    assert_nonlinear_order(|| RungeKutta2, 400);
    assert_nonlinear_order(|| RungeKutta4, 50);
    assert_nonlinear_order(AdamsBashforth2::new, 800);
    assert_nonlinear_order(AdamsBashforth3::new, 800);
    assert_nonlinear_order(AdamsBashforthMoulton2::new, 800);
    assert_nonlinear_order(AdamsBashforthMoulton3::new, 800);
    assert_nonlinear_order(AdamsBashforthMoulton::<_, 4>::new, 200);
    assert_nonlinear_order(|| DormandPrince::new(Tolerance::of(1.0)), 100);
}

/// Magnitude of an oscillation `x' = λ x` of two numbers after many steps.
fn oscillated(mut method: impl Integrator<[f64; 2]>, [re, im]: [f64; 2], h: f64) -> f64 {
    let mut x = [1.0, 0.0];
    for _ in 0..20_000 {
        let stepped = method.step(|_, x| [re * x[0] - im * x[1], im * x[0] + re * x[1]], 0.0, &mut x, h);
        stepped.expect("nothing iterates");
    }
    x[0].hypot(x[1])
}

fn assert_region<I: Integrator<[f64; 2]>>(method: Method, start: impl Fn() -> I) {
    for rate in [[-1.0, 0.0], [-0.8, 0.6], [-0.3, 0.95], [-0.05, 1.0]] {
        let limit = method.largest_step(rate);
        let [inside, outside] = [0.99, 1.01].map(|part| oscillated(start(), rate, part * limit));
        assert!(inside < 1.0, "{method:?}, {rate:?}: grows to {inside} at a stable step");
        assert!(grew(outside), "{method:?}, {rate:?}: {outside} at an unstable step");
    }
}

/// The stability regions agree with the integrators as implemented.
#[test]
fn stability_regions_are_met_by_the_integrators() {
    assert_region(Method::RungeKutta2, || RungeKutta2);
    assert_region(Method::RungeKutta4, || RungeKutta4);
    assert_region(Method::DormandPrince5, || DormandPrince::new(Tolerance::of(1.0)));
    assert_region(Method::AdamsBashforth2, AdamsBashforth2::new);
    assert_region(Method::AdamsBashforth3, AdamsBashforth3::new);
    assert_region(Method::AdamsBashforthMoulton2, AdamsBashforthMoulton2::new);
    assert_region(Method::AdamsBashforthMoulton3, AdamsBashforthMoulton3::new);
    assert_region(Method::Sbdf2, || Sbdf2::<_, Fixed<2>>::implicit(&[]));
}

/// Largest error within a step of `x' = -2 t x²` from 0.6 s, at nine points of the step.
fn error_within(h: f64) -> f64 {
    let solution = |t: f64| 1.0 / (1.0 + t * t);
    let mut method = DormandPrince::new(Tolerance::of(1.0));
    let (begin, mut x) = (0.6, solution(0.6));
    let stepped = method.step(|t, x| -2.0 * t * x * x, begin, &mut x, h);
    stepped.expect("nothing iterates");
    let parts = (1..10).map(|k| f64::from(k) / 10.0);
    let errors = parts.map(|part| {
        let x = method.within(&solution(begin), part).expect("it is dense");
        (x - solution(begin + part * h)).abs()
    });
    errors.fold(0.0, f64::max)
}

#[test]
fn dense_output_has_the_fourth_order_within_a_step() {
    let order = (error_within(0.1) / error_within(0.05)).log2();
    assert!((order - 5.0).abs() < 0.3, "local order {order}");
}

/// Four evaluations a step at the start, and one afterwards. The corrector makes no evaluation, so the closing of the
/// loops needs separate kinematics.
#[test]
fn a_corrector_costs_no_evaluation() {
    let mut method = AdamsBashforthMoulton3::new();
    let (mut x, mut evaluations) = (1.0, 0);
    for k in 0..12 {
        let rate = |_, x: &f64| {
            evaluations += 1;
            -x
        };
        method
            .step(rate, 0.01 * f64::from(k), &mut x, 0.01)
            .expect("nothing iterates");
    }
    assert_eq!(evaluations, 2 * 4 + 2 + 9);
}

#[test]
fn a_multistep_method_evaluates_once_a_step() {
    let mut simulation = Simulation::new(Oscillator::undamped(1.0), Still, AdamsBashforth3::new());
    for _ in 0..12 {
        let _ = simulation.step(0.01).expect("nothing to close");
    }
    // The kinematics at the end of a step are reused at the beginning of the next step.
    assert_eq!(simulation.solver().evaluations, 1 + 2 * 4 + 10);
}

/// Magnitude of `x' = -x` after many steps `h` from `x = 1`.
fn decayed<const K: usize>(h: f64) -> f64 {
    let mut method = AdamsBashforth::<State<1, 0>, K>::new();
    let mut x = State { q: [1.0], v: [] };
    for _ in 0..10_000 {
        let stepped = method.step(|_, x| State { q: [-x.q[0]], v: [] }, 0.0, &mut x, h);
        stepped.expect("nothing iterates");
    }
    x.q[0].abs()
}

/// Whether the number has grown without bound; after an overflow infinities may have cancelled to NaN.
fn grew(size: f64) -> bool {
    size > 1e3 || size.is_nan()
}

fn assert_limit_on_real_axis<const K: usize>(limit: f64) {
    let (inside, outside) = (decayed::<K>(0.99 * limit), decayed::<K>(1.01 * limit));
    assert!(inside < 1e-3, "order {K} grows to {inside} inside its limit {limit}");
    assert!(
        grew(outside),
        "order {K} shrinks to {outside} outside its limit {limit}"
    );
}

/// The limits are the steps at which a root of the method's characteristic polynomial passes -1.
#[test]
fn adams_bashforth_stability_on_the_real_axis() {
    assert_limit_on_real_axis::<1>(2.0);
    assert_limit_on_real_axis::<2>(1.0);
    assert_limit_on_real_axis::<3>(6.0 / 11.0);
    assert_limit_on_real_axis::<4>(0.3);
    assert_limit_on_real_axis::<5>(0.163_339_382_9);
}

/// Largest displacement, in the last of many steps, of an oscillator with 30 % damping and 1 rad/s.
fn swung<const K: usize>(h: f64) -> f64 {
    let integrator = AdamsBashforth::<_, K>::new();
    let mut simulation = Simulation::new(Oscillator::damped(1.0, 0.3), Still, integrator);
    simulation.set_state(State { q: [1.0], v: [0.0] });
    for _ in 0..4000 {
        let _ = simulation.step(h).expect("nothing to close");
    }
    simulation.state().q[0].hypot(simulation.state().v[0])
}

/// The limits of `h omega` at damping ratio 0.3 come from the roots of the methods' characteristic polynomials.
#[test]
fn adams_bashforth_stability_of_a_damped_mode() {
    fn assert_limit<const K: usize>(limit: f64) {
        assert!(swung::<K>(0.985 * limit) < 1e-3, "order {K} below {limit}");
        assert!(grew(swung::<K>(1.015 * limit)), "order {K} above {limit}");
    }
    assert_limit::<2>(0.833);
    assert_limit::<3>(0.645);
    assert_limit::<4>(0.373);
    assert_limit::<5>(0.200);
}

/// Angle at 10 s of a pendulum that starts at 2 rad, and its largest relative change of energy.
fn swing_pendulum(integrator: impl Integrator<Whole<State<1, 1>>>, steps: usize) -> (f64, f64) {
    let mut simulation = Simulation::new(Pendulum::default(), Still, integrator);
    simulation.set_state(State { q: [2.0], v: [0.0] });
    let start = simulation.energy().total();
    let mut drift: f64 = 0.0;
    for _ in 0..steps {
        let _ = simulation.step(10.0 / steps as f64).expect("nothing to close");
        let now = simulation.energy().total();
        drift = drift.max(((now - start) / start).abs());
    }
    (simulation.state().q[0], drift)
}

/// The exact angle comes from the closed form by Jacobi's elliptic functions, for a rod of 1.2 m under 9.81 m/s^2.
#[test]
fn a_pendulum_follows_the_closed_form_and_keeps_its_energy() {
    let exact = 0.760_912_207_6;
    let (angle, drift) = swing_pendulum(RungeKutta4, 20_000);
    assert!((angle - exact).abs() < 1e-9, "angle {angle}");
    assert!(drift < 1e-12, "drift {drift}");
    // Truncation `3/8 h^3 x''''` over 10 s, where `x''''` reaches some 300 rad/s^4, leaves 2e-8.
    let (angle, drift) = swing_pendulum(AdamsBashforth3::new(), 40_000);
    assert!((angle - exact).abs() < 3e-7, "angle {angle}");
    assert!(drift < 1e-7, "drift {drift}");
}

#[test]
fn energy_drift_falls_at_least_with_the_order() {
    fn ratio<I: Integrator<Whole<State<1, 1>>>>(start: impl Fn() -> I) -> f64 {
        swing_pendulum(start(), 1000).1 / swing_pendulum(start(), 2000).1
    }
    assert!(ratio(|| RungeKutta4) > 15.0);
    assert!(ratio(AdamsBashforth3::new) > 7.0);
}

/// A stored rate from before a jump of the state, or from a step of another size, would make the following steps wrong.
#[test]
fn jumps_and_changes_of_step_restart_a_multistep_method() {
    let mut simulation = Simulation::new(Oscillator::undamped(1.0), Still, AdamsBashforth3::new());
    simulation.set_state(State { q: [7.0], v: [0.0] });
    for _ in 0..5 {
        let _ = simulation.step(0.01).expect("nothing to close");
    }
    simulation.set_state(State { q: [1.0], v: [0.0] });
    let start = simulation.time();
    for step in [0.01, 0.01, 0.01, 0.01, 0.002, 0.002, 0.002, 0.002] {
        let _ = simulation.step(step).expect("nothing to close");
    }
    let error = simulation.state().q[0] - (simulation.time() - start).cos();
    assert!(error.abs() < 1e-8, "error {error}");
}
