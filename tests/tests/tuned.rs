//! Parameters: a solver with these values agrees with the oracle for the vehicle that was declared with these values.
//! At the defaults it agrees with the solver whose parameters are constants.

use fastrand::Rng;
use wishbone::level::Level;
use wishbone::parameters::{Parameters, Tuned};
use wishbone::solver::Solver;
use wishbone::state::StateVector;
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::pipeline::{Compiled, compile_text};
use wishbone_compiler::programs::calls::Call;
use wishbone_engine::Engine;
use wishbone_oracle::Oracle;
use wishbone_tests::{
    Acting, Disagreement, Emitted, Interpreted, Scatter, Subject, compare, random_state, tuned, vehicles,
};
use wishbone_vehicles::{FourBar, Hmmwv, QuarterCar};

fn compiled(declaration: &str) -> Compiled {
    compile_text(declaration).unwrap_or_else(|d| panic!("{}", render(&d, "declaration", declaration)))
}

/// The declaration with every number a parameter.
fn all_tuned(declaration: &str) -> Compiled {
    compiled(&declaration.replacen('{', "{\n tune: all\n", 1))
}

/// Random values: lengths change by up to 3 mm, other parameters by up to a hundredth.
fn moved(compiled: &Compiled, rng: &mut Rng) -> Vec<f64> {
    let parameters = compiled.model.parameters.iter();
    let size = |parameter: &wishbone_compiler::model::Parameter| match parameter.unit {
        "m" => 3e-3,
        _ => 0.01 * parameter.default.abs(),
    };
    parameters
        .map(|parameter| parameter.default + size(parameter) * (2.0 * rng.f64() - 1.0))
        .collect()
}

fn judge(compiled: &Compiled, values: &[f64], subject: &mut dyn Subject, states: usize) -> Disagreement {
    let oracle = Oracle::new(&tuned::at(&compiled.model, values));
    let mut rng = Rng::with_seed(3);
    let mut worst = Disagreement::default();
    let (mut found, mut tried) = (0, 0);
    while found < states {
        tried += 1;
        assert!(tried < 20 * states, "loops do not close: {found} of {tried}");
        if let Some(state) = random_state(subject, &Scatter::default(), &mut rng) {
            worst = worst.worst(compare(&oracle, subject, &compiled.state.spins, &state));
            found += 1;
        }
    }
    worst
}

fn assert_agreement(worst: &Disagreement) {
    assert!(worst.acceleration() < 1e-9, "{worst:?}");
    assert!(
        worst.position < 1e-10 && worst.velocity < 1e-10 && worst.energy < 1e-10,
        "{worst:?}"
    );
}

#[test]
fn with_every_number_a_parameter_vehicles_agree_with_the_oracle_wherever_they_are_set() {
    let mut rng = Rng::with_seed(11);
    for declaration in [FourBar::DECLARATION, QuarterCar::DECLARATION, Hmmwv::DECLARATION] {
        let tuned = all_tuned(declaration);
        println!(
            "{}: {} parameters, {} prepared in {} operations, {} operations an evaluation",
            tuned.model.name,
            tuned.model.parameters.len(),
            tuned.programs.prepare.outputs.len(),
            tuned.programs.prepare.program.count().total(),
            tuned.programs[Call::Evaluation].program.count().total(),
        );
        for _ in 0..3 {
            let values = if tuned.model.name == "FourBar" {
                // Its loop is planar: points that move out of the plane would block it.
                tuned.model.parameters.iter().map(|p| p.default).collect()
            } else {
                moved(&tuned, &mut rng)
            };
            let worst = judge(&tuned, &values, &mut Interpreted::with(&tuned, values.clone()), 10);
            assert_agreement(&worst);
        }
    }
}

#[test]
fn at_the_defaults_parameters_give_what_numbers_give() {
    for declaration in [QuarterCar::DECLARATION, Hmmwv::DECLARATION] {
        let (baked, tuned) = (compiled(declaration), all_tuned(declaration));
        let (mut by_number, mut by_parameter) = (Interpreted::new(&baked), Interpreted::new(&tuned));
        let mut rng = Rng::with_seed(5);
        let mut states = 0;
        while states < 20 {
            let Some((q, v, acting)) = random_state(&mut by_number, &Scatter::default(), &mut rng) else {
                continue;
            };
            states += 1;
            let rates = [&mut by_number, &mut by_parameter].map(|s| s.rates(&q, &v, &acting));
            let largest = rates[0].v.iter().fold(1.0_f64, |largest, x| largest.max(x.abs()));
            for (a, b) in rates[0].v.iter().zip(&rates[1].v) {
                assert!((a - b).abs() < 1e-9 * largest, "{a} and {b}, of {largest}");
            }
        }
    }
}

/// Levels that this processor has.
fn levels() -> impl Iterator<Item = Level> {
    let all = [Level::Baseline, Level::V3, Level::V4];
    all.into_iter().filter(|level| *level <= Level::detect())
}

/// With and without lanes, the emitted solver gives the bits of the interpreter, which computes one lane after the other.
#[test]
fn an_emitted_solver_takes_parameters_of_all_kinds() {
    let tuned = compiled(vehicles::TunedCorner::DECLARATION);
    assert!(tuned.programs.lanes.is_some(), "{:?}", tuned.programs.why_no_lanes);
    let mut rng = Rng::with_seed(2);
    for _ in 0..3 {
        let values = moved(&tuned, &mut rng);
        let mut parameters = vehicles::TunedCornerParameters::default();
        for (index, value) in values.iter().enumerate() {
            *parameters.get_mut(index).expect("as many as the model has") = *value;
        }
        for level in levels() {
            let mut solver = vehicles::TunedCorner::new().at_level(level);
            solver.set_parameters(parameters).expect("they are near their defaults");
            let mut interpreted = Interpreted::with(&tuned, values.clone()).at_level(level);
            let mut emitted = Emitted(solver);
            assert_agreement(&judge(&tuned, &values, &mut emitted, 10));
            let state = std::iter::repeat_with(|| random_state(&mut interpreted, &Scatter::default(), &mut rng));
            let (q, v, acting) = state.flatten().next().expect("endless");
            assert_eq!(
                emitted.rates(&q, &v, &acting),
                interpreted.rates(&q, &v, &acting),
                "{level:?}"
            );
            let off = |x: &[f64]| x.iter().map(|x| x + 1e-3).collect::<Vec<f64>>();
            assert_eq!(
                corrected(&mut emitted, (off(&q), off(&v)), &acting),
                corrected(&mut interpreted, (off(&q), off(&v)), &acting),
                "{level:?}"
            );
        }
    }
}

/// Results of each correction, their residuals, and coordinates and speeds of all joints.
fn corrected(subject: &mut dyn Subject, (mut q, mut v): (Vec<f64>, Vec<f64>), acting: &Acting) -> Vec<Vec<f64>> {
    let residuals = vec![
        subject.correct_position(&mut q, acting),
        subject.correct_velocity(&q, &mut v, acting),
    ];
    let [coordinates, speeds] = subject.joints(&q, &v, acting);
    vec![q, v, residuals, coordinates, speeds]
}

#[test]
fn an_engine_takes_parameters_like_an_emitted_solver() {
    let tuned = compiled(vehicles::TunedCorner::DECLARATION);
    let values = moved(&tuned, &mut Rng::with_seed(4));
    let mut parameters = vehicles::TunedCornerParameters::default();
    let names = tuned.model.parameters.iter().map(|parameter| parameter.name.as_str());
    let changes: Vec<(&str, f64)> = names.zip(values.iter().copied()).collect();
    for (index, value) in values.iter().enumerate() {
        *parameters.get_mut(index).expect("as many as the model has") = *value;
    }
    let mut solver = vehicles::TunedCorner::new().at_level(Level::Baseline);
    solver.set_parameters(parameters).expect("they are near their defaults");
    let mut engine = Engine::new(&tuned);
    let untouched = engine.clone();
    engine.set_parameters(&changes).expect("they are near their defaults");
    assert_eq!(engine.parameter("front_rate"), Some(parameters.front_rate));
    assert_ne!(engine.parameter("front_rate"), untouched.parameter("front_rate"));

    let (mut state, inputs) = (solver.design_state(), solver.no_inputs());
    state.coordinates_mut().iter_mut().for_each(|q| *q += 0.01);
    state.speeds_mut().iter_mut().for_each(|v| *v += 0.1);
    let mut own = engine.design_state();
    own.coordinates_mut().copy_from_slice(state.coordinates());
    own.speeds_mut().copy_from_slice(state.speeds());
    let own_inputs = engine.no_inputs();
    solver.kinematics(&state, &inputs);
    engine.kinematics(&own, &own_inputs);
    assert_eq!(solver.wheels(), engine.wheels());
    let (one, other) = (solver.accelerations(&inputs), engine.accelerations(&own_inputs));
    assert_eq!(one.speeds(), other.speeds());
    let mut before = untouched;
    before.kinematics(&own, &own_inputs);
    assert_ne!(before.accelerations(&own_inputs).speeds(), other.speeds());

    // Values that no vehicle can have are refused with the same message, and nothing changes.
    parameters.set("front_rate", f64::NAN);
    let emitted = solver.set_parameters(parameters).expect_err("no number");
    let refused = engine.set_parameters(&[("arm", 7.0), ("front_rate", f64::NAN)]);
    assert_eq!(refused.expect_err("no number").to_string(), emitted.to_string());
    assert_ne!(engine.parameter("arm"), Some(7.0));
    parameters.set("front_rate", 40e3);
    let inertia = "left.lower_arm.inertia.xx";
    assert!(parameters.set(inertia, 1.0), "{:?}", tuned.model.parameters);
    let emitted = solver.set_parameters(parameters).expect_err("no body");
    let refused = engine.set_parameters(&[("front_rate", 40e3), (inertia, 1.0)]);
    assert_eq!(refused.expect_err("no body").to_string(), emitted.to_string());
    let unknown = engine
        .set_parameters(&[("front_rat", 1.0)])
        .expect_err("a typing error");
    assert_eq!(
        unknown.to_string(),
        "there is no parameter `front_rat`; did you mean `front_rate`?"
    );
}

#[test]
fn a_mirrored_parameter_moves_both_sides_and_a_name_ties_numbers_together() {
    let declaration = vehicles::TunedCorner::DECLARATION;
    let tuned = compiled(declaration).model;
    let position = |name: &str| tuned.parameters.iter().position(|p| p.name == name);
    let mut values: Vec<f64> = tuned.parameters.iter().map(|p| p.default).collect();
    values[position("lca_outer.y").expect("a component of a point")] = 0.66;
    values[position("arm").expect("a parameter with a name of its own")] = 7.0;
    let set = tuned::at(&tuned, &values);
    let changed = declaration
        .replace("lca_outer: tune [0.01, 0.65, -0.1]", "lca_outer: [0.01, 0.66, -0.1]")
        .replace("tune(arm) 6 kg", "7 kg");
    let written = compiled(&changed).model;
    for (a, b) in set.joints.iter().zip(&written.joints) {
        for (p, q) in a.kind.plain().points().iter().zip(b.kind.plain().points()) {
            assert!((p - q).norm() < 1e-15, "{}: {p} and {q}", a.name);
        }
    }
    for (a, b) in set.bodies.iter().zip(&written.bodies) {
        assert_eq!(*a.mass, *b.mass, "{}", a.name);
    }
}

#[test]
fn parameters_are_read_and_written_by_name() {
    let mut parameters = vehicles::TunedCornerParameters::default();
    assert!(parameters.set("front_rate", 45e3));
    let text = serde_json::to_string(&parameters).expect("numbers can be written");
    let read: vehicles::TunedCornerParameters = serde_json::from_str(&text).expect("what was written can be read");
    assert_eq!(read, parameters);
    assert_eq!(read.front_rate, 45e3);
    let read: vehicles::TunedCornerParameters =
        toml::from_str("front_rate = 50e3").expect("the others keep their default");
    assert_eq!((read.front_rate, read.arm), (50e3, 6.0));
    let error =
        serde_json::from_str::<vehicles::TunedCornerParameters>(r#"{"frontrate": 1.0}"#).expect_err("a typing error");
    assert!(
        error.to_string().contains("there is no parameter `frontrate`"),
        "{error}"
    );
}

#[test]
fn a_tuned_item_has_parameters_for_all_its_numbers_but_those_that_cannot_be_any() {
    let model = compiled(
        "Cart {
            tune points { seat: [0, 0.5, 0] m }
            tune body arm { mass: 2 kg, com: [0, 0.25, 0] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
            joint pivot: revolute(ground, arm) { axis: x, at: [0, 0, 0] m }
            tune spring coil: between(ground, arm) {
                from: [0, 0.5, 0.4] m, to: seat, free_length: 0.4 m,
                rate: table(deflection: [-10, 10] mm, force: [-100, 100] N),
            }
            tune wheel tyre: on(arm) { centre: seat, radius: 0.3 m, mass: 10 kg }
        }",
    )
    .model;
    let names: Vec<&str> = model.parameters.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "seat.x",
            "seat.y",
            "seat.z",
            "arm.mass",
            "arm.com.x",
            "arm.com.y",
            "arm.com.z",
            "arm.inertia.xx",
            "arm.inertia.yy",
            "arm.inertia.zz",
            "coil.from.x",
            "coil.from.y",
            "coil.from.z",
            "coil.free_length",
            "tyre.mass",
        ]
    );
}
