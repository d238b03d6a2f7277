//! Gears between joints of every kind on every kind of carrier.

use crate::{agrees, base, body, compiled};
use wishbone_compiler::formulation::method::Method;
use wishbone_compiler::model::JointKind;
use wishbone_tests::{Acting, Interpreted, Subject};

/// A wheel on a body that carries it.
struct Wheel {
    kind: &'static str,
    geometry: &'static str,
    slides: bool,
}

const fn wheel(kind: &'static str, geometry: &'static str, slides: bool) -> Wheel {
    Wheel { kind, geometry, slides }
}

const FIRST: [Wheel; 3] = [
    wheel("revolute", "axis: [0.2, 1, 0.3], at: [0.2, 0.1, 0.1] m", false),
    wheel("prismatic", "axis: [0.3, 1, 0.1], at: [0.2, 0.1, 0.1] m", true),
    wheel(
        "screw",
        "axis: [0.2, 1, 0.3], pitch: 700 mm, at: [0.2, 0.1, 0.1] m",
        false,
    ),
];

/// The axis of the first joint is parallel to the axis of the first joint in `FIRST`.
const SECOND: [Wheel; 4] = [
    wheel("revolute", "axis: [-0.2, -1, -0.3], at: [0.3, 0.2, -0.1] m", false),
    wheel("revolute", "axis: [1, 0.2, -0.1], at: [-0.3, 0.2, -0.1] m", false),
    wheel("prismatic", "axis: [1, 0.1, 0.3], at: [-0.3, 0.2, -0.1] m", true),
    wheel(
        "screw",
        "axis: [1, 0.2, 0.3], pitch: -400 mm, at: [-0.3, 0.2, -0.1] m",
        false,
    ),
];

fn ratio(first: &Wheel, second: &Wheel) -> &'static str {
    match (first.slides, second.slides) {
        (false, true) => "-300 mm/rad",
        (true, false) => "2 rad/m",
        _ => "-1.7",
    }
}

/// Two geared bodies on a carrier, with a further body on the second. `from_outside`: whether each joint names the carrier last.
fn pair(carrier: &str, first: &Wheel, second: &Wheel, from_outside: [bool; 2]) -> String {
    let ends = |body: &str, outside: bool| match outside {
        true => format!("{body}, {carrier}"),
        false => format!("{carrier}, {body}"),
    };
    let [a, b] = [ends("a", from_outside[0]), ends("b", from_outside[1])];
    [
        body("a", "0.3, 0.1, 0.2"),
        body("b", "-0.3, 0.3, -0.2"),
        body("c", "-0.5, 0.4, 0.1"),
        format!("joint one: {}({a}) {{ {} }}\n", first.kind, first.geometry),
        format!("joint two: {}({b}) {{ {} }}\n", second.kind, second.geometry),
        "joint tip: revolute(b, c) { axis: [0.3, 0.2, 1], at: [-0.4, 0.4, 0] m }\n".to_owned(),
        format!("gear mesh: between(one, two) {{ ratio: {} }}\n", ratio(first, second)),
    ]
    .concat()
}

#[test]
fn every_pair_of_wheels_on_a_floating_body() {
    for first in &FIRST {
        for second in &SECOND {
            for from_outside in [[false, false], [true, true], [false, true]] {
                let held = base("joint floating: free(ground, base)");
                let text = format!("Geared {{ {held} {} }}", pair("base", first, second, from_outside));
                agrees(&text, 6 + 1 + 1);
            }
        }
    }
}

#[test]
fn wheels_on_the_ground_and_far_out() {
    for (first, second) in [
        (&FIRST[0], &SECOND[0]),
        (&FIRST[0], &SECOND[2]),
        (&FIRST[1], &SECOND[1]),
    ] {
        agrees(
            &format!("Grounded {{ {} }}", pair("ground", first, second, [false, true])),
            2,
        );
        let arm = "joint shoulder: revolute(base, arm) { axis: [0.1, 0.3, 1], at: [0, -0.2, 0.1] m }\n";
        let held = [
            base("joint floating: free(ground, base)"),
            body("arm", "0.1, -0.1, 0.2"),
            arm.to_owned(),
        ]
        .concat();
        agrees(
            &format!("Outside {{ {held} {} }}", pair("arm", first, second, [true, false])),
            6 + 1 + 2,
        );
    }
}

/// A chain from the ground: a body that turns, a carrier that turns on this body, and a wheel on the carrier. The gear
/// couples the carrier's own joint with the wheel's.
#[test]
fn a_carrier_that_hangs_on_its_wheel() {
    let text = [
        "Chain { body base { mass: 50 kg, com: [0, 0, 0] m, inertia: [4, 5, 6, 0.1, 0.2, 0.3] kg*m^2 }",
        "joint floating: free(ground, base)",
        &body("sun", "0.1, 0.1, 0.2"),
        &body("carrier", "0.2, 0.1, 0.2"),
        &body("planet", "0.3, 0.1, 0.2"),
        "joint first: revolute(base, sun) { axis: [0.2, 0.1, 1], at: [0, 0, 0.2] m }",
        "joint one: revolute(sun, carrier) { axis: [0, 0.3, 1], at: [0.1, 0, 0.2] m }",
        "joint two: revolute(planet, carrier) { axis: [0, 0.3, 1], at: [0.4, 0.1, 0.2] m }",
        "gear mesh: between(one, two) { ratio: 2.5 }",
        "}",
    ]
    .join("\n");
    agrees(&text, 6 + 1 + 1);
}

/// Each wheel drives the next one.
#[test]
fn a_train_of_gears() {
    let wheel = |k: usize| {
        let x = 0.15 * k as f64;
        let joint = format!("joint axle{k}: revolute(base, wheel{k}) {{ axis: [0, 1, 0.1], at: [{x}, 0.1, 0.1] m }}\n");
        body(&format!("wheel{k}"), &format!("{x}, 0.2, 0.15")) + &joint
    };
    let mesh = |k: usize| format!("gear mesh{k}: between(axle{k}, axle{}) {{ ratio: -{k}.5 }}\n", k + 1);
    let held = base("joint floating: free(ground, base)");
    let wheels: String = (1..5).map(wheel).collect();
    let meshes: String = (1..4).map(mesh).collect();
    agrees(&format!("Train {{ {held} {wheels} {meshes} }}"), 6 + 1);
}

/// A column turns a rack that moves a linkage. The gear and a loop share the rack, and the gear's ratio changes along it.
fn steering(column: &str, slide: &str) -> String {
    [
        "Steering {".to_owned(),
        base("joint floating: free(ground, base)"),
        body("column", "0.3, 0.1, 0.5"),
        body("rack", "0.2, 0, 0.1"),
        body("arm", "0.1, 0.6, 0.1"),
        format!("joint turn: revolute(base, column) {{ axis: [1, 0.1, 0.4], at: [0.2, 0.2, 0.3] m{column} }}\n"),
        format!("joint slide: prismatic(base, rack) {{ axis: y, at: [0.2, 0, 0.1] m{slide} }}\n"),
        "gear pinion: between(turn, slide) { ratio: polynomial(second: [60, 0, -9] mm, first: 1 rad) }\n".to_owned(),
        "joint kingpin: revolute(base, arm) { axis: [0.1, -0.2, 1], at: [0.05, 0.5, 0.1] m }\n".to_owned(),
        "link rod: distance(rack, arm) { from: [0.2, 0.3, 0.1] m, to: [0.2, 0.6, 0.12] m }\n".to_owned(),
        "}".to_owned(),
    ]
    .concat()
}

#[test]
fn a_gear_on_a_joint_of_a_loop() {
    agrees(&steering("", ""), 6 + 1);
}

#[test]
fn a_gear_on_a_driven_joint() {
    agrees(&steering(", drive: wheel", ""), 6);
    agrees(&steering("", ", drive: motor"), 6);
}

/// Coordinates count whole turns: after five turns the gear still has the correct phase.
#[test]
fn whole_revolutions_count() {
    let text = format!(
        "Counting {{ {} }}",
        pair("ground", &FIRST[0], &SECOND[2], [false, false])
    );
    for method in Method::ALL {
        let compiled = compiled(&text, method);
        let mut subject = Interpreted::new(&compiled);
        let place = |name: &str| {
            compiled
                .layout
                .coordinates
                .iter()
                .position(|c| c == name)
                .expect("a coordinate")
        };
        let (one, two) = (place("one"), place("two"));
        let mut q = subject.design();
        q[one] = 31.0;
        for _ in 0..3 {
            subject.correct_position(&mut q, &Acting::default());
        }
        assert!((q[two] + 0.3 * q[one]).abs() < 1e-12, "{q:?}");
        assert!(q[one].abs() > 10.0 || q[two].abs() > 3.0, "{q:?}");
    }
}

#[test]
fn mirrored_gears_are_geared_alike() {
    let text = format!(
        "Pair {{
            {}
            mirror left as right {{
                {} {}
                joint one: revolute(base, a) {{ axis: [0.2, 1, 0.3], at: [0.2, 0.1, 0.1] m }}
                joint two: prismatic(base, b) {{ axis: [0.1, 1, 0.2], at: [-0.3, 0.2, -0.1] m }}
                gear mesh: between(one, two) {{ ratio: 0.2 m/rad }}
            }}
        }}",
        base("joint floating: free(ground, base)"),
        body("a", "0.3, 0.1, 0.2"),
        body("b", "-0.3, 0.3, -0.2")
    );
    agrees(&text, 6 + 2);
}

/// A motor on the first wheel sees the inertia of this wheel, plus the inertia of the second wheel times the square of
/// the ratio.
#[test]
fn inertias_add_by_the_square_of_the_ratio() {
    let text = "Reduction {
        gravity: 0 m/s^2
        body motor { mass: 1 kg, com: [0, 0, 0] m, inertia: [1, 0.02, 1] kg*m^2 }
        body drum { mass: 9 kg, com: [0.3, 0, 0] m, inertia: [1, 0.5, 1] kg*m^2 }
        joint fast: revolute(ground, motor) { axis: y, at: [0, 0, 0] m }
        joint slow: revolute(ground, drum) { axis: y, at: [0.3, 0, 0] m }
        gear mesh: between(fast, slow) { ratio: -0.1 }
        load torque: on(fast) { torque: 3 N*m }
    }";
    for method in Method::ALL {
        let compiled = compiled(text, method);
        let rates = Interpreted::new(&compiled).rates(&[0.0, 0.0], &[0.0, 0.0], &Acting::default());
        let expected = 3.0 / (0.02 + 0.01 * 0.5);
        assert!((rates.v[0] - expected).abs() < 1e-9, "{method}: {rates:?}");
        assert!((rates.v[1] + 0.1 * expected).abs() < 1e-9, "{method}: {rates:?}");
    }
}

/// The image of a gear to a joint of both sides is the reflection of the whole gear. If the reflection reverses the
/// axis of the shared joint, its coordinate changes its sign in every power of the law.
#[test]
fn the_image_of_a_gear_reflects_a_joint_of_both_sides() {
    let law = |central: &str, order: &str, ratio: &str| {
        let text = [
            "Mirrored {",
            &base("joint floating: free(ground, base)"),
            "body middle { mass: 2 kg, com: [0, 0, 0.1] m, inertia: [0.02, 0.03, 0.04] kg*m^2 }",
            &format!("joint central: {central}"),
            "mirror left as right {",
            &body("knuckle", "0, 0.6, 0.1"),
            "joint kingpin: revolute(base, knuckle) { axis: [0.1, 0.2, 1], at: [0, 0.6, 0] m }",
            &format!("gear mesh: between({order}) {{ ratio: {ratio} }}"),
            "} }",
        ]
        .join("\n");
        let found = compiled(&text, Method::Recursive);
        let gears = found.model.joints.iter().filter_map(|joint| match &joint.kind {
            JointKind::Gear(gear) => Some((joint.name.clone(), gear.law.clone())),
            _ => None,
        });
        let mut gears: Vec<(String, Vec<f64>)> = gears.collect();
        gears.sort_by(|(one, _), (other, _)| one.cmp(other));
        let [(_, left), (_, right)] = gears.try_into().expect("two gears");
        [left, right]
    };
    let turning = "revolute(base, middle) { axis: [0.1, 0, 1], at: [0, 0, 0] m }";
    let rolling = "revolute(base, middle) { axis: y, at: [0, 0, 0] m }";
    let sliding = "prismatic(base, middle) { axis: y }";
    let lifting = "prismatic(base, middle) { axis: [0.1, 0, 1] }";
    for (central, ratio, sign) in [
        (turning, "0.5", -1.0),
        (rolling, "0.5", 1.0),
        (sliding, "5 rad/m", -1.0),
        (lifting, "5 rad/m", 1.0),
    ] {
        let [left, right] = law(central, "central, kingpin", ratio);
        assert_eq!(right, [sign * left[0]], "{central}");
    }
    let [left, right] = law(turning, "kingpin, central", "0.5");
    assert_eq!(right, [-left[0]]);
    let curved = "polynomial(second: [2, 0.3, 0.1] rad, first: 1 rad)";
    let [left, right] = law(turning, "central, kingpin", curved);
    assert_eq!(right, [-left[0], left[1], -left[2]]);
}

/// A rack and its pinion push each other at the pitch point, along the rack. The slide has no other force to carry,
/// wherever its point is declared.
#[test]
fn a_rack_and_its_pinion_mesh_by_a_force_along_the_rack() {
    for (order, at) in [
        ("bearing, slide", ""),
        ("bearing, slide", ", at: [0.1, 0.3, 0.4] m"),
        ("slide, bearing", ", at: [-0.2, -0.5, 0.1] m"),
    ] {
        let ratio = if order.starts_with("slide") {
            "125 rad/m"
        } else {
            "8 mm/rad"
        };
        let text = format!(
            "Steering {{
                gravity: 0 m/s^2
                body rack {{ mass: 3 kg, com: [0, 0, 0.292] m, inertia: [0.1, 0.002, 0.1] kg*m^2 }}
                body pinion {{ mass: 0.5 kg, com: [0, 0.3, 0.3] m, inertia: [0.001, 0.001, 0.001] kg*m^2 }}
                joint bearing: revolute(ground, pinion) {{ axis: x, at: [0, 0.3, 0.3] m }}
                joint slide: prismatic(ground, rack) {{ axis: y{at} }}
                gear mesh: between({order}) {{ ratio: {ratio} }}
                load hold: on(slide) {{ force: -1000 N }}
                load twist: on(bearing) {{ torque: 8 N*m }}
                output slide_fz: fz(slide)  output slide_fx: fx(slide)
                output bearing_fy: fy(bearing)  output bearing_fz: fz(bearing)
            }}"
        );
        let compiled = compiled(&text, Method::Recursive);
        let mut subject = Interpreted::new(&compiled);
        let (q, v) = (subject.design(), vec![0.0; subject.speeds()]);
        let told = subject.outputs(&q, &v, &Acting::default());
        let expected = [0.0, 0.0, 1000.0, 0.0];
        for (told, expected) in told.iter().zip(expected) {
            assert!((told - expected).abs() < 1e-8, "{order}{at}: {told} for {expected}");
        }
    }
}
