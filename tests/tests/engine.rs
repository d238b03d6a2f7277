//! The engine with declared equipment gives the same bits as emitted code of the baseline, and it runs vehicles without a Rust compiler.

use wishbone::integrate::{
    AdamsBashforthMoulton3, DormandPrince, Fixed, GeneralisedAlpha, Heap, Rosenbrock, Sbdf2, Tolerance,
};
use wishbone::level::Level;
use wishbone::prelude::*;
use wishbone::state::{StateVector, Vector};
use wishbone_compiler::front::file;
use wishbone_compiler::pipeline::{Compiled, compile_text, compile_to_run};
use wishbone_engine::equipment::{Road, fitted, radii, resting};
use wishbone_engine::{Engine, Numbers};
use wishbone_studies::equilibrium;
use wishbone_studies::whole::System;
use wishbone_vehicles::{Hmmwv, HmmwvPitman, MacphersonCar, SmallCar, TractorSemitrailer};

/// Number of steps of a run.
const STEPS: usize = 150;

/// Compares a run of emitted code with a run of the engine from the same state: all coordinates, speeds and loads on the
/// wheels are equal.
fn run_alike<S, E>(solver: S, declaration: &str, equipment: E)
where
    S: Solver + Clone,
    E: Subsystem<S>,
{
    let reading = file::read_text("declaration", declaration, &mut file::no_files);
    let compiled = reading.vehicle.and_then(|vehicle| compile_to_run(&vehicle));
    let compiled = compiled.expect("a vehicle");
    let engine = Engine::new(&compiled);
    let vehicle = engine.description();
    assert_eq!(vehicle.coordinates, solver.description().coordinates);
    let fitted = fitted(&compiled, vehicle, &Road::new(Flat)).expect("there is room");
    let start = wishbone::start::lifted(&engine, &radii(&compiled)).expect("it is lifted");
    let start =
        wishbone::start::rolling_on(&engine, &radii(&compiled), (&start, &engine.no_inputs()), 15.0).expect("it rolls");
    let mut slow = Simulation::new(engine, fitted, AdamsBashforth3::new());
    let mut fast = Simulation::new(solver.at_level(Level::Baseline), equipment, AdamsBashforth3::new());
    let mut state = fast.state().clone();
    state.coordinates_mut().copy_from_slice(&start.q);
    state.speeds_mut().copy_from_slice(&start.v);
    fast.set_state(state);
    slow.set_state(start);
    let begin = slow.bodies()[0].com[0];
    for step in 0..STEPS {
        let (one, other) = (fast.step(1e-3).expect("a step"), slow.step(1e-3).expect("a step"));
        assert_eq!(fast.inputs.wheels(), slow.inputs.wheels(), "step {step}");
        assert_eq!(fast.state().speeds(), slow.state().v, "step {step}");
        assert_eq!(fast.state().coordinates(), slow.state().q, "step {step}");
        assert_eq!(one, other, "step {step}");
    }
    let rolled = slow.bodies()[0].com[0] - begin;
    assert!(rolled > 1.0, "it went {rolled} m");
}

macro_rules! alike {
    ($($name:ident: $vehicle:ty;)*) => {$(
        #[test]
        fn $name() {
            run_alike(<$vehicle>::new(), <$vehicle>::DECLARATION, <$vehicle>::equipment());
        }
    )*};
}

alike! {
    hmmwv: Hmmwv;
    hmmwv_with_a_column: HmmwvPitman;
    macpherson_car: MacphersonCar;
    small_car: SmallCar;
    tractor_semitrailer_with_twelve_wheels: TractorSemitrailer;
}

const TRAILER: &str = "pub Trailer {
    derivatives: accept
    body frame { mass: 800 kg, com: [0, 0, 0.8] m, inertia: [300, 900, 1000] kg*m^2 }
    body left_arm { mass: 30 kg, com: [0.2, 0.6, 0.35] m, inertia: [1, 1, 1] kg*m^2 }
    body right_arm { mass: 30 kg, com: [0.2, -0.6, 0.35] m, inertia: [1, 1, 1] kg*m^2 }
    joint heave: prismatic(ground, frame) { axis: z }
    joint left_pivot: revolute(frame, left_arm) { axis: y, at: [0.4, 0.6, 0.4] m }
    joint right_pivot: revolute(frame, right_arm) { axis: y, at: [0.4, -0.6, 0.4] m }
    spring left_spring: between(frame, left_arm) {
        from: [0, 0.6, 0.8] m, to: [0, 0.6, 0.4] m, rate: 60 kN/m, damping: 4 kN*s/m, free_length: 450 mm
    }
    spring right_spring: between(frame, right_arm) {
        from: [0, -0.6, 0.8] m, to: [0, -0.6, 0.4] m, rate: 60 kN/m, damping: 4 kN*s/m, free_length: 450 mm
    }
    wheel left: on(left_arm) { centre: [0, 0.7, 0.35] m, radius: 0.35 m }
    wheel right: on(right_arm) { centre: [0, -0.7, 0.35] m, radius: 0.35 m }
    tyre both: linear(all) { stiffness: 200 kN/m, damping: 500 N*s/m, cornering_stiffness: 60 kN/rad }
}";

fn trailer() -> (Compiled, Engine) {
    let compiled = compile_text(TRAILER).expect("a trailer");
    let engine = Engine::new(&compiled);
    (compiled, engine)
}

/// The weight stands on two tyres, and each deflects under its share.
#[test]
fn a_declaration_comes_to_rest_at_once() {
    let (compiled, engine) = trailer();
    let start = wishbone::start::lifted(&engine, &radii(&compiled));
    // The rail holds the trailer, so it cannot be lifted as a free body.
    let start = start.unwrap_or_else(|_| engine.design_state());
    let surroundings = resting(&compiled, engine.description()).expect("there is room");
    let own = Subsystem::<Engine>::initial(&surroundings);
    let mut system = System::new(engine, surroundings).expect("it has derivatives");
    let rest = equilibrium::of(&mut system, start, own).expect("it rests");
    let inputs = system.solver.no_inputs();
    system.solver.kinematics(&rest.state, &inputs);
    let pressed = system.solver.wheels().iter().map(|wheel| 0.35 - wheel.centre[2]);
    for pressed in pressed {
        // 860 kg on two tyres of 200 kN/m.
        assert!((pressed - 860.0 * 9.80665 / 2.0 / 200e3).abs() < 1e-5, "{pressed}");
    }
}

/// While a vehicle comes to rest, its steering column keeps its states and stays straight.
#[test]
fn a_column_is_still_while_a_vehicle_comes_to_rest() {
    let compiled = compile_text(HmmwvPitman::DECLARATION).expect("a truck");
    let engine = Engine::new(&compiled);
    let start = wishbone::start::lifted(&engine, &radii(&compiled)).expect("it is lifted");
    let surroundings = resting(&compiled, engine.description()).expect("there is room");
    let mut simulation = Simulation::new(engine, surroundings, RungeKutta4);
    simulation.set_state(start);
    for _ in 0..50 {
        let _ = simulation.step(1e-3).expect("a step");
    }
    let mut told = Vec::new();
    let states = simulation.subsystems();
    Subsystem::<Engine>::states(&simulation.surroundings, states, &mut |quantity| told.push(quantity));
    assert_eq!(told[0].name, "steering_wheel_angle");
    assert!(told.iter().all(|quantity| quantity.value.abs() < 1e-3), "{told:?}");
}

/// Every integrator accepts a state whose size is known only at run time. The end of a pendulum's run agrees with the
/// fourth-order method.
#[test]
fn integrators_move_the_engine() {
    let compiled = compile_text(
        "Pendulum {
            body bob { mass: 2 kg, com: [0, 0, -1] m, inertia: [0.01, 0.01, 0.01] kg*m^2 }
            joint pivot: revolute(ground, bob) { axis: y, at: [0, 0, 0] m }
        }",
    )
    .expect("a pendulum");
    let start = Numbers {
        q: vec![0.5],
        v: vec![0.0],
    };
    let run = |steps: &mut dyn FnMut(Numbers) -> Numbers| steps(start.clone()).q[0];
    macro_rules! end {
        ($integrator:expr) => {
            run(&mut |start| {
                let mut simulation = Simulation::new(Engine::new(&compiled), Still, $integrator);
                simulation.set_state(start);
                for _ in 0..500 {
                    let _ = simulation.step(1e-3).expect("a step");
                }
                simulation.state().clone()
            })
        };
    }
    let exact = end!(RungeKutta4);
    assert!((exact - 0.5).abs() > 0.1, "{exact}");
    let others = [
        end!(AdamsBashforth3::new()),
        end!(AdamsBashforthMoulton3::new()),
        end!(DormandPrince::new(Tolerance::of(1e-10))),
        end!(Rosenbrock::<_, Fixed<4>>::new(Tolerance::of(1e-10))),
    ];
    for other in others {
        assert!((other - exact).abs() < 1e-6, "{other} {exact}");
    }
    let of_second_order = [
        end!(Sbdf2::<_, Heap>::new()),
        end!(Sbdf2::<_, Fixed<4>>::implicit(&[1])),
        end!(GeneralisedAlpha::<_, Heap>::new(0.8, Tolerance::of(1e-10))),
    ];
    for other in of_second_order {
        assert!((other - exact).abs() < 5e-6, "{other} {exact}");
    }
}

/// Engines of equal vehicles share one description, which lives as long as the program.
#[test]
fn descriptions_are_kept_once() {
    let ((_, one), (_, other)) = (trailer(), trailer());
    assert!(std::ptr::eq(one.description(), other.description()));
    assert_eq!(one.description().wheels, ["left", "right"]);
}

/// A vector without numbers stands for zeros of any size.
#[test]
fn no_numbers_are_zeros() {
    let one = Numbers {
        q: vec![1.0, 2.0],
        v: vec![3.0],
    };
    let mut sum = Numbers::zero();
    sum.add_all([(2.0, &one), (1.0, &Numbers::zero())]);
    assert_eq!(sum.q, [2.0, 4.0]);
    assert_eq!(sum.v, [6.0]);
}
