//! A vehicle with subsystems is the same as the vehicle written without them.

use std::fs;
use std::path::Path;
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::emit;
use wishbone_compiler::front::dsl::parse_text;
use wishbone_compiler::model::Model;
use wishbone_compiler::model::resolve::resolve;
use wishbone_compiler::pipeline::{Compiled, compile_text};
use wishbone_vehicles::Hmmwv;

fn compiled(declaration: &str) -> Compiled {
    compile_text(declaration).unwrap_or_else(|d| panic!("\n{}", render(&d, "declaration", declaration)))
}

/// The text of the solver, without a hash of its declaration.
fn solver(declaration: &str) -> String {
    emit::text(&compiled(declaration), "")
}

/// Asserts that both declarations give the same solver, to the letter.
fn assert_same(placed: &str, written_out: &str) {
    assert_same_text(&solver(placed), &solver(written_out));
}

fn assert_same_text(placed: &str, written_out: &str) {
    let difference = placed
        .lines()
        .zip(written_out.lines())
        .zip(1..)
        .find(|((a, b), _)| a != b);
    assert!(difference.is_none(), "first difference: {difference:#?}");
    assert_eq!(placed.len(), written_out.len(), "one text goes on where the other ends");
}

/// Four corners of one subsystem; the rear corners have other points, springs and dampers.
#[test]
fn the_truck_is_as_written_out() {
    assert_same(Hmmwv::DECLARATION, include_str!("../data/hmmwv_written_out.txt"));
}

/// Every mirrored group of a text can be written as a subsystem.
#[test]
fn a_mirrored_group_is_a_subsystem_placed_once() {
    let mut groups = 0;
    for folder in ["vehicles", "topologies"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for entry in fs::read_dir(folder).expect("the folder is there") {
            let text = fs::read_to_string(entry.expect("it can be read").path()).expect("it is text");
            let (placed, found) = with_subsystems(&text);
            if found > 0 {
                assert_same(&placed, &text);
            }
            groups += found;
        }
    }
    assert!(groups > 10, "{groups} groups are too few to prove anything");
}

/// The text with `subsystem Kind0() { .. } place Kind0() as a mirrored b` instead of each `mirror a as b { .. }`,
/// and the number of replaced groups.
fn with_subsystems(text: &str) -> (String, usize) {
    let mut placed = String::new();
    let mut rest = text;
    let mut found = 0;
    while let Some((before, after)) = rest.split_once("    mirror ") {
        let (head, body) = after.split_once('{').expect("a group has parts");
        let (group, image) = head.trim().split_once(" as ").expect("a group has an image");
        let (items, after) = body.split_at(closing_brace(body));
        placed += before;
        placed += &format!("subsystem Kind{found}() {{{items}}} place Kind{found}() as {group} mirrored {image}\n");
        rest = &after[1..];
        found += 1;
    }
    (placed + rest, found)
}

/// Position of the first closing brace whose opening brace is before `text`.
fn closing_brace(text: &str) -> usize {
    let mut depth = 0;
    let closing = text.char_indices().find(|(_, letter)| {
        depth += match letter {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        depth < 0
    });
    closing.expect("the group ends").0
}

/// An axle whose two sides are trailing arms; the strut of each arm is a subsystem, too. Formal bodies of the strut
/// have the names of points, and one formal body has the name of a body of the corner.
const AXLE: &str = "
    subsystem Strut(pivot, arm) {
        points { top: [-0.3, 0.5, 0.8] m, seat: [-0.3, 0.5, 0.3] m }
        body piston { mass: 1 kg, com: top, inertia: [0.1, 0.1, 0.01] kg*m^2 }
        joint mount: spherical(arm, piston) { at: [-0.3, 0.5, 0.2] m }
        spring spring: between(pivot, piston) { from: top, to: seat, rate: 30 kN/m, free_length: 550 mm }
        output length: length(spring)
    }
    subsystem Trailing(chassis) {
        points { pivot: [0, 0.4, 0.3] m, hub: [-0.5, 0.6, 0.3] m, seat: [-0.25, 0.5, 0.3] m }
        body upright { mass: 3 kg, com: hub, inertia: [0.1, 0.1, 0.1] kg*m^2 }
        body arm { mass: 12 kg, com: [-0.25, 0.45, 0.3] m, inertia: [0.1, 0.3, 0.35] kg*m^2 }
        joint pivot: revolute(chassis, arm) { axis: y, at: pivot }
        joint weld: fixed(arm, upright)
        wheel tyre: on(upright) { centre: hub, radius: 0.31 m, spin_inertia: 1 kg*m^2, driven_from: chassis }
        place Strut(chassis, upright) as strut { spring spring { rate: 25 kN/m, to: seat } }
    }
    subsystem Axle(chassis) { place Trailing(chassis) as left mirrored right }
    body chassis { mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
    body trailer { mass: 300 kg, com: [-3, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
    joint heave: prismatic(ground, chassis) { axis: z }
    joint hitch: spherical(chassis, trailer) { at: [-2, 0, 0.5] m }";

/// A corner of [`AXLE`] without subsystems. In the strut's place, `seat` means the strut's own point and not the
/// corner's point.
fn corner(sides: &str, chassis: &str, seat: &str, rest: &str) -> String {
    format!(
        "mirror {sides} {{
            points {{ hub: [-0.5, 0.6, 0.3] m, top: [-0.3, 0.5, 0.8] m }}
            body upright {{ mass: 3 kg, com: hub, inertia: [0.1, 0.1, 0.1] kg*m^2 }}
            body arm {{ mass: 12 kg, com: [-0.25, 0.45, 0.3] m, inertia: [0.1, 0.3, 0.35] kg*m^2 }}
            body strut_piston {{ mass: 1 kg, com: top, inertia: [0.1, 0.1, 0.01] kg*m^2 }}
            joint pivot: revolute({chassis}, arm) {{ axis: y, at: [0, 0.4, 0.3] m }}
            joint weld: fixed(arm, upright)
            joint strut_mount: spherical(upright, strut_piston) {{ at: [-0.3, 0.5, 0.2] m }}
            wheel tyre: on(upright) {{ centre: hub, radius: 0.31 m, {rest} }}
            spring strut_spring: between({chassis}, strut_piston) {{
                from: top, to: {seat}, rate: 25 kN/m, free_length: 550 mm
            }}
            output strut_length: length(strut_spring)
        }}"
    )
}

/// Groups in groups: only the dots in the names differ.
#[test]
fn subsystems_in_subsystems_are_as_written_out() {
    let placed = format!(
        "Train {{ {AXLE}
            place Axle(chassis) as front
            place Axle(trailer) as rear {{
                points {{ left.strut.seat: [-0.2, 0.5, 0.3] m }}
                wheel left.tyre: on(upright) {{ spin_inertia: 2 kg*m^2, radius: 310 mm }}
            }}
            output toe: toe(rear.right.tyre)
        }}"
    );
    let (_, bodies) = AXLE.split_once("body chassis").expect("it stands there");
    let written_out = format!(
        "Train {{ body chassis {bodies} {} {} output toe: toe(rear_right.tyre) }}",
        corner(
            "front_left as front_right",
            "chassis",
            "[-0.3, 0.5, 0.3] m",
            "spin_inertia: 1 kg*m^2, driven_from: chassis"
        ),
        corner(
            "rear_left as rear_right",
            "trailer",
            "[-0.2, 0.5, 0.3] m",
            "spin_inertia: 2 kg*m^2, driven_from: trailer"
        ),
    );
    let mut solver = solver(&placed);
    for [dotted, plain] in [
        ["front.left", "front_left"],
        ["front.right", "front_right"],
        ["rear.left", "rear_left"],
        ["rear.right", "rear_right"],
        [".strut.", ".strut_"],
    ] {
        solver = solver.replace(dotted, plain);
    }
    // A value without a name of its own is named after the last word of its part.
    let last_words = |text: &str| {
        let words = text.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_');
        words.map(without_group).collect::<String>()
    };
    let lines = |text: &str| {
        let words: Vec<&str> = text.split_whitespace().collect();
        words.join(" ").replace(';', ";\n")
    };
    let [solver, written_out] = [solver, self::solver(&written_out)].map(|text| lines(&last_words(&text)));
    assert_same_text(&solver, &written_out);
}

/// The word without its group: `piston_553` for `strut_piston_553`, `left_square_12` for `front_left_square_12`. Other
/// words stay as they are.
fn without_group(word: &str) -> &str {
    let groups = ["strut_", "front_", "rear_"];
    let rest = groups.iter().find_map(|group| word.strip_prefix(group));
    let is_counted = |rest: &&str| {
        let parts = ["piston_", "mount_", "spring_", "length_", "left_", "right_"];
        let number = rest.rsplit('_').next().unwrap_or(rest);
        parts.iter().any(|part| rest.starts_with(part)) && number.starts_with(|c: char| c.is_ascii_digit())
    };
    rest.filter(is_counted).unwrap_or(word)
}

/// Names of the two bodies of a joint.
fn bodies<'m>(model: &'m Model, joint: &str) -> [&'m str; 2] {
    let joint = model.joints.iter().find(|found| found.name == joint);
    let joint = joint.expect("the joint is there");
    [joint.first, joint.second].map(|body| model.body(body).name.as_str())
}

/// The image of a subsystem is attached to the image of the subsystem's carrier, wherever this image is declared. A
/// body without an image is its own image.
#[test]
fn images_hang_on_images() {
    let text = format!(
        "Train {{
            subsystem Motor(carrier, frame) {{
                body rotor {{ mass: 3 kg, com: [-0.5, 0.6, 0.3] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }}
                joint shaft: revolute(carrier, rotor) {{ axis: y, at: [-0.5, 0.6, 0.3] m }}
                link stay: distance(frame, carrier) {{ from: [0, 0, 0.9] m, to: [0, 0.4, 0.3] m }}
            }}
            place Motor(axle.right.arm, chassis) as motor_right mirrored motor_left
            place Bar(chassis, axle.left.arm, axle.right.arm) as bar
            subsystem Bar(frame, left, right) {{
                body rod {{ mass: 3 kg, com: [-0.2, 0, 0.3] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }}
                joint bush: revolute(frame, rod) {{ axis: y, at: [0, 0, 0.3] m }}
                link drop_left: distance(rod, left) {{ from: [-0.2, 0.3, 0.3] m, to: [-0.2, 0.3, 0.2] m }}
                link drop_right: distance(rod, right) {{ from: [-0.2, -0.3, 0.3] m, to: [-0.2, -0.3, 0.2] m }}
            }}
            {AXLE}
            place Axle(chassis) as axle
        }}"
    );
    let vehicle = parse_text(&text).expect("it can be read");
    let model = resolve(&vehicle).unwrap_or_else(|d| panic!("{}", render(&d, "declaration", &text)));
    assert_eq!(
        bodies(&model, "motor_right.shaft"),
        ["axle.right.arm", "motor_right.rotor"]
    );
    assert_eq!(
        bodies(&model, "motor_left.shaft"),
        ["axle.left.arm", "motor_left.rotor"]
    );
    assert_eq!(bodies(&model, "motor_left.stay"), ["chassis", "axle.left.arm"]);
    assert_eq!(bodies(&model, "bar.drop_left"), ["bar.rod", "axle.left.arm"]);
    assert_eq!(bodies(&model, "bar.drop_right"), ["bar.rod", "axle.right.arm"]);
}

/// An override with another kind replaces the whole part.
#[test]
fn a_part_of_another_kind_replaces_the_old_one() {
    let text = |override_: &str| {
        format!(
            "Car {{
                body chassis {{ mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }}
                subsystem Arm(chassis) {{
                    body arm {{ mass: 12 kg, com: [-0.25, 0.45, 0.3] m, inertia: [0.1, 0.3, 0.35] kg*m^2 }}
                    joint pivot: revolute(chassis, arm) {{ axis: y, at: [0, 0.4, 0.3] m }}
                }}
                place Arm(ground) as arm {{ {override_} }}
                joint hold: prismatic(arm.arm, chassis) {{ axis: z }}
            }}"
        )
    };
    let kind = |override_: &str| {
        let model = resolve(&parse_text(&text(override_)).expect("it can be read")).expect("it is sound");
        model.joints[0].kind.word()
    };
    assert_eq!(kind(""), "revolute");
    assert_eq!(kind("joint pivot { axis: x }"), "revolute");
    assert_eq!(
        kind("joint pivot: spherical(chassis, arm) { at: [0, 0.4, 0.3] m }"),
        "spherical"
    );
    assert_eq!(
        kind("link pivot: distance(chassis, arm) { from: [0, 0.4, 0.3] m, to: [0, 0.4, 0.2] m }"),
        "distance"
    );
}
