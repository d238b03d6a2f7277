//! `settle`, `modes`, `kc` and `drive`: vehicles that run without being compiled.

use super::{command, printed, refused, target, wishbone};
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

/// The number at position `place` after the leading words of the first line that begins with these words.
fn number(text: &str, line: &str, place: usize) -> f64 {
    let found = text.lines().find(|own| own.trim_start().starts_with(line));
    let found = found.unwrap_or_else(|| panic!("no line `{line}` in {text}"));
    let numbers = found.trim_start()[line.len()..].split_whitespace();
    let numbers: Vec<f64> = numbers.filter_map(|word| word.parse().ok()).collect();
    numbers[place]
}

/// The value of a figure among the findings of a design, as JSON.
fn figure(json: &str, subject: &str, name: &str) -> f64 {
    let json: serde_json::Value = serde_json::from_str(json).expect("JSON");
    let figures = json[0]["studies"][0]["figures"].as_array().expect("figures").clone();
    let found = figures
        .iter()
        .find(|figure| figure["subject"] == subject && figure["name"] == name);
    found.expect("a figure")["value"].as_f64().expect("a value")
}

/// One wheel carries the whole quarter car, 448 kg with its wheel.
#[test]
fn a_quarter_car_stands_on_its_wheel() {
    let text = printed(&["settle", "quarter_car"]);
    assert!((number(&text, "load [N]", 0) - 448.15 * 9.81).abs() < 3.0, "{text}");
    let json = printed(&["settle", "quarter_car", "--json"]);
    assert!((figure(&json, "front", "load") - 448.15 * 9.81).abs() < 3.0);
}

/// Two modes: body and wheel, and the body's is slower.
#[test]
fn a_quarter_car_has_two_modes() {
    let json = printed(&["modes", "quarter_car", "--json"]);
    assert!(
        (0.8..2.5).contains(&figure(&json, "mode 1", "damped frequency")),
        "{json}"
    );
    assert!(
        (8.0..16.0).contains(&figure(&json, "mode 2", "damped frequency")),
        "{json}"
    );
    assert!(!json.contains("mode 3"), "{json}");
    let text = printed(&["modes", "quarter_car"]);
    assert!(text.contains("largest step, Adams-Bashforth 2 [ms]"), "{text}");
}

/// A car comes to rest on all its wheels with equal loads on both sides, and not in a position balanced on two wheels.
#[test]
fn a_sedan_rests_on_four_wheels() {
    let json = printed(&["settle", "macpherson_car", "--json"]);
    let load = |wheel: &str| figure(&json, wheel, "load");
    for axle in ["front", "rear"] {
        let sides = ["left", "right"].map(|side| load(&format!("{axle}_{side}.tyre")));
        assert!((sides[0] - sides[1]).abs() < 20.0 && sides[0] > 4e3, "{sides:?}");
    }
}

/// A variant has twice the mass on the same spring. Both designs are shown, with the difference.
#[test]
fn a_variant_is_compared() {
    let heavier = ["settle", "quarter_car", "--variant", "chassis.mass += 100 kg"];
    let text = printed(&heavier);
    assert!(text.starts_with("chassis.mass += 100 kg: chassis.mass = "), "{text}");
    assert!((number(&text, "load [N]", 2) - 981.0).abs() < 0.1, "{text}");
    let set = printed(&["settle", "quarter_car", "--set", "chassis.mass += 100 kg"]);
    assert!((number(&set, "load [N]", 0) - 548.15 * 9.81).abs() < 3.0, "{set}");
    let told = refused(&["settle", "quarter_car", "--set", "chasis.mass += 100 kg"], 1);
    assert!(told.contains("did you mean `chassis`?"), "{told}");
}

/// Curves are written to files, and toe at the design position is the declared toe.
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

/// A vehicle that is steered to the left turns to the left and holds its speed.
#[test]
fn a_vehicle_is_driven() {
    let folder = target("drive");
    let path = folder.to_str().expect("a path is text");
    let text = printed(&[
        "drive",
        "tricycle.toml",
        "--time",
        "3.2",
        "--speed",
        "15",
        "--angle",
        "10",
        "--out",
        path,
    ]);
    assert!(text.contains("response time"), "{text}");
    let table = fs::read_to_string(folder.join("step_steer.csv")).expect("a table");
    assert_eq!(table.lines().count(), 1 + 321);
    let column = |line: &str, name: &str| {
        let place = table
            .lines()
            .next()
            .and_then(|head| head.split(',').position(|own| own == name));
        let number = line.split(',').nth(place.expect("a column")).expect("a number");
        number.parse::<f64>().expect("a number")
    };
    let last = table.lines().last().expect("a row");
    assert!(
        column(last, "yaw_rate [rad/s]") > 0.01 && column(last, "y [m]") > 0.0,
        "{last}"
    );
    assert!((column(last, "speed [m/s]") - 15.0).abs() < 0.1, "{last}");
    let picture = fs::read_to_string(folder.join("step_steer.svg")).expect("a picture");
    assert!(picture.starts_with("<svg"));
}

#[test]
fn what_cannot_run_is_told() {
    for command in ["settle", "modes", "drive"] {
        let told = refused(&[command, "four_bar"], 1);
        assert!(
            told.contains("has no wheels") && told.contains("`run` takes it"),
            "{told}"
        );
    }
    assert!(refused(&["kc", "four_bar"], 1).contains("no wheel can be lifted"));
    assert!(refused(&["drive", "quarter_car"], 1).contains("held by the ground"));
    assert!(refused(&["kc", "hmmwv", "--body", "chasis"], 2).contains("did you mean `chassis`?"));
    assert!(refused(&["drive", "hmmwv", "--speed", "0"], 2).contains("not a number above zero"));
    let far = wishbone(&["kc", "quarter_car", "--travel", "900"]);
    assert!(
        far.code == Some(1) && far.out.contains("the curves end at"),
        "{}",
        far.out
    );
}

/// A change of a subsystem's number is refused if all places of the subsystem override this number; places that keep
/// their value are named.
#[test]
fn a_change_without_effect_is_told() {
    let file = target("places.txt");
    let car = |other: &str| {
        let text = format!(
            "Car {{ body chassis {{ mass: 1000 kg, com: [-1.3, 0, 0.5] m, inertia: [300, 1200, 1300] kg*m^2 }}
                joint motion: free(ground, chassis)
                include \"wishbone/trailing_arm.txt\"
                place TrailingArm(chassis) as left mirrored right {{ origin: [-2, 0, 0.3] m spring spring {{ rate: 33 kN/m }} }}
                {other} }}"
        );
        fs::write(&file, text).expect("it can be written");
    };
    let path = file.to_str().expect("a path is text");
    let changed = ["run", path, "--time", "0.001", "--set", "TrailingArm.spring.rate *= 2"];
    car("");
    let told = refused(&changed, 1);
    assert!(
        told.contains("has no effect: `left` gives a value of its own"),
        "{told}"
    );
    assert!(told.contains("change `left.spring.rate`"), "{told}");
    car("place TrailingArm(chassis) as second mirrored third { origin: [-0.4, 0, 0.3] m }");
    let told = printed(&changed);
    assert!(told.contains("; not at left, which gives a value of its own"), "{told}");
}

/// A number that is given beside its range is refused.
#[test]
fn a_number_has_a_range_or_a_value() {
    let over = [
        "trim",
        "macpherson_car",
        "--speed",
        "20",
        "--over",
        "chassis.mass=1000..2000 kg",
    ];
    let told = refused(&[&over[..], &["--variant", "chassis.mass = 1200 kg"]].concat(), 2);
    assert!(
        told.contains("takes the place of the change `chassis.mass = 1200 kg`"),
        "{told}"
    );
    let told = refused(
        &["trim", "macpherson_car", "--speed", "20", "--over", "speed=10..20"],
        2,
    );
    assert!(told.contains("takes the place of `--speed`"), "{told}");
}

/// A new car stands on its wheels and its kinematics can be measured, before the user changes anything.
#[test]
fn a_new_car_runs() {
    let file = target("begin").join("my.toml");
    let _ = fs::remove_file(&file);
    let path = file.to_str().expect("a path is text");
    assert!(printed(&["new", path]).contains("a car to begin with"));
    assert!(refused(&["new", path], 2).contains("is there already"));
    assert!(refused(&["new", "car.txt"], 2).contains("car.toml"));
    let told = refused(&["new", "other.toml", "--front", "five_link", "--rear", "fife_link"], 2);
    assert!(
        told.contains("--front: `five_link` does not steer; in front there can be `double_wishbone`"),
        "{told}"
    );
    assert!(
        told.contains("--rear: the library has no suspension `fife_link`; did you mean `five_link`?"),
        "{told}"
    );
    assert!(refused(&["new", "other.toml", "--rear", "banana"], 2).contains("`twist_beam`"));
    assert!(
        fs::read_to_string(&file)
            .expect("a file")
            .contains(&format!("wishbone kc {path} --out kc"))
    );
    let rest = printed(&["settle", path, "--json"]);
    for wheel in ["front_left", "front_right", "rear_left", "rear_right"] {
        assert!(figure(&rest, &format!("{wheel}.tyre"), "load") > 3e3, "{rest}");
    }
    let kinematics = printed(&["kc", path, "--travel", "20", "--steps", "1"]);
    assert!(kinematics.contains("roll centre height [mm]"), "{kinematics}");
    // Steered to the left, it turns to the left.
    let turned = printed(&["drive", path, "--time", "4"]);
    assert!(number(&turned, "steady state [deg/s]", 0) > 5.0, "{turned}");
    // The table has four brakes, although the solver has room for more.
    let folder = target("begin").join("braking");
    let out = folder.to_str().expect("a path is text");
    let _ = printed(&["drive", path, "--manoeuvre", "braking", "--out", out]);
    let table = fs::read_to_string(folder.join("braking.csv")).expect("a table");
    let head = table.lines().next().expect("a head");
    assert!(
        head.contains("brake_torque_3 [N m]") && !head.contains("brake_torque_4"),
        "{head}"
    );
}

/// A page of two designs has their figures and a scene with both sliders, and loads no other file.
#[test]
fn a_report_is_one_file() {
    let file = target("report").join("page.html");
    let path = file.to_str().expect("a path is text");
    let made = printed(&[
        "report",
        "quarter_car",
        "--variant",
        "chassis.mass += 10 kg",
        "--output",
        path,
        "--travel",
        "30",
        "--manoeuvre",
        "straight",
    ]);
    assert!(made.contains("wrote "), "{made}");
    let page = fs::read_to_string(&file).expect("a page");
    for part in [
        "QuarterCar, chassis.mass += 10 kg",
        "wheel rate [N/mm]",
        "[-30.0,-25.0,-20.0,-15.0,-10.0,-5.0,0.0,5.0,10.0,15.0,20.0,25.0,30.0]",
        "mode 1",
        "B − A",
        "data:image/svg+xml;charset=utf-8,%3Csvg",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(page.len() < 2_500_000 && !page.contains("<script src"));
    // A manoeuvre that cannot be driven is a finding; the page is written without it.
    let undriven = wishbone(&["report", "quarter_car", "--output", path, "--manoeuvre", "step_steer"]);
    assert_eq!(undriven.code, Some(1), "{}", undriven.err);
    assert!(
        undriven.err.contains("no step_steer: ") && undriven.out.contains("wrote "),
        "{}",
        undriven.err
    );
}

/// A saved file is measured again, also after a save with a mistake.
#[test]
fn a_watched_file_is_measured_again() {
    let folder = target("watched");
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("quarter.toml");
    let text = printed(&["convert", "quarter_car"]);
    fs::write(&file, &text).expect("it can be written");
    let mut tool = command(env!("CARGO_BIN_EXE_wishbone"));
    tool.args([
        "watch",
        file.to_str().expect("a path is text"),
        "--travel",
        "20",
        "--steps",
        "1",
    ]);
    let mut running = tool
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the tool runs");
    let mut lines = BufReader::new(running.stdout.take().expect("its output"))
        .lines()
        .map_while(Result::ok);
    let mut measured = || {
        let told: Vec<String> = lines
            .by_ref()
            .take_while(|line| !line.starts_with("measured in"))
            .collect();
        number(&told.join("\n"), "camber, from end to end [deg]", 0)
    };
    let first = measured();
    fs::write(&file, "half a fi").expect("it can be written");
    let lower = text.replace("uca_front = [0.11, 0.44, 0.51]", "uca_front = [0.11, 0.44, 0.50]");
    assert_ne!(lower, text);
    fs::write(&file, lower).expect("it can be written");
    let second = measured();
    running.kill().expect("it runs until it is ended");
    let _ = running.wait();
    assert_ne!(first, second);
}
