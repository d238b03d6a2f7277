//! Tables for a car that is there.

use wishbone_workbench::Problem;
use wishbone_workbench::files::NoFiles;
use wishbone_workbench::import::Imported;
use wishbone_workbench::import::table::{Asked, imported};
use wishbone_workbench::vehicle::Declaration;

/// A new car of the library, with tyres of one declaration.
fn car() -> Declaration {
    let text = wishbone_workbench::new_car::text("double_wishbone", "double_wishbone", "car.toml").expect("a car");
    Declaration::of_text("car.toml", &text, &NoFiles)
}

fn onto(rows: &str, asked: Asked) -> Result<Imported, Problem> {
    let asked = Asked {
        axes: Some("iso".to_owned()),
        ..asked
    };
    imported(
        &format!("name,x [mm],y [mm],z [mm]\n{rows}"),
        "points.csv",
        &asked,
        Some(&car()),
    )
}

/// Centres of mass move by the mean displacement of the points of their bodies. A lower arm has four points, and so has
/// an upright. A ball joint that moves by (8, 4, -12) mm moves the centres of mass of both by a quarter of this
/// displacement, and no other centre.
#[test]
fn centres_of_mass_move_with_their_points() {
    let (before, _) = car().resolved().expect("a car");
    let found = onto("front lca_outer,14,709,-127\n", Asked::default()).unwrap_or_else(|told| panic!("{told}"));
    let (after, _) = Declaration::of_text("car.toml", &found.text, &NoFiles)
        .resolved()
        .expect("a car");
    for (old, new) in before.bodies.iter().zip(&after.bodies) {
        assert_eq!(old.name, new.name);
        let by = [0, 1, 2].map(|axis| 1e3 * (new.com[axis] - old.com[axis]));
        let wanted = match old.name.as_str() {
            "front_left.lower_arm" | "front_left.upright" => [2.0, 1.0, -3.0],
            "front_right.lower_arm" | "front_right.upright" => [2.0, -1.0, -3.0],
            _ => [0.0; 3],
        };
        for (by, wanted) in by.iter().zip(wanted) {
            assert!((by - wanted).abs() < 1e-9, "{}: {by}", old.name);
        }
    }
    let told = "1 points of the vehicle moved, and the centres of mass of 2 bodies with them; masses, springs and all else stay";
    assert!(found.notes.iter().any(|note| note == told), "{:?}", found.notes);
    // An axle that moves as a whole takes its centres of mass along, with its own origin.
    let rear: String = [
        ("lca_front", [0.2, 0.38, -0.095]),
        ("lca_rear", [-0.16, 0.36, -0.11]),
        ("lca_outer", [0.006, 0.705, -0.115]),
        ("uca_front", [0.12, 0.43, 0.121]),
        ("uca_rear", [-0.1, 0.43, 0.143]),
        ("uca_outer", [-0.017, 0.656, 0.15]),
        ("tie_inner", [-0.16, 0.3348, -0.0605]),
        ("tie_outer", [-0.13, 0.68, -0.066]),
        ("spring_top", [-0.01, 0.53, 0.34]),
        ("spring_seat", [-0.01, 0.6, -0.113]),
        ("wheel_centre", [0.0, 0.75, 0.0]),
    ]
    .iter()
    .map(|(name, [x, y, z])| format!("rear {name},{},{},{}\n", 1e3 * (x - 1.5), 1e3 * y, 1e3 * z))
    .collect();
    let found = onto(&rear, Asked::default()).unwrap_or_else(|told| panic!("{told}"));
    let (after, _) = Declaration::of_text("car.toml", &found.text, &NoFiles)
        .resolved()
        .expect("a car");
    for (old, new) in before.bodies.iter().zip(&after.bodies) {
        let wanted = if old.name.starts_with("rear_") { 1.2 } else { 0.0 };
        let by = *new.com - *old.com;
        assert!(
            (by.x - wanted).abs() < 1e-9 && by.y.abs() + by.z.abs() < 1e-9,
            "{}: {by}",
            old.name
        );
    }
}

/// A radius that is impossible for the declared tyre is reported with the row of the table and the way to leave the row
/// out.
#[test]
fn a_radius_that_the_tyre_cannot_take_names_its_row() {
    let rows = "front wheel centre,0,750,0\nfront tyre contact,0,750,-311\n";
    let told = onto(rows, Asked::default())
        .map(|own| own.notes)
        .expect_err("two sizes")
        .message();
    let begin = "points.csv: line 3, \"front tyre contact\" gives `front_left.tyre` a radius of 311 mm, which this vehicle cannot take; leave the row out by `--name 'front tyre contact='`, or declare the tyre so that it can:";
    assert!(told.starts_with(begin) && told.contains("W0261"), "{told}");
    let without = Asked {
        names: vec!["front tyre contact=".to_owned()],
        ..Asked::default()
    };
    assert!(onto(rows, without).is_ok());
    // Both axles may have another radius together.
    let both = rows.to_owned() + "rear tyre contact,-2700,750,-311\n";
    assert!(onto(&both, Asked::default()).is_ok());
}

/// `--keep` for a point that the table lacks has no effect; for a point that the table has, it is a mistake.
#[test]
fn points_that_the_table_lacks_may_be_kept_by_name() {
    let keep = |name: &str| Asked {
        keep: vec![name.to_owned()],
        ..Asked::default()
    };
    let rows = "front wheel centre,0,740,0\n";
    let [kept, plain] = [keep("spring_top"), Asked::default()].map(|asked| onto(rows, asked).expect("a car"));
    assert_eq!(kept, plain);
    let told = onto(rows, keep("wheel_centre"))
        .map(|own| own.notes)
        .expect_err("both")
        .message();
    assert!(
        told.contains("`--keep wheel_centre`: the table has this point"),
        "{told}"
    );
}
