//! From text to a checked model: numbers, mirroring, diagnostics, robustness.

use nalgebra::{Matrix3, Vector3};
use wishbone_compiler::diag::{Diagnostics, Sources, catalogue, to_syn, to_text};
use wishbone_compiler::front::dsl;
use wishbone_compiler::front::syntax::{Item, Value};
use wishbone_compiler::model::resolve::resolve;
use wishbone_compiler::model::{BodyId, Curve, Distance, JointKind, Measure, Model, Prismatic, Revolute, Universal};

/// The short-long-arm quarter car; its numbers are checked against the same data written as plain numbers below.
const QUARTER_CAR: &str = include_str!("quarter_car.txt");

fn compile(text: &str) -> Result<Model, Diagnostics> {
    dsl::parse_text(text).and_then(|vehicle| resolve(&vehicle))
}

fn model(text: &str) -> Model {
    compile(text).unwrap_or_else(|problems| panic!("{}", to_text::render(&problems, "test", text)))
}

fn codes(text: &str) -> Vec<&'static str> {
    let found = compile(text).map_or_else(|errors| errors, |model| model.warnings);
    found.iter().map(|problem| problem.code.id).collect()
}

/// The example car with further items.
fn with(items: &str) -> String {
    format!("{}{items} }}", catalogue::EXAMPLE_CAR)
}

fn problems(items: &str) -> (String, Diagnostics) {
    let text = with(items);
    let problems = compile(&text).expect_err("the items contain a mistake");
    (text, problems)
}

fn close(a: Vector3<f64>, b: [f64; 3]) -> bool {
    (a - Vector3::from(b)).amax() < 1e-12
}

#[test]
fn units_have_their_si_values_and_combine() {
    let pound_force = 0.453_592_37 * 9.806_65;
    for (written, expected) in [
        ("mass: 400 kg", 400.0),
        ("mass: 350kg", 350.0),
        ("mass: 1_500 g", 1.5),
        ("mass: 2 lb", 0.907_184_74),
        ("mass: 1.2 t", 1200.0),
        ("length: 12 in", 0.3048),
        ("length: -3 mm", -0.003),
        ("length: 1e3mm", 1.0),
        ("angle: 180 deg", std::f64::consts::PI),
        ("speed: 36 km/h", 10.0),
        ("speed: 60 mph", 26.8224),
        ("speed: 30 rpm", std::f64::consts::PI),
        ("rate: 40 kN/m", 4e4),
        ("rate: 25 N/mm", 2.5e4),
        ("rate: 100 lbf/in", 100.0 * pound_force / 0.0254),
        ("damping: 4500 N*s/m", 4500.0),
        ("inertia: 1.5 kg*m^2", 1.5),
        ("inertia: 2e4 kg*cm^2", 2.0),
        ("acceleration: 9.81 m*s^-2", 9.81),
        ("pressure: 2.5 bar", 2.5e5),
    ] {
        let vehicle = dsl::parse_text(&format!("Car {{ {written} }}")).expect(written);
        let Item::Setting(setting) = &vehicle.items[0] else {
            panic!("{written} is a setting")
        };
        let Value::Number(number) = &setting.value else {
            panic!("{written} is a number")
        };
        let si = number.value * number.unit.as_ref().expect(written).factor;
        assert!(
            (si - expected).abs() <= 1e-14 * expected.abs(),
            "{written}: {si} is not {expected}"
        );
    }
}

#[test]
fn angle_and_torque_are_not_confused() {
    let dimension = |unit: &str| {
        let vehicle = dsl::parse_text(&format!("Car {{ a: 1 {unit} }}")).expect(unit);
        let Item::Setting(setting) = &vehicle.items[0] else {
            panic!("a setting")
        };
        let Value::Number(number) = &setting.value else {
            panic!("a number")
        };
        number.unit.as_ref().expect(unit).dimension
    };
    assert_ne!(dimension("N*m/rad"), dimension("N*m"));
    assert_eq!(dimension("N*m"), dimension("kg*m^2/s^2"));
    assert_eq!(dimension("Pa"), dimension("N/m^2"));
}

#[test]
fn quarter_car_has_the_numbers_of_its_data() {
    let car = model(QUARTER_CAR);
    assert_eq!(
        (car.name.as_str(), car.public, -car.gravity.z),
        ("QuarterCar", true, 9.81)
    );
    assert_eq!(car.doc, [" Quarter car on a short-long-arm suspension."]);
    let names: Vec<&str> = car.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["ground", "chassis", "lower_arm", "upper_arm", "knuckle"]);
    assert_eq!(
        car.bodies.iter().map(|body| *body.mass).collect::<Vec<_>>(),
        [0.0, 400.0, 6.5, 3.5, 38.0]
    );
    assert!(close(*car.bodies[2].com, [-0.0025, 0.5325, 0.19625]));
    assert_eq!(
        car.bodies[4].inertia,
        Matrix3::new(0.9, 0.01, -0.02, 0.01, 1.3, 0.015, -0.02, 0.015, 0.95).into()
    );

    let r = Matrix3::new(
        0.9986761030907828,
        0.025723700967968728,
        0.04454584519254995, //
        -0.028533602945450966,
        0.9975651235378248,
        0.06363692170364285, //
        -0.04280040441817637,
        -0.06482372643928105,
        0.9969784400237377,
    );
    let expected = r * Matrix3::from_diagonal(&Vector3::new(0.09, 0.06, 0.14)) * r.transpose();
    assert!((*car.bodies[2].inertia - expected).amax() < 1e-12);

    let JointKind::Prismatic(Prismatic { at, axis }) = car.joints[0].kind.plain() else {
        panic!("heave slides")
    };
    assert!(close(at, [0.0, 0.2, 0.55]) && close(axis, [0.0, 0.0, 1.0]));
    let JointKind::Revolute(Revolute { at, axis }) = car.joints[1].kind.plain() else {
        panic!("the lower arm turns")
    };
    assert!(close(axis, Vector3::new(0.35, -0.01, -0.015).normalize().into()));
    let offset = Vector3::new(-0.015, 0.365, 0.2075) - at;
    assert!(
        offset.cross(&axis).norm() < 1e-12,
        "the point of the data lies on the axis"
    );
    let JointKind::Distance(Distance { from, to, .. }) = car.joints[5].kind.plain() else {
        panic!("the tie rod is a link")
    };
    assert!(close(from, [-0.14, 0.37, 0.235]) && close(to, [-0.13, 0.68, 0.225]));

    let spring = &car.springs[0];
    assert_eq!(
        (spring.elastic.clone(), *spring.free_length),
        (Some(Curve::Linear(75e3.into())), 0.525_179)
    );
    assert_eq!(
        spring.damping.as_ref().map(|damping| damping.curve.clone()),
        Some(Curve::Linear(4500.0.into()))
    );
    assert_eq!((spring.first, spring.second), (BodyId(1), BodyId(2)));
    let wheel = &car.wheels[0];
    assert_eq!(
        (wheel.carrier, wheel.driven_from, wheel.radius),
        (BodyId(4), BodyId(4), 0.33)
    );
    assert!(matches!(
        car.outputs[0].measure,
        Measure::Camber {
            reference: BodyId::GROUND,
            ..
        }
    ));
}

const MIRRORED: &str = "
    Axle {
        points { rack_end: [0.1, 0.3, 0.2] m }
        output right_spin: coordinate(right.pivot)
        mirror left as right {
            points { front: [0.2, 0.4, 0.2] m, rear: [-0.2, 0.35, 0.25] m }
            body arm { mass: 6 kg, com: [0, 0.5, 0.2] m, inertia: [0.09, 0.08, 0.14, 0.01, 0.02, 0.005] kg*m^2 }
            body slider { mass: 1 kg, com: rack_end, inertia: [1, 1, 1] kg*m^2 }
            joint pivot: revolute(chassis, arm) { through: [front, rear] }
            joint slide: prismatic(chassis, slider) { axis: [0, 1, 1], drive: rack }
            link rod: distance(slider, arm) { from: rack_end, to: front }
            spring strut: between(chassis, arm) { from: front, to: rear, preload: 1 kN }
            wheel tyre: on(arm) { centre: front, radius: 0.3 m, axis: [0.1, 1, 0] }
            output camber: camber(tyre)
            output height: y(arm) { at: front, in: chassis }
        }
        body chassis { mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
        joint base: free(ground, chassis)
    }";

#[test]
fn mirror_reflects_polar_and_axial_quantities_and_all_references() {
    let axle = model(MIRRORED);
    let names: Vec<&str> = axle.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "ground",
            "left.arm",
            "left.slider",
            "right.arm",
            "right.slider",
            "chassis"
        ]
    );
    let (left, right) = (&axle.bodies[1], &axle.bodies[3]);
    assert!(close(*right.com, [0.0, -0.5, 0.2]));
    let reflected = |entry: (usize, usize), sign: f64| right.inertia[entry] == sign * left.inertia[entry];
    assert!(reflected((0, 1), -1.0) && reflected((1, 2), -1.0) && reflected((0, 2), 1.0) && reflected((1, 1), 1.0));

    let joint = |name: &str| axle.joints.iter().find(|joint| joint.name == name).expect(name);
    let JointKind::Revolute(Revolute { axis: l, .. }) = joint("left.pivot").kind.plain() else {
        panic!("revolute")
    };
    let JointKind::Revolute(Revolute { axis: r, at }) = joint("right.pivot").kind.plain() else {
        panic!("revolute")
    };
    assert!(close(r, [-l.x, l.y, -l.z]) && close(at, [0.2, -0.4, 0.2]));
    let JointKind::Prismatic(Prismatic { axis, at }) = joint("right.slide").kind.plain() else {
        panic!("prismatic")
    };
    let half = 0.5_f64.sqrt();
    assert!(close(axis, [0.0, -half, half]) && close(at, [0.1, -0.3, 0.2]));
    let rod = joint("right.rod");
    assert_eq!((rod.first, rod.second), (BodyId(4), BodyId(3)));
    let JointKind::Distance(Distance { from, .. }) = rod.kind.plain() else {
        panic!("link")
    };
    assert!(
        close(from, [0.1, -0.3, 0.2]),
        "a point of the whole vehicle is reflected with the part that uses it"
    );
    assert_eq!(
        (joint("right.pivot").first, joint("right.pivot").second),
        (BodyId(5), BodyId(3))
    );

    let drives: Vec<&str> = axle.drives.iter().map(|drive| drive.name.as_str()).collect();
    assert_eq!(drives, ["left.rack", "right.rack"]);
    for (position, drive) in axle.drives.iter().enumerate() {
        assert_eq!(axle.joint(drive.joint).drive.map(|id| id.index()), Some(position));
    }
    assert_eq!(axle.springs[1].second, BodyId(3));
    let tilt = Vector3::new(0.1, 1.0, 0.0).normalize();
    assert!(
        close(*axle.wheels[1].axis, [-tilt.x, tilt.y, 0.0]),
        "a wheel's axis to the left stays to the left"
    );

    let names: Vec<&str> = axle.outputs.iter().map(|output| output.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "right_spin",
            "left.camber",
            "left.height",
            "right.camber",
            "right.height"
        ]
    );
    let Measure::Camber { wheel, reference } = axle.outputs[3].measure else {
        panic!("camber")
    };
    assert_eq!(
        (wheel.index(), reference),
        (1, BodyId(5)),
        "measured against the sprung body"
    );
    let Measure::Coordinate(right_pivot) = axle.outputs[0].measure else {
        panic!("coordinate")
    };
    assert_eq!(axle.joint(right_pivot).name, "right.pivot");
}

#[test]
fn universal_joints_have_an_axis_on_each_body() {
    let crane = model(
        "Crane {
            body mast { mass: 6 kg, com: [0, 0, 1] m, inertia: [1, 1, 1] kg*m^2 }
            joint base: free(ground, mast)
            mirror left as right {
                body boom { mass: 6 kg, com: [0, 0.5, 2] m, inertia: [1, 1, 1] kg*m^2 }
                joint cross: universal(mast, boom) { axes: [-y, [3, 1, 0.5]], at: [0.1, 0.2, 2] m }
            }
        }",
    );
    let cross = |name: &str| match crane
        .joints
        .iter()
        .find(|joint| joint.name == name)
        .expect(name)
        .kind
        .plain()
    {
        JointKind::Universal(Universal { at, axes }) => (at, axes),
        _ => panic!("universal"),
    };
    let ((at, left), (_, right)) = (cross("left.cross"), cross("right.cross"));
    let second = Vector3::new(3.0, 1.0, 0.5).normalize();
    assert!(close(at, [0.1, 0.2, 2.0]) && close(left[0], [0.0, -1.0, 0.0]) && close(left[1], second.into()));
    assert!(close(right[0], [0.0, -1.0, 0.0]) && close(right[1], [-second.x, second.y, -second.z]));

    let with_axes = |axes: &str| {
        codes(&with(&format!(
            "joint cross: universal(chassis, arm) {{ at: seat{axes} }}"
        )))
    };
    assert_eq!(with_axes(", axes: [x, z]"), Vec::<&str>::new());
    assert_eq!(with_axes(", axes: [x, [1e-5, 0, -1]]"), Vec::<&str>::new());
    assert_eq!(with_axes(", axes: [x, [1, 1e-5, 0]]"), ["W0223"]);
    assert_eq!(with_axes(", axes: [x, y, z]"), ["W0107"]);
    assert_eq!(with_axes(", axes: x"), ["W0107"]);
    assert_eq!(with_axes(", axes: [x, 3]"), ["W0107"]);
    assert_eq!(with_axes(", axis: x"), ["W0108"]);
    assert_eq!(with_axes(", axes: [x, z], drive: motor"), ["W0206"]);
}

#[test]
fn characteristics_take_every_form() {
    let car = model(&with(
        "spring strut: between(chassis, arm) {
            from: top, to: seat,
            rate: table(deflection: [-10, 0, 10] mm, force: [-400, 0, 500] N), free_length: 420 mm,
            damping: split(compression: 1 kN*s/m, rebound: 2 kN*s/m),
            window: [0.324, 0.4186] m, damping_outside: table(speed: [-1, 1] m/s, force: [-3, 3] kN),
            bump_stop: stop(length: 0.3 m, rate: 200 kN/m),
            rebound_stop: stop(length: 0.45 m, overtravel: [0, 10] mm, force: [0, 1] kN),
        }",
    ));
    let spring = &car.springs[0];
    let Some(Curve::Table(table)) = &spring.elastic else {
        panic!("a table")
    };
    assert_eq!(
        (table.x.as_slice(), table.y.as_slice()),
        ([-0.01, 0.0, 0.01].as_slice(), [-400.0, 0.0, 500.0].as_slice())
    );
    let damping = spring.damping.as_ref().expect("damping");
    assert_eq!(
        damping.curve,
        Curve::Split {
            negative: 1000.0.into(),
            positive: 2000.0.into()
        }
    );
    let (min, max, Curve::Table(outside)) = damping.outside.as_ref().expect("a window") else {
        panic!("a table")
    };
    assert_eq!(
        (**min, **max, outside.y.as_slice()),
        (0.324, 0.4186, [-3000.0, 3000.0].as_slice())
    );
    assert_eq!(
        spring.bump_stop.as_ref().map(|stop| stop.curve.clone()),
        Some(Curve::Linear(200e3.into()))
    );
    assert_eq!(spring.rebound_stop.as_ref().map(|stop| *stop.length), Some(0.45));
}

#[test]
fn every_example_of_the_front_makes_its_own_mistake_and_no_other() {
    assert_eq!(codes(&with("")), [""; 0], "the example car itself is sound");
    // The front end does not check whether every subsystem is placed.
    let is_mistake = |code: &&&catalogue::Code| code.id < "W0300" && **code != &catalogue::UNPLACED_SUBSYSTEM;
    for code in catalogue::ALL.iter().filter(is_mistake) {
        assert_eq!(
            codes(&code.example_declaration()),
            [code.id],
            "{}: {}",
            code.id,
            code.title
        );
    }
}

/// Further mistakes under the codes of the catalogue, one mistake for each text.
#[test]
fn mistakes_have_one_code_each() {
    let spring = |rest: &str| format!("spring s: between(chassis, arm) {{ from: seat, to: top, {rest} }}");
    let joint = |rest: &str| format!("joint j: {rest}");
    let body = |rest: &str| format!("body b {{ com: seat, {rest} }} joint hold: fixed(arm, b)");
    let heavy = |rest: &str| body(&format!("mass: 1 kg, {rest}"));
    let wheel = |rest: &str| format!("wheel w: on(arm) {{ centre: seat, {rest} }}");
    for (items, code) in [
        ("mirror a as b { mirror c as d { } }".to_owned(), &catalogue::MISPLACED),
        ("mirror a as a { }".to_owned(), &catalogue::DUPLICATE_NAME),
        (
            "subsystem A() { } place A() as a place A() as a".to_owned(),
            &catalogue::DUPLICATE_NAME,
        ),
        ("place A() as a  output z: z(a.b)".to_owned(), &catalogue::UNKNOWN_NAME),
        (
            "subsystem A(b) { joint j: fixed(b, ground) } place A() as a".to_owned(),
            &catalogue::WRONG_ARGUMENTS,
        ),
        (
            "mirror a as b { } mirror b as c { }".to_owned(),
            &catalogue::DUPLICATE_NAME,
        ),
        (
            "body arm { mass: 1 kg, com: seat, inertia: [1, 1, 1] kg*m^2 }".to_owned(),
            &catalogue::DUPLICATE_NAME,
        ),
        (
            "output ride: z(arm)  output ride: y(arm)".to_owned(),
            &catalogue::DUPLICATE_NAME,
        ),
        (
            "body ground { mass: 1 kg, com: seat, inertia: [1, 1, 1] kg*m^2 }".to_owned(),
            &catalogue::HOSTILE_NAME,
        ),
        (
            "output rideZ: z(arm)  output ride_z: y(arm)".to_owned(),
            &catalogue::COLLIDING_NAMES,
        ),
        ("gravity: -9.81 m/s^2".to_owned(), &catalogue::WRONG_SIGN),
        ("gravitty: 9.81 m/s^2".to_owned(), &catalogue::UNKNOWN_ATTRIBUTE),
        ("points { a: top }".to_owned(), &catalogue::WRONG_VALUE),
        ("points { a: [1, 2, 3] }".to_owned(), &catalogue::MISSING_UNIT),
        ("points { a: [1 m, 2, 3 m] }".to_owned(), &catalogue::MISSING_UNIT),
        ("output o: camber(arm)".to_owned(), &catalogue::UNKNOWN_NAME),
        ("output o: camber(left.tyre)".to_owned(), &catalogue::UNKNOWN_NAME),
        ("output o: height(arm)".to_owned(), &catalogue::UNKNOWN_KIND),
        (
            "output o: x(arm) { at: seat, on: chassis }".to_owned(),
            &catalogue::UNKNOWN_ATTRIBUTE,
        ),
        (heavy("inertia: [1, 1] kg*m^2"), &catalogue::WRONG_VALUE),
        (heavy("inertia: [1, 1, 1] kg*m"), &catalogue::WRONG_DIMENSION),
        (heavy("inertia: [1, 1, 0] kg*m^2"), &catalogue::INERTIA_NOT_POSITIVE),
        (
            heavy("inertia: [1, 1, 1] kg*m^2, axes: [[1, 0, 0], [0, 0.9, 0], [0, 0, 1]]"),
            &catalogue::AXES_NOT_ROTATION,
        ),
        (
            body("mass: -1 kg, inertia: [1, 1, 1] kg*m^2"),
            &catalogue::MASS_NOT_POSITIVE,
        ),
        (body("inertia: [1, 1, 1] kg*m^2"), &catalogue::MISSING_ATTRIBUTE),
        (joint("revolute(chassis, arm)"), &catalogue::MISSING_ATTRIBUTE),
        (
            joint("revolute(chassis, arm) { axis: x }"),
            &catalogue::MISSING_ATTRIBUTE,
        ),
        (
            joint("revolute(chassis, arm) { axis: w, at: seat }"),
            &catalogue::WRONG_VALUE,
        ),
        (
            joint("revolute(chassis, arm) { axis: [0, 0, 0], at: seat }"),
            &catalogue::ZERO_AXIS,
        ),
        (
            joint("revolute(chassis, arm) { through: [seat] }"),
            &catalogue::WRONG_VALUE,
        ),
        (
            joint("revolute(chassis, arm) { through: [seat, top], drive: a.b }"),
            &catalogue::WRONG_VALUE,
        ),
        (
            joint("prismatic(chassis, arm) { at: seat }"),
            &catalogue::MISSING_ATTRIBUTE,
        ),
        (joint("free(chassis, arm) { axis: z }"), &catalogue::UNKNOWN_ATTRIBUTE),
        (
            joint("distance(chassis, arm) { from: seat, to: top }"),
            &catalogue::UNKNOWN_KIND,
        ),
        (joint("fixed(arm, arm)"), &catalogue::SAME_BODY),
        (
            spring("damping: 1 kN*s/m, damping_outside: 2 kN*s/m"),
            &catalogue::LONE_WINDOW,
        ),
        (
            spring("preload: 1 N, window: [1, 2] m, damping_outside: 2 kN*s/m"),
            &catalogue::LONE_WINDOW,
        ),
        (
            spring("damping: 1 N*s/m, window: [2, 1] m, damping_outside: 2 N*s/m"),
            &catalogue::WRONG_VALUE,
        ),
        (
            spring("damping: table(speed: [0, 1, 2] m/s, force: [0, 1] N)"),
            &catalogue::TABLE,
        ),
        (
            spring("damping: table(speed: [0] m/s, force: [0] N)"),
            &catalogue::TABLE,
        ),
        (
            spring("damping: tabel(speed: [0, 1] m/s, force: [0, 1] N)"),
            &catalogue::UNKNOWN_KIND,
        ),
        (
            spring("damping: split(compression: 1 kN*s/m)"),
            &catalogue::MISSING_ATTRIBUTE,
        ),
        (spring("damping: -1 N*s/m"), &catalogue::WRONG_SIGN),
        (spring("preload: 1 N, free_length: 1 m"), &catalogue::CONFLICT),
        (
            spring("bump_stop: stop(length: 1 m, rate: 3 N/m, force: [0, 1] N)"),
            &catalogue::CONFLICT,
        ),
        (spring("bump_stop: 3 kN/m"), &catalogue::WRONG_VALUE),
        (wheel("radius: 330 m"), &catalogue::IMPLAUSIBLE_LENGTH),
        (wheel("radius: 0.3 m, mass: -1 kg"), &catalogue::WRONG_SIGN),
        (wheel("radius: 0.3 m, spin_inertia: 0 kg*m^2"), &catalogue::WRONG_SIGN),
        (wheel("radius: 0.3 m, driven_from: engine"), &catalogue::UNKNOWN_NAME),
    ] {
        assert_eq!(codes(&with(&items)), [code.id], "{items}");
    }
}

#[test]
fn an_island_is_reported_once_with_all_its_bodies() {
    let body = |name: &str| format!("body {name} {{ mass: 1 kg, com: seat, inertia: [1, 1, 1] kg*m^2 }}");
    let (_, problems) = problems(&format!(
        "{} {} joint both: fixed(a, b) mirror left as right {{ {} }}",
        body("a"),
        body("b"),
        body("c")
    ));
    let messages: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "no joint connects `a`, `b` to the ground",
            "no joint connects `left.c` to the ground"
        ]
    );
}

#[test]
fn examples_of_topology_pass_the_front() {
    for code in catalogue::ALL.iter().filter(|code| code.id >= "W0300") {
        assert_eq!(
            codes(&code.example_declaration()),
            [""; 0],
            "{}: {}",
            code.id,
            code.title
        );
    }
}

#[test]
fn codes_are_in_order_and_given_once() {
    assert!(catalogue::ALL.windows(2).all(|pair| pair[0].id < pair[1].id));
}

#[test]
fn all_mistakes_are_reported_at_once_and_without_noise() {
    let text = with(
        "body bad { mass: 3 kN, com: [0, 0] m, inertia: [1, 1, 9] kg*m^2 }
        joint hold: spherical(bad, knuckl) { att: seat }
        output angle: camber(bad)",
    );
    assert_eq!(codes(&text), ["W0106", "W0107", "W0212", "W0201", "W0108", "W0201"]);
}

#[test]
fn reading_goes_on_after_syntax_errors() {
    let text = "Car { body a { mass 3 kg, com: [1 2] m, inertia: [1, 1, 1] kg*m^2 } joint b c body d { mass: } }";
    assert_eq!(codes(text), ["W0101"; 4]);
    assert_eq!(
        codes("Car { body a { mass: 3 com: [0, 0, 0] m } }"),
        ["W0101"],
        "a missing comma is one mistake"
    );
    assert_eq!(
        codes("Car { body a { mass: 3 kg }"),
        ["W0101"],
        "a missing brace is found by the lexer"
    );
    assert_eq!(codes(""), ["W0101"]);
}

#[test]
fn wrong_unit_is_underlined_and_explained() {
    let (text, problems) = problems("body b { mass: 3 kN, com: seat, inertia: [1, 1, 1] kg*m^2 }");
    let problem = problems.iter().next().expect("a problem");
    let (span, label) = &problem.labels[0];
    assert_eq!(&text[span.byte_range()], "kN");
    assert_eq!(label, "this is a force; a mass is written e.g. in `kg`");
    let rendered = to_text::render(&problems, "car.txt", &text);
    assert!(rendered.contains("error[W0106]: `mass` must be a mass"), "{rendered}");
    assert!(rendered.contains("car.txt:8:"), "{rendered}");
}

#[test]
fn duplicates_show_both_places_and_slips_get_advice() {
    let (text, problems) = problems("joint pivot: fixed(chassis, arm)  output a: camber(pivott)");
    let found: Vec<_> = problems.iter().collect();
    let places: Vec<&str> = found[0]
        .labels
        .iter()
        .map(|(span, _)| &text[span.byte_range()])
        .collect();
    assert_eq!(places, ["pivot", "pivot"]);
    let (_, misspelt) = self::problems("joint ball: spherical(chasis, arm) { at: seat }");
    assert_eq!(
        misspelt.iter().next().and_then(|p| p.help.clone()).as_deref(),
        Some("did you mean `chassis`?")
    );
}

#[test]
fn errors_for_the_macro_carry_code_label_and_help() {
    let tokens = with("joint ball: spherical(chasis, arm) { at: seat }").parse();
    let vehicle = dsl::parse_tokens(tokens.expect("it falls into tokens")).expect("the grammar is kept");
    let problems = resolve(&vehicle).expect_err("there is a mistake");
    let text = to_syn::to_syn_error(&problems, &Sources::default()).to_string();
    assert_eq!(text, "[W0201] there is no body `chasis`\nhelp: did you mean `chassis`?");
}

const PLACED: &str = "
    Axles {
        body chassis { mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
        joint heave: prismatic(ground, chassis) { axis: z }
        subsystem Strut(body, arm) { spring spring: between(body, arm) { from: [0, 0.4, 1] m, to: [0, 0.4, 0.3] m, preload: 1 N } }
        subsystem Trailing(chassis) {
            points { pivot: [0, 0.3, 0.3] m, hub: [-0.5, 0.6, 0.3] m }
            body arm { mass: 12 kg, com: [-0.25, 0.45, 0.3] m, inertia: [0.1, 0.3, 0.35] kg*m^2 }
            joint pivot: revolute(chassis, arm) { axis: y, at: pivot }
            place Strut(chassis, arm) as strut
        }
        place Trailing(chassis) as left mirrored right { wheel tyre: on(arm) { centre: hub, radius: 0.3 m } }
        place Trailing(left.arm) as more { points { hub: [-0.6, 0.6, 0.3] m } spring strut.spring { preload: 2 N } }
        output height: z(left.arm) { at: [0, 0, 0] m, in: chassis }
    }";

/// A place may give the load of a leaf spring, the gas of an air spring or the axis of a joint in a different form than
/// its subsystem: the place's form replaces the subsystem's form. Both in one place are refused.
#[test]
fn an_override_takes_the_place_of_its_alternative() {
    let items = |places: &str| {
        format!(
            "subsystem Held(floor) {{
                body pan {{ mass: 20 kg, com: [0, 0, 0.5] m, inertia: [1, 1, 1] kg*m^2 }}
                joint float: free(floor, pan)
                leaf_spring leaf: between(floor, pan) {{
                    fixed_eye: [0.6, 0, 0.5] m, seat: [0, 0, 0.5] m, shackle_eye: [-0.6, 0, 0.5] m, shackle: [-0.6, 0, 0.6] m,
                    rate: 20 kN/m, preload: 2 kN, longitudinal: 2 kN/mm, lateral: 500 N/mm,
                }}
                air_spring bag: between(floor, pan) {{
                    from: [0, 0, 1] m, to: [0, 0, 0.5] m, area: 100 cm^2, volume: 5 L, pressure: 6 bar
                }}
                body lever {{ mass: 2 kg, com: [0.1, 0, 0.5] m, inertia: [1, 1, 1] kg*m^2 }}
                joint pivot: revolute(pan, lever) {{ through: [[0, 0, 0.5] m, [0, 1, 0.5] m] }}
                body slider {{ mass: 2 kg, com: [0.1, 0, 0.5] m, inertia: [1, 1, 1] kg*m^2 }}
                joint guide: cylindrical(pan, slider) {{ axis: z, at: [0.1, 0, 0.5] m }}
            }}
            {places}"
        )
    };
    let place = |changes: &str| items(&format!("place Held(chassis) as one {{ {changes} }}"));
    for changes in [
        "leaf_spring leaf { free_camber: 90 mm }",
        "air_spring bag { preload: 4 kN }",
        "joint pivot { axis: [0.1, 1, 0], at: [0, 0, 0.5] m }",
        "joint pivot: revolute(pan, lever) { axis: x, at: [0, 0, 0.5] m }",
        "joint guide { through: [[0.1, 0, 0.5] m, [0.1, 0.1, 1] m] }",
    ] {
        let _ = model(&with(&place(changes)));
    }
    let (text, both) = problems(&place("leaf_spring leaf { free_camber: 90 mm, preload: 1 kN }"));
    let told = to_text::render(&both, "car.txt", &text);
    assert!(told.contains("is given twice"), "{told}");
}

/// Mirrored places, bodies for formal bodies, parts overridden at any depth: all names are the names that a person
/// would write by hand.
#[test]
fn parts_of_places_have_the_names_of_their_groups() {
    let axles = model(PLACED);
    let names: Vec<&str> = axles.joints.iter().map(|joint| joint.name.as_str()).collect();
    assert_eq!(names, ["heave", "left.pivot", "right.pivot", "more.pivot"]);
    let bodies =
        |joint: usize| [axles.joints[joint].first, axles.joints[joint].second].map(|b| axles.body(b).name.as_str());
    assert_eq!(bodies(2), ["chassis", "right.arm"]);
    assert_eq!(bodies(3), ["left.arm", "more.arm"]);
    let springs: Vec<&str> = axles.springs.iter().map(|spring| spring.name.as_str()).collect();
    assert_eq!(
        springs,
        ["left.strut.spring", "right.strut.spring", "more.strut.spring"]
    );
    assert!(close(*axles.springs[1].to, [0.0, -0.4, 0.3]));
    assert_eq!(
        axles.springs.iter().map(|spring| *spring.preload).collect::<Vec<_>>(),
        [1.0, 1.0, 2.0]
    );
    let wheels: Vec<&str> = axles.wheels.iter().map(|wheel| wheel.name.as_str()).collect();
    assert_eq!(
        wheels,
        ["left.tyre", "right.tyre"],
        "a part is added where it is asked for"
    );
}

/// Damages correct text at random places. Neither reading, nor resolving, nor the two renderers may panic.
#[test]
fn damaged_text_never_panics() {
    let mut random = fastrand::Rng::with_seed(1);
    let scraps = [
        "{", "}", "[", "]", "(", ",", ":", "-", ".", "1e999", "kg", "mm", "'a", "\"", "#", "é", "ground", "^",
    ];
    for round in 0..500 {
        let mut text: Vec<char> = [QUARTER_CAR, MIRRORED, PLACED][round % 3].chars().collect();
        for _ in 0..random.usize(1..6) {
            let at = random.usize(0..text.len());
            let end = (at + random.usize(0..12)).min(text.len());
            let scrap = scraps[random.usize(0..scraps.len())];
            match random.u8(0..3) {
                0 => drop(text.drain(at..end)),
                1 => drop(text.splice(at..at, scrap.chars())),
                _ => drop(text.splice(at..end, scrap.chars())),
            }
        }
        let text: String = text.into_iter().collect();
        if let Err(problems) = compile(&text) {
            assert!(!problems.is_empty(), "a failure says why: {text}");
            to_text::render(&problems, "damaged", &text);
            to_syn::to_syn_error(&problems, &Sources::one("damaged", &text)).to_compile_error();
        }
    }
}

#[test]
fn deep_nesting_is_refused_and_not_followed() {
    assert_eq!(
        codes(&format!("Car {{ a: {}{} }}", "[".repeat(40), "]".repeat(40))),
        ["W0121"]
    );
}
