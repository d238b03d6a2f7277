//! A car with arms on bushings runs at 1 ms with implicit integrators, but not with explicit integrators.

use std::sync::OnceLock;
use std::time::Instant;
use wishbone::integrate::{DormandPrince, Fixed, GeneralisedAlpha, Heap, Rosenbrock, Sbdf2, Slopes, Tolerance};
use wishbone::prelude::*;
use wishbone::start;
use wishbone::state::Whole;
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::pipeline::compile_text;
use wishbone_engine::equipment::{self, Course, Fitted, Road};
use wishbone_engine::{Engine, Numbers};
use wishbone_studies::Linear;
use wishbone_studies::equilibrium;
use wishbone_studies::steps::Method;
use wishbone_studies::stiff::Part;
use wishbone_studies::whole::System;

const CAR: &str = include_str!("vehicles/bushed_car.txt");

/// The step that is wanted [s].
const STEP: f64 = 1e-3;
/// Duration of the step steer [s].
const DURATION: f64 = 0.6;

/// The car, and its state rolling straight on at 20 m/s.
struct Car {
    engine: Engine,
    fitted: Fitted,
    rolling: Numbers,
    /// The linear system at rest.
    linear: Linear,
}

impl Car {
    fn new() -> &'static Self {
        static CAR_AT_SPEED: OnceLock<Car> = OnceLock::new();
        CAR_AT_SPEED.get_or_init(|| {
            let compiled =
                compile_text(CAR).unwrap_or_else(|found| panic!("{}", render(&found, "bushed_car.txt", CAR)));
            let engine = Engine::new(&compiled);
            let radii = equipment::radii(&compiled);
            let resting = equipment::resting(&compiled, engine.description()).expect("there is room");
            let own = Subsystem::<Engine>::initial(&resting);
            let lifted = start::lifted(&engine, &radii).expect("it is free");
            let near = start::let_go(&engine, lifted, resting.clone(), 0.5).expect("it sinks");
            let mut system = System::new(engine.clone(), resting).expect("it has derivatives");
            let rest = equilibrium::of(&mut system, near, own.clone()).expect("it rests");
            let at_rest = Whole {
                vehicle: rest.state.clone(),
                subsystems: own,
            };
            let linear = Linear::about(&mut system, &at_rest).expect("it rests");
            let rolling =
                start::rolling_on(&engine, &radii, (&rest.state, &engine.no_inputs()), 20.0).expect("it rolls");
            let names = engine.description();
            let mut fitted = equipment::fitted(&compiled, names, &Road::new(Flat)).expect("there is room");
            let turn = Ramp {
                start: 0.1,
                duration: 0.1,
                amplitude: 1.05,
            };
            fitted.steering = equipment::steered(&compiled, names, Course::new(turn)).expect("it has a steering");
            Self {
                engine,
                fitted,
                rolling,
                linear,
            }
        })
    }

    /// A step of the steering wheel by 60 degrees that begins at 0.1 s and takes 0.1 s.
    fn steered<I: Integrator<StateOf<Engine, Fitted>>>(&self, integrator: I) -> Simulation<Engine, Fitted, I> {
        let mut simulation = Simulation::new(self.engine.clone(), self.fitted.clone(), integrator);
        simulation.set_state(self.rolling.clone());
        let _ = simulation.assemble().expect("it is assembled");
        simulation
    }
}

/// Yaw rate [rad/s], lateral acceleration [m/s²], roll rate [rad/s] and height [m] of the chassis, loads on the wheels [N].
fn seen<I: Integrator<StateOf<Engine, Fitted>>>(simulation: &mut Simulation<Engine, Fitted, I>) -> [f64; 8] {
    let chassis = simulation.bodies()[0];
    let [one, two, three, four] = [0, 1, 2, 3].map(|wheel| simulation.inputs.wheels[wheel].force[2]);
    let [roll_rate, _, yaw_rate] = chassis.angular_velocity;
    [
        yaw_rate,
        chassis.acceleration[1],
        roll_rate,
        chassis.com[2],
        one,
        two,
        three,
        four,
    ]
}

/// Values every 10 ms.
fn history<I: Integrator<StateOf<Engine, Fitted>>>(integrator: I) -> Vec<[f64; 8]> {
    let mut simulation = Car::new().steered(integrator);
    let count = (DURATION / STEP).round() as usize;
    let mut rows = Vec::new();
    for step in 1..=count {
        let _ = simulation.step(STEP).unwrap_or_else(|refused| panic!("{refused}"));
        if step % 10 == 0 {
            rows.push(seen(&mut simulation));
        }
    }
    rows
}

/// The same history by adaptive steps with a tight tolerance.
fn reference() -> &'static [[f64; 8]] {
    static ROWS: OnceLock<Vec<[f64; 8]>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let mut simulation = Car::new().steered(DormandPrince::new(Tolerance::of(1e-7)));
        let count = (DURATION / (10.0 * STEP)).round() as usize;
        let rows = (1..=count).map(|row| {
            let end = 10.0 * STEP * row as f64;
            simulation.run_to(end).unwrap_or_else(|refused| panic!("{refused}"));
            seen(&mut simulation)
        });
        rows.collect()
    })
}

/// Largest error of each number, relative to its range in the reference.
fn errors(found: &[[f64; 8]]) -> [f64; 8] {
    let reference = reference();
    std::array::from_fn(|k| {
        let values = reference.iter().map(|row| row[k]);
        let span = values.clone().fold(f64::MIN, f64::max) - values.clone().fold(f64::MAX, f64::min);
        let errors = found.iter().zip(values).map(|(row, exact)| (row[k] - exact).abs());
        errors.fold(0.0, f64::max) / span
    })
}

fn assert_follows<I: Integrator<StateOf<Engine, Fitted>>>(what: &str, integrator: I, allowed: f64) {
    let found = errors(&history(integrator));
    assert!(found.iter().all(|error| *error < allowed), "{what}: {found:.6?}");
}

#[test]
fn explicit_integrators_are_refused() {
    fn refused<I: Integrator<StateOf<Engine, Fitted>>>(integrator: I) -> Refused {
        let mut simulation = Car::new().steered(integrator);
        let refused = (0..100).find_map(|_| simulation.step(STEP).err());
        refused.expect("it grows within 0.1 s")
    }
    for refused in [refused(AdamsBashforth3::new()), refused(RungeKutta4)] {
        assert!(refused.time < 0.02, "{refused}");
    }
}

/// The fastest mode has 1.3 kHz: an explicit third-order step is limited to 0.08 ms.
#[test]
fn the_car_is_stiff() {
    let linear = &Car::new().linear;
    let fastest = linear.modes().last().map_or(0.0, |mode| mode.frequency());
    assert!((1100.0..1500.0).contains(&fastest), "{fastest}");
    let step = linear.largest_step(Method::AdamsBashforth3).expect("it is bounded");
    assert!(step < 0.1 * STEP, "{step}");
    // The vehicle is implicit, its tyres are explicit.
    let told = Part::told(linear);
    assert!(told.is_stable(linear, STEP));
}

/// Errors relative to the range of each number are below a thousandth. The lateral acceleration follows the rack at once, and has
/// the largest error.
#[test]
fn implicit_integrators_follow_the_reference() {
    let alpha = |radius| GeneralisedAlpha::<_, Heap>::new(radius, Tolerance::of(1e-6));
    assert_follows("Rosenbrock", Rosenbrock::<_, Heap>::new(Tolerance::of(1e-6)), 4e-4);
    assert_follows("generalised alpha", alpha(0.8).every(20), 1.5e-3);
    assert_follows("Sbdf2", Sbdf2::<_, Heap>::new().every(5), 3e-3);
    assert_follows("Sbdf2, an old Jacobian", Sbdf2::<_, Heap>::new().every(100), 3e-3);
    let differences = Sbdf2::<_, Heap>::new().every(100).with_slopes(Slopes::Differences);
    assert_follows("Sbdf2 by differences", differences, 3e-3);
}

/// Everything except the chassis and the spins is implicit.
#[test]
fn a_hybrid_scheme_follows_the_reference() {
    let names = Car::new().engine.description();
    let all = names.coordinates.iter().chain(names.speeds).enumerate();
    let fast = all.filter(|(_, name)| !(name.starts_with("motion") || name.ends_with("spin")));
    let fast: Vec<usize> = fast.map(|(place, _)| place).collect();
    assert_follows("hybrid", Sbdf2::<_, Heap>::implicit(&fast).every(20), 3e-3);
}

/// A quarter car with a light arm. A bushing of 8 kN/mm holds the arm on the wheel carrier.
const QUARTER: &str = "Quarter {
    derivatives: accept
    body chassis { mass: 400 kg, com: [0, 0, 0.8] m, inertia: [100, 100, 100] kg*m^2 }
    body carrier { mass: 40 kg, com: [0, 0, 0.3] m, inertia: [1, 1, 1] kg*m^2 }
    body arm { mass: 0.5 kg, com: [0.2, 0, 0.3] m, inertia: [0.01, 0.01, 0.01] kg*m^2 }
    joint heave: prismatic(ground, chassis) { axis: z }
    joint travel: prismatic(chassis, carrier) { axis: z }
    joint seat: prismatic(carrier, arm) { axis: [1, 0, 0.3] }
    spring coil: between(chassis, carrier) {
        from: [0, 0, 0.8] m, to: [0, 0, 0.3] m, rate: 25 kN/m, damping: 2 kN*s/m, free_length: 660 mm
    }
    bushing rubber: between(carrier, arm) { at: [0.2, 0, 0.3] m, stiffness: [8, 8, 8] kN/mm, damping: [300, 300, 300] N*s/m }
    wheel tyre: on(carrier) { centre: [0, 0, 0.3] m, radius: 0.3 m }
    tyre all: linear(all) { stiffness: 200 kN/m, damping: 300 N*s/m, cornering_stiffness: 60 kN/rad }
}";

/// Position of the chassis [m] after each of `count` steps, beginning 1 mm above its rest; infinite if a step is refused.
fn bounced<I: Integrator<StateOf<Engine, Fitted>>>(
    (system, rest): (&System<Engine, Fitted>, &Numbers),
    integrator: I,
    h: f64,
    count: usize,
) -> Vec<f64> {
    let mut simulation = Simulation::new(system.solver.clone(), system.surroundings.clone(), integrator);
    let mut start = rest.clone();
    start.q[0] += 1e-3;
    simulation.set_state(start);
    let each = (0..count).map(|_| simulation.step(h).map_or(f64::INFINITY, |_| simulation.state().q[0]));
    each.collect()
}

/// The proposed numbers are those of the arm. The scheme with these numbers agrees with a run of short steps. Runs begin to grow at
/// the largest steps that are given.
#[test]
fn fast_numbers_are_proposed_and_steps_up_to_the_largest_are_stable() {
    let compiled = compile_text(QUARTER).unwrap_or_else(|found| panic!("{}", render(&found, "quarter", QUARTER)));
    let engine = Engine::new(&compiled);
    let resting = equipment::resting(&compiled, engine.description()).expect("there is room");
    let own = Subsystem::<Engine>::initial(&resting);
    let mut system = System::new(engine.clone(), resting).expect("it has derivatives");
    let rest = equilibrium::of(&mut system, engine.design_state(), own.clone())
        .expect("it rests")
        .state;
    let at_rest = Whole {
        vehicle: rest.clone(),
        subsystems: own,
    };
    let linear = Linear::about(&mut system, &at_rest).expect("it rests");
    let part = Part::fastest(&linear, STEP).expect("it is enough");
    let names: Vec<&str> = part.states.iter().map(|&state| &*linear.states[state]).collect();
    assert_eq!(names, ["seat displacement", "seat"]);
    let numbers = linear.numbers(&part.states);
    assert_eq!(numbers, [2, 5]);

    let car = (&system, &rest);
    let hybrid = |h, count| bounced(car, Sbdf2::<_, Fixed<6>>::implicit(&numbers), h, count);
    let fine = bounced(car, RungeKutta4, 1e-5, 30_000);
    let errors = hybrid(STEP, 300)
        .into_iter()
        .enumerate()
        .map(|(step, x)| (x - fine[100 * step + 99]).abs());
    let error = errors.fold(0.0, f64::max);
    assert!(error < 1e-5, "{error}");

    let explicit = |h, count| bounced(car, Sbdf2::<_, Fixed<6>>::implicit(&[]), h, count);
    // The body comes to rest in 4 s. A wheel that lifts off limits the growth.
    let grows = |run: Vec<f64>| run.last().is_none_or(|x| (x - rest.q[0]).abs() > 1e-5);
    for (step, run) in [
        (
            Part::default().largest_step(&linear),
            &explicit as &dyn Fn(f64, usize) -> Vec<f64>,
        ),
        (part.largest_step(&linear), &hybrid),
    ] {
        let step = step.expect("it is bounded");
        let [below, above] = [0.9 * step, 1.15 * step].map(|h| grows(run(h, (4.0 / h) as usize)));
        assert!(!below && above, "{step}: {below}, {above}");
    }
    assert!(part.largest_step(&linear) > Some(2.0 * STEP));
}

/// Times of a step in a release build: `cargo test --release -p wishbone-studies --test proofs -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn times_of_a_step() {
    fn time<I: Integrator<StateOf<Engine, Fitted>>>(what: &str, integrator: I, h: f64) {
        let mut simulation = Car::new().steered(integrator);
        let (begin, count) = (Instant::now(), (DURATION / h).round());
        for _ in 0..count as usize {
            let _ = simulation.step(h).unwrap_or_else(|refused| panic!("{refused}"));
        }
        let taken = begin.elapsed().as_secs_f64();
        println!(
            "{what}, {} ms: {:.1} us a step, {:.2} of real time",
            1e3 * h,
            1e6 * taken / count,
            taken / DURATION
        );
    }
    let alpha = || GeneralisedAlpha::<_, Heap>::new(0.8, Tolerance::of(1e-6));
    for _ in 0..2 {
        time("Adams-Bashforth 3", AdamsBashforth3::new(), 5e-5);
        time("Runge-Kutta 4", RungeKutta4, 2e-4);
        for every in [1, 5, 20, 100] {
            time(&format!("Sbdf2, {every}"), Sbdf2::<_, Heap>::new().every(every), STEP);
        }
        time(
            "Sbdf2, differences, 100",
            Sbdf2::<_, Heap>::new().every(100).with_slopes(Slopes::Differences),
            STEP,
        );
        time("generalised alpha, 1", alpha(), STEP);
        time("generalised alpha, 20", alpha().every(20), STEP);
        time("Rosenbrock", Rosenbrock::<_, Heap>::new(Tolerance::of(1e-6)), STEP);
    }
}
