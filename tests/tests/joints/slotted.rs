//! A slider with a pivot: closed forms of a pin in a slot, the equivalent body without mass, and guides along the
//! pivot's axis, which are refused.

use crate::{JOINTS, agrees, body, compiled};
use wishbone_compiler::formulation::method::Method;
use wishbone_compiler::pipeline::compile_text;
use wishbone_oracle::Oracle;
use wishbone_tests::{Acting, Interpreted, Scatter, Subject, assert_both_doors, compare, random_state};

/// A crank of radius `R` about the z axis, with a pin.
const CRANK: &str = "
    redundant: accept
    body crank { mass: 2 kg, com: [0, 0, 0] m, inertia: [0.03, 0.03, 0.05] kg*m^2 }
    joint shaft: revolute(ground, crank) { axis: z, at: [0, 0, 0] m }";
const R: f64 = 0.2;
/// Moment of inertia of the crank about its shaft [kg m^2].
const CRANK_INERTIA: f64 = 0.05;

/// The crank's angular acceleration at an angle and a rate, by a method. `driven`: coordinate of the body that the pin
/// drives, and its derivative with respect to the crank's angle.
fn cranked(text: &str, method: Method, driven: [f64; 2], angle: f64, rate: f64) -> f64 {
    let compiled = compiled(text, method);
    assert_eq!(compiled.mobility.freedoms, 1);
    let of = |crank: f64, other: f64| move |name: &String| if name == "shaft" { crank } else { other };
    let coordinates = compiled
        .state
        .coordinates
        .iter()
        .map(|&k| &compiled.layout.coordinates[k]);
    let q: Vec<f64> = coordinates.map(of(angle, driven[0])).collect();
    let speeds = compiled.state.speeds.iter().map(|&k| &compiled.layout.speeds[k]);
    let v: Vec<f64> = speeds.clone().map(of(rate, driven[1] * rate)).collect();
    let rates = Interpreted::new(&compiled).rates(&q, &v, &Acting::default());
    let place = speeds.clone().position(|name| name == "shaft");
    rates.v[place.expect("the crank is independent")]
}

/// Quick return mechanism: the lever about `(0, -D)` has `β' = R (R + D sin α) / s²` with `s² = R² + D² + 2 R D sin α`, and
/// `β'' = R D cos α (D² - R²) / s⁴`. With only `T = ½ (J₁ + J₂ β'²) α'²`: `(J₁ + J₂ β'²) α'' = -J₂ β' β'' α'²`.
#[test]
fn a_crank_moves_a_slotted_lever_as_in_closed_form() {
    const D: f64 = 0.5;
    let text = format!(
        "QuickReturn {{ {CRANK}
            body lever {{ mass: 3 kg, com: [0, -0.5, 0] m, inertia: [0.2, 0.2, 0.3] kg*m^2 }}
            joint fulcrum: revolute(ground, lever) {{ axis: z, at: [0, -0.5, 0] m }}
            link pin: revolute_translational(lever, crank) {{ axis: z, slide: [0.2, 0.5, 0], at: [0.2, 0, 0] m }}
        }}"
    );
    for method in Method::ALL {
        for (angle, rate) in [(0.0_f64, 3.0), (0.7, -2.0), (2.5, 4.0), (-1.3, 1.5)] {
            let (sin, cos) = angle.sin_cos();
            let square = R * R + D * D + 2.0 * R * D * sin;
            let slope = R * (R + D * sin) / square;
            let second = R * D * cos * (D * D - R * R) / (square * square);
            let turned = (R * sin + D).atan2(R * cos) - D.atan2(R);
            let found = cranked(&text, method, [turned, slope], angle, rate);
            let expected = -0.3 * slope * second * rate * rate / (CRANK_INERTIA + 0.3 * slope * slope);
            assert!(
                (found - expected).abs() < 1e-9,
                "{method} at {angle}: {found}, not {expected}"
            );
        }
    }
    assert_both_doors(&text);
}

/// Scotch yoke: `x = R cos α`. With only `T = ½ (J + m R² sin² α) α'²`: `(J + m R² sin² α) α'' = -m R² sin α cos α α'²`.
#[test]
fn a_scotch_yoke_is_a_sine() {
    let text = format!(
        "Yoke {{ {CRANK}
            body yoke {{ mass: 3 kg, com: [0.5, 0, 0] m, inertia: [0.2, 0.2, 0.3] kg*m^2 }}
            joint rails: prismatic(ground, yoke) {{ axis: x, at: [0.5, 0, 0] m }}
            body die {{ mass: none }}
            joint slot: prismatic(yoke, die) {{ axis: y }}
            joint pin: revolute(die, crank) {{ axis: z, at: [0.1, 0.17320508075688773, 0] m }}
        }}"
    );
    let drawn = 60_f64.to_radians();
    for method in Method::ALL {
        for (angle, rate) in [(0.9_f64, 3.0), (0.5, -2.0), (2.0, 4.0)] {
            let (sin, cos) = angle.sin_cos();
            let moved = R * cos - R * drawn.cos();
            let found = cranked(&text, method, [moved, -R * sin], angle - drawn, rate);
            let mass = CRANK_INERTIA + 3.0 * R * R * sin * sin;
            let expected = -3.0 * R * R * sin * cos * rate * rate / mass;
            assert!(
                (found - expected).abs() < 1e-9,
                "{method} at {angle}: {found}, not {expected}"
            );
        }
    }
}

/// A ring that the massless body `slider` closes.
fn ring(guide: &str, pivot: &str) -> String {
    let closing = format!(
        "body slider {{ mass: none }}
        joint guide: prismatic({guide}) {{ axis: [1, 0.2, 0.3] }}
        joint pivot: revolute({pivot}) {{ axis: [0.3, 0.2, 1], at: [-0.1, -0.5, 0.3] m }}\n"
    );
    JOINTS[0].in_a_ring(&closing)
}

#[test]
fn a_body_without_mass_between_slide_and_pivot_is_the_link() {
    for (guide, pivot, first) in [
        ("base, slider", "slider, h", "base"),
        ("slider, base", "h, slider", "base"),
        ("h, slider", "slider, base", "h"),
    ] {
        let text = ring(guide, pivot);
        let model = compiled(&text, Method::Recursive).model;
        let link = model.joints.last().expect("the link");
        assert_eq!(
            (link.name.as_str(), link.kind.word()),
            ("slider", "revolute_translational")
        );
        assert_eq!(model.body(link.first).name, first);
        agrees(&text, 6 + 7 - 4);
    }
    let along = ring("base, slider", "slider, h").replace("[1, 0.2, 0.3]", "[-0.3, -0.2, -1]");
    let model = compiled(&along, Method::Recursive).model;
    assert_eq!(model.joints.last().expect("the joint").kind.word(), "cylindrical");
    agrees(&along, 6 + 7 - 4);
}

/// A body that is held only by a slider turns and slides on it.
#[test]
fn a_body_hangs_on_a_slider_alone() {
    let text = JOINTS[0].in_a_ring(&format!(
        "joint four: revolute(base, h) {{ axis: x, at: [0.1, -0.6, 0.2] m, tree: cut }}
        {} link pin: revolute_translational(base, last) {{ axis: [0.3, 0.2, 1], slide: x, at: [-0.4, 0.3, 0.2] m }}
        redundant: accept",
        body("last", "-0.4, 0.5, 0.3")
    ));
    agrees(&text, 6 + 7 - 5 + 2);
}

/// Every number is a parameter with a value different from its default.
#[test]
fn a_slider_is_tuned() {
    let text = ring("base, slider", "slider, h").replacen('{', "{\n tune: all\n", 1);
    let compiled = compiled(&text, Method::Synthesis);
    let parameters = compiled.model.parameters.iter().enumerate();
    let values: Vec<f64> = parameters
        .map(|(k, p)| match p.unit {
            "m" => p.default,
            _ => p.default * (1.0 + 2e-3 * ((k % 7) as f64 - 3.0)),
        })
        .collect();
    let oracle = Oracle::new(&wishbone_tests::tuned::at(&compiled.model, &values));
    let mut subject = Interpreted::with(&compiled, values);
    let mut rng = fastrand::Rng::with_seed(5);
    let tried = std::iter::repeat_with(|| random_state(&mut subject, &Scatter::default(), &mut rng));
    let states: Vec<_> = tried.take(60).flatten().take(6).collect();
    assert_eq!(states.len(), 6, "loops do not close");
    for state in states {
        let off = compare(&oracle, &mut subject, &compiled.state.spins, &state);
        assert!(off.acceleration() < 1e-9 && off.position < 1e-10, "{off:?}");
    }
}

#[test]
fn a_guide_along_the_axis_is_refused() {
    let closing = "link pin: revolute_translational(base, h) { axis: [0.3, 0.2, 1], slide: [-0.3, -0.2, -1], at: [-0.1, -0.5, 0.3] m }";
    let found = compile_text(&JOINTS[0].in_a_ring(closing)).expect_err("it is a cylindrical joint");
    let found: Vec<_> = found.iter().map(|d| d.code.id).collect();
    assert_eq!(found, ["W0257"]);
}
