//! The laws on traced numbers: the program computes the same result as the law on `f64`, to the last bit.

use std::sync::OnceLock;
use wishbone_compiler::emit;
use wishbone_compiler::ir::{Class, Graph, Op, Program, Traced, interpret, prune, verify};
use wishbone_compiler::pipeline::compile_text;
use wishbone_compiler::programs::calls::Call;
use wishbone_compiler::scalar::{Points, Scalar};
use wishbone_laws::math;
use wishbone_laws::number::Dual;
use wishbone_laws::tyre::{Contact, Ground, LinearTyre, WheelMotion};

/// The traced program of a function with `N` inputs and `M` outputs.
fn traced<const N: usize, const M: usize>(f: impl for<'g> Fn([Traced<'g>; N]) -> [Traced<'g>; M]) -> Program {
    let graph = Graph::new();
    graph.begin_region("all");
    let inputs = std::array::from_fn(|k| graph.input(format!("x{k}"), Class::Position));
    for value in f(inputs) {
        graph.output("result", value);
    }
    let program = prune(graph.finish());
    assert_eq!(verify(&program), Vec::<String>::new());
    program
}

fn bits(numbers: impl IntoIterator<Item = f64>) -> Vec<u64> {
    numbers.into_iter().map(f64::to_bits).collect()
}

/// Motion of a wheel from 13 numbers: centre, axis, velocity, angular velocity, spin.
fn wheel<S: Scalar>(numbers: [S; 13]) -> WheelMotion<S> {
    let three = |from: usize| [numbers[from], numbers[from + 1], numbers[from + 2]];
    WheelMotion {
        centre: three(0),
        axis: three(3),
        velocity: three(6),
        carrier_angular_velocity: three(9),
        spin: numbers[12],
    }
}

/// Load on a wheel on a slope: force, then moment.
fn load<S: Scalar>(numbers: [S; 13]) -> [S; 6] {
    let (wheel, number) = (wheel(numbers), S::from);
    let tyre = LinearTyre {
        radius: number(0.33),
        stiffness: number(200e3),
        damping: number(500.0),
        longitudinal_stiffness: number(60e3),
        cornering_stiffness: number(50e3),
        camber_stiffness: number(2e3),
        friction: [number(1.1), number(0.8)],
        pneumatic_trail: number(0.03),
        rolling_resistance: number(0.015),
        low_speed: number(1.5),
    };
    let (along, across) = (number(0.1), number(-0.2));
    let ground = |x: S, y: S| Ground::sloping(along * x + across * y, [along, across]);
    let contact = Contact::upright(&wheel, tyre.radius, ground);
    let [[a, b, c], [d, e, f]] = tyre.law(&contact).at_centre(&contact);
    [a, b, c, d, e, f]
}

/// Numbers of a wheel in random motion: fast or slow, on the ground or above it.
fn any(rng: &mut fastrand::Rng) -> [f64; 13] {
    let mut around = |middle: f64, size: f64| middle + size * (2.0 * rng.f64() - 1.0);
    let axis = [around(0.0, 0.3), 1.0, around(0.0, 0.2)];
    let length = axis.iter().map(|a| a * a).sum::<f64>().sqrt();
    let [a, b, c] = axis.map(|a| a / length);
    let (x, y, z) = (around(0.0, 1.0), around(0.0, 1.0), around(0.31, 0.03));
    let (u, v, w) = (around(0.0, 15.0), around(0.0, 2.0), around(0.0, 0.2));
    let turning = [around(0.0, 0.5), around(0.0, 0.5), around(0.0, 0.5)];
    let height = 0.1 * x - 0.2 * y;
    let [p, q, r] = turning;
    [x, y, height + z, a, b, c, u, v, w, p, q, r, around(3.0 * u, 3.0)]
}

#[test]
fn a_traced_tyre_has_the_bits_of_the_tyre() {
    let program = traced(|x| load(x));
    let mut rng = fastrand::Rng::with_seed(1);
    let mut loaded = 0;
    for _ in 0..2000 {
        let numbers = any(&mut rng);
        let (found, expected) = (interpret(&program, &numbers), load(numbers));
        if expected[2] == 0.0 {
            // Without contact the sign of zero is not defined.
            assert!(
                found.iter().zip(expected).all(|(a, b)| *a == b),
                "{found:?} {expected:?}"
            );
            continue;
        }
        loaded += 1;
        assert_eq!(bits(found), bits(expected), "{numbers:?}");
    }
    assert!(loaded > 1000, "{loaded}");
}

/// `Contact::upright`, which skips the check whether the wheel lies flat, agrees with `Contact::of`.
#[test]
fn an_upright_wheel_stands_as_any_wheel_does() {
    let terrain = |x: f64, y: f64, _: f64| Ground::sloping(0.1 * x + -0.2 * y, [0.1, -0.2]);
    let mut rng = fastrand::Rng::with_seed(2);
    for _ in 0..200 {
        let wheel = wheel(any(&mut rng));
        let upright = Contact::upright(&wheel, 0.33, |x, y| terrain(x, y, 0.0));
        assert_eq!(Contact::of(&wheel, 0.33, &terrain, 0.0), Some(upright));
    }
}

/// The program of derivatives with respect to four of the wheel's numbers agrees with dual numbers.
#[test]
fn traced_slopes_are_those_of_dual_numbers() {
    const DIRECTIONS: [usize; 4] = [2, 6, 7, 12];
    fn slopes<S: Scalar>(numbers: [S; 13]) -> [S; 24] {
        let mut variables = numbers.map(Dual::<S, 4>::still);
        for (k, direction) in DIRECTIONS.into_iter().enumerate() {
            variables[direction] = Dual::variable(numbers[direction], k);
        }
        let all = load(variables);
        std::array::from_fn(|k| all[k / 4].slopes[k % 4])
    }
    let (program, alone) = (traced(|x| slopes(x)), traced(|x| load(x)));
    let mut rng = fastrand::Rng::with_seed(3);
    for _ in 0..500 {
        let numbers = any(&mut rng);
        for (found, expected) in interpret(&program, &numbers).into_iter().zip(slopes(numbers)) {
            assert!((found - expected).abs() <= 1e-12 * expected.abs(), "{found} {expected}");
        }
    }
    // Four derivatives cost less than four loads, since most of them are zero and fold away.
    let (with_slopes, alone) = (program.count().total(), alone.count().total());
    assert!(with_slopes < 4 * alone, "{with_slopes} {alone}");
}

#[test]
fn exponentials_and_logarithms_are_operations() {
    let program = traced(|[x, y]| [x.exp(), (x * y).ln(), y.powf(x), Traced::from(2.0).exp() * x]);
    for (x, y) in [(0.3, 2.0), (-40.0, -0.1), (0.5, 0.0), (700.0, 1.1)] {
        let expected = [math::exp(x), math::ln(x * y), Scalar::powf(y, x), math::exp(2.0) * x];
        assert_eq!(bits(interpret(&program, &[x, y])), bits(expected), "{x} {y}");
    }
    let text = program.to_string();
    assert!(text.contains(" = exp v") && text.contains(" = ln v"), "{text}");
    // Two exponentials and two logarithms.
    assert_eq!(program.count().trig, 4);
    assert!(
        [0.0, 1.0, -3.0]
            .into_iter()
            .all(|x| Traced::from(x).exp().constant() == Some(math::exp(x)))
    );
}

#[test]
fn derivatives_of_curves_are_curves() {
    let straight = Points::straight(vec![-1.0, 0.0, 2.0], vec![3.0, 1.0, 5.0]);
    let cubic = Points::cubic(vec![-2.0, -1.0, 0.5, 2.0], vec![-5.0, -1.0, 0.4, 9.0]);
    let program = traced(|[x]| {
        let order = |order: usize| x.lookup_derivative(&straight, order);
        let of_cubic = [0, 1, 2, 3].map(|order| x.lookup_derivative(&cubic, order));
        let [a, b, c, d] = of_cubic;
        [order(0), order(1), order(2), a, b, c, d]
    });
    // The second derivative of a straight line is zero and needs no operation.
    assert_eq!(program.count().total(), 6);
    for k in 0..60 {
        let x = -3.0 + 0.1 * f64::from(k);
        let expected = [0, 1, 2].map(|order| x.lookup_derivative(&straight, order));
        let of_cubic = [0, 1, 2, 3].map(|order| x.lookup_derivative(&cubic, order));
        assert_eq!(interpret(&program, &[x]), [&expected[..], &of_cubic].concat(), "{x}");
    }
}

/// Replaces square roots by exponentials and logarithms alternately, and returns the number of replaced roots.
fn replace_roots(program: &mut Program) -> usize {
    let mut replaced = 0;
    for node in &mut program.nodes {
        if let Op::Sqrt(a) = node.op {
            node.op = if replaced % 2 == 0 { Op::Exp(a) } else { Op::Ln(a) };
            replaced += 1;
        }
    }
    replaced
}

/// For single numbers these operations are functions of the runtime; in lanes and in a batch they are methods.
#[test]
fn exponentials_and_logarithms_are_emitted_in_each_form() {
    let declaration = "pub Arms {
        levels: all
        lanes: accept
        batch: accept
        method: synthesis
        body chassis { mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
        joint heave: prismatic(ground, chassis) { axis: z }
        subsystem Corner(carrier) {
            body arm { mass: 25 kg, com: [-0.3, 0.75, 0.3] m, inertia: [0.6, 0.8, 0.6] kg*m^2 }
            joint pivot: revolute(carrier, arm) { axis: y, at: [0, 0.75, 0.3] m }
            spring strut: between(carrier, arm) {
                from: [-0.2, 0.7, 0.8] m, to: [-0.3, 0.75, 0.3] m, rate: 20 N/mm, free_length: 520 mm, damping: 1 N*s/mm,
            }
        }
        place Corner(chassis) as front
        place Corner(chassis) as rear { origin: [-2, 0, 0] m }
    }";
    let mut compiled = compile_text(declaration).unwrap_or_else(|errors| panic!("{errors:?}"));
    let before = emit::text(&compiled, declaration);
    assert!(
        before.contains("::wishbone::math::sqrt(") && before.contains(".sqrt()"),
        "{before}"
    );
    assert!(
        replace_roots(
            &mut compiled
                .programs
                .calls
                .get_mut(&Call::Evaluation)
                .expect("every vehicle has it")
                .program
        ) >= 2
    );
    let lanes = compiled.programs.lanes.as_mut().expect("two equal corners");
    assert!(
        replace_roots(
            &mut lanes
                .calls
                .get_mut(&Call::Evaluation)
                .expect("every vehicle has it")
                .program
        ) >= 1
    );
    // Forces lowering again with the changed programs.
    compiled.lowered = OnceLock::new();
    let text = emit::text(&compiled, declaration);
    for form in ["::wishbone::math::exp(", "::wishbone::math::ln(", ".exp()"] {
        assert!(text.contains(form), "no `{form}`: {text}");
    }
    let batch = text.split("ArmsBatch").skip(1).collect::<String>();
    assert!(batch.contains(".exp()") && !batch.contains("::wishbone::math::exp("));
}
