use super::{AXLE, AXLE_IN_GRAMMAR, read, tree};
use wishbone_compiler::diag::SourceSpan;
use wishbone_compiler::front::dsl;
use wishbone_compiler::front::syntax::{Item, Vehicle};
use wishbone_compiler::front::toml::print;
use wishbone_compiler::pipeline::compile;

/// A printed tree without source places. Settings may stand anywhere in the text and are found by their names.
fn shape(vehicle: &Vehicle) -> String {
    let text = format!("{vehicle:#?}");
    let mut depth = None;
    let mut kept = Vec::new();
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        match depth {
            Some(outer) if indent > outer => {}
            Some(_) => depth = None,
            None if line.trim_start().starts_with("span: SourceSpan(") => depth = Some(indent),
            None => kept.push(line),
        }
    }
    kept.join("\n")
}

#[test]
fn toml_and_grammar_give_one_tree() {
    let grammar = dsl::parse_text(AXLE_IN_GRAMMAR).expect("it is sound");
    assert!(
        compile(&grammar).is_ok(),
        "else its mistakes would drown those of other tests"
    );
    assert_eq!(shape(&tree(&[("axle.toml", AXLE)])), shape(&grammar));
    assert!(
        shape(&grammar).len() > 1000 && !shape(&grammar).contains("SourceSpan"),
        "{}",
        shape(&grammar)
    );
}

/// Reading the printed text gives an equal tree, and printing this tree gives an equal text.
#[test]
fn what_is_printed_is_read_again() {
    let printed = print::vehicle(&tree(&[("axle.toml", AXLE)]));
    let again = tree(&[("axle.toml", &printed)]);
    assert_eq!(print::vehicle(&again), printed);
    let count = |vehicle: &Vehicle, kind: fn(&Item) -> bool| vehicle.items.iter().filter(|item| kind(item)).count();
    for kind in [
        (|item| matches!(item, Item::Element(_))) as fn(&Item) -> bool,
        |item| matches!(item, Item::Setting(_)),
        |item| matches!(item, Item::Mirror { .. }),
    ] {
        assert_eq!(count(&again, kind), count(&tree(&[("axle.toml", AXLE)]), kind));
    }
    insta::assert_snapshot!(printed);
}

/// Parts are numbered in the order of the text, in whatever tables they are.
#[test]
fn order_is_that_of_the_text() {
    let vehicle = tree(&[("axle.toml", AXLE)]);
    let names: Vec<&str> = vehicle.items.iter().filter_map(name).collect();
    assert_eq!(
        names,
        [
            "right_height",
            "ride",
            "left",
            "chassis",
            "rider",
            "heave",
            "stay",
            "saddle"
        ]
    );
}

fn name(item: &Item) -> Option<&str> {
    match item {
        Item::Element(element) => Some(&element.name.text),
        Item::Mirror { group, .. } => Some(&group.text),
        _ => None,
    }
}

/// Places inside strings are exact to the letter; in a string with escapes, the place is the whole string.
#[test]
fn places_are_those_of_the_file() {
    let text = "[vehicle]\r\nname = \"\\u0043ar\"\r\ngravity = \"\"\"\r\n  9.81 m/s^2\"\"\"\r\n[body.é]\r\n";
    assert!(read(&[("car.toml", text)]).vehicle.is_err(), "bare keys are ASCII");
    let text = text.replace("body.é", "body.'é'");
    let vehicle = tree(&[("car.toml", &text)]);
    let at = |span: SourceSpan| &text[span.byte_range()];
    assert_eq!(
        (vehicle.name.text.as_str(), at(vehicle.name.span)),
        ("Car", "\"\\u0043ar\"")
    );
    let [Item::Setting(gravity), Item::Element(body)] = vehicle.items.as_slice() else {
        panic!("a setting and a body: {:?}", vehicle.items)
    };
    assert_eq!(
        (at(gravity.key.span), at(gravity.value.span())),
        ("gravity", "9.81 m/s^2")
    );
    assert_eq!((at(body.keyword.span), at(body.name.span)), ("body", "é"));
}

/// Everything that a tree can contain is printed so that reading the text gives an equal tree.
#[test]
fn subsystems_and_places_are_printed() {
    let text = "
        [vehicle]
        name = \"Car\"
        [subsystem.Corner]
        bodies = [\"chassis\"]
        [subsystem.Corner.points]
        seat = \"[0, 0.4, 0.6] m\"
        [subsystem.Corner.output]
        height = \"z(chassis)\"
        [place.left]
        kind = \"Corner(chassis)\"
        mirrored = \"right\"
        [place.left.points]
        seat = \"[0, 0.5, 0.6] m\"
        [place.left.spring]
        strut = { rate = \"40 kN/m\" }
        [place.left.body.\"strut.rod\"]
        mass = \"3 kg\"
        [place.rear]
        kind = \"Corner(chassis)\"";
    let vehicle = tree(&[("car.toml", text)]);
    let [
        Item::Subsystem { formals, items, .. },
        Item::Place {
            subsystem,
            image: Some(image),
            items: own,
            ..
        },
        Item::Place { image: None, .. },
    ] = vehicle.items.as_slice()
    else {
        panic!("a subsystem and two places: {:?}", vehicle.items)
    };
    assert_eq!((formals.len(), items.len(), own.len()), (1, 2, 3));
    assert_eq!((subsystem.text.as_str(), image.text.as_str()), ("Corner", "right"));
    let printed = print::vehicle(&vehicle);
    assert_eq!(shape(&tree(&[("car.toml", &printed)])), shape(&vehicle), "{printed}");
}

/// `tune` before a part makes parameters of all its numbers that can be parameters. A wheel's radius and the points of a table cannot.
#[test]
fn a_part_that_is_tuned_as_a_whole_stays_so() {
    let text = "Car {
        body chassis { mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
        joint heave: prismatic(ground, chassis) { axis: z }
        tune spring strut: between(ground, chassis) {
            from: [0, 0, 0.1] m, to: [0, 0, 0.5] m, free_length: tune(perch) 450 mm,
            rate: table(deflection: [-10, 0, 10] mm, force: [-300, 0, 200] N, scale: 1),
        }
        tune wheel tyre: on(chassis) { centre: [0, 0, 0.3] m, radius: 0.3 m, mass: 20 kg }
        wheel other: on(chassis) { centre: [1, 0, 0.3] m, radius: 0.3 m, mass: 20 kg }
    }";
    let grammar = dsl::parse_text(text).expect("it is sound");
    let printed = print::vehicle(&grammar);
    let again = tree(&[("car.toml", &printed)]);
    assert_eq!(print::vehicle(&again), printed);
    let parameters = |vehicle: &Vehicle| -> Vec<String> {
        let compiled = compile(vehicle).unwrap_or_else(|found| panic!("{found:#?}\n{printed}"));
        compiled.model.parameters.iter().map(|p| p.name.clone()).collect()
    };
    let expected = parameters(&grammar);
    assert!(
        expected.len() > 6 && expected.contains(&"perch".to_owned()),
        "{expected:?}"
    );
    assert!(!expected.iter().any(|name| name.starts_with("other")), "{expected:?}");
    assert_eq!(parameters(&again), expected, "{printed}");
}
