//! Emitted solvers with the integrators: orders of convergence, conserved quantities, and loops that stay closed.

use wishbone::ports::BodyMotion;
use wishbone::prelude::*;
use wishbone::stabilise::{Feedback, Projection};
use wishbone::state::{StateVector, Whole};
use wishbone_tests::vehicles::{SevenHinges, SixHingesAndASlide, Swing};
use wishbone_tests::{coordinate, speed};
use wishbone_vehicles::Hmmwv;

/// The assembled design state with one given speed.
fn start<S: Solver + Default>(moving: &str, rate: f64) -> S::State {
    let mut state = S::default().design_state();
    state.speeds_mut()[speed::<S>(moving)] = rate;
    let mut solver = S::default();
    let _ = Projection::ASSEMBLY
        .apply(&mut solver, &mut state, &S::default().no_inputs())
        .expect("the loops close");
    state
}

/// The state after `end` seconds in `steps` steps, and the largest change of energy, relative to the largest kinetic
/// energy.
fn run<S: Solver + Default, I: Integrator<Whole<S::State>>>(
    start: &S::State,
    integrator: I,
    end: f64,
    steps: usize,
) -> (S::State, f64) {
    let mut simulation = Simulation::new(S::default(), Still, integrator);
    simulation.set_state(start.clone());
    let energy = simulation.energy().total();
    let (mut drift, mut kinetic) = (0.0_f64, 0.0_f64);
    for _ in 0..steps {
        let _ = simulation.step(end / steps as f64).expect("the loops close");
        let now = simulation.energy();
        drift = drift.max((now.total() - energy).abs());
        kinetic = kinetic.max(now.kinetic);
    }
    (simulation.state().clone(), drift / kinetic)
}

/// Largest difference of all coordinates and speeds.
fn difference<X: StateVector>(a: &X, b: &X) -> f64 {
    let mut off = a.clone();
    off.add_scaled(-1.0, b);
    off.coordinates()
        .iter()
        .chain(off.speeds())
        .map(|x| x.abs())
        .fold(0.0, f64::max)
}

/// Observed orders when the step is halved three times, starting with `steps` steps. The reference is Runge-Kutta with
/// 1/64 of the first step.
fn orders<S: Solver + Default, I: Integrator<Whole<S::State>>>(
    start: &S::State,
    integrator: impl Fn() -> I,
    end: f64,
    steps: usize,
) -> Vec<f64> {
    let (exact, _) = run::<S, _>(start, RungeKutta4, end, 64 * steps);
    let errors: Vec<f64> = (0..4)
        .map(|k| difference(&run::<S, _>(start, integrator(), end, steps << k).0, &exact))
        .collect();
    let orders = errors.windows(2).map(|e| (e[0] / e[1]).log2()).collect();
    println!(
        "{} order {}: {errors:?} {orders:?}",
        S::default().description().name,
        I::ORDER
    );
    orders
}

fn converges<S: Solver + Default>(start: &S::State, end: f64, steps: [usize; 2]) {
    let fourth = orders::<S, _>(start, || RungeKutta4, end, steps[0]);
    assert!(fourth.iter().all(|order| (order - 4.0).abs() < 0.2));
    let third = orders::<S, _>(start, AdamsBashforth3::new, end, steps[1]);
    assert!(third.iter().all(|order| (order - 3.0).abs() < 0.2));
}

/// Length of the runs of the swing [s]. Later, at 0.41 s, its ball has turned so far that the dependent speed chosen at build time
/// no longer follows from the others.
const SWING: f64 = 0.3;

/// Fourth order of Runge-Kutta and third order of Adams-Bashforth, on a ball joint, a rod and a spring.
#[test]
fn orders_of_convergence_of_the_swing() {
    converges::<Swing>(&start::<Swing>("shoulder", 1.0), SWING, [50, 400]);
}

/// Orders of convergence of a ring of seven hinges, in which five of six coordinates are dependent.
#[test]
fn orders_of_convergence_of_a_ring() {
    converges::<SevenHinges>(&start::<SevenHinges>("j1", 0.5), 0.5, [200, 400]);
}

/// Without friction, the change of energy falls at least with the fourth power of the step, down to round-off.
#[test]
fn energy_is_kept_down_to_round_off() {
    let begin = start::<Swing>("shoulder", 1.0);
    let drifts = [25, 50, 100, 3200].map(|steps| run::<Swing, _>(&begin, RungeKutta4, SWING, steps).1);
    println!("{drifts:?}");
    assert!(drifts[0] / drifts[1] > 12.0 && drifts[1] / drifts[2] > 12.0);
    assert!(drifts[3] < 1e-12);
}

/// A ring falls and tumbles freely. Its energy stays constant to round-off, its linear momentum changes as gravity says, and its angular
/// momentum about the centre of mass stays constant.
#[test]
fn a_falling_ring_keeps_its_momenta() {
    const G: f64 = 9.81;
    const MASSES: [f64; 7] = [1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0];
    let mut begin = start::<SixHingesAndASlide>("j1", 0.0);
    let speeds = SixHingesAndASlide::SPEEDS;
    for (i, name) in speeds.iter().enumerate() {
        begin.v[i] = if name.starts_with("floating") { 0.5 } else { 1.0 };
    }
    let mut simulation = Simulation::new(SixHingesAndASlide::new(), Still, RungeKutta4);
    simulation.set_state(begin);
    let _ = simulation.assemble().expect("the ring closes");
    let energy = simulation.energy().total();
    let before = momenta(simulation.bodies(), &MASSES);
    for _ in 0..2000 {
        let _ = simulation.step(2.5e-4).expect("the ring closes");
    }
    let after = momenta(simulation.bodies(), &MASSES);
    let fallen = nalgebra::Vector3::z() * -G * MASSES.iter().sum::<f64>() * simulation.time();
    let [linear, angular] = [(after[0] - before[0] - fallen).norm(), (after[1] - before[1]).norm()];
    let drift = (simulation.energy().total() - energy).abs();
    println!(
        "energy {drift:e} J of {}, momentum {linear:e} N s, {angular:e} N m s of {}",
        simulation.energy().kinetic,
        after[1].norm()
    );
    assert!(drift < 1e-9 && linear < 1e-10 && angular < 1e-10);
}

/// Linear momentum, and angular momentum about the centre of mass; all bodies of the ring have equal inertias.
fn momenta(bodies: &[BodyMotion], masses: &[f64]) -> [nalgebra::Vector3<f64>; 2] {
    use nalgebra::{Matrix3, Vector3};
    let inertia = Matrix3::new(0.05, 0.002, -0.003, 0.002, 0.06, 0.001, -0.003, 0.001, 0.07);
    let mass: f64 = masses.iter().sum();
    let each = || bodies.iter().zip(masses);
    let linear: Vector3<f64> = each().map(|(b, m)| *m * Vector3::from(b.velocity)).sum();
    let centre: Vector3<f64> = each().map(|(b, m)| *m * Vector3::from(b.com)).sum::<Vector3<f64>>() / mass;
    let angular = each().map(|(b, m)| {
        let turned = Matrix3::from_fn(|i, j| b.rotation[i][j]);
        let spin = turned * inertia * turned.transpose() * Vector3::from(b.angular_velocity);
        spin + (Vector3::from(b.com) - centre).cross(&(*m * Vector3::from(b.velocity)))
    });
    [linear, angular.sum()]
}

/// Largest remaining gaps of position and velocity over 1,000 steps of 1 ms. The HMMWV drops by 50 mm onto its
/// tyres, and its stops make contact, while the rack moves.
fn left_open(projection: Projection) -> [f64; 2] {
    let road = OnRoad {
        tyres: [LinearTyre::vertical(0.4699, 411_121.0, 3932.0); 4],
        terrain: Flat,
    };
    let ramp = Ramp {
        start: 0.1,
        duration: 0.5,
        amplitude: 0.03,
    };
    let steer = Steer::of(Hmmwv::DESCRIPTION, "rack", ramp).expect("a rack");
    let mut simulation = Simulation::new(Hmmwv::new(), (road, steer), AdamsBashforth3::new());
    let mut state = Hmmwv::design_state();
    state.q[coordinate::<Hmmwv>("motion.z")] = 0.55;
    simulation.set_state(state);
    let _ = simulation.assemble().expect("it is assembled");
    simulation.projection = projection;
    let mut worst = [0.0_f64; 2];
    for _ in 0..1000 {
        let _ = simulation.step(1e-3).expect("the loops close");
        let (mut state, inputs) = (*simulation.state(), simulation.inputs);
        worst[1] = worst[1].max(simulation.solver_mut().correct_velocity(&mut state, &inputs).size);
        worst[0] = worst[0].max(simulation.solver_mut().correct_position(&mut state, &inputs).size);
    }
    println!("left open: {:e} m, {:e} m/s", worst[0], worst[1]);
    worst
}

/// Loops that are projected to 1e-10 in each step stay closed.
#[test]
fn loops_stay_closed() {
    let [position, velocity] = left_open(Projection::STEP);
    assert!(position < 1e-10 && velocity < 1e-12);
}

/// One correction per step, as in real time, leaves only gaps of nanometres.
#[test]
fn one_correction_a_step_is_enough() {
    let [position, velocity] = left_open(Projection::ONCE);
    assert!(position < 1e-8 && velocity < 1e-12);
}

/// The ring of seven hinges after half a second, and the largest gaps of position and velocity on the way. Its loop is
/// closed by feedback, or by projection if there is none.
fn fed_back(feedback: Option<Feedback>, steps: usize) -> (State<6, 6>, [f64; 2]) {
    let mut simulation = Simulation::new(SevenHinges::new(), Still, RungeKutta4);
    simulation.set_state(start::<SevenHinges>("j1", 0.5));
    simulation.feedback = feedback;
    let mut gaps = [0.0_f64; 2];
    for _ in 0..steps {
        let closure = simulation.step(0.5 / steps as f64).expect("the loop closes");
        gaps = [gaps[0].max(closure.residual), gaps[1].max(closure.rate)];
    }
    (*simulation.state(), gaps)
}

/// Feedback leads to the state that projection gives; the states are nearer for shorter steps. It reports the remaining
/// gaps, which also fall with the fourth power of the step.
#[test]
fn feedback_arrives_where_projection_does() {
    let (exact, _) = fed_back(None, 6400);
    let found = [100, 200].map(|steps| fed_back(Some(Feedback::new(50.0)), steps));
    let off = found.each_ref().map(|(state, _)| difference(state, &exact));
    let gaps = found.map(|(_, gaps)| gaps);
    println!("off {off:?}, gaps {gaps:?}");
    assert!(off[1] < 1e-7 && off[0] / off[1] > 10.0);
    assert!((0..2).all(|k| gaps[0][k] / gaps[1][k] > 10.0));
}
