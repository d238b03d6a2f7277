//! Implicit integrators: order with any Jacobian, damping of fast modes, explicit numbers of a hybrid scheme, refusals.

use crate::solvers::body::Body;
use crate::solvers::oscillator::Oscillator;
use wishbone::integrate::{Equation, Fixed, GeneralisedAlpha, NotConverged, Rosenbrock, Sbdf2, Slopes, Tolerance};
use wishbone::prelude::*;
use wishbone::state::{Vector, Whole};
use wishbone::subsystem::Quantity;

const TIGHT: Tolerance = Tolerance::of(1e-13);

/// `x' = -2 t x²`, whose solution from 1 is `1 / (1 + t²)`; the equation gives slopes that are wrong by a factor, and
/// further wrong entries.
struct Told {
    factor: f64,
    more: f64,
}

impl Equation<[f64; 2]> for Told {
    fn rate(&mut self, time: f64, x: &[f64; 2], rate: &mut [f64; 2]) {
        // The second number is the negative of the first.
        *rate = [-2.0 * time * x[0] * x[0], 2.0 * time * x[1] * x[1]];
    }

    fn slopes(&mut self, time: f64, x: &[f64; 2], tell: &mut dyn FnMut(usize, usize, f64)) -> bool {
        tell(0, 0, -4.0 * self.factor * time * x[0]);
        tell(1, 1, 4.0 * self.factor * time * x[1]);
        // Entries that are told twice add up.
        tell(0, 1, self.more);
        tell(0, 1, self.more);
        true
    }
}

/// Largest error up to 2 s.
fn told_error(mut method: impl Integrator<[f64; 2]>, told: &mut Told, steps: usize) -> f64 {
    let (mut x, h, mut error) = ([1.0, -1.0], 2.0 / steps as f64, 0.0_f64);
    for k in 0..steps {
        let begin = x;
        method
            .advance(told, k as f64 * h, &begin, &mut x, h)
            .expect("it converges");
        let end = (k + 1) as f64 * h;
        let exact = 1.0 / (1.0 + end * end);
        error = error.max((x[0] - exact).abs()).max((x[1] + exact).abs());
    }
    error
}

fn assert_told_order<I: Integrator<[f64; 2]>>(what: &str, start: impl Fn() -> I, steps: usize) {
    for (factor, more) in [(1.0, 0.0), (0.0, 0.0), (0.5, 0.3), (2.0, -0.4)] {
        let mut told = Told { factor, more };
        let [coarse, fine] = [steps, 2 * steps].map(|steps| told_error(start(), &mut told, steps));
        let order = (coarse / fine).log2();
        assert!(
            (order - I::ORDER as f64).abs() < 0.25,
            "{what}, {factor}, {more}: order {order}, not {}",
            I::ORDER
        );
    }
}

/// The order does not depend on the Jacobian: exact, zero, wrong, of earlier steps, of a part of the numbers, by
/// differences.
#[test]
fn linearly_implicit_methods_have_their_order_with_any_jacobian() {
    assert_told_order("Rosenbrock", || Rosenbrock::<_, Fixed<2>>::new(TIGHT), 200);
    assert_told_order("Sbdf2", Sbdf2::<_, Fixed<2>>::new, 400);
    assert_told_order("Sbdf2, 7 steps", || Sbdf2::<_, Fixed<2>>::new().every(7), 400);
    assert_told_order("Sbdf2 of one number", || Sbdf2::<_, Fixed<2>>::implicit(&[1]), 400);
    assert_told_order("Sbdf2 of none", || Sbdf2::<_, Fixed<2>>::implicit(&[]), 400);
    let differences = || Sbdf2::<_, Fixed<2>>::new().with_slopes(Slopes::Differences);
    assert_told_order("Sbdf2 by differences", differences, 400);
}

/// A mass of 20 kg falls onto a stiff stop with a damper, 64 ms after the last Jacobian: the Jacobian's slopes do not
/// contain the stop. With the old Jacobian the mass is thrown back and forth. With a Jacobian that is renewed early, it
/// comes to rest at the position found by an explicit method with small steps.
#[test]
fn a_jacobian_is_renewed_as_soon_as_a_stop_engages() {
    const STOP: [f64; 2] = [2e7, 4e4];
    let fall = |_: f64, [z, v]: &[f64; 2]| {
        let stop = if *z < 0.0 { -STOP[0] * z - STOP[1] * v } else { 0.0 };
        [*v, -9.81 + stop.max(0.0) / 20.0]
    };
    fn run(
        mut method: impl Integrator<[f64; 2]>,
        steps: usize,
        fall: impl Fn(f64, &[f64; 2]) -> [f64; 2],
    ) -> (f64, f64) {
        let (mut x, mut highest) = ([0.02, 0.0], 0.0_f64);
        let h = 0.5 / steps as f64;
        for k in 0..steps {
            method
                .step(&fall, k as f64 * h, &mut x, h)
                .expect("it does not iterate");
            if k as f64 * h > 0.07 {
                highest = highest.max(x[0]);
            }
        }
        (x[0], highest)
    }
    let (rest, highest) = run(RungeKutta4, 100_000, fall);
    let early = run(Sbdf2::<_, Fixed<2>>::new().every(50).renewed_early(), 250, fall);
    assert!(
        (early.0 - rest).abs() < 1e-6 && (early.1 - highest).abs() < 1e-3,
        "{early:?} {rest} {highest}"
    );
    let old = run(Sbdf2::<_, Fixed<2>>::new().every(50), 250, fall);
    assert!(old.1 > highest + 0.02, "{old:?} {highest}");
    // It costs nothing in a smooth motion: the bits are those of the usual times.
    let smooth = |_: f64, [z, v]: &[f64; 2]| [*v, -400.0 * z - 4.0 * v];
    let [usual, early] = [false, true].map(|early| {
        let method = Sbdf2::<_, Fixed<2>>::new().every(50);
        let method = if early { method.renewed_early() } else { method };
        run(method, 250, smooth)
    });
    assert_eq!(usual, early);
}

/// Newton's iteration ends at the same state with every Jacobian, up to the tolerance.
#[test]
fn generalised_alpha_has_its_order_and_converges_with_any_jacobian() {
    for radius in [0.0, 0.5, 1.0] {
        let start = || GeneralisedAlpha::<_, Fixed<2>>::new(radius, TIGHT);
        assert_told_order("generalised alpha", start, 200);
        assert_told_order("generalised alpha, 7 steps", || start().every(7), 200);
        let [exact, wrong] = [1.0, 0.5].map(|factor| told_error(start(), &mut Told { factor, more: 0.0 }, 200));
        assert!((exact - wrong).abs() < 1e-11, "{exact} {wrong}");
    }
}

/// Error at 2 s of an oscillator of 3 rad/s whose base moves as `0.5 sin 5t`, from 1 m.
fn oscillated(integrator: impl Integrator<Whole<State<1, 1>>>, steps: usize) -> f64 {
    let (omega, base, frequency, end) = (3.0_f64, 0.5, 5.0_f64, 2.0);
    let shake = |t: f64| Drive {
        position: base * (frequency * t).sin(),
        ..Drive::default()
    };
    let steer = Steer::of(Oscillator::DESCRIPTION, "rack", shake).expect("its base is driven");
    let mut simulation = Simulation::new(Oscillator::undamped(omega), steer, integrator);
    simulation.set_state(State { q: [1.0], v: [0.0] });
    for _ in 0..steps {
        let _ = simulation.step(end / steps as f64).expect("it converges");
    }
    let forced = omega * omega * base / (omega * omega - frequency * frequency);
    let exact = (omega * end).cos() + forced * ((frequency * end).sin() - frequency / omega * (omega * end).sin());
    (simulation.state().q[0] - exact).abs()
}

#[test]
fn implicit_methods_have_their_order_in_a_simulation() {
    fn assert_order<I: Integrator<Whole<State<1, 1>>>>(start: impl Fn() -> I) {
        let order = (oscillated(start(), 800) / oscillated(start(), 1600)).log2();
        assert!((order - I::ORDER as f64).abs() < 0.1, "order {order}, not {}", I::ORDER);
    }
    assert_order(|| Rosenbrock::<_, Fixed<2>>::new(TIGHT));
    assert_order(Sbdf2::<_, Fixed<2>>::new);
    assert_order(|| Sbdf2::<_, Fixed<2>>::implicit(&[1]));
    for radius in [0.0, 0.8, 1.0] {
        assert_order(|| GeneralisedAlpha::<_, Fixed<2>>::new(radius, TIGHT));
    }
}

/// A linear mode `x' = λ x` of two numbers.
struct Mode([f64; 2]);

impl Equation<[f64; 2]> for Mode {
    fn rate(&mut self, _time: f64, x: &[f64; 2], rate: &mut [f64; 2]) {
        let [re, im] = self.0;
        *rate = [re * x[0] - im * x[1], im * x[0] + re * x[1]];
    }

    fn slopes(&mut self, _time: f64, _x: &[f64; 2], tell: &mut dyn FnMut(usize, usize, f64)) -> bool {
        let [re, im] = self.0;
        for (row, column, slope) in [(0, 0, re), (0, 1, -im), (1, 0, im), (1, 1, re)] {
            tell(row, column, slope);
        }
        true
    }
}

/// Magnitudes of a mode after each of a number of steps of 1 s.
fn sizes(mut method: impl Integrator<[f64; 2]>, eigenvalue: [f64; 2], steps: usize) -> Vec<f64> {
    let mut x = [1.0, 0.0];
    let each = (0..steps).map(|_| {
        let begin = x;
        method
            .advance(&mut Mode(eigenvalue), 0.0, &begin, &mut x, 1.0)
            .expect("it is linear");
        x[0].hypot(x[1])
    });
    each.collect()
}

/// Hardly anything remains of a very stiff mode (L-stability), and an oscillating mode does not grow (A-stability).
#[test]
fn stiff_modes_are_damped() {
    for eigenvalue in [[-1e6, 0.0], [-1e6, 1e6], [-1e3, 1e6]] {
        let rosenbrock = sizes(Rosenbrock::<_, Fixed<2>>::new(TIGHT), eigenvalue, 1);
        assert!(rosenbrock[0] < 1e-4, "{eigenvalue:?}: {rosenbrock:?}");
        // The first step, of first order, halves the mode; two further steps remove it.
        let sbdf = sizes(Sbdf2::<_, Fixed<2>>::new(), eigenvalue, 3);
        assert!(sbdf[2] < 1e-4, "{eigenvalue:?}: {sbdf:?}");
    }
    for h in [0.1, 1.0, 3.0, 10.0, 100.0] {
        let rosenbrock = sizes(Rosenbrock::<_, Fixed<2>>::new(TIGHT), [0.0, h], 20_000);
        let sbdf = sizes(Sbdf2::<_, Fixed<2>>::new(), [0.0, h], 20_000);
        for last in [rosenbrock, sbdf].map(|sizes| sizes[19_999]) {
            assert!(last <= 1.0, "grows to {last} at {h}");
        }
    }
}

/// A mode that is much faster than the step stays stable if the Jacobian is too small by less than a quarter, or too large.
#[test]
fn an_old_jacobian_may_be_too_small_by_a_quarter() {
    struct Old(f64);
    impl Equation<f64> for Old {
        fn rate(&mut self, _time: f64, x: &f64, rate: &mut f64) {
            *rate = -1e6 * x;
        }

        fn slopes(&mut self, _time: f64, _x: &f64, tell: &mut dyn FnMut(usize, usize, f64)) -> bool {
            tell(0, 0, -1e6 * (1.0 - self.0));
            true
        }
    }
    let left = |missing: f64| {
        let (mut method, mut x) = (Sbdf2::<f64, Fixed<1>>::new(), 1.0_f64);
        for _ in 0..2000 {
            let begin = x;
            method
                .advance(&mut Old(missing), 0.0, &begin, &mut x, 1.0)
                .expect("it is linear");
        }
        x.abs()
    };
    for missing in [0.24, 0.1, -0.5, -3.0] {
        assert!(left(missing) < 1e-6, "{missing}: {}", left(missing));
    }
    let grown = left(0.26);
    assert!(grown > 1e3 || grown.is_nan(), "{grown}");
}

/// Jansen, Whiting & Hulbert 2000: a step multiplies infinitely fast modes by ρ. The midpoint rule, ρ = 1, keeps the amplitude of
/// oscillations.
#[test]
fn generalised_alpha_damps_high_frequencies_as_wanted() {
    for radius in [0.2, 0.5, 0.8] {
        let relative = Tolerance {
            relative: 1e-6,
            absolute: 1e-30,
        };
        let sizes = sizes(GeneralisedAlpha::<_, Fixed<2>>::new(radius, relative), [-1.0, 1e4], 40);
        // Both roots are -ρ in this limit, so that magnitudes fall as k ρ^k.
        let found = (sizes[39] / sizes[38]) / (40.0 / 39.0);
        assert!((found - radius).abs() < 0.05 * radius, "{found}, not {radius}");
    }
    for h in [0.01, 1.0, 30.0] {
        let kept = sizes(GeneralisedAlpha::<_, Fixed<2>>::new(1.0, TIGHT), [0.0, h], 1000);
        assert!((kept[999] - 1.0).abs() < 1e-6, "{h}: {}", kept[999]);
    }
    // Closed form of the factor for ρ = 0 on the real axis.
    let [alpha, beta, gamma] = [1.5, 1.0, 1.0];
    for z in [-0.1, -3.0, -200.0] {
        let found = sizes(GeneralisedAlpha::<_, Fixed<2>>::new(0.0, TIGHT), [z, 0.0], 30);
        let (mut x, mut rate) = (1.0, z);
        for found in found {
            // a (α_m - α_f γ z) = z x + z α_f (1 - γ) a₀ - (1 - α_m) a₀
            let end = (z * x + (z * beta * (1.0 - gamma) - (1.0 - alpha)) * rate) / (alpha - beta * gamma * z);
            x += (1.0 - gamma) * rate + gamma * end;
            rate = end;
            assert!((found - f64::abs(x)).abs() < 1e-12, "{z}: {found}, not {x}");
        }
    }
}

/// Error at 1 s of `x' = l (x - sin t) + cos t` on its solution `sin t` (Prothero & Robinson 1974, Math. Comp. 28, 145-162).
fn stiff_error(mut method: impl Integrator<f64>, stiffness: f64, steps: usize) -> f64 {
    let (mut x, h) = (0.0, 1.0 / steps as f64);
    for k in 0..steps {
        let rate = |t: f64, x: &f64| stiffness * (x - t.sin()) + t.cos();
        method.step(rate, k as f64 * h, &mut x, h).expect("it converges");
    }
    (x - 1.0_f64.sin()).abs()
}

/// The steps of an explicit method would have to be a thousand times shorter.
#[test]
fn implicit_methods_converge_where_the_rate_is_stiff() {
    fn assert_converges<I: Integrator<f64>>(start: impl Fn() -> I, error: f64) {
        let [coarse, fine] = [40, 80].map(|steps| stiff_error(start(), -1e5, steps));
        assert!(coarse < error && (coarse / fine).log2() > 1.7, "{coarse:e}, {fine:e}");
        let [coarse, fine] = [40, 80].map(|steps| stiff_error(start(), -1.0, steps));
        assert!((coarse / fine).log2() > I::ORDER as f64 - 0.25, "{coarse:e}, {fine:e}");
    }
    assert_converges(|| Rosenbrock::<_, Fixed<1>>::new(TIGHT), 1e-5);
    // Terms that depend only on time are extrapolated.
    assert_converges(Sbdf2::<_, Fixed<1>>::new, 1e-3);
    assert_converges(|| GeneralisedAlpha::<_, Fixed<1>>::new(0.5, TIGHT), 2e-4);
}

/// A body of 250 kg on a spring, and an arm of 1 kg on a bushing of 20 kN/mm: 1.4 Hz and 710 Hz. A ramp of force acts on the arm.
fn sprung(time: f64, x: &State<2, 2>) -> State<2, 2> {
    let [body, arm] = x.q;
    let [body_speed, arm_speed] = x.v;
    let bushing = 20e6 * (body - arm) + 500.0 * (body_speed - arm_speed);
    let force = 2000.0 * (10.0 * time).sin();
    State {
        q: x.v,
        v: [(-20e3 * body - 1500.0 * body_speed - bushing) / 250.0, bushing + force],
    }
}

/// Largest displacement of the body from a reference over 1 s at 1 ms.
fn away(mut method: impl Integrator<State<2, 2>>) -> f64 {
    let still = State {
        q: [0.0; 2],
        v: [0.0; 2],
    };
    let (mut x, mut reference, mut away) = (still, still, 0.0_f64);
    for k in 0..1000 {
        let time = f64::from(k) * 1e-3;
        method.step(sprung, time, &mut x, 1e-3).expect("it converges");
        for part in 0..20 {
            let fine = RungeKutta4.step(sprung, time + f64::from(part) * 5e-5, &mut reference, 5e-5);
            fine.expect("it is explicit");
        }
        away = away.max((x.q[0] - reference.q[0]).abs());
    }
    match x.is_finite() {
        true => away,
        false => f64::INFINITY,
    }
}

/// Only the arm is implicit, with two of the four numbers. The body moves by 20 mm.
#[test]
fn a_hybrid_scheme_steps_over_what_is_fast() {
    assert!(away(AdamsBashforth3::new()) > 1e3);
    assert!(away(RungeKutta4) > 1e3);
    let hybrid = away(Sbdf2::<_, Fixed<4>>::implicit(&[3, 1]));
    let whole = away(Sbdf2::<_, Fixed<4>>::new());
    let alpha = away(GeneralisedAlpha::<_, Fixed<4>>::new(0.5, TIGHT));
    assert!(
        hybrid < 5e-5 && whole < 2e-5 && alpha < 2e-5,
        "{hybrid:e} {whole:e} {alpha:e}"
    );
    // A list with the wrong body does not help.
    assert!(away(Sbdf2::<_, Fixed<4>>::implicit(&[0, 2])) > 1e3);
}

/// Attitude and angular velocity at 2 s of a body that rotates freely.
fn turned(integrator: impl Integrator<Whole<State<4, 3>>>, steps: usize) -> [f64; 7] {
    let mut simulation = Simulation::new(Body::default(), Still, integrator);
    simulation.set_state(State {
        v: [0.8, 0.0, 2.0],
        ..Body::design_state()
    });
    for _ in 0..steps {
        let _ = simulation.step(2.0 / steps as f64).expect("it converges");
        assert!((Body::norm(simulation.state()) - 1.0).abs() < 1e-15);
    }
    let State {
        q: [a, b, c, d],
        v: [x, y, z],
    } = *simulation.state();
    [a, b, c, d, x, y, z]
}

/// The normalisation of Euler parameters after each step does not reduce the order.
#[test]
fn normalised_euler_parameters_keep_the_order() {
    let exact = turned(RungeKutta4, 4000);
    let error = |found: [f64; 7]| found.iter().zip(exact).map(|(x, e)| (x - e).abs()).fold(0.0, f64::max);
    fn assert_order<I: Integrator<Whole<State<4, 3>>>>(start: impl Fn() -> I, error: impl Fn([f64; 7]) -> f64) {
        let order = (error(turned(start(), 400)) / error(turned(start(), 800))).log2();
        assert!((order - I::ORDER as f64).abs() < 0.2, "order {order}, not {}", I::ORDER);
    }
    assert_order(Sbdf2::<_, Fixed<7>>::new, error);
    assert_order(|| Sbdf2::<_, Fixed<7>>::new().every(10), error);
    assert_order(|| Sbdf2::<_, Fixed<7>>::implicit(&[0, 1, 5, 6]), error);
    assert_order(|| GeneralisedAlpha::<_, Fixed<7>>::new(0.5, TIGHT), error);
    assert_order(|| Rosenbrock::<_, Fixed<7>>::new(TIGHT), error);
}

/// With a force that jumps back and forth, Newton's method finds no solution. The step is refused, and state and method are
/// unchanged.
#[test]
fn a_step_that_does_not_converge_is_refused() {
    let jump = |_: f64, x: &f64| if *x > 0.5 { -1e3 } else { 1e3 };
    let mut method = GeneralisedAlpha::<f64, Fixed<1>>::new(0.5, Tolerance::of(1e-9));
    let mut x = 0.4995;
    let refused: NotConverged = method.step(jump, 0.0, &mut x, 1e-3).expect_err("it jumps");
    assert_eq!((x, refused.place), (0.4995, 0));
    assert!(refused.change > 1.0);
    method.take_back();
    let smooth = |_: f64, x: &f64| -x;
    method.step(smooth, 0.0, &mut x, 1e-3).expect("it is smooth");
    let mut fresh = GeneralisedAlpha::<f64, Fixed<1>>::new(0.5, Tolerance::of(1e-9));
    let mut never_failed = 0.4995;
    fresh.step(smooth, 0.0, &mut never_failed, 1e-3).expect("it is smooth");
    assert_eq!(x, never_failed);
}

/// In a simulation the refusal names the number.
#[test]
fn a_refusal_without_convergence_names_the_number() {
    struct Jump;
    impl Subsystem<Oscillator> for Jump {
        type State = f64;

        fn load(&mut self, now: &Now<f64>, _inputs: &mut Inputs<1, 0>) -> f64 {
            if *now.state > 0.5 { -1e6 } else { 1e6 }
        }

        fn states(&self, state: &f64, tell: &mut dyn FnMut(Quantity)) {
            tell(Quantity::new("valve", "m", *state));
        }
    }
    use wishbone::ports::Inputs;
    let integrator = GeneralisedAlpha::<_, Fixed<3>>::new(0.5, Tolerance::of(1e-9));
    let mut simulation = Simulation::new(Oscillator::undamped(1.0), Jump, integrator);
    let before = *simulation.state();
    let words = simulation.step(1e-3).expect_err("it jumps").to_string();
    assert!(words.contains("the state `valve` still changes by"), "{words}");
    assert_eq!((*simulation.state(), *simulation.subsystems()), (before, 0.0));
}

#[test]
fn fixed_room_allocates_nothing() {
    let mut sbdf = Sbdf2::<State<2, 2>, Fixed<4>>::new().every(3);
    let mut alpha = GeneralisedAlpha::<State<2, 2>, Fixed<4>>::new(0.5, TIGHT);
    let used = allocation_counter::measure(|| {
        let mut x = State {
            q: [0.0; 2],
            v: [0.0; 2],
        };
        for k in 0..20 {
            sbdf.step(sprung, f64::from(k) * 1e-3, &mut x, 1e-3)
                .expect("it is linear");
            alpha
                .step(sprung, f64::from(k) * 1e-3, &mut x, 1e-3)
                .expect("it converges");
        }
    });
    assert_eq!(used.count_total, 0);
}
