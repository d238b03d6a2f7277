//! After a mistake, reading continues with the next item: one pass finds all mistakes, in either format, and reports
//! each mistake once.

use super::read;
use wishbone_compiler::diag::SourceId;

/// Code and line of each mistake, ordered by line.
fn found(name: &str, text: &str) -> Vec<(&'static str, usize)> {
    let reading = read(&[(name, text)]);
    let found = reading.vehicle.expect_err("there are mistakes");
    let source = reading.sources.get(SourceId::MAIN).expect("the text is kept");
    let mut places: Vec<_> = found
        .iter()
        .map(|found| {
            let line = source.line_and_column(found.labels[0].0.byte_range().start).0;
            (found.code.id, line)
        })
        .collect();
    places.sort_by_key(|(_, line)| *line);
    places
}

#[test]
fn lines_that_are_no_toml_hide_no_others() {
    let text = r#"[vehicle]
name = "Car"
gravity = 9.81 m/s^2
[body.arm]
mass = "1 kgg"
[body.rod]
mass = = 3
com = "[0, 0, 1] mn"
[joint.pin]
kind = "revolute(ground rod)"
[jont.ball]
kind = "spherical(arm, rod)"
[vehicle.extra
"#;
    let with_heading = found("car.toml", text);
    let expected = [
        ("W0101", 3),
        ("W0103", 5),
        ("W0101", 7),
        ("W0103", 8),
        ("W0101", 10),
        ("W0101", 13),
    ];
    assert_eq!(
        with_heading, expected,
        "a heading is lost: what it would have declared is not told"
    );
    let without = text.replace("[vehicle.extra\n", "");
    assert!(found("car.toml", &without).contains(&("W0102", 11)));
    // The name is on a line that cannot be read, so a missing name is not reported in addition.
    assert_eq!(found("car.toml", "[vehicle]\nname = Car\n"), [("W0101", 2)]);
}

#[test]
fn items_with_broken_headings_are_read_for_what_is_in_them() {
    let text = "Car {
        mirror left right { body arm { mass: 3 kgg } body { } }
        place Strut(chassis) front { body arm { mass: 3 kgg } }
        joint pin revolute(ground, arm) { at: 3 kgg }
        body rod: rigid { mass: 3 kgg }
        boddy tube { mass: 3 kgg }
        link tie: distance(ground rod) { from: 3 kgg }
    }";
    let expected = [
        ("W0101", 2),
        ("W0103", 2),
        ("W0101", 2),
        ("W0101", 3),
        ("W0103", 3),
        ("W0101", 4),
        ("W0103", 4),
        ("W0101", 5),
        ("W0103", 5),
        ("W0102", 6),
        ("W0101", 7),
        ("W0103", 7),
    ];
    assert_eq!(found("car.txt", text), expected);
    assert_eq!(
        found("car.txt", "/// Nameless.\npub {\nbody arm { mass: 3 kgg } }"),
        [("W0101", 2), ("W0103", 3)]
    );
}

/// Degrees, squares and dots as people write them.
#[test]
fn strange_characters_are_told_each() {
    let text = "Car {\ngravity: 9.81 m/s²\nbody arm { turn: 3 °,\nmass: 3 kgg,\nmoment: 2 N⋅m }\n}";
    assert_eq!(
        found("car.txt", text),
        [("W0101", 2), ("W0101", 3), ("W0103", 4), ("W0101", 5)]
    );
    let told = super::told(&[("car.txt", text)]);
    for meant in ["write `^2`", "write `deg`", "write `*`"] {
        assert!(told.contains(meant), "{told}");
    }
}

#[test]
fn a_name_that_tells_another_grammar_is_told_alone() {
    let toml = "# A car.\n[vehicle]\nname = \"Car\"\n[body.arm]\n";
    let grammar = "// A car.\nCar {\n    body arm { }\n}";
    for (name, text, help) in [
        ("car.txt", toml, "let its name end in `.toml`"),
        ("car.toml", grammar, "let its name end in `.txt`"),
    ] {
        assert_eq!(found(name, text), [("W0101", 1)]);
        assert!(super::told(&[(name, text)]).contains(help));
        // Also in an included file.
        let including = super::told(&[("main.txt", &format!("Car {{ include \"{name}\" }}")), (name, text)]);
        assert!(including.contains(help), "{including}");
    }
}

#[test]
fn an_include_behind_a_heading_is_told() {
    let text = "[vehicle]\nname = \"Car\"\ninclude = \"a.toml\"\n[points]\ninclude = [\"a.toml\", \"b.txt\"]\n[body]\ninclude = \"a.txt\"\n";
    assert_eq!(found("car.toml", text), [("W0101", 3), ("W0101", 5), ("W0101", 7)]);
    // A point may have the name `include`.
    let point = "[vehicle]\nname = \"Car\"\n[points]\ninclude = \"[0, 0, 1] m\"\n";
    assert!(read(&[("car.toml", point)]).vehicle.is_ok());
}

/// A bracket without its partner is reported at its place, and hides no other item.
#[test]
fn brackets_without_partners_hide_nothing() {
    let text = "Car {
        body arm { mass: 3 kgg, com: [0, 0, 1] m
        body rod { mass: 3 kgg, com: [0, 0, 1 m, inertia: [1, 1, 1] kg*m^2 }
        mirror left as right {
            joint pin: revolute(ground, arm { axis: x, at: 3 kgg }
            points { a: [0, 0, 1] m, b: [0, 0, 1] kgg }
        }
        output h: z(arm)) { at: 3 kgg }
        // } { (
        gravity: 9.81 m/sec^2
    }";
    let expected = [
        ("W0101", 2),
        ("W0103", 2),
        ("W0101", 3),
        ("W0103", 3),
        ("W0101", 5),
        ("W0103", 5),
        ("W0103", 6),
        ("W0101", 8),
        ("W0103", 8),
        ("W0103", 10),
    ];
    assert_eq!(found("car.txt", text), expected);
    // At the end of the text, nothing follows that could tell where the bracket was meant to close.
    assert_eq!(
        found("car.txt", "Car { body arm { mass: 3 kgg }"),
        [("W0101", 1), ("W0103", 1)]
    );
}

/// A list in TOML that is not closed hides no other item.
#[test]
fn lists_that_are_not_closed_hide_nothing() {
    let text = r#"[vehicle]
name = "Car"
[body.arm]
com = [0, 0,
mass = "1 kgg"
inertia = [[1, 0, 0], # ]
    [0, 1, 0], [0, 0, 1]
[joint.pin]
kind = "revolute(ground arm)"
"#;
    let expected = [("W0101", 4), ("W0103", 5), ("W0101", 6), ("W0101", 9)];
    assert_eq!(found("car.toml", text), expected);
    assert_eq!(found("car.toml", &text.replace('\n', "\r\n")), expected);
}
