//! Suspensions whose numbers are parameters are computed in lanes, too. For any values of the parameters, the results
//! agree with the oracle for the vehicle that was declared with these values.

use crate::compiled;
use crate::sides::{RACK, car, looked_at};
use fastrand::Rng;
use wishbone::level::Level;
use wishbone_compiler::formulation::method::Choice;
use wishbone_compiler::model::Parameter;
use wishbone_compiler::pipeline::Compiled;
use wishbone_oracle::Oracle;
use wishbone_tests::{Disagreement, Interpreted, Scatter, compare, random_state, tuned};

const STATES: usize = 4;

/// Parameters of two mirrored corners, of one corner and of all corners, in addition to constants: masses, inertias,
/// hardpoints, a direction, springs, lengths.
const CORNERS: &str = "
    place DoubleWishbone(chassis, rack) as front_left mirrored front_right {
        points { lca_outer: tune [-0.01778, 0.64389, -0.127] m, spring_top: [-0.09906, tune 0.508, 0.36576] m }
        body lower_arm { mass: tune(arm) 5 kg, com: tune [0.009, 0.44, -0.11] m }
        body upright { inertia: tune [0.15, 0.12, 0.1, 0.001, 0.002, -0.001] kg*m^2 }
        spring spring {
            rate: tune 45 kN/m, free_length: tune(perch) 580 mm,
            bump_stop: stop(length: tune 400 mm, rate: tune 150 kN/m),
        }
        wheel tyre { mass: tune 18 kg, toe: tune 0.2 deg, camber: tune -1 deg }
    }
    place DoubleWishbone(chassis, chassis) as rear {
        origin: [-2.6, 0, 0] m
        points { uca_outer: [0.01397, tune 0.65024, 0.08636] m }
        body lower_arm { mass: tune(arm) 5 kg }
        spring spring { rate: 40 kN/m, free_length: tune(perch) 580 mm }
        wheel tyre { camber: tune -0.5 deg }
    }
    place DoubleWishbone(chassis, chassis) as last { origin: [-3.6, 0, 0] m }
";

/// Random values: lengths change by up to 3 mm, angles by up to 0.02 rad, other parameters by up to a hundredth.
fn moved(parameters: &[Parameter], rng: &mut Rng) -> Vec<f64> {
    let off = |parameter: &Parameter| match parameter.unit {
        "m" => 3e-3,
        "rad" => 0.02,
        _ => 0.01 * parameter.default.abs(),
    };
    let moved = parameters.iter().map(|p| p.default + off(p) * (2.0 * rng.f64() - 1.0));
    moved.collect()
}

/// Asserts agreement with the oracle at the defaults and at random values of the parameters.
fn agrees(text: &str) -> Compiled {
    let compiled = compiled(text, &Choice::Declared);
    let parameters = &compiled.model.parameters;
    let mut rng = Rng::with_seed(31);
    let mut settings = vec![parameters.iter().map(|p| p.default).collect::<Vec<f64>>()];
    settings.extend((0..3).map(|_| moved(parameters, &mut rng)));
    for values in settings {
        let oracle = Oracle::new(&tuned::at(&compiled.model, &values));
        let mut worst = Disagreement::default();
        for _ in 0..STATES {
            let mut one_by_one = Interpreted::with(&compiled, values.clone());
            let state = std::iter::repeat_with(|| random_state(&mut one_by_one, &Scatter::default(), &mut rng));
            let state = state.take(40).flatten().next().expect("loops close now and then");
            let mut subject = Interpreted::with(&compiled, values.clone()).at_level(Level::V3);
            worst = worst.worst(compare(&oracle, &mut subject, &compiled.state.spins, &state));
        }
        assert!(worst.acceleration() < 1e-9, "{worst:?}");
    }
    compiled
}

#[test]
fn corners_with_parameters_of_all_kinds_are_four_lanes() {
    let driven = RACK.replace("axis:", "drive: rack, axis:");
    for rack in [RACK, &driven] {
        let compiled = agrees(&car(rack, CORNERS));
        assert_eq!(looked_at(&compiled).1, 4);
        let names: Vec<&str> = compiled.model.parameters.iter().map(|p| p.name.as_str()).collect();
        assert!(names.contains(&"arm") && names.len() > 20, "{names:?}");
    }
}

/// Parameters of gravity, chassis and rack, which belong to no group, have one value for all lanes.
#[test]
fn what_has_no_lanes_may_be_tuned_beside_them() {
    let rack = RACK.replace("mass: 6 kg, com:", "mass: tune 6 kg, com: tune");
    let text = car(&rack, CORNERS).replace("levels: all", "levels: all\n gravity: tune 9.81 m/s^2");
    let text = text.replace("mass: 1200 kg", "mass: tune 1200 kg");
    assert_eq!(looked_at(&agrees(&text)).1, 4);
}

#[test]
fn with_every_number_a_parameter_corners_are_four_lanes() {
    let text = car(RACK, CORNERS).replace("levels: all", "levels: all\n tune: all");
    assert_eq!(looked_at(&agrees(&text)).1, 4);
}
