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
