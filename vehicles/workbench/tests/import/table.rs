//! Tables of hardpoints.

use wishbone_studies::rig::Rig;
use wishbone_workbench::files::NoFiles;
use wishbone_workbench::import::Imported;
use wishbone_workbench::import::table::{Asked, imported};
use wishbone_workbench::suspensions::{Point, Suspension};
use wishbone_workbench::vehicle::{Declaration, Running, Vehicle};

/// Points of a front and a rear axle in ISO 8855 [mm], which differ from all points of the library.
pub(super) const POINTS: &[(&str, [f64; 3])] = &[
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

pub(super) fn asked() -> Asked {
    Asked {
        suspensions: vec!["front=double_wishbone".to_owned(), "rear=semi_trailing_arm".to_owned()],
        ..Asked::default()
    }
}

/// The table with these signs of its axes, in millimetres.
pub(super) fn table(signs: [f64; 3]) -> String {
    let mut text = String::from("name,x [mm],y [mm],z [mm]\n");
    for (name, [x, y, z]) in POINTS {
        text += &format!("{name},{},{},{}\n", signs[0] * x, signs[1] * y, signs[2] * z);
    }
    text
}

pub(super) fn read(text: &str, asked: &Asked) -> Imported {
    imported(text, "points.csv", asked, None).unwrap_or_else(|problem| panic!("{problem}"))
}

/// Positions and axes of all wheels, each lifted by some millimetres.
pub(super) fn lifted(text: &str) -> Vec<[f64; 3]> {
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

pub(super) fn far(one: &[[f64; 3]], other: &[[f64; 3]]) -> f64 {
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

/// A column of running numbers does not stand for the names. Without a unit the half track determines it, even if the
/// name is `front wheel centre`.
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

/// A header with a unit that does not match its numbers is refused: no wheel is 750 m from the middle, or 0.75 mm.
#[test]
fn a_wrong_unit_is_told() {
    let sound = table([1.0, 1.0, 1.0]);
    for (unit, numbers) in [("m", "mm"), ("in", "mm")] {
        let wrong = sound.replace(&format!("[{numbers}]"), &format!("[{unit}]"));
        let told = imported(&wrong, "points.csv", &asked(), None)
            .expect_err(unit)
            .message();
        assert!(
            told.contains("from the middle: look at the unit in its header"),
            "{told}"
        );
    }
    let asked = Asked {
        unit: Some("m".to_owned()),
        ..asked()
    };
    let bare = sound.replace(" [mm]", "");
    let told = imported(&bare, "points.csv", &asked, None)
        .expect_err("a unit")
        .message();
    assert!(told.contains("or of `--unit`"), "{told}");
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

/// A declared car with its own origin gets the points, and keeps all other values.
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

/// The right side of a declared car follows the table, whether it is a mirror image, the mirrored original, or declared
/// separately. Sides that differ are written if both sides are declared, and refused if one side is the image of the
/// other.
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

/// The double wishbone of suspension-explorer (its `geometry.yaml`), whose spindle leans by `atan(5 / 150)`: toe and
/// camber equal the values that its authors publish, at the design position and 40 mm higher. Without the contact the
/// wheel would stand upright.
#[test]
fn a_contact_beside_the_wheel_centre_is_camber() {
    let text = "name,x [mm],y [mm],z [mm]
lower_wishbone_inboard_front,250,400,200
lower_wishbone_inboard_rear,-250,450,200
lower_wishbone_outboard,0,900,200
upper_wishbone_inboard_front,225,350,500
upper_wishbone_inboard_rear,-275,350,500
upper_wishbone_outboard,-25,750,500
trackrod_inboard,50,200,250
trackrod_outboard,150,800,275
wheel centre,-20,950,313.426
contact patch,-20,960.447533,0
";
    let asked = Asked {
        suspensions: vec!["double_wishbone".to_owned()],
        keep: vec!["spring_top".to_owned(), "spring_seat".to_owned()],
        ..Asked::default()
    };
    let set_up = |text: &str, height: f64| {
        let running = Running::of(Declaration::of_text("car.toml", text, &NoFiles)).expect("a vehicle");
        let mut rig = Rig::new(running.engine.clone(), &[], &[], &running.radii).expect("a rig");
        let heights: Vec<f64> = rig.wheels().iter().map(|wheel| wheel.centre[2] + height).collect();
        rig.lift(&heights).expect("a position");
        let wheels = rig.wheels();
        // Toe-in turns the spindles forward, which point to the left; camber lowers their outer end.
        let each = [(0, 1.0), (1, -1.0)].map(|(wheel, sign): (usize, f64)| {
            let axis = wheels[wheel].axis;
            [
                (sign * axis[0]).atan2(axis[1]).to_degrees(),
                (-sign * axis[2]).asin().to_degrees(),
            ]
        });
        (each, running.radii)
    };
    let found = read(text, &asked);
    let (design, radii) = set_up(&found.text, 0.0);
    for own in design {
        assert!(
            own[0].abs() < 1e-9 && (own[1] + (5.0_f64 / 150.0).atan().to_degrees()).abs() < 1e-6,
            "{design:?}"
        );
    }
    let slant = 10.447_533_f64.hypot(313.426) * 1e-3;
    assert!(radii.iter().all(|own| (own - slant).abs() < 1e-12), "{radii:?}");
    let (lifted, _) = set_up(&found.text, 0.04);
    for own in lifted {
        assert!(
            (own[0] - 0.39959).abs() < 5e-5 && (own[1] + 1.99856).abs() < 5e-5,
            "{lifted:?}"
        );
    }
    let told = "line 11, \"contact patch\": radius 313.600077203 mm, camber -1.909152";
    assert!(
        found.notes.iter().any(|note| note.starts_with(told)),
        "{:?}",
        found.notes
    );
    // Any name may be given to the contact.
    let named = Asked {
        names: vec!["P20=contact".to_owned()],
        ..asked.clone()
    };
    let by_name = read(&text.replace("contact patch", "P20"), &named);
    assert_eq!(set_up(&by_name.text, 0.04), set_up(&found.text, 0.04));
    // A contact below the centre is none; one that no wheel can have is refused with its line.
    let upright = read(&text.replace("960.447533", "950"), &asked);
    assert!(
        !upright.text.contains("camber = ") && upright.text.contains("radius = \"313.426 mm\""),
        "{}",
        upright.text
    );
    for (at, words) in [
        (
            "30,600,0",
            "line 11, \"contact patch\": the tyre's contact lies 350 mm inside of",
        ),
        ("-20,950,400", "86.574 mm above the wheel centre"),
    ] {
        let wrong = text.replace("-20,960.447533,0", at);
        let told = imported(&wrong, "points.csv", &asked, None).map(|own| own.notes);
        let told = told.expect_err(words).message();
        assert!(told.contains(words), "{words}\n{told}");
    }
    // A contact far ahead is told, and its distance along the vehicle is left out.
    let ahead = read(&text.replace("-20,960.447533,0", "60,960.447533,0"), &asked);
    let told = "warning: line 11, \"contact patch\": the tyre's contact lies 80 mm in front of the wheel centre";
    assert!(
        ahead.notes.iter().any(|note| note.starts_with(told)),
        "{:?}",
        ahead.notes
    );
    assert_eq!(set_up(&ahead.text, 0.04), set_up(&found.text, 0.04));
    // Both sides have contacts of their own, and so may differ in them alone.
    let right: String = text.lines().skip(1).map(mirrored_row).collect();
    let same = read(&(text.to_owned() + &right), &asked);
    assert_eq!(set_up(&same.text, 0.04), set_up(&found.text, 0.04));
    let apart = read(&(text.to_owned() + &right.replace("-960.447533", "-950")), &asked);
    let (design, radii) = set_up(&apart.text, 0.0);
    assert!(
        (design[0][1] + 1.909_152).abs() < 1e-6 && design[1][1].abs() < 1e-9,
        "{design:?}"
    );
    assert!(
        (radii[0] - slant).abs() < 1e-12 && (radii[1] - 0.313_426).abs() < 1e-12,
        "{radii:?}"
    );
    assert!(
        apart
            .notes
            .iter()
            .any(|note| note.contains("`contact` by 10.447533 mm")),
        "{:?}",
        apart.notes
    );
}

/// Contacts of a solid axle differ by the tyres: the left one counts. A greater difference is a mistake.
#[test]
fn contacts_of_a_solid_axle_may_differ_a_little() {
    let text = "name,x [mm],y [mm],z [mm]
upper_chassis,500,0,140
upper_axle,0,0,160
left lower_chassis,550,450,-60
left lower_axle,20,500,-80
left spring_top,0,480,320
left spring_seat,0,500,0
left wheel_centre,0,750,0
right wheel_centre,0,-750,0
left contact,0,750,-300
right contact,0,-750.5,-300
";
    let asked = Asked {
        suspensions: vec!["solid_axle_panhard".to_owned()],
        axes: Some("iso".to_owned()),
        ..Asked::default()
    };
    let found = read(text, &asked);
    let told = "warning: the sides differ (`contact` by 0.5 mm)";
    assert!(
        found.notes.iter().any(|note| note.starts_with(told)),
        "{:?}",
        found.notes
    );
    let problem = imported(&text.replace("-750.5", "-760"), "points.csv", &asked, None).map(|own| own.notes);
    let told = problem.expect_err("sides that differ").message();
    assert!(told.contains("`contact` by 10 mm"), "{told}");
}

/// A row of the other side.
fn mirrored_row(row: &str) -> String {
    let cells: Vec<&str> = row.split(',').collect();
    format!("{},{},-{},{}\n", cells[0], cells[1], cells[2], cells[3])
}

/// A car of the library with the contact of its table: radius and camber follow on both sides, and a note gives the
/// earlier values. A spindle whose axis itself leans also gets the camber of the table.
#[test]
fn wheels_of_a_declared_car_follow_the_contact() {
    let car = |wheel: &str| {
        format!(
            "Car {{
        include \"wishbone/double_wishbone.txt\"
        body chassis {{ mass: 1000 kg, com: [0, 0, 0.5] m, inertia: [300, 1200, 1300] kg*m^2 }}
        joint motion: free(ground, chassis)
        place DoubleWishbone(chassis, chassis) as front_left mirrored front_right {{ origin: [1.1, 0, 0.3] m {wheel} }}
        place DoubleWishbone(chassis, chassis) as rear_right mirrored rear_left {{ origin: [-1.6, 0, 0.3] m
            points {{ lca_front: [0.16, -0.36, -0.11] m, lca_rear: [-0.2, -0.37, -0.1] m, lca_outer: [0.006, -0.705, -0.115] m,
                uca_front: [0.1, -0.43, 0.141] m, uca_rear: [-0.12, -0.43, 0.119] m, uca_outer: [-0.017, -0.656, 0.15] m,
                tie_inner: [-0.14, -0.406, -0.0659] m, tie_outer: [-0.13, -0.68, -0.066] m, spring_top: [-0.01, -0.53, 0.34] m,
                spring_seat: [-0.01, -0.6, -0.113] m, wheel_centre: [0, -0.75, 0] m }} }}
    }}"
        )
    };
    let text = "name,x [mm],y [mm],z [mm]
front wheel centre,1100,750,310
front contact,1100,760,30
rear wheel centre,-1600,740,300
rear contact,-1600,745,10
";
    let iso = Asked {
        axes: Some("iso".to_owned()),
        ..Asked::default()
    };
    let taken = |wheel: &str, text: &str| {
        let declaration = Declaration::of_text("car.txt", &car(wheel), &NoFiles);
        let found = imported(text, "points.csv", &iso, Some(&declaration)).unwrap_or_else(|told| panic!("{told}"));
        let (model, _) = Declaration::of_text("car.toml", &found.text, &NoFiles)
            .resolved()
            .expect("a vehicle");
        (found, model.wheels)
    };
    for wheel in [
        "",
        "wheel tyre { camber: -2 deg }",
        "wheel tyre { axis: [0, 1, 0.05], camber: -1 deg }",
    ] {
        let (found, wheels) = taken(wheel, text);
        assert_eq!(wheels.len(), 4);
        for own in &wheels {
            let is_front = own.name.starts_with("front");
            let [outward, below]: [f64; 2] = if is_front { [10.0, 280.0] } else { [5.0, 290.0] };
            let side = if own.name.contains("left") { 1.0 } else { -1.0 };
            let camber = (-side * own.axis.z).asin();
            assert!(
                (camber + (outward / below).atan()).abs() < 1e-9,
                "{wheel}: {}",
                own.name
            );
            assert!((own.radius - 1e-3 * outward.hypot(below)).abs() < 1e-12, "{}", own.name);
        }
        let told = found
            .notes
            .iter()
            .filter(|note| note.contains("by the tyre's contact, instead of"))
            .count();
        assert_eq!(told, 4, "{:?}", found.notes);
        if wheel.contains("-2") {
            let words = "camber of `front_left.tyre` -2.045408489 deg, by the tyre's contact, instead of -2 deg";
            assert!(found.notes.iter().any(|note| note.contains(words)), "{:?}", found.notes);
        }
    }
    // A contact alone counts with the wheel centre of the vehicle.
    let (found, wheels) = taken("", "name,x [mm],y [mm],z [mm]\nfront contact,1100,750,20\n");
    let radius = |name: &str| wheels.iter().find(|own| own.name == name).expect(name).radius;
    assert!((radius("front_left.tyre") - 0.28).abs() < 1e-12 && (radius("front_right.tyre") - 0.28).abs() < 1e-12);
    assert!((radius("rear_left.tyre") - 0.3).abs() < 1e-12);
    assert!(
        found
            .notes
            .iter()
            .any(|note| note.contains("0 points of the vehicle moved")),
        "{:?}",
        found.notes
    );
    // What agrees with the vehicle changes nothing, and contacts of one place that differ are a mistake.
    let (found, _) = taken("", "name,x [mm],y [mm],z [mm]\nfront contact,1100,750,0\n");
    assert!(
        !found.notes.iter().any(|note| note.contains("instead of")),
        "{:?}",
        found.notes
    );
    let declaration = Declaration::of_text("car.txt", &car(""), &NoFiles);
    let refused = |text: &str| {
        let told = imported(text, "points.csv", &iso, Some(&declaration)).map(|own| own.notes);
        told.expect_err("a mistake").message()
    };
    let told = refused(&(text.to_owned() + "front contact point,1100,750,0\n"));
    assert!(
        told.contains("line 6, \"front contact point\": `contact` is given already by line 3, \"front contact\"; leave one of them out by `--name 'front contact point='`"),
        "{told}"
    );
    let told = refused(&(text.to_owned() + "front right wheel contact,1100,-750,0\n"));
    assert!(told.contains("`contact` by 30 mm"), "{told}");
    let told = refused(&text.replace("1100,760,30", "1100,950,30"));
    assert!(
        told.contains("line 3, \"front contact\": the tyre's contact lies 200 mm outside of"),
        "{told}"
    );
}

/// A contact that cannot be written into the file is reported with the values that it would change. A table with two
/// axles for a vehicle with one axle is also reported.
#[test]
fn what_the_vehicle_has_no_place_for_is_told() {
    let car = |place: &str| {
        let text = format!(
            "Car {{ include \"wishbone/solid_axle_panhard.txt\" include \"wishbone/double_wishbone.txt\"
             body chassis {{ mass: 1000 kg, com: [0, 0, 0.5] m, inertia: [300, 1200, 1300] kg*m^2 }}
             joint motion: free(ground, chassis) {place} }}"
        );
        Declaration::of_text("car.txt", &text, &NoFiles)
    };
    let iso = Asked {
        axes: Some("iso".to_owned()),
        ..Asked::default()
    };
    let axle = car("place SolidAxlePanhard(chassis) as rear { origin: [-1.6, 0, 0.3] m }");
    let text = "name,x [mm],y [mm],z [mm]\nrear contact,-1600,755,10\n";
    let found = imported(text, "points.csv", &iso, Some(&axle)).unwrap_or_else(|told| panic!("{told}"));
    let told = "the tyre's contact is not used: `rear.left.tyre` keeps a radius of 300 mm and a camber of 0 deg, the table has 290.0431";
    assert!(found.notes.iter().any(|note| note.contains(told)), "{:?}", found.notes);
    let corner = car("place DoubleWishbone(chassis, chassis) as left mirrored right { }");
    let text = "name,x [mm],y [mm],z [mm]\nfront wheel centre,0,750,0\nrear wheel centre,-2700,750,0\n";
    let told = imported(text, "points.csv", &iso, Some(&corner)).map(|own| own.notes);
    let told = told.expect_err("one axle").message();
    assert!(
        told.contains("the vehicle has one `left.wheel_centre`, and the table has it for several axles"),
        "{told}"
    );
}

/// A table of the front axle in place of the rear axle, and a table that counts heights from the ground: the notes
/// report both.
#[test]
fn wheel_centres_that_move_far_are_told() {
    let car = wishbone_workbench::new_car::text("double_wishbone", "double_wishbone", "car.toml").expect("a car");
    let declaration = Declaration::of_text("car.toml", &car, &NoFiles);
    let asked = |axle: &str| Asked {
        axes: Some("iso".to_owned()),
        axle: Some(axle.to_owned()),
        ..Asked::default()
    };
    let notes = |at: &str, axle: &str| {
        let text = format!("name,x [mm],y [mm],z [mm]\nwheel centre,{at}\n");
        let found = imported(&text, "points.csv", &asked(axle), Some(&declaration));
        let notes = found.unwrap_or_else(|told| panic!("{told}")).notes;
        notes
            .into_iter()
            .filter(|note| note.starts_with("warning"))
            .collect::<Vec<_>>()
    };
    let tail = "a table is read in the axes of the vehicle, with their origin";
    assert_eq!(
        notes("0,740,0", "rear"),
        [
            format!(
                "warning: wheel centres of `rear_left.tyre`, `rear_right.tyre` move by 2700 mm forward, -10 mm outward, 0 mm up; {tail}"
            ),
            "warning: `front_left.tyre` and `rear_left.tyre` are now at one x: two axles in one place".to_owned(),
        ]
    );
    assert_eq!(
        notes("0,750,245", "front"),
        [format!(
            "warning: wheel centres of `front_left.tyre`, `front_right.tyre` move by 0 mm forward, 0 mm outward, 245 mm up; {tail}"
        )]
    );
    assert!(notes("-2690,700,20", "rear").is_empty());
    assert!(notes("30,700,-30", "front").is_empty());
    // A quarter car has neither wheelbase nor track.
    let quarter = Vehicle::load("quarter_car", &NoFiles).expect("a vehicle of the library");
    let iso = Asked {
        axes: Some("iso".to_owned()),
        ..Asked::default()
    };
    let text = "name,x [mm],y [mm],z [mm]\nwheel_centre,0,745,312\n";
    let found = imported(text, "points.csv", &iso, Some(quarter.declaration()));
    let notes = found.unwrap_or_else(|told| panic!("{told}")).notes;
    assert!(!notes.iter().any(|note| note.starts_with("warning")), "{notes:?}");
}

/// Public names: Adams/Car, Lotus and OptimumK, and corners in a separate column. The same car follows.
#[test]
fn names_and_corners_of_other_programs_are_one_car() {
    let corner = |names: [&str; 11], sign: [f64; 3], head: &str| {
        let mut text = format!("{head}\n");
        for (name, (_, [x, y, z])) in names.iter().zip(&POINTS[..11]) {
            text += &format!("{name},{},{},{}\n", sign[0] * (x - 1000.0), sign[1] * y, sign[2] * z);
        }
        text
    };
    let asked = Asked {
        suspensions: vec!["double_wishbone".to_owned()],
        ..Asked::default()
    };
    let ours = [
        "lca_front",
        "lca_rear",
        "lca_outer",
        "uca_front",
        "uca_rear",
        "uca_outer",
        "tie_inner",
        "tie_outer",
        "spring_top",
        "spring_seat",
        "wheel_centre",
    ];
    let head = "name,x [mm],y [mm],z [mm]";
    let wanted = lifted(&read(&corner(ours, [1.0, 1.0, 1.0], head), &asked).text);
    let adams = [
        "hpl_lca_front",
        "hpl_lca_rear",
        "hpl_lca_outer",
        "hpl_uca_front",
        "hpl_uca_rear",
        "hpl_uca_outer",
        "hpl_tierod_inner",
        "hpl_tierod_outer",
        "hpl_top_mount",
        "hpl_lwr_strut_mount",
        "hpl_wheel_center",
    ];
    let lotus = [
        "Lower wishbone front pivot",
        "Lower wishbone rear pivot",
        "Lower wishbone outer ball joint",
        "Upper wishbone front pivot",
        "Upper wishbone rear pivot",
        "Upper wishbone outer ball joint",
        "Inner track rod ball joint",
        "Outer track rod ball joint",
        "Damper body end",
        "Damper wishbone end",
        "Wheel centre point",
    ];
    let optimum = [
        "CHAS_LowFor",
        "CHAS_LowAft",
        "UPRI_LowPnt",
        "CHAS_UppFor",
        "CHAS_UppAft",
        "UPRI_UppPnt",
        "CHAS_TiePnt",
        "UPRI_TiePnt",
        "spring top",
        "spring seat",
        "wheel_centre",
    ];
    for (names, sign, head) in [
        // Adams/Car has no unit: that of a half track counts.
        (adams, [-1.0, -1.0, 1.0], "name,x,y,z"),
        (lotus, [-1.0, 1.0, 1.0], "Name,X (mm),Y (mm),Z (mm)"),
        (optimum, [1.0, 1.0, 1.0], "Point,X [mm],Y [mm],Z [mm]"),
    ] {
        let text = corner(names, sign, head) + "hps_rack_house,0,0,100\nRocker axis 1st point,0,250,500\n";
        let found = read(&text, &asked);
        assert!(far(&lifted(&found.text), &wanted) < 1e-12, "{names:?}");
        let told = |words: &str| found.notes.iter().any(|note| note.contains(words));
        assert!(
            told("`Rocker axis 1st point` is no hardpoint that is known: left out"),
            "{:?}",
            found.notes
        );
    }
    // Corners in a column, with names that need the user's word on all of them.
    let mut text = String::from("corner,point,x_mm,y_mm,z_mm\n");
    for (word, sign, x_of) in [
        ("FL", 1.0, 1000.0),
        ("FR", -1.0, 1000.0),
        ("RL", 1.0, 3700.0),
        ("RR", -1.0, 3700.0),
    ] {
        for (name, (_, [x, y, z])) in ours.iter().zip(&POINTS[..11]) {
            let name = if *name == "lca_outer" { "P3" } else { name };
            text += &format!("{word},{name},{},{},{z}\n", x - x_of, sign * y);
        }
    }
    let named = Asked {
        names: vec!["P3=lca_outer".to_owned()],
        ..asked.clone()
    };
    let found = lifted(&read(&text, &named).text);
    assert_eq!(found.len(), 8);
    let [front, rear] = found.as_chunks::<4>().0 else {
        panic!("{found:?}");
    };
    assert!(far(front, &wanted) < 1e-12);
    let rear: Vec<[f64; 3]> = rear
        .iter()
        .enumerate()
        .map(|(k, at)| if k % 2 == 0 { [at[0] + 2.7, at[1], at[2]] } else { *at })
        .collect();
    assert!(far(&rear, &wanted) < 1e-9);
    let wrong = text.replace("FL,lca_front", "FL,right lca_front");
    let told = imported(&wrong, "points.csv", &named, None)
        .map(|own| own.notes)
        .expect_err("two sides")
        .message();
    assert!(
        told.contains("line 2 `right lca_front`: its name and its columns tell different corners"),
        "{told}"
    );
}

/// A row is left out on purpose, an axle is named if this is the remedy, and no proposal contradicts a name.
#[test]
fn cures_are_named_and_right() {
    let twice = table([1.0, 1.0, 1.0]) + "front damper upper,1,2,3\nfront damper lower,1,2,0\n";
    let told = imported(&twice, "points.csv", &asked(), None)
        .map(|own| own.notes)
        .expect_err("twice")
        .message();
    assert!(
        told.contains("leave one of them out by `--name 'front damper upper='`"),
        "{told}"
    );
    let left_out = Asked {
        names: vec!["front damper upper=".to_owned(), "front damper lower=".to_owned()],
        ..asked()
    };
    let found = read(&twice, &left_out);
    assert!(
        far(
            &lifted(&found.text),
            &lifted(&read(&table([1.0, 1.0, 1.0]), &asked()).text)
        ) < 1e-15
    );
    assert!(
        found
            .notes
            .iter()
            .any(|note| note.contains("`front damper upper` is left out, as asked"))
    );
    // A point that both sides lack is told once.
    let lacking = table([1.0, 1.0, 1.0]).replace("front spring upper,900,511,668\n", "")
        + "front right tie rod outer,846,-612,261\n";
    let told = imported(&lacking, "points.csv", &asked(), None)
        .map(|own| own.notes)
        .expect_err("lacking")
        .message();
    assert_eq!(told.matches("front `spring_top`").count(), 1, "{told}");
    let nameless = Asked {
        names: vec!["=lca_front".to_owned()],
        ..asked()
    };
    assert!(imported(&twice, "points.csv", &nameless, None).is_err());

    let car = wishbone_workbench::new_car::text("double_wishbone", "double_wishbone", "car.toml").expect("a car");
    let declaration = Declaration::of_text("car.toml", &car, &NoFiles);
    let text = "name,x [mm],y [mm],z [mm]\nlca_front,160,360,-110\nlca_rear,-200,370,-100\nwheel_centre,0,750,0\n";
    let told = imported(text, "points.csv", &Asked::default(), Some(&declaration));
    let told = told.map(|own| own.notes).expect_err("no axle").message();
    assert!(
        told.contains("line 2 `lca_front`: give `--axle front` or `--axle rear`") && !told.contains("no hardpoint"),
        "{told}"
    );

    // The points of the arms are exchanged in the places, and named: no proposal turns them round.
    let text = table([1.0, 1.0, 1.0])
        .replace("front lca front,1221.5", "front lower bracket rear,1221.5")
        .replace("front lca rear,845", "front lower bracket front,845");
    let told = imported(&text, "points.csv", &asked(), None)
        .map(|own| own.notes)
        .expect_err("unknown")
        .message();
    assert!(!told.contains("--name 'front lower bracket rear=lca_front'"), "{told}");
    assert!(!told.contains("--name 'front lower bracket front=lca_rear'"), "{told}");
}

/// Coordinates of a CAD system, with y up: the points show this, and named axes that contradict the points are refused.
#[test]
fn y_may_be_up() {
    let turned = |order: [usize; 3], sign: [f64; 3]| {
        let mut text = String::from("name,x [mm],y [mm],z [mm]\n");
        for (name, at) in POINTS {
            let [x, y, z] = [0, 1, 2].map(|column| sign[column] * at[order[column]]);
            text += &format!("{name},{x},{y},{z}\n");
        }
        text
    };
    let wanted = lifted(&read(&table([1.0, 1.0, 1.0]), &asked()).text);
    for (order, sign, words) in [
        ([1, 2, 0], [1.0, 1.0, 1.0], "x left, y up, z forward"),
        ([0, 2, 1], [-1.0, 1.0, 1.0], "x rearward, y up, z left"),
        ([1, 0, 2], [-1.0, 1.0, 1.0], "x right, y forward, z up"),
    ] {
        let text = turned(order, sign);
        let found = read(&text, &asked());
        assert!(found.notes[0].contains(words), "{:?}", found.notes);
        assert!(far(&lifted(&found.text), &wanted) < 1e-12, "{words}");
        let directions: Vec<&str> = words.split(", ").map(|own| &own[2..]).collect();
        let named = Asked {
            axes: Some(directions.join(",")),
            ..asked()
        };
        assert!(far(&lifted(&read(&text, &named).text), &wanted) < 1e-12, "{words}");
        for axes in ["iso", "sae", "adams"] {
            let named = Asked {
                axes: Some(axes.to_owned()),
                ..asked()
            };
            let told = imported(&text, "points.csv", &named, None)
                .map(|own| own.notes)
                .expect_err(axes)
                .message();
            assert!(told.contains("lie apart along"), "{told}");
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

/// A subsystem file of Adams/Car gives the table in its block of hardpoints, in the unit of its block of units. Other
/// blocks are named.
#[test]
fn a_subsystem_file_is_its_hardpoints() {
    let plain = read(&table([1.0; 3]), &asked());
    for (unit, factor) in [
        ("mm", 1.0),
        ("inch", 1.0 / 25.4),
        ("meter", 1e-3),
        ("centimeter", 0.1),
        ("foot", 1.0 / 304.8),
    ] {
        let mut text = format!(
            "$------MDI_HEADER\n[MDI_HEADER]\n FILE_TYPE     =  'sub'\n FILE_VERSION  =  5.0\n$------UNITS\n[UNITS]\n(BASE)\n LENGTH   =  '{unit}'\n \
             FORCE    =  'newton'\n$------HARDPOINT\n[HARDPOINT]\n{{hardpoint_name  symmetry  x_value  y_value  z_value}}\n"
        );
        for (name, at) in POINTS {
            let [x, y, z] = at.map(|own| own * factor);
            text += &format!(" '{}'  'left/right'  {x}  {y}  {z}\n", name.replace(' ', "_"));
        }
        text += "$------PARAMETER\n[PARAMETER]\n{parameter_name  symmetry  type  value}\n 'camber_angle'  'left/right'  'real'  -1.5\n\
             [NSPRING_ASSEMBLY]\nUSAGE  =  'ride_spring'\n";
        let found = read(&text, &asked());
        let [one, other] = [&plain, &found].map(|own| lifted(&own.text));
        for (one, other) in one.iter().flatten().zip(other.iter().flatten()) {
            assert!((one - other).abs() < 1e-9, "{unit}: {one} and {other}");
        }
        let told = found.notes.join("\n");
        for part in [
            "[PARAMETER] in line",
            "[NSPRING_ASSEMBLY] in line",
            "camber",
            &format!("lengths in {unit}"),
        ] {
            assert!(told.contains(part), "{part}\n{told}");
        }
        assert!(!told.contains("passed over"), "{told}");
    }
}

/// A subsystem file of Adams/Car with the front points, whose names tell no axle.
fn subsystem(unit: &str, role: &str) -> String {
    let mut text = format!(
        "[MDI_HEADER]\n FILE_TYPE = 'sub'\n[UNITS]\n LENGTH = '{unit}'\n[SUBSYSTEM_HEADER]\n MAJOR_ROLE = 'suspension'\n MINOR_ROLE = '{role}'\n\
         [HARDPOINT]\n{{hardpoint_name  symmetry  x_value  y_value  z_value}}\n"
    );
    for (name, [x, y, z]) in POINTS.iter().filter(|(name, _)| name.starts_with("front ")) {
        let name = name.trim_start_matches("front ").replace(' ', "_");
        text += &format!(" '{name}'  'left/right'  {x}  {y}  {z}\n");
    }
    text
}

/// A unit that is not known is told with the known ones; `--unit` gives another.
#[test]
fn an_unknown_unit_of_a_subsystem_file_is_told() {
    let text = subsystem("furlong", "front");
    let front = Asked {
        suspensions: vec!["double_wishbone".to_owned()],
        ..Asked::default()
    };
    let told = imported(&text, "front.sub", &front, None)
        .expect_err("an unknown unit")
        .message();
    for part in [
        "line 4: `LENGTH = 'furlong'` is no known unit",
        "`cm`",
        "`ft`",
        "--unit",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
    assert!(!told.contains("has no unit"), "{told}");
    let given = Asked {
        unit: Some("mm".to_owned()),
        ..front.clone()
    };
    let [one, other] = [read(&text, &given), read(&subsystem("mm", "front"), &front)].map(|own| own.text);
    let [one, other] = [&one, &other].map(|text| text.split_once("[place.").expect("a place").1);
    assert_eq!(one, other);
}

/// The role of a subsystem file tells the axle of its points, onto a vehicle with two axles. `--axle` and the axle of a suspension overrule it, with
/// a note.
#[test]
fn the_role_of_a_subsystem_file_tells_the_axle() {
    let text = wishbone_workbench::new_car::text("double_wishbone", "double_wishbone", "car.toml").expect("a car");
    let car = Declaration::of_text("car.toml", &text, &NoFiles);
    let onto = |role: &str, axle: Option<&str>| {
        let asked = Asked {
            axle: axle.map(str::to_owned),
            axes: Some("iso".to_owned()),
            ..Asked::default()
        };
        let file = "[UNITS]\nLENGTH = 'mm'\n[SUBSYSTEM_HEADER]\nMINOR_ROLE = 'WHERE'\n[HARDPOINT]\n{hardpoint_name symmetry x_value y_value z_value}\n\
                    'lca_outer' 'left/right' 14 709 -127\n";
        imported(&file.replace("WHERE", role), "one.sub", &asked, Some(&car))
    };
    let found = onto("front", None).unwrap_or_else(|problem| panic!("{problem}"));
    let named = onto("any", Some("front")).unwrap_or_else(|problem| panic!("{problem}"));
    let points = |found: &Imported| {
        found
            .text
            .lines()
            .filter(|line| line.contains("lca_outer"))
            .collect::<Vec<_>>()
            .join("\n")
    };
    assert!(
        points(&found).contains("[14, 709, -127]") || points(&found).contains("0.709"),
        "{}",
        points(&found)
    );
    assert_eq!(points(&found), points(&named));
    let told = found.notes.join("\n");
    assert!(
        told.contains("points of the front axle, as `MINOR_ROLE` in line 4 says"),
        "{told}"
    );
    assert!(!told.contains("[SUBSYSTEM_HEADER]"), "{told}");
    assert!(
        onto("any", None)
            .expect_err("no axle")
            .message()
            .contains("give `--axle front`")
    );
    let other = onto("rear", Some("front")).unwrap_or_else(|problem| panic!("{problem}"));
    assert_eq!(points(&other), points(&named));
    let told = other.notes.join("\n");
    assert!(
        told.contains("line 4: its `MINOR_ROLE` is `rear`, and `--axle front` counts"),
        "{told}"
    );
    let rear = Asked {
        suspensions: vec!["rear=double_wishbone".to_owned()],
        ..Asked::default()
    };
    let told = read(&subsystem("mm", "front"), &rear).notes.join("\n");
    assert!(
        told.contains("its `MINOR_ROLE` is `front`, and the given suspension of the other axle counts"),
        "{told}"
    );
}
