//! The parallelogram of five bars, from upright through ten singular positions to 10 s: benchmark A02 of the IFToMM
//! library, with N = 2.
//!
//! As long as it stays a parallelogram it is a pendulum, whose equation is integrated here by itself; its position and
//! velocity at 10 s were found elsewhere too. Twice a turn all bars lie in one line. The closure equations lose rank
//! there, and what round-off leaves open at a distance `δ` (in angle) comes back in the accelerations as `ε / δ³`: once
//! for the dependent positions, once for the speeds, once for the accelerations. So the solver goes through as long as
//! no evaluation falls too near. What is reached is set by the nearest one, not by the length of the steps.

use wishbone::prelude::*;
use wishbone_tests::{coordinate, output, speed};
use wishbone_vehicles::FourBar;

/// End of the run [s].
const END: f64 = 10.0;

fn start() -> Simulation<FourBar, Still, RungeKutta4> {
    let mut simulation = Simulation::new(FourBar::new(), Still, RungeKutta4);
    let mut state = FourBar::design_state();
    state.v[speed::<FourBar>("foot_0")] = 1.0;
    simulation.set_state(state);
    let _ = simulation.assemble().expect("it is assembled");
    simulation
}

/// Angle from upright and its rate.
fn angle(simulation: &Simulation<FourBar, Still, RungeKutta4>) -> [f64; 2] {
    let state = simulation.state();
    [
        state.q[coordinate::<FourBar>("foot_0")],
        state.v[speed::<FourBar>("foot_0")],
    ]
}

/// `x` and `z` of B0, and their rates.
fn tip([angle, rate]: [f64; 2]) -> [f64; 4] {
    let (sine, cosine) = angle.sin_cos();
    [sine, cosine, rate * cosine, -rate * sine]
}

fn distance(a: [f64; 4], b: [f64; 4]) -> f64 {
    (0..4).map(|k| (a[k] - b[k]).abs()).fold(0.0, f64::max)
}

/// The parallelogram as a pendulum: `((N + 1)/3 + N) l θ'' = ((N + 1)/2 + N) g sin θ`.
struct Pendulum(State<1, 1>);

impl Pendulum {
    fn new() -> Self {
        Pendulum(State { q: [0.0], v: [1.0] })
    }

    fn advance(&mut self, duration: f64) {
        const STEPS: usize = 20;
        let h = duration / STEPS as f64;
        for _ in 0..STEPS {
            RungeKutta4.step(
                |_, x: &State<1, 1>| State {
                    q: x.v,
                    v: [3.5 / 3.0 * 9.81 * x.q[0].sin()],
                },
                0.0,
                &mut self.0,
                h,
            );
        }
    }

    fn tip(&self) -> [f64; 4] {
        tip([self.0.q[0], self.0.v[0]])
    }
}

/// At 10 s: B0 and its velocity, in the benchmark's axes x and y, which are our x and z.
const B0: [f64; 4] = [0.328_458_111_541, 0.944_518_538_179, 1.423_051_470_207, -0.494_868_845_487];

/// The equation used here is that of the figures found elsewhere.
#[test]
fn the_pendulum_is_the_benchmark() {
    let mut pendulum = Pendulum::new();
    (0..2000).for_each(|_| pendulum.advance(END / 2000.0));
    let off = distance(pendulum.tip(), B0);
    println!("{off:e}");
    assert!(off < 1e-11, "{off:e}");
}

/// Up to 0.1 rad before the first singular position nothing but the integrator's own error is left.
#[test]
fn exact_up_to_the_first_singular_position() {
    const H: f64 = 1e-4;
    let (mut simulation, mut pendulum) = (start(), Pendulum::new());
    let mut worst = 0.0_f64;
    while angle(&simulation)[0] < 1.47 {
        let _ = simulation.step(H).expect("the loops close");
        pendulum.advance(H);
        worst = worst.max(distance(tip(angle(&simulation)), pendulum.tip()));
    }
    println!("{worst:e}");
    assert!(worst < 1e-12, "{worst:e}");
}

/// The longest step [s].
const STEP: f64 = 1e-3;

/// The next step: such that the singular position ahead, if this step or the next would come to it, is met at three
/// quarters of the step. Runge-Kutta's method evaluates at the beginning, the middle and the end.
fn jump([angle, rate]: [f64; 2]) -> f64 {
    use std::f64::consts::{FRAC_PI_2, PI};
    let to_singular = (FRAC_PI_2 - angle).rem_euclid(PI);
    let in_time = to_singular / rate;
    if in_time < 1.5 * STEP { in_time / 0.75 } else { STEP }
}

/// With every singular position jumped over it is still on the parallelogram at 10 s, right to 1e-9.
#[test]
fn passes_ten_singular_positions() {
    let mut simulation = start();
    let energy = simulation.energy().total();
    let (mut jumped, mut drift) = (0, 0.0_f64);
    while simulation.time() < END {
        let before = angle(&simulation);
        let h = jump(before).min(END - simulation.time());
        let _ = simulation.step(h).expect("the loops close");
        jumped += usize::from(tip(before)[1] * tip(angle(&simulation))[1] < 0.0);
        drift = drift.max((simulation.energy().total() - energy).abs());
    }
    let off = distance(tip(angle(&simulation)), B0);
    println!("{jumped} jumped, off {off:e}, energy {drift:e}");
    assert_eq!(jumped, 10);
    assert!(off < 1e-9 && drift < 1e-8);
    let named = simulation.outputs();
    assert!((named[output::<FourBar>("b0_x")] - B0[0]).abs() < 1e-9);
    assert!((named[output::<FourBar>("b0_z")] - B0[1]).abs() < 1e-9);
}

/// Steps that take no notice of the singular positions pass them too, somewhat worse.
#[test]
fn passes_blindly() {
    let mut simulation = start();
    for _ in 0..10_000 {
        let _ = simulation.step(STEP).expect("the loops close");
    }
    let off = distance(tip(angle(&simulation)), B0);
    println!("off {off:e}");
    assert!(off < 1e-4, "{off:e}");
}
