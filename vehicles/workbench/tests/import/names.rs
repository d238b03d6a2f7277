//! Names and headers of tables of other programs and of teams.

use super::table::{POINTS, asked, far, lifted, read, table};
use wishbone_workbench::import::table::{Asked, imported};

/// The front axle alone, for one suspension.
fn front() -> Asked {
    Asked {
        suspensions: vec!["double_wishbone".to_owned()],
        ..Asked::default()
    }
}

/// A table of the front axle: its header, and a line for each point with its name and its coordinates in the axes of
/// Adams/Car [mm].
fn front_table(head: &str, line: impl Fn(usize, &str, [f64; 3]) -> String) -> String {
    let mut text = head.to_owned();
    for (place, (name, [x, y, z])) in POINTS[..11].iter().enumerate() {
        text += &line(place, name.trim_start_matches("front "), [-x, -y, *z]);
    }
    text
}

/// The hardpoint table of Adams/Car and the block of a subsystem file give the car of the plain table.
#[test]
fn the_forms_of_adams_car_are_one_car() {
    let plain = front_table("name,x [mm],y [mm],z [mm]\n", |_, name, [x, y, z]| {
        format!("{name},{x},{y},{z}\n")
    });
    let wanted = lifted(&read(&plain, &front()).text);
    let underscored = |name: &str| format!("hpl_{}", name.replace(' ', "_"));
    let by_commas = front_table(
        "hardpoint name,symmetry,x_value,y_value,z_value\n",
        |_, name, [x, y, z]| format!("{},left/right,{x},{y},{z}\n", underscored(name)),
    );
    let by_blanks = front_table(
        "hardpoint name   symmetry   x_value   y_value   z_value\n",
        |_, name, [x, y, z]| format!("{}   left/right   {x}   {y}   {z}\n", underscored(name)),
    );
    let block = front_table(
        "$------HARDPOINTS\n[HARDPOINT]\n{hardpoint_name  symmetry  x_value  y_value  z_value}\n",
        |_, name, [x, y, z]| format!("'{}'  'left/right'  {x}  {y}  {z}\n", underscored(name)),
    );
    for text in [by_commas, by_blanks, block] {
        assert!(far(&lifted(&read(&text, &front()).text), &wanted) < 1e-15, "{text}");
    }
}

/// Names are in the column with names of hardpoints, even beside running numbers; if there are several such columns,
/// the message names the column that is read.
#[test]
fn the_column_of_names_is_found_and_told() {
    let wanted = lifted(&read(&table([1.0, 1.0, 1.0]), &asked()).text);
    for head in ["No,Description", "No,Text", "Nr.,Punkt"] {
        let mut text = format!("{head},X,Y,Z\n");
        for (place, (name, [x, y, z])) in POINTS.iter().enumerate() {
            text += &format!("P{place},{name},{x},{y},{z}\n");
        }
        assert!(far(&lifted(&read(&text, &asked()).text), &wanted) < 1e-15, "{head}");
    }
    let text = "name,Text,x [mm],y [mm],z [mm]\nP1,front lca front,1,2,3\n";
    let told = imported(text, "points.csv", &asked(), None).map(|own| own.notes);
    let told = told.expect_err("numbers").message();
    let hint = "the names are those of column `name`; if column `Text` has the names, write `name` above it";
    assert!(told.ends_with(hint), "{told}");
}

/// Names of teams, with a number before each: the same car. Axes that names do not show are told after the names.
#[test]
fn names_of_teams_are_known() {
    let plain = front_table("name,x [mm],y [mm],z [mm]\n", |_, name, [x, y, z]| {
        format!("{name},{x},{y},{z}\n")
    });
    let wanted = lifted(&read(&plain, &front()).text);
    let names = [
        "Lower A-arm front pickup",
        "LWB rear pick-up",
        "Lower ball joint",
        "Upper A-arm front pick up",
        "UWB rear chassis node",
        "Upper ball joint",
        "Rack end",
        "Tie rod outer",
        "Damper top",
        "Damper bottom",
        "Tyre centre",
    ];
    let text = front_table("name,x [mm],y [mm],z [mm]\n", |place, _, [x, y, z]| {
        format!("P{} {},{x},{y},{z}\n", place + 1, names[place])
    });
    assert!(far(&lifted(&read(&text, &front()).text), &wanted) < 1e-15, "{text}");
    let unknown = "name,x [mm],y [mm],z [mm]\nAlpha,1,2,3\nwheel centre,0,750,0\n";
    let told = imported(unknown, "points.csv", &front(), None).map(|own| own.notes);
    let told = told.expect_err("a name").message();
    let [name, axes] = ["line 2 `Alpha` is no hardpoint", "nothing in it tells its axes"]
        .map(|words| told.find(words).unwrap_or_else(|| panic!("{words}: {told}")));
    assert!(name < axes, "{told}");
}

/// Without a unit the half track determines it, even if x is lateral and y is along the vehicle. Half a track in
/// centimetres shows nothing.
#[test]
fn the_half_track_may_be_along_x() {
    let turned = |scale: f64| {
        let mut text = String::from("name,x,y,z\n");
        for (name, [x, y, z]) in &POINTS[..11] {
            text += &format!("{name},{},{},{}\n", -y * scale, (x - 1001.0) * scale, z * scale);
        }
        text
    };
    let axes = |text: &str| Asked {
        axes: Some("right,forward,up".to_owned()),
        unit: Some(text.to_owned()),
        ..front()
    };
    let wanted = lifted(&read(&turned(1.0), &axes("mm")).text);
    for (scale, unit) in [(1.0, "mm"), (1e-3, "m")] {
        let found = read(
            &turned(scale),
            &Asked {
                unit: None,
                ..axes(unit)
            },
        );
        assert!(far(&lifted(&found.text), &wanted) < 1e-12, "{unit}");
    }
    let told = imported(
        &turned(0.1),
        "points.csv",
        &Asked {
            unit: None,
            ..axes("cm")
        },
        None,
    );
    let told = told.map(|own| own.notes).expect_err("centimetres").message();
    assert!(
        told.contains("no unit, and x of a wheel centre is 74.75, which is neither mm nor m"),
        "{told}"
    );
}
