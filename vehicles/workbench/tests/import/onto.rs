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

/// A radius that the declared tyre cannot take is told with the row of the table and the way to leave it out.
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

/// `--keep` of a point that the table lacks is what happens without it, too; of a point that the table has, it is a mistake.
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
