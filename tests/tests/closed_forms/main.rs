//! Emitted solvers of five small mechanisms follow the closed forms of theory when they are integrated: the free
//! rigid body (Euler), the pendulum, the spherical pendulum and the heavy symmetric top (Lagrange), and the linear
//! quarter car. The closed forms are evaluated here. Their values at 10 s, from an independent computation, stand beside them.

mod elliptic;

use elliptic::{jacobi, quarter_period};
use nalgebra::{Matrix6, Vector6};
use std::f64::consts::PI;
use wishbone::prelude::*;
use wishbone_tests::vehicles::{LinearQuarterCar, Pendulum, RigidBody, SphericalPendulum, Top};
use wishbone_tests::{coordinate, speed};

/// Length of all runs except the quarter car's [s].
const END: f64 = 10.0;
/// Acceleration of gravity [m/s²].
const G: f64 = 9.81;

/// Runs a mechanism without loads for 10 s in Runge-Kutta steps. Calls `see` after each step, and `error` with the time
/// and the value of `see`. Returns the largest error and the last value.
fn follow<S: Solver, X>(
    solver: S,
    start: S::State,
    steps: usize,
    see: impl Fn(&mut Simulation<S, Still, RungeKutta4>) -> X,
    error: impl Fn(f64, &X) -> f64,
) -> (f64, X) {
    let mut simulation = Simulation::new(solver, Still, RungeKutta4);
    simulation.set_state(start);
    let h = END / steps as f64;
    let (mut worst, mut seen) = (0.0_f64, see(&mut simulation));
    for i in 1..=steps {
        let _ = simulation.step(h).expect("an open chain has nothing to close");
        seen = see(&mut simulation);
        let off = error(h * i as f64, &seen);
        assert!(off.is_finite());
        worst = worst.max(off);
    }
    (worst, seen)
}

/// A solution of `x'² = leading (x - x1)(x - x2)(x - x3)` between the lower two roots, which starts at rest at the middle
/// root: `x = x1 + (x2 - x1) sn²(p t + K | m)` with `4 p² = leading (x3 - x1)`, `m = (x2 - x1) / (x3 - x1)`.
struct Cubic {
    roots: [f64; 3],
    rate: f64,
    parameter: f64,
}

impl Cubic {
    fn new(roots: [f64; 3], leading: f64) -> Self {
        let [x1, x2, x3] = roots;
        Cubic {
            roots,
            rate: 0.5 * (leading * (x3 - x1)).sqrt(),
            parameter: (x2 - x1) / (x3 - x1),
        }
    }

    fn at(&self, time: f64) -> f64 {
        let [low, high, _] = self.roots;
        let [sn, _, _] = jacobi(self.rate * time + quarter_period(self.parameter), self.parameter);
        low + (high - low) * sn * sn
    }

    fn period(&self) -> f64 {
        2.0 * quarter_period(self.parameter) / self.rate
    }
}

/// Lower and upper root of `x² - sum x + product`.
fn pair(sum: f64, product: f64) -> [f64; 2] {
    let half = 0.5 * (sum * sum - 4.0 * product).sqrt();
    [0.5 * sum - half, 0.5 * sum + half]
}

/// Euler's equations with `I1 < I2 < I3` and `2 T I2 < L²`. The angular velocity in body axes is
/// `(a1 cn, a2 sn, a3 dn)(p t | m)`; each equation determines the ratio of one pair of factors.
#[test]
fn torque_free_rigid_body() {
    let [i1, i2, i3]: [f64; 3] = [0.9, 1.4, 2.1];
    let (a1, a3) = (0.8, 2.0);
    let a2 = a1 * (i1 * (i3 - i1) / (i2 * (i3 - i2))).sqrt();
    let p = (i3 - i1) / i2 * a1 * a3 / a2;
    let m = (i2 - i1) / i3 * a1 * a2 / (a3 * p);
    assert!((4.0 * quarter_period(m) / p - 3.896_107_481_954_402).abs() < 1e-12);
    let exact = |time: f64| {
        let [sn, cn, dn] = jacobi(p * time, m);
        [a1 * cn, a2 * sn, a3 * dn]
    };

    let mut start = RigidBody::design_state();
    let first = speed::<RigidBody>("floating.wx");
    start.v[first..first + 3].copy_from_slice(&[a1, 0.0, a3]);
    // The angular momentum in the world, which must stay constant, is checked too: this proves the orientation.
    let (worst, [w, momentum]) = follow(
        RigidBody::new(),
        start,
        20_000,
        |simulation| {
            let s = simulation.state().v;
            let w = [s[first], s[first + 1], s[first + 2]];
            let own = [i1 * w[0], i2 * w[1], i3 * w[2]];
            let rotation = simulation.bodies()[0].rotation;
            [w, rotation.map(|row| (0..3).map(|k| row[k] * own[k]).sum())]
        },
        |time, [w, momentum]| distance(w, &exact(time)).max(distance(momentum, &[i1 * a1, 0.0, i3 * a3])),
    );
    println!("{worst:e} {w:?} {momentum:?}");
    assert!(worst < 1e-11, "{worst:e}");
    let found_elsewhere = [
        -0.729_312_186_538_797_5,
        -0.345_158_989_291_980_1,
        1.991_709_572_209_469,
    ];
    assert!(distance(&w, &found_elsewhere) < 1e-11);
}

fn distance(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f64>().sqrt()
}

/// Start at rest at 2 rad: `sin(θ/2) = k sn(ω t + K | k²)`, `k = sin(θ0/2)`, `ω² = m g l / I`.
#[test]
fn physical_pendulum() {
    let k = 1.0_f64.sin();
    let omega = (G * 0.6 / (1.2 * 1.2 / 3.0_f64)).sqrt();
    let quarter = quarter_period(k * k);
    assert!((4.0 * quarter / omega - 2.384_427_458_968_14).abs() < 1e-13);
    let exact = |time: f64| 2.0 * (k * jacobi(omega * time + quarter, k * k)[0]).asin();

    let mut start = Pendulum::design_state();
    let pivot = coordinate::<Pendulum>("pivot");
    start.q[pivot] = 2.0;
    let (worst, end) = follow(
        Pendulum::new(),
        start,
        40_000,
        |simulation| simulation.state().q[pivot],
        |time, angle| (angle - exact(time)).abs(),
    );
    println!("{worst:e} {end}");
    assert!(worst < 1e-11, "{worst:e}");
    assert!((end - 0.760_912_207_611_870_5).abs() < 1e-11);
}

/// A body on a ball joint has the moments of inertia `A` across and `J` along the line to its centre of mass, and does not
/// turn about this line. It obeys `A e × e'' = m g l (-Z) × e`: it swings as a point at the distance `A / (m l)`, here
/// 1 m. With the height `z` and the angular momentum `h` about Z: `z'² = 2 (E - g z)(1 - z²) - h²`.
#[test]
fn spherical_pendulum() {
    let (z0, v, radius) = (-0.5, 2.2, 0.75_f64.sqrt());
    let energy = 0.5 * v * v + G * z0;
    let h = radius * v;
    // From the sum and the product of the roots, one of which is the initial height.
    let [low, high] = pair(energy / G - z0, (0.5 * h * h - energy) / (G * z0));
    let exact = Cubic::new([low, z0, high], 2.0 * G);
    assert!((low + 0.821_045_216_377_316_2).abs() < 1e-14);
    assert!((exact.period() - 1.080_766_129_848_308).abs() < 1e-13);

    // It starts at e = (radius, 0, z0) from the pivot with a velocity along Y; the angular velocity is e × v.
    let mut start = SphericalPendulum::design_state();
    let first = speed::<SphericalPendulum>("pivot.wx");
    start.v[first..first + 3].copy_from_slice(&[-z0 * v, 0.0, radius * v]);
    let (worst, [z, _]) = follow(
        SphericalPendulum::new(),
        start,
        20_000,
        |simulation| {
            let ball = simulation.bodies()[0];
            let [x, y, z] = ball.com.map(|c| c / 0.8);
            let [vx, vy, _] = ball.velocity.map(|c| c / 0.8);
            [z, x * vy - y * vx]
        },
        |time, [z, momentum]| (z - exact.at(time)).abs().max((momentum - h).abs()),
    );
    println!("{worst:e} {z}");
    assert!(worst < 1e-11, "{worst:e}");
    assert!((z + 0.655_768_028_604_265_5).abs() < 1e-11);
}

/// With `u = cos θ`, `β = 2 m g l / I1`, `a = I3 ω3 / I1` and a start at rest except for the spin:
/// `u'² = (u0 - u) (β (1 - u²) - a² (u0 - u))`. The spin about its own axis must stay constant.
#[test]
fn heavy_symmetric_top() {
    let (across, along, arm, spin, tilt) = (0.12, 0.04, 0.3, 40.0, 0.6_f64);
    let (beta, a) = (2.0 * G * arm / across, along * spin / across);
    let u0 = tilt.cos();
    let [low, high] = pair(a * a / beta, a * a * u0 / beta - 1.0);
    let exact = Cubic::new([low, u0, high], beta);
    assert!((low - 0.675_221_765_329_589_4).abs() < 1e-13);
    assert!((exact.period() - 0.605_132_758_694_043_7).abs() < 1e-13);

    // The top is tilted to the right, and its angular velocity is along its axis. The speeds of a ball joint on the ground
    // are in world axes.
    let mut start = Top::design_state();
    let [e0, wx] = [coordinate::<Top>("tip.e0"), speed::<Top>("tip.wx")];
    let (sine, cosine) = (0.5 * tilt).sin_cos();
    start.q[e0..e0 + 2].copy_from_slice(&[cosine, sine]);
    start.v[wx..wx + 3].copy_from_slice(&[0.0, -spin * tilt.sin(), spin * tilt.cos()]);
    let (worst, [u, _]) = follow(
        Top::new(),
        start,
        160_000,
        |simulation| {
            let spinner = simulation.bodies()[0];
            let axis = spinner.rotation.map(|row| row[2]);
            [axis[2], (0..3).map(|k| axis[k] * spinner.angular_velocity[k]).sum()]
        },
        |time, [u, own_spin]| (u - exact.at(time)).abs().max((own_spin - spin).abs()),
    );
    println!("{worst:e} {u}");
    assert!(worst < 1e-10, "{worst:e}");
    assert!((u - 0.676_200_574_553_192_3).abs() < 1e-10);
}

/// The quarter car's tyre: a spring and a damper that also pull, on a road of prescribed height.
struct Rig {
    /// Whether the wheel is on the bump. The test switches this flag between two steps, so that no step has a jump of
    /// the road's slope.
    on_bump: bool,
}

impl Rig {
    const ON: f64 = 0.2;
    const OFF: f64 = 0.38;

    /// Height of the road under the wheel [m] and its rate [m/s]: half a sine with a height of 0.05 m and a length of
    /// 0.5 m, passed at 10 km/h.
    fn road(&self, time: f64) -> [f64; 2] {
        let rate = PI / (Self::OFF - Self::ON);
        let (sine, cosine) = (rate * (time - Self::ON)).sin_cos();
        if self.on_bump {
            [0.05 * sine, 0.05 * rate * cosine]
        } else {
            [0.0; 2]
        }
    }
}

impl Subsystem<LinearQuarterCar> for Rig {
    type State = ();

    fn load(&mut self, now: &Now<()>, inputs: &mut <LinearQuarterCar as Solver>::Inputs) {
        let [height, rate] = self.road(now.time);
        let up = now.wheels[0].centre[2] - 0.3;
        inputs.wheels[0].force[2] = 190e3 * (height - up) + 100.0 * (rate - now.wheels[0].velocity[2]);
    }
}

/// The linear quarter car and its road as one system `x' = A x`. The state `x` has the displacements of both masses, their
/// speeds, and sine and cosine of the bump.
fn system(on_bump: bool) -> Matrix6<f64> {
    let [ms, mu, ks, cs, kt, ct] = [350.0, 45.0, 22e3, 1500.0, 190e3, 100.0];
    let rate = PI / (Rig::OFF - Rig::ON);
    let height = if on_bump { 0.05 } else { 0.0 };
    Matrix6::from_row_slice(
        &[
            [0.0, 0.0, 1.0, 0.0, 0.0, 0.0],
            [0.0, 0.0, 0.0, 1.0, 0.0, 0.0],
            [-ks / ms, ks / ms, -cs / ms, cs / ms, 0.0, 0.0],
            [
                ks / mu,
                -(ks + kt) / mu,
                cs / mu,
                -(cs + ct) / mu,
                kt * height / mu,
                ct * height * rate / mu,
            ],
            [0.0, 0.0, 0.0, 0.0, 0.0, rate],
            [0.0, 0.0, 0.0, 0.0, -rate, 0.0],
        ]
        .concat(),
    )
}

/// Both masses follow the matrix exponential through the bump and after it, for one second.
#[test]
fn linear_quarter_car() {
    const H: f64 = 1e-4;
    let mut simulation = Simulation::new(LinearQuarterCar::new(), Rig { on_bump: false }, RungeKutta4);
    let masses = [
        coordinate::<LinearQuarterCar>("heave"),
        coordinate::<LinearQuarterCar>("hop"),
    ];
    let mut exact = Vector6::zeros();
    let mut worst = 0.0_f64;
    for (steps, on_bump) in [(2000, false), (1800, true), (6200, false)] {
        simulation.surroundings.on_bump = on_bump;
        exact[5] = 1.0;
        exact[4] = 0.0;
        let step = (system(on_bump) * H).exp();
        for _ in 0..steps {
            let _ = simulation.step(H).expect("nothing to close");
            exact = step * exact;
            for (i, mass) in masses.into_iter().enumerate() {
                worst = worst.max((simulation.state().q[mass] - exact[i]).abs());
            }
        }
    }
    let ends = masses.map(|mass| simulation.state().q[mass]);
    println!("{worst:e} {ends:?}");
    assert!(worst < 1e-12, "{worst:e}");
    // From an independent computation, as a sum of modes.
    assert!((ends[0] + 0.007_094_595_952_202_879_5).abs() < 1e-12);
    assert!((ends[1] + 0.000_161_569_516_860_374_35).abs() < 1e-12);
}
