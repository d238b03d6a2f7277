//! `trim`, `modes` and `response` of vehicles in steady motion.

use super::{printed, refused, target};
use std::fs;

/// The value of a figure of the first design, as JSON.
fn figure(json: &str, subject: &str, name: &str) -> f64 {
    let json: serde_json::Value = serde_json::from_str(json).expect("JSON");
    let figures = json[0]["studies"][0]["figures"].as_array().expect("figures").clone();
    let found = figures
        .iter()
        .find(|figure| figure["subject"] == subject && figure["name"] == name);
    found.unwrap_or_else(|| panic!("no figure `{name}`"))["value"]
        .as_f64()
        .expect("a value")
}

/// The truck leans outward and carries more on the outer wheels; its weight stays the same.
#[test]
fn a_truck_goes_through_a_bend() {
    let json = printed(&["trim", "hmmwv", "--speed", "20", "--lateral", "4", "--json"]);
    assert!((figure(&json, "", "lateral acceleration") - 4.0).abs() < 1e-9, "{json}");
    assert!((figure(&json, "", "speed") - 20.0).abs() < 1e-9);
    assert!((figure(&json, "", "yaw rate").to_radians() * figure(&json, "", "radius") - 20.0).abs() < 1e-9);
    let load = |wheel: &str| figure(&json, &format!("{wheel}.tyre"), "load");
    assert!(load("front_right") > 1.5 * load("front_left") && load("rear_right") > 1.5 * load("rear_left"));
    assert!(figure(&json, "", "roll") > 0.5 && figure(&json, "", "torque") > 0.0);
    // A bend to the right is the mirror image of a bend to the left.
    let right = printed(&["trim", "hmmwv", "--speed", "20", "--lateral", "-4", "--json"]);
    let wheel = [&json, &right].map(|json| figure(json, "", "steering wheel"));
    assert!((wheel[0] + wheel[1]).abs() < 1e-6 * wheel[0].abs(), "{wheel:?}");
    // The same bend, prescribed by its steering angle.
    let angle = format!("{}", wheel[0]);
    let again = printed(&["trim", "hmmwv", "--speed", "20", "--steering", &angle, "--json"]);
    assert!((figure(&again, "", "lateral acceleration") - 4.0).abs() < 1e-6);
}

#[test]
fn a_bend_beyond_the_grip_is_told() {
    let told = refused(&["trim", "hmmwv", "--speed", "20", "--lateral", "12"], 1);
    assert!(
        told.contains("nothing balances") && told.contains("the search came as far as"),
        "{told}"
    );
    let told = refused(&["trim", "quarter_car", "--speed", "10"], 1);
    assert!(told.contains("held by the ground"), "{told}");
    let told = refused(&["trim", "hmmwv"], 2);
    assert!(told.contains("add `--speed`"), "{told}");
    let told = refused(&["trim", "hmmwv", "--speed", "10", "--over", "lateral=3..1"], 2);
    assert!(told.contains("from a smaller to a larger"), "{told}");
    let _ = refused(
        &["trim", "hmmwv", "--speed", "10", "--lateral", "1", "--radius", "30"],
        2,
    );
}

/// In a bend, place and heading are left out of the modes, and yaw and sideslip decay.
#[test]
fn a_truck_sways_in_a_bend() {
    let folder = target("steady_modes");
    let path = folder.to_str().expect("a path is text");
    let text = printed(&["modes", "hmmwv", "--speed", "20", "--lateral", "4", "--out", path]);
    assert!(text.contains("free motions") && text.contains("chassis"), "{text}");
    let picture = fs::read_to_string(folder.join("modes.svg")).expect("a picture");
    assert!(picture.contains("mode 1: "), "modes are drawn");
    let table = fs::read_to_string(folder.join("modes.csv")).expect("a table");
    let head = table.lines().next().expect("a head");
    assert!(
        head.starts_with("mode,damped frequency [Hz],chassis.share,chassis.x [m],chassis.x.phase [rad],"),
        "{head}"
    );
}

/// A range for a number of the declaration: a heavier body bounces more slowly.
#[test]
fn modes_follow_a_number() {
    let folder = target("locus");
    let path = folder.to_str().expect("a path is text");
    let text = printed(&[
        "modes",
        "quarter_car",
        "--over",
        "chassis.mass=300..600 kg",
        "--out",
        path,
    ]);
    assert!(text.contains("critical chassis.mass [kg] "), "{text}");
    let table = fs::read_to_string(folder.join("root_locus.csv")).expect("a table");
    let numbers = |line: &str| -> Vec<f64> { line.split(',').filter_map(|number| number.parse().ok()).collect() };
    let rows: Vec<Vec<f64>> = table.lines().skip(1).map(numbers).collect();
    assert!(
        table.starts_with("chassis.mass [kg],1.real [1/s],1.imaginary [rad/s]"),
        "{table}"
    );
    let (first, last) = (&rows[0], &rows[rows.len() - 1]);
    assert!((first[0] - 300.0).abs() < 1e-9 && (last[0] - 600.0).abs() < 1e-9);
    assert!(last[2] < 0.85 * first[2] && last[2] > 0.5 * first[2], "{table}");
}

/// Response of the truck's yaw rate to steering. At low frequency it is the steady gain of two bends.
#[test]
fn a_truck_answers_its_steering_wheel() {
    let json = printed(&["response", "hmmwv", "--speed", "20", "--from", "0.02", "--json"]);
    let gain = figure(&json, "yaw_rate", "gain");
    let steady = printed(&["trim", "hmmwv", "--speed", "20", "--lateral", "0.1", "--json"]);
    let expected = figure(&steady, "", "yaw rate") / figure(&steady, "", "steering wheel");
    assert!((gain / expected - 1.0).abs() < 0.01, "{gain} {expected}");
    let text = printed(&["response", "hmmwv", "--speed", "20", "--output", "help"]);
    assert!(
        text.contains("  steering\n") && text.contains("  yaw_rate [rad/s]\n"),
        "{text}"
    );
    let told = refused(&["response", "hmmwv", "--speed", "20", "--output", "yaw_rat"], 2);
    assert!(told.contains("`yaw_rate`"), "{told}");
}

/// At low frequencies the body of the quarter car moves as much as the road under its wheel.
#[test]
fn a_road_lifts_a_body() {
    let road = [
        "response",
        "quarter_car",
        "--input",
        "road",
        "--output",
        "height",
        "--from",
        "0.01",
        "--json",
    ];
    let json = printed(&road);
    assert!((figure(&json, "height", "gain") - 1.0).abs() < 1e-2, "{json}");
    let told = refused(&["response", "quarter_car"], 2);
    assert!(told.contains("choose `--input road`"), "{told}");
}
