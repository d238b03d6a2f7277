//! Reactions and the motion of points, as named outputs, agree with the oracle's multipliers and accelerations.

use fastrand::Rng;
use nalgebra::Vector3;
use std::fmt::Write;
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::model::Measure;
use wishbone_compiler::model::measure::reactions;
use wishbone_compiler::pipeline::{Compiled, compile_text};
use wishbone_compiler::programs::calls::Call;
use wishbone_oracle::Oracle;
use wishbone_tests::{Interpreted, Scatter, Subject, loads, motions, random_state, vehicles};
use wishbone_vehicles::bare::Hmmwv14;
use wishbone_vehicles::{FourBar, Hmmwv, QuarterCar};

const STATES: usize = 20;

/// The declaration with additional outputs: six components of every joint's reaction along the axes of the body `axes`, and position,
/// velocity and acceleration of every body's centre of mass.
fn with_outputs(declaration: &str, axes: &str) -> Compiled {
    let plain = compiled(declaration);
    let mut outputs = String::new();
    for (number, joint) in plain.model.joints.iter().enumerate() {
        for component in ["fx", "fy", "fz", "mx", "my", "mz"] {
            let _ = writeln!(
                outputs,
                "output r{number}_{component}: {component}({}) {{ in: {axes} }}",
                joint.name
            );
        }
    }
    for (number, body) in plain.model.bodies.iter().enumerate().skip(1) {
        for component in ["x", "y", "z", "vx", "vy", "vz", "ax", "ay", "az"] {
            let _ = writeln!(outputs, "output b{number}_{component}: {component}({})", body.name);
        }
    }
    let end = declaration.rfind('}').expect("a declaration ends with a brace");
    compiled(&format!("{}{outputs}}}", &declaration[..end]))
}

fn compiled(declaration: &str) -> Compiled {
    compile_text(declaration).unwrap_or_else(|d| panic!("{}", render(&d, "declaration", declaration)))
}

/// Largest relative difference of reactions, and of the motion of the centres of mass.
fn worst(compiled: &Compiled) -> (f64, f64) {
    let model = &compiled.model;
    let oracle = Oracle::new(model);
    let mut subject = Interpreted::new(compiled);
    let mut rng = Rng::with_seed(4);
    let (mut of_reactions, mut of_motion) = (0.0_f64, 0.0_f64);
    let mut found = 0;
    while found < STATES {
        let Some((q, v, acting)) = random_state(&mut subject, &Scatter::default(), &mut rng) else {
            continue;
        };
        found += 1;
        let rates = subject.rates(&q, &v, &acting);
        let moving = subject.bodies(&q, &v, &acting, &rates.v);
        let motions = motions(&moving, &compiled.state.spins, &v);
        let expected = oracle.accelerations(&motions, &loads(&acting));
        let named = subject.outputs(&q, &v, &acting);
        let first = model.outputs.len() - 6 * model.joints.len() - 9 * (model.bodies.len() - 1);
        let vector = |place: usize| Vector3::from_fn(|k, _| named[first + 3 * place + k]);

        let largest = expected.reactions.iter().map(|r| r.force.norm()).fold(1.0, f64::max);
        for (number, reaction) in expected.reactions.iter().enumerate() {
            let differences = [
                vector(2 * number) - reaction.force,
                vector(2 * number + 1) - reaction.moment,
            ];
            let name = &model.joints[number].name;
            for difference in differences {
                assert!(difference.norm() < 1e-7 * largest, "{name}: {difference} of {largest}");
                of_reactions = of_reactions.max(difference.norm() / largest);
            }
        }
        let place = |body: usize| 2 * model.joints.len() + 3 * body;
        let largest = expected.bodies.iter().map(|b| b.linear.norm()).fold(1.0, f64::max);
        for (number, motion) in motions.bodies.iter().enumerate() {
            let differences = [
                vector(place(number)) - motion.com,
                vector(place(number) + 1) - motion.velocity,
                vector(place(number) + 2) - expected.bodies[number].linear,
            ];
            for difference in differences {
                of_motion = of_motion.max(difference.norm() / largest);
            }
        }
    }
    println!("{}: reactions {of_reactions:.1e}, motion {of_motion:.1e}", model.name);
    (of_reactions, of_motion)
}

#[test]
fn every_joint_in_the_tree_and_cut_passes_on_what_the_oracle_says() {
    for declaration in [
        FourBar::DECLARATION,
        QuarterCar::DECLARATION,
        Hmmwv::DECLARATION,
        Hmmwv14::DECLARATION,
        vehicles::Cuts::DECLARATION,
        vehicles::Cardans::DECLARATION,
        vehicles::FiveLink::DECLARATION,
        vehicles::Inward::DECLARATION,
        vehicles::Trains::DECLARATION,
    ] {
        let (reactions, motion) = worst(&with_outputs(declaration, "ground"));
        assert!(reactions < 1e-9 && motion < 1e-9, "{reactions:e} {motion:e}");
    }
}

/// At its second end, a rod with mass transmits the force along the rod, and the force of the rod's inertia and weight.
#[test]
fn rods_with_mass_pass_on_what_the_oracle_says() {
    let with_mass = QuarterCar::DECLARATION.replacen("to: tie_outer", "to: tie_outer, mass: 20 kg", 1);
    assert_ne!(with_mass, QuarterCar::DECLARATION);
    let (reactions, motion) = worst(&with_outputs(&with_mass, "ground"));
    assert!(reactions < 1e-9 && motion < 1e-9, "{reactions:e} {motion:e}");
}

/// The reactions of `drive --loads` are along the axes of the body that moves freely on the ground. Other bodies on free joints, and a
/// joint that names the ground last, change nothing.
#[test]
fn reactions_are_along_the_axes_of_the_sprung_body() {
    for free in ["free(ground, chassis)", "free(chassis, ground)"] {
        let text = format!(
            "Mounted {{
                body chassis {{ mass: 500 kg, com: [0, 0, 0.5] m, inertia: [100, 300, 300] kg*m^2 }}
                body engine {{ mass: 100 kg, com: [0.5, 0, 0.5] m, inertia: [5, 5, 5] kg*m^2 }}
                body arm {{ mass: 10 kg, com: [0, 0.6, 0.4] m, inertia: [0.2, 0.2, 0.2] kg*m^2 }}
                joint motion: {free}
                joint mount: free(chassis, engine)
                joint pivot: revolute(chassis, arm) {{ axis: x, at: [0, 0.4, 0.4] m }}
            }}"
        );
        let model = compiled(&text).model;
        let told = reactions(&model);
        assert!(told.len() == 6, "{free}: {told:?}");
        for output in told {
            let Measure::Reaction { reference, .. } = output.measure else {
                panic!("{free}: {output:?}")
            };
            assert_eq!(model.body(reference).name, "chassis", "{free}");
        }
    }
}

#[test]
fn only_what_is_asked_for_is_computed() {
    let one = |outputs: &str| {
        let end = QuarterCar::DECLARATION
            .rfind('}')
            .expect("a declaration ends with a brace");
        let text = format!("{}{outputs}}}", &QuarterCar::DECLARATION[..end]);
        compiled(&text).programs[Call::Outputs].program.count().total()
    };
    let (none, link, ball) = (
        one(""),
        one("output pull: fx(tie_rod)"),
        one("output side: fy(upper_ball) output lift: fz(upper_ball)"),
    );
    println!("{none} {link} {ball}");
    assert!(none < link && none < ball);
    let all = with_outputs(QuarterCar::DECLARATION, "chassis");
    assert!(ball < all.programs[Call::Outputs].program.count().total());
}

#[test]
fn the_steering_axis_of_a_drawn_corner_has_the_angles_of_the_drawing() {
    // An axis inclined by 8 degrees to the rear and by 12 degrees inwards, through a point 0.1 m inboard of the wheel
    // centre and 0.02 m ahead of it.
    let [caster, inclination]: [f64; 2] = [8.0_f64.to_radians(), 12.0_f64.to_radians()];
    let height = 0.4;
    let (back, inward) = (height * caster.tan(), height * inclination.tan());
    let text = format!(
        "Corner {{
            body upright {{ mass: 10 kg, com: [0, 0.7, 0.3] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }}
            body arm {{ mass: 3 kg, com: [0, 0.5, 0.5] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }}
            mirror left as right {{
                body knuckle {{ mass: 10 kg, com: [0, 0.7, 0.3] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }}
                body top {{ mass: 10 kg, com: [0, 0.7, 0.6] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }}
                joint lower: spherical(upright, knuckle) {{ at: [0.02, 0.65, 0.1] m }}
                joint upper: spherical(knuckle, top) {{ at: [{}, {}, {}] m }}
                wheel tyre: on(knuckle) {{ centre: [0, 0.75, 0.3] m, radius: 0.3 m }}
                output caster: caster(tyre) {{ axis: [lower, upper] }}
                output inclination: inclination(tyre) {{ axis: [lower, upper] }}
                output scrub: scrub_radius(tyre) {{ axis: [lower, upper] }}
                output trail: trail(tyre) {{ axis: [lower, upper] }}
            }}
            joint a: spherical(ground, upright) {{ at: [0, 0, 0] m }}
            joint b: spherical(ground, arm) {{ at: [0, 0, 0] m }}
        }}",
        0.02 - back,
        0.65 - inward,
        0.1 + height,
    );
    let corner = compiled(&text);
    let mut subject = Interpreted::new(&corner);
    let (q, v) = (subject.design(), vec![0.0; subject.speeds()]);
    let acting = wishbone_tests::Acting {
        wheels: vec![Default::default(); 2],
        ..Default::default()
    };
    let named = subject.outputs(&q, &v, &acting);
    let at_road = [0.02 + 0.1 * caster.tan(), 0.65 + 0.1 * inclination.tan()];
    for side in named.chunks(4) {
        let expected = [caster, inclination, 0.75 - at_road[1], at_road[0]];
        for (found, expected) in side.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{named:?}, {expected}");
        }
    }
}
