//! Tables of hardpoints.

use wishbone_studies::rig::Rig;
use wishbone_workbench::files::NoFiles;
use wishbone_workbench::import::Imported;
use wishbone_workbench::import::table::{Asked, imported};
use wishbone_workbench::suspensions::{Point, Suspension};
use wishbone_workbench::vehicle::{Declaration, Running, Vehicle};

/// Points of a front and a rear axle in ISO 8855 [mm], different from all library points.
const POINTS: &[(&str, [f64; 3])] = &[
    ("front lca front", [1221.5, 402.25, 188.0]),
    ("front lca rear", [845.0, 371.0, 201.5]),
    ("front lca outer", [1013.75, 651.0, 172.0]),
    ("front uca front", [1148.0, 461.0, 410.0]),
    ("front uca rear", [948.0, 406.5, 387.0]),
    ("front uca outer", [984.0, 643.0, 396.0]),
    ("front tie rod inner", [770.0, 331.0, 265.0]),
    ("front tie rod outer", [846.0, 612.0, 259.0]),
    ("front spring upper", [900.0, 511.0, 668.0]),
    ("front spring lower", [918.0, 561.0, 176.0]),
    ("front wheel centre", [1001.0, 747.5, 302.0]),
    ("rear arm pivot inner", [-1305.0, 205.0, 281.0]),
    ("rear arm pivot outer", [-1183.0, 619.0, 312.0]),
    ("rear spring upper", [-1520.0, 503.0, 606.0]),
    ("rear spring lower", [-1525.0, 506.0, 268.0]),
    ("rear wheel centre", [-1603.0, 751.0, 305.0]),
];

fn asked() -> Asked {
    Asked {
        suspensions: vec!["front=double_wishbone".to_owned(), "rear=semi_trailing_arm".to_owned()],
        ..Asked::default()
    }
}

/// The table with these signs of its axes, in millimetres.
fn table(signs: [f64; 3]) -> String {
    let mut text = String::from("name,x [mm],y [mm],z [mm]\n");
    for (name, [x, y, z]) in POINTS {
        text += &format!("{name},{},{},{}\n", signs[0] * x, signs[1] * y, signs[2] * z);
    }
    text
}

fn read(text: &str, asked: &Asked) -> Imported {
    imported(text, "points.csv", asked, None).unwrap_or_else(|problem| panic!("{problem}"))
}

/// Positions and axes of all wheels, each lifted by some millimetres.
fn lifted(text: &str) -> Vec<[f64; 3]> {
    let running = Running::of(Declaration::of_text("car.toml", text, &NoFiles))
        .unwrap_or_else(|problem| panic!("{problem}\n{text}"));
    let mut rig = Rig::new(running.engine.clone(), &[], &[], &running.radii).expect("a rig");
    let heights: Vec<f64> = rig.wheels().iter().map(|wheel| wheel.centre[2] + 0.025).collect();
    rig.lift(&heights).expect("a position");
    rig.wheels()
        .iter()
        .flat_map(|wheel| [wheel.centre, wheel.axis])
        .collect()
}

fn far(one: &[[f64; 3]], other: &[[f64; 3]]) -> f64 {
    assert_eq!(one.len(), other.len());
    one.iter()
        .flatten()
        .zip(other.iter().flatten())
        .map(|(a, b)| (a - b).abs())
        .fold(0.0, f64::max)
}

/// ISO, SAE and Adams axes: recognised and named, they give the same car.
#[test]
fn three_systems_of_axes_are_one_car() {
    let iso = read(&table([1.0, 1.0, 1.0]), &asked());
    let wanted = lifted(&iso.text);
    assert_eq!(wanted.len(), 8);
    for (word, signs, told) in [
        ("iso", [1.0, 1.0, 1.0], "ISO 8855"),
        ("sae", [1.0, -1.0, -1.0], "SAE J670"),
        ("adams", [-1.0, -1.0, 1.0], "Adams/Car"),
    ] {
        let text = table(signs);
        let named = Asked {
            axes: Some(word.to_owned()),
            ..asked()
        };
        for asked in [asked(), named] {
            // In SAE and Adams the points of the table are on the left, where y is negative.
            let found = read(&text, &asked);
            assert!(found.notes[0].contains(told), "{:?}", found.notes);
            assert!(far(&lifted(&found.text), &wanted) < 1e-12, "{word}");
        }
    }
    // Named axes are rejected if the points contradict them.
    let named = Asked {
        axes: Some("sae".to_owned()),
        ..asked()
    };
    let reason = imported(&table([1.0, 1.0, 1.0]), "points.csv", &named, None)
        .expect_err("the wrong axes")
        .message();
    assert!(
        reason.contains("its axes are not x forward, y right, z down"),
        "{reason}"
    );
}

/// A column of running numbers does not stand for the names. Without a unit the half track tells it, also by the name `front wheel centre`.
#[test]
fn numbers_beside_the_names_and_a_missing_unit_are_understood() {
    let wanted = read(&table([1.0, 1.0, 1.0]), &asked()).text;
    let mut numbered = String::from("ID,Name,X,Y,Z\n");
    for (place, (name, [x, y, z])) in POINTS.iter().enumerate() {
        numbered += &format!("{},{name},{x},{y},{z}\n", place + 1);
    }
    let found = read(&numbered, &asked());
    assert!(far(&lifted(&found.text), &lifted(&wanted)) < 1e-12);
    let told = |words: &str| found.notes.iter().any(|note| note.contains(words));
    assert!(
        told("unit, recognised: mm") && told("column `ID` is not used"),
        "{:?}",
        found.notes
    );
}

/// The wheel centre and every hardpoint are at the table's positions, to a picometre.
#[test]
fn points_are_those_of_the_table() {
    let found = read(&table([1.0, 1.0, 1.0]), &asked());
    let (_, points) = Declaration::of_text("car.toml", &found.text, &NoFiles)
        .resolved()
        .expect("a vehicle");
    for (own, name) in [
        (2, "front_left.lca_outer"),
        (9, "front_left.spring_seat"),
        (12, "rear_left.pivot_outer"),
        (15, "rear_left.wheel_centre"),
    ] {
        let point = points.iter().find(|point| point.name == name).expect(name);
        for axis in 0..3 {
            assert!(
                (point.declared[axis] - 1e-3 * POINTS[own].1[axis]).abs() < 1e-12,
                "{name}"
            );
        }
    }
    assert!(
        found
            .text
            .contains("# line 4, \"front lca outer\"\nlca_outer = [1013.75, 651, 172]"),
        "{}",
        found.text
    );
}

/// Springs keep their deflection, arms move their centre of mass, and the whole vehicle is plausible.
#[test]
fn masses_and_springs_follow_the_points() {
    let found = read(&table([1.0, 1.0, 1.0]), &asked());
    let running = Running::of(Declaration::of_text("car.toml", &found.text, &NoFiles)).expect("a vehicle");
    let library = Vehicle::of_text(
        "corner.toml",
        &wishbone_workbench::suspensions::text("double_wishbone").expect("a text"),
    );
    let library = &library.running().expect("a vehicle").compiled.model;
    let model = &running.compiled.model;
    let length = |spring: &wishbone_compiler::model::Spring| (*spring.to - *spring.from).norm();
    let [own, other] = [model, library].map(|model| {
        model
            .springs
            .iter()
            .find(|spring| spring.name.ends_with("left.spring"))
            .expect("a spring")
    });
    let [free, library_free] = [own, other].map(|spring| *spring.free_length - length(spring));
    assert!((free - library_free).abs() < 1e-9, "{free} {library_free}");
    let (_, warnings) = Vehicle::of_text("car.toml", &found.text).check().expect("a vehicle");
    assert_eq!(warnings.text, "");
}

/// Right sides alone, equal sides, and different sides.
#[test]
fn sides_are_mirrored_or_apart() {
    let corner = |sign: f64| {
        let mut text = String::from("name;x [mm];y [mm];z [mm]\n");
        for (name, [x, y, z]) in &POINTS[..11] {
            text += &format!("{name};{x};{};{z}\n", sign * y);
        }
        text
    };
    let asked = Asked {
        suspensions: vec!["double_wishbone".to_owned()],
        axes: Some("iso".to_owned()),
        ..Asked::default()
    };
    let [left, right] = [1.0, -1.0].map(|sign| read(&corner(sign), &asked));
    assert!(far(&lifted(&left.text), &lifted(&right.text)) < 1e-15);
    assert!(
        right.notes.iter().any(|note| note.contains("mirrored to the left")),
        "{:?}",
        right.notes
    );
    let both = corner(1.0) + corner(-1.0).split_once('\n').expect("lines").1;
    assert!(far(&lifted(&read(&both, &asked).text), &lifted(&left.text)) < 1e-15);
    // The right tie rod is two millimetres higher.
    let apart = both.replace("front tie rod outer;846;-612;259", "front tie rod outer;846;-612;261");
    assert_ne!(apart, both);
    let found = read(&apart, &asked);
    assert!(
        found.notes.iter().any(|note| note.contains("`tie_outer` by 2 mm")),
        "{:?}",
        found.notes
    );
    let there = lifted(&found.text);
    let wanted = lifted(&left.text);
    assert!(far(&there[..2], &wanted[..2]) < 1e-12);
    assert!(
        (there[3][0] - wanted[3][0]).abs() > 3e-4,
        "the right wheel steers by itself"
    );
}

/// A point whose name only tells its part is matched by its position.
#[test]
fn placement_tells_what_names_do_not() {
    let text = table([1.0, 1.0, 1.0])
        .replace("front lca front", "front lca 1")
        .replace("front lca rear", "front lca 2")
        .replace("front spring upper", "front damper A")
        .replace("front spring lower", "front damper B");
    let found = read(&text, &asked());
    assert!(
        far(
            &lifted(&found.text),
            &lifted(&read(&table([1.0, 1.0, 1.0]), &asked()).text)
        ) < 1e-15
    );
    for note in [
        "`front lca 1` is `lca_front`, by x",
        "`front damper B` is `spring_seat`, by z",
    ] {
        assert!(found.notes.iter().any(|own| own.contains(note)), "{:?}", found.notes);
    }
}

/// All mistakes together, each with its line.
#[test]
fn what_is_missing_or_unknown_is_told_at_once() {
    let text = table([1.0, 1.0, 1.0])
        .replace("front uca outer", "P17")
        .replace("front tie rod inner", "front ti rod iner");
    let reason = imported(&text, "points.csv", &asked(), None)
        .expect_err("mistakes")
        .message();
    for words in [
        "line 7 `P17` is no hardpoint that is known; by its place it may be `uca_outer`: `--name 'P17=uca_outer'`",
        "line 8 `front ti rod iner` is no hardpoint that is known",
        "front `uca_outer` (upper arm, ball joint on the upright) is missing",
        "front `tie_inner` (tie rod, end on the rack or the chassis) is missing",
    ] {
        assert!(reason.contains(words), "{words}\n{reason}");
    }
    let given = Asked {
        names: vec!["P17=uca_outer".to_owned(), "front ti rod iner=tie_inner".to_owned()],
        ..asked()
    };
    let reason = imported(&text, "points.csv", &given, None).map(|found| found.notes);
    assert!(reason.is_err(), "an axle is wanted for P17: {reason:?}");
    let one = Asked {
        suspensions: vec!["double_wishbone".to_owned()],
        axle: Some("front".to_owned()),
        ..given
    };
    let front = text.lines().take(12).collect::<Vec<_>>().join("\n");
    read(&front, &one);
    for (asked, words) in [
        (
            Asked {
                suspensions: vec!["dubble_wishbone".to_owned()],
                ..Asked::default()
            },
            "did you mean `double_wishbone`?",
        ),
        (Asked::default(), "needs a suspension"),
        (
            Asked {
                axes: Some("iso8855".to_owned()),
                ..self::asked()
            },
            "`sae`",
        ),
        (
            Asked {
                unit: Some("mm".to_owned()),
                ..self::asked()
            },
            "leave out `--unit`",
        ),
        (
            Asked {
                keep: vec!["lca_frnt".to_owned()],
                ..self::asked()
            },
            "did you mean `lca_front`?",
        ),
    ] {
        let reason = imported(&table([1.0, 1.0, 1.0]), "points.csv", &asked, None)
            .expect_err(words)
            .message();
        assert!(reason.contains(words), "{words}\n{reason}");
    }
    let twice = table([1.0, 1.0, 1.0]) + "front LCA outboard,1,2,3\n";
    let reason = imported(&twice, "points.csv", &asked(), None)
        .expect_err("twice")
        .message();
    assert!(
        reason.contains("line 18, \"front LCA outboard\": `lca_outer` is given already by line 4"),
        "{reason}"
    );
}

/// If spring and damper have separate points, each name means its own. If they share one, both names mean it.
#[test]
fn springs_and_dampers_are_told_apart() {
    let files = NoFiles;
    let car = Vehicle::load("hmmwv", &files).expect("a vehicle of the library");
    let text = "name,x [mm],y [mm],z [mm]\nfront shock top,1790,500,330\nfront spring upper,1791,510,199\n";
    let axes = Asked {
        axes: Some("iso".to_owned()),
        ..Asked::default()
    };
    let found =
        imported(text, "points.csv", &axes, Some(car.declaration())).unwrap_or_else(|problem| panic!("{problem}"));
    let (_, points) = Declaration::of_text("car.toml", &found.text, &files)
        .resolved()
        .expect("a vehicle");
    let place = |name: &str| points.iter().find(|own| own.name == name).expect(name).declared.z;
    assert!(
        (place("front_left.damper_top") - 0.33).abs() < 1e-12 && (place("front_left.spring_top") - 0.199).abs() < 1e-12
    );
    let corner = table([1.0, 1.0, 1.0]).replace("front spring upper", "front shock top");
    assert_eq!(
        lifted(&read(&corner, &asked()).text),
        lifted(&read(&table([1.0, 1.0, 1.0]), &asked()).text)
    );
}

/// A declared car with its own origin gets the points, and keeps everything else.
#[test]
fn a_declared_car_gets_the_points() {
    let car = "Car {
        include \"wishbone/double_wishbone.txt\"
        body chassis { mass: 1000 kg, com: [0, 0, 0.5] m, inertia: [300, 1200, 1300] kg*m^2 }
        joint motion: free(ground, chassis)
        place DoubleWishbone(chassis, chassis) as front_left mirrored front_right { origin: [1.1, 0, 0.3] m }
        place DoubleWishbone(chassis, chassis) as rear_left mirrored rear_right { origin: [-1.6, 0, 0.3] m }
    }";
    let declaration = Declaration::of_text("car.txt", car, &NoFiles);
    let front = table([1.0, 1.0, 1.0]).lines().take(12).collect::<Vec<_>>().join("\n");
    let found = imported(
        &front,
        "points.csv",
        &Asked {
            axes: Some("iso".to_owned()),
            ..Asked::default()
        },
        Some(&declaration),
    );
    let found = found.unwrap_or_else(|problem| panic!("{problem}"));
    let running = Running::of(Declaration::of_text("car.toml", &found.text, &NoFiles)).expect("a vehicle");
    let wheels = &running.compiled.model.wheels;
    let place = |name: &str| *wheels.iter().find(|wheel| wheel.name == name).expect(name).centre;
    for (axis, wanted) in POINTS[10].1.iter().enumerate() {
        assert!((place("front_left.tyre")[axis] - 1e-3 * wanted).abs() < 1e-12);
    }
    assert!((place("rear_left.tyre").x + 1.6).abs() < 1e-12);
    assert!(
        found
            .notes
            .iter()
            .any(|note| note.contains("left where they are: rear_left.lca_front")),
        "{:?}",
        found.notes
    );
}

/// The right side of a declared car follows the table, whether it is a mirror image, the mirrored original, or declared apart.
/// Sides that differ are written where both are declared, and refused where one is the image of the other.
#[test]
fn the_right_side_of_a_declared_car_follows() {
    let library = Suspension::find("double_wishbone").expect("a suspension");
    let place = |names: &str, side: f64| {
        let point = |own: &Point| format!("{}: [{}, {}, {}] m, ", own.name, own.at[0], side * own.at[1], own.at[2]);
        let points: String = library.points.iter().map(point).collect();
        format!(
            "place DoubleWishbone(chassis, chassis) as {names} {{ origin: [1.1, 0, 0.3] m points {{ {points} }} }}\n"
        )
    };
    let car = |places: &str| {
        let head = "include \"wishbone/double_wishbone.txt\"
            body chassis { mass: 1000 kg, com: [0, 0, 0.5] m, inertia: [300, 1200, 1300] kg*m^2 }
            joint motion: free(ground, chassis)";
        Declaration::of_text("car.txt", &format!("Car {{ {head}\n {places} }}"), &NoFiles)
    };
    let iso = Asked {
        axes: Some("iso".to_owned()),
        ..Asked::default()
    };
    let left = "name,x [mm],y [mm],z [mm]\nfront left tie rod inner,1000,300,310\n";
    let both = format!("{left}front right tie rod inner,1000,-301,312\n");
    let is_mirrored = "are declared as mirror images";
    for (places, wanted, wanted_apart) in [
        (
            place("front_left mirrored front_right", 1.0),
            vec![[-0.1, 0.3, 0.01]],
            None,
        ),
        (
            place("front_right mirrored front_left", -1.0),
            vec![[-0.1, -0.3, 0.01]],
            None,
        ),
        (
            place("front_left", 1.0) + &place("front_right", -1.0),
            vec![[-0.1, 0.3, 0.01], [-0.1, -0.3, 0.01]],
            Some(vec![[-0.1, 0.3, 0.01], [-0.1, -0.301, 0.012]]),
        ),
    ] {
        let moved = |text: &str| {
            let found = imported(text, "points.csv", &iso, Some(&car(&places))).map_err(|own| own.to_string())?;
            let (_, points) = Declaration::of_text("car.toml", &found.text, &NoFiles)
                .resolved()
                .expect("a vehicle");
            let ties = points.iter().filter(|own| own.name.ends_with(".tie_inner"));
            Ok::<_, String>(
                ties.map(|own| [own.declared.x, own.declared.y, own.declared.z])
                    .collect::<Vec<_>>(),
            )
        };
        let found = moved(left).unwrap_or_else(|problem| panic!("{places}: {problem}"));
        assert!(far(&found, &wanted) < 1e-12, "{places}: {found:?}");
        match (moved(&both), wanted_apart) {
            (Ok(found), Some(wanted)) => assert!(far(&found, &wanted) < 1e-12, "{found:?}"),
            (Err(problem), None) => assert!(problem.contains(is_mirrored), "{problem}"),
            (found, _) => panic!("{places}: {found:?}"),
        }
    }
}

/// Every cell of a table is wrong in some way. It is reported or declared, and never causes a panic.
#[test]
fn any_cell_may_be_wrong() {
    let lines: Vec<Vec<String>> = table([1.0, 1.0, 1.0])
        .lines()
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect();
    let (mut tried, mut refused) = (0, 0);
    let wrong = [
        "",
        "x",
        "\"",
        "1e999",
        "-1e300",
        "0",
        ";",
        "left",
        "\u{1F697} // */",
        "front lca outer",
        "y [mm]",
        "\t,,",
    ];
    for line in 0..lines.len() {
        for cell in 0..4 {
            // Five of the twelve ways, different in each cell.
            for way in 0..5 {
                let mut lines = lines.clone();
                lines[line][cell] = wrong[(5 * line + 3 * cell + way) % wrong.len()].to_owned();
                let text: Vec<String> = lines.iter().map(|line| line.join(",")).collect();
                tried += 1;
                refused += usize::from(imported(&text.join("\n"), "points.csv", &asked(), None).is_err());
            }
        }
    }
    assert!(tried > 300 && 2 * refused > tried, "{refused} of {tried} refused");
}
