//! `settle`, `modes`, `kc` and `drive`: vehicles that run without being compiled.

use super::{printed, refused, target};
use std::fs;

/// The number behind these words in a line that begins so.
fn number(text: &str, line: &str, place: usize) -> f64 {
    let found = text.lines().find(|own| own.trim_start().starts_with(line));
    let found = found.unwrap_or_else(|| panic!("no line `{line}` in {text}"));
    let numbers = found.trim_start()[line.len()..].split_whitespace();
    let numbers: Vec<f64> = numbers.filter_map(|word| word.parse().ok()).collect();
    numbers[place]
}

/// One wheel carries the whole quarter car, 448 kg with its wheel.
#[test]
fn a_quarter_car_stands_on_its_wheel() {
    let text = printed(&["settle", "quarter_car"]);
    assert!((number(&text, "front ", 0) - 448.15 * 9.81).abs() < 3.0, "{text}");
    let json = printed(&["settle", "quarter_car", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["vehicle"], "QuarterCar");
    assert!(json["wheels"][0]["load"].as_f64().expect("a load") > 4e3);
}

/// Body and wheel, of which the body is slower.
#[test]
fn a_quarter_car_has_two_modes() {
    let json = printed(&["modes", "quarter_car", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let modes = json["modes"].as_array().expect("modes");
    let frequencies: Vec<f64> = modes.iter().filter_map(|mode| mode["frequency"].as_f64()).collect();
    assert_eq!(frequencies.len(), 2, "{frequencies:?}");
    assert!((0.8..2.5).contains(&frequencies[0]), "{frequencies:?}");
    assert!((8.0..16.0).contains(&frequencies[1]), "{frequencies:?}");
    let text = printed(&["modes", "quarter_car"]);
    assert!(text.contains("largest stable steps: Adams-Bashforth 2"), "{text}");
}

/// Curves go to files, and toe at the design position is that of the declaration.
#[test]
fn kinematics_go_to_a_folder() {
    let folder = target("kc");
    let path = folder.to_str().expect("a path is text");
    let text = printed(&["kc", "quarter_car", "--travel", "30", "--steps", "3", "--out", path]);
    assert!(text.contains("wrote") && text.contains("bounce.csv"), "{text}");
    let table = fs::read_to_string(folder.join("bounce.csv")).expect("a table");
    let (head, rows) = table.split_once('\n').expect("a head");
    assert!(head.starts_with("travel [m],front.x [m],"), "{head}");
    assert_eq!(rows.lines().count(), 7);
    let travel: Vec<f64> = rows
        .lines()
        .map(|row| row.split(',').next().expect("a column").parse().expect("a number"))
        .collect();
    assert_eq!(travel, [-0.03, -0.02, -0.01, 0.0, 0.01, 0.02, 0.03]);
    let picture = fs::read_to_string(folder.join("bounce.svg")).expect("a picture");
    assert!(picture.starts_with("<svg"));
}

/// A sedan steered to the left goes to the left, and holds its speed.
#[test]
fn a_sedan_is_driven() {
    let folder = target("drive");
    let path = folder.to_str().expect("a path is text");
    let text = printed(&[
        "drive",
        "macpherson_car",
        "--time",
        "3.2",
        "--speed",
        "15",
        "--angle",
        "10",
        "--out",
        path,
    ]);
    assert!(number(&text, "yaw rate                      deg/s", 2) > 0.5, "{text}");
    assert!(
        (number(&text, "speed                           m/s", 2) - 15.0).abs() < 0.3,
        "{text}"
    );
    assert!(text.contains("step (ISO 7401)"), "{text}");
    let table = fs::read_to_string(folder.join("drive.csv")).expect("a table");
    assert_eq!(table.lines().count(), 1 + 321);
}

#[test]
fn what_cannot_run_is_told() {
    for command in ["settle", "modes", "drive"] {
        let told = refused(&[command, "four_bar"], 1);
        assert!(
            told.contains("declares no tyres") && told.contains("docs/equipment.md"),
            "{told}"
        );
    }
    assert!(refused(&["kc", "four_bar"], 1).contains("no wheel can be lifted"));
    assert!(refused(&["drive", "quarter_car"], 1).contains("held by the ground"));
    assert!(refused(&["kc", "hmmwv", "--body", "chasis"], 2).contains("did you mean `chassis`?"));
    assert!(refused(&["drive", "hmmwv", "--speed", "0"], 2).contains("not a number above zero"));
    assert!(refused(&["kc", "quarter_car", "--travel", "900"], 1).contains("bounce: "));
}
