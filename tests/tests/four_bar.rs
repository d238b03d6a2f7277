//! The parallelogram of five bars, from upright through ten singular positions to 10 s: benchmark A02 of the IFToMM
//! library, with N = 2.
//!
//! While it is a parallelogram it moves as a pendulum, whose equation is integrated here separately; position and
//! velocity at 10 s are also known from an independent computation. Twice a turn all bars lie in one line, the closure
//! equations lose rank, and another branch begins at this position. No choice of independent angles is valid on both
//! sides of such a position. Therefore loops are closed by the least displacements of all angles, damped near the
//! singularity. A projection after every step then takes nothing from the integrator's digits.

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
            let stepped = RungeKutta4.step(
                |_, x: &State<1, 1>| State {
                    q: x.v,
                    v: [3.5 / 3.0 * 9.81 * x.q[0].sin()],
                },
                0.0,
                &mut self.0,
                h,
            );
            assert_eq!(stepped, Ok(()));
        }
    }

    fn tip(&self) -> [f64; 4] {
        tip([self.0.q[0], self.0.v[0]])
    }
}

/// At 10 s: B0 and its velocity, in the benchmark's axes x and y, which are our x and z.
const B0: [f64; 4] = [
    0.328_458_111_541,
    0.944_518_538_179,
    1.423_051_470_207,
    -0.494_868_845_487,
];

/// The pendulum's equation used here agrees with the published values.
#[test]
fn the_pendulum_is_the_benchmark() {
    let mut pendulum = Pendulum::new();
    (0..2000).for_each(|_| pendulum.advance(END / 2000.0));
    let off = distance(pendulum.tip(), B0);
    println!("{off:e}");
    assert!(off < 1e-11, "{off:e}");
}

/// Up to 0.1 rad before the first singular position, only the integrator's own error is left.
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

/// The run passes the singular position ten times, projected after every step. At the end the motion agrees with the
/// closed form; the agreement is better for shorter steps. On the way the deviation is no greater than the gap that a
/// damped correction leaves near the position.
#[test]
fn passes_ten_singular_positions() {
    const ON_THE_WAY: f64 = 5e-8;
    for (h, bound) in [(2e-3, 3e-9), (1e-3, 3e-9), (5e-4, 3e-10), (2.5e-4, 1e-10)] {
        let (mut simulation, mut pendulum) = (start(), Pendulum::new());
        let energy = simulation.energy().total();
        let (mut worst, mut drift, mut passed) = (0.0_f64, 0.0_f64, 0);
        for _ in 0..(END / h).round() as usize {
            let before = angle(&simulation)[0].cos();
            let _ = simulation.step(h).expect("the loops close");
            pendulum.advance(h);
            worst = worst.max(distance(tip(angle(&simulation)), pendulum.tip()));
            drift = drift.max((simulation.energy().total() - energy).abs());
            passed += usize::from(before * angle(&simulation)[0].cos() < 0.0);
        }
        let off = distance(tip(angle(&simulation)), B0);
        println!("{h}: {passed} passed, worst {worst:e}, end {off:e}, energy {drift:e}");
        assert_eq!(passed, 10);
        assert!(worst < ON_THE_WAY && off < bound && drift < ON_THE_WAY);
        let outputs = simulation.outputs();
        let named = ["b0_x", "b0_z"].map(|name| outputs[output::<FourBar>(name)]);
        assert!((named[0] - B0[0]).abs() < bound && (named[1] - B0[1]).abs() < bound);
    }
}

/// With all bars exactly in one line and at rest, two branches are possible. A step either fails and changes nothing, or
/// the parallelogram falls on.
#[test]
fn rest_in_a_singular_position_is_told() {
    let mut simulation = start();
    let mut in_line = FourBar::design_state();
    for (joint, angle) in [
        ("foot_0", 1.0),
        ("foot_1", 1.0),
        ("foot_2", 1.0),
        ("tip_0", -1.0),
        ("tip_1", -1.0),
    ] {
        in_line.q[coordinate::<FourBar>(joint)] = angle * std::f64::consts::FRAC_PI_2;
    }
    simulation.set_state(in_line);
    let _ = simulation.assemble().expect("the loops are closed there");
    match simulation.step(1e-3) {
        Ok(_) => {
            // The parallelogram falls on as a pendulum would.
            let [angle, rate] = angle(&simulation);
            assert!(
                (angle - std::f64::consts::FRAC_PI_2).abs() < 1e-5 && rate.abs() < 2e-2,
                "{angle} {rate}"
            );
        }
        Err(refused) => {
            println!("{refused}");
            assert_eq!(*simulation.state(), in_line);
        }
    }
}
