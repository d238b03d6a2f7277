//! Tyres by property files: their figures, missing numbers, and the loads and radii for which they are valid.

use super::cars;
use wishbone_engine::equipment::vertical_rates;
use wishbone_workbench::files::Files;
use wishbone_workbench::plausible::Plausibility;
use wishbone_workbench::progress::silent;
use wishbone_workbench::steady::Motion;
use wishbone_workbench::studies::findings::{Figure, Findings};
use wishbone_workbench::studies::manoeuvre::Manoeuvre;
use wishbone_workbench::studies::trim::Bend;
use wishbone_workbench::tyre::{self, Asked};
use wishbone_workbench::vehicle::Vehicle;

const SMALL: &str = include_str!("../../../../runtime/laws/tests/data/small.tir");

/// A car on tyres of TMeasy, whose radius is that of its wheels.
struct OnTmeasy;

impl Files for OnTmeasy {
    fn text(&self, _: &str) -> Result<String, String> {
        Ok(on_tyre(
            "tyre road: tmeasy(all) { width: 205 mm, stiffness: 190 kN/m, nominal_load: 3 kN, camber: 0.8,
                longitudinal: characteristic(slope: [80, 150] kN, peak: [3.2, 6] kN, peak_slip: [0.1, 0.11], sliding: [2.8, 5] kN, sliding_slip: [0.4, 0.5]),
                lateral: characteristic(slope: [60, 110] kN, peak: [3, 5.6] kN, peak_slip: [0.18, 0.2], sliding: [2.7, 4.9] kN, sliding_slip: [0.6, 0.7]),
                trail: trail(at_zero: [0.17, 0.2], zero_slip: [0.2, 0.2], end_slip: [0.4, 0.4]), carcass: [400, 200] kN/m }",
        ))
    }
}

/// A car on TMeasy tyres with rolling resistance; the lateral slopes at both loads are the arguments [kN].
pub(super) fn on_slopes(slopes: &str) -> Vehicle {
    let text = OnTmeasy.text("").expect("a text");
    let text = text.replace("slope: [60, 110]", &format!("slope: {slopes}"));
    Vehicle::of_text(
        "car.txt",
        &text.replace("camber: 0.8", "camber: 0.8, rolling_resistance: 0.01"),
    )
}

/// A car on the tyres of a property file.
struct OnTyres(String);

/// A car whose tyre is declared so.
fn on_tyre(tyre: &str) -> String {
    let car = cars::box_car(0.5, "");
    let start = car.find("tyre road").expect("a tyre");
    let end = start + car[start..].find('}').expect("its end") + 1;
    format!("{}{tyre}{}", &car[..start], &car[end..])
}

impl Files for OnTyres {
    fn text(&self, path: &str) -> Result<String, String> {
        if path.ends_with("small.tir") {
            return Ok(self.0.clone());
        }
        Ok(on_tyre("tyre road: magic_formula(all) { file: \"small.tir\" }"))
    }
}

fn car(tyre: &str) -> Vehicle {
    Vehicle::load("car.txt", &OnTyres(tyre.to_owned())).expect("a car")
}

fn with(stiffness: &str) -> String {
    SMALL.replace("VERTICAL_STIFFNESS = 200000", stiffness)
}

fn asked(loads: &[f64], wheel: &str) -> Asked {
    Asked {
        loads: loads.to_vec(),
        wheel: (!wheel.is_empty()).then(|| wheel.to_owned()),
    }
}

fn alone(text: &str, loads: &[f64]) -> Findings {
    tyre::of_text(text, &asked(loads, "")).expect("a tyre").swap_remove(0)
}

fn value(found: &Findings, subject: &str, name: &str) -> Option<f64> {
    found.figure(subject, name).and_then(|figure| figure.value)
}

/// The stiffness of the tyre is the rate of the vehicle on this tyre under the nominal load, from whatever numbers the
/// stiffness comes.
#[test]
fn the_vertical_stiffness_is_that_of_the_vehicle() {
    for (numbers, by, note) in [
        ("VERTICAL_STIFFNESS = 200000", "VERTICAL_STIFFNESS", "no `Q_FZ1`"),
        (
            "VERTICAL_STIFFNESS = 240000\nQ_FZ1 = 25\nLCZ = 0.9",
            "Q_FZ1 and Q_FZ2",
            "`Q_FZ1` takes the place",
        ),
        (
            "Q_FZ1 = 10\nQ_FZ2 = 15",
            "Q_FZ1 and Q_FZ2",
            "no `VERTICAL_STIFFNESS`: 168.65 N/mm",
        ),
        (
            "VERTICAL_STIFFNESS = 1e5\n[DEFLECTION_LOAD_CURVE]\n0 0\n0.01 2100\n0.02 4400\n0.03 6900\n[V]",
            "[DEFLECTION_LOAD_CURVE]",
            "`[DEFLECTION_LOAD_CURVE]` takes the place",
        ),
    ] {
        let found = alone(&with(numbers), &[]);
        let figure = found.figure("file", "vertical stiffness").expect("it is told");
        assert!(figure.definition.contains(by), "{}", figure.definition);
        assert!(found.notes.iter().any(|line| line.contains(note)), "{:?}", found.notes);
        let car = car(&with(numbers));
        let running = car.running().expect("it stands");
        let rates = vertical_rates(&running.compiled, &[4000.0; 4]).expect("each tyre bears it");
        let stiffness = 1e3 * figure.value.expect("a number");
        assert!(
            rates.iter().all(|rate| (rate / stiffness - 1.0).abs() < 1e-5),
            "{rates:?} {stiffness}"
        );
        let on_the_car = car.tyre(&Asked::default()).expect("a tyre").swap_remove(0);
        assert_eq!(value(&on_the_car, "file", "vertical stiffness"), figure.value);
        assert!(
            on_the_car.notes.iter().any(|line| line.contains(note)),
            "{:?}",
            on_the_car.notes
        );
    }
}

/// A tyre without a stiffness is told all but this. No car stands on it, until the line of the message is added.
#[test]
fn a_tyre_without_stiffness_is_told_all_the_same() {
    let text = with("");
    let (found, whole) = (alone(&text, &[4000.0]), alone(SMALL, &[4000.0]));
    assert!(found.figure("file", "vertical stiffness").is_none());
    assert!(found.conditions.ends_with("vertical stiffness"), "{}", found.conditions);
    assert!(
        found
            .notes
            .iter()
            .any(|note| note.contains("no vertical stiffness is told"))
    );
    let forces = |found: &Findings| -> Vec<Figure> { found.of("4000 N").cloned().collect() };
    assert!(!forces(&found).is_empty());
    assert_eq!(forces(&found), forces(&whole));
    let told = car(&text)
        .running()
        .err()
        .expect("no wheel stands")
        .message()
        .to_string();
    let (_, cure) = told.split_once("add `").expect("a cure");
    let (line, _) = cure.split_once('`').expect("a line");
    let cured = car(&format!("{text}{line}\n"));
    assert!(cured.settle().expect("it rests").verdict.is_as_asked());
}

/// The friction to both sides is told where it differs. The wheel on the other side has the mirror image.
#[test]
fn the_friction_to_both_sides_is_told() {
    let lopsided = SMALL.replace("PKY4 = 2", "PKY4 = 2\nPVY1 = 0.05");
    let right = "lateral friction to the right";
    assert!(alone(SMALL, &[4000.0]).figure("4000 N", right).is_none());
    let [left_wheel, right_wheel] = ["fl.w", "fr.w"].map(|wheel| {
        let found = car(&lopsided)
            .tyre(&asked(&[4000.0], wheel))
            .expect("a tyre")
            .swap_remove(0);
        ["lateral friction", right].map(|name| value(&found, "4000 N", name).expect("a number"))
    });
    // By hand: `D + SVy` to the left, `D - SVy` to the right.
    for (found, wanted) in left_wheel.into_iter().chain(right_wheel).zip([1.05, 0.95, 0.95, 1.05]) {
        assert!((found - wanted).abs() < 1e-6, "{left_wheel:?} {right_wheel:?}");
    }
    let found = alone(&lopsided, &[4000.0]);
    let angle = |name: &str| value(&found, "4000 N", name).expect("an angle");
    assert!((angle("its slip angle") + angle("slip angle of friction to the right")).abs() < 1e-3);
}

/// Loads above the loads of the file are marked, and slopes below zero are reported.
#[test]
fn what_a_file_does_not_know_is_marked() {
    let limited = format!("{SMALL}FZMAX = 5000\n");
    let row = "load / greatest load of the data";
    let found = alone(&limited, &[4000.0, 6000.0]);
    assert_eq!(value(&found, "4000 N", row), Some(0.8));
    assert_eq!(value(&found, "6000 N", row), Some(1.2));
    let note = "6000 N: beyond the data, which end at 5000 N, so that";
    assert!(found.notes.iter().any(|own| own.starts_with(note)), "{:?}", found.notes);
    let within = alone(&limited, &[4000.0, 5000.0]);
    assert!(within.figure("4000 N", row).is_none() && !within.notes.iter().any(|own| own.contains("beyond")));
    // `PKX1 + PKX2 f = 20 - 30 f` is below zero from 1.67 times the nominal load on.
    let turned = SMALL.replace("PKX1 = 20", "PKX1 = 20\nPKX2 = -30");
    let found = alone(&turned, &[4000.0, 6000.0, 7000.0, 8000.0]);
    let note = "7000 N, 8000 N: the slip stiffness is below zero";
    assert!(found.notes.iter().any(|own| own.starts_with(note)), "{:?}", found.notes);
}

/// Tables end at their last load, as a file does.
#[test]
fn loads_beyond_those_of_tables_are_told() {
    let sheet = |ends: &str, unit: &str| format!("sheet({ends} {unit})");
    let tables = format!(
        "tyre road: tables(all) {{ vertical: table(deflection: [0, 20, 40] mm, force: [0, 4, 9] kN), damping: 400 N*s/m, loads: [1, 2] kN,
            relaxation: [0.2, 0.5] m, longitudinal: {}, lateral: {}, aligning: {} }}",
        sheet("slip: [-0.1, 0.1], force: [-1, 1, -2, 2]", "kN"),
        sheet("angle: [-10, 0, 10] deg, force: [1, 0, -1, 1.9, 0, -1.9]", "kN"),
        sheet("angle: [-10, 0, 10] deg, moment: [-11, 0, 11, -42, 0, 42]", "N*m"),
    );
    let car = Vehicle::of_text("car.txt", &on_tyre(&tables));
    let found = car.tyre(&asked(&[1500.0, 4000.0], "fl.w")).expect("a tyre");
    let note = "4000 N: beyond the data, which end at 2000 N";
    assert!(
        found[0].notes.iter().any(|own| own.starts_with(note)),
        "{:?}",
        found[0].notes
    );
    // A wheel carries some 2.8 kN at rest.
    let straight = Motion {
        speed: Some(15.0),
        bend: None,
    };
    let notes = car.trim(&straight).expect("a steady motion").notes;
    assert!(
        notes
            .iter()
            .any(|note| note.contains("fl.w 2") && note.contains("of 2000 N")),
        "{notes:?}"
    );
}

/// Trims and runs report wheels that carry more than the greatest load of their file.
#[test]
fn loads_beyond_those_of_the_file_are_told() {
    let bend = Motion {
        speed: Some(15.0),
        bend: Some(Bend::Steering(60f64.to_radians())),
    };
    let run = "doc = \"A bend.\"\nspeed = \"15 m/s\"\nduration = \"1 s\"\n\
        [steering.step]\nstart = \"0 s\"\nrise = \"0.2 s\"\nangle = \"60 deg\"";
    let run = Manoeuvre::read("bend", run).expect("a manoeuvre");
    // Each wheel carries some 2.8 kN at rest.
    for (greatest, is_told) in [(20e3, false), (3000.0, true)] {
        let car = car(&format!("{SMALL}FZMAX = {greatest}\n"));
        let trim = car.trim(&bend).expect("a steady bend");
        let driven = car.drive(&run, &silent).expect("a run").findings;
        for found in [&trim, &driven] {
            let note = found.notes.iter().find(|note| note.starts_with("loads beyond `FZMAX`"));
            assert_eq!(note.is_some(), is_told, "{:?}", found.notes);
            // In a bend to the left the right wheels carry more.
            assert!(
                note.is_none_or(|note| note.contains("fr.w ") && note.contains(" of 3000 N") && !note.contains("fl.w"))
            );
        }
        let most = driven
            .table
            .column("fr.w.force_z")
            .expect("loads")
            .into_iter()
            .fold(0.0, f64::max);
        let name = format!("fr.w {most:.0} N");
        assert_eq!(
            driven.notes.iter().any(|note| note.contains(&name)),
            is_told,
            "{name} {:?}",
            driven.notes
        );
    }
}

/// Every study tells of a wheel and a tyre of different radii.
#[test]
fn a_tyre_that_does_not_fit_on_its_wheel_is_told_in_every_answer() {
    let lines = |radius: &str| {
        let car = car(&SMALL.replace("UNLOADED_RADIUS = 0.3", radius));
        Plausibility::on_loading(car.running().expect("it stands")).lines()
    };
    let told = "`fl.w` has a radius of 0.3 m, and its tyre one of 0.32 m: the tyre's radius counts";
    let found = lines("UNLOADED_RADIUS = 0.32");
    assert_eq!(
        found.iter().filter(|line| line.contains("and its tyre one of")).count(),
        4,
        "{found:?}"
    );
    assert!(found.iter().any(|line| line.starts_with(told)), "{found:?}");
    assert!(
        !lines("UNLOADED_RADIUS = 0.305")
            .iter()
            .any(|line| line.contains("and its tyre one of"))
    );
}

/// The contact patch of TMeasy follows from the deflection that carries the load: `l = 2 √(R F / k)`. The trail at zero
/// slip is a fraction of it, and the slip of an inclined tyre is `sin g l / 4 R` (Rill 2013, 3.4 and 3.7).
#[test]
fn a_tyre_under_a_load_is_as_deep_as_the_load_presses_it() {
    let car = Vehicle::load("car.txt", &OnTmeasy).expect("a car");
    let radius = car.running().expect("it stands").radii[0];
    let found = car.tyre(&asked(&[1800.0, 3000.0, 5200.0], "")).expect("a tyre");
    for load in [1800.0, 3000.0, 5200.0] {
        let subject = format!("{load} N");
        let of = |name: &str| value(&found[0], &subject, name).expect("a figure");
        let patch = 2.0 * (radius * load / 190e3).sqrt();
        let trail = (0.17 + 0.03 * (load / 3000.0 - 1.0)) * patch;
        assert!(
            (of("pneumatic trail") / (1e3 * trail) - 1.0).abs() < 1e-4,
            "{}",
            of("pneumatic trail")
        );
        let by_camber = -0.8 * patch / (4.0 * radius) * of("cornering stiffness");
        assert!(
            (of("camber stiffness") / by_camber - 1.0).abs() < 1e-4,
            "{}",
            of("camber stiffness")
        );
    }
    // `check` and `tyre` tell one trail.
    let running = car.running().expect("it stands");
    let checked = Plausibility::of(running);
    let name = "pneumatic trail, fl.w";
    let figure = checked.figures.iter().find(|figure| figure.name == name);
    let load = running.loads().expect("it rests")[0];
    let patch = 2.0 * (radius * load / 190e3).sqrt();
    let trail = 1e3 * (0.17 + 0.03 * (load / 3000.0 - 1.0)) * patch;
    let value = figure.expect("it is told").value;
    assert!((value / trail - 1.0).abs() < 0.05, "{value} {trail}");
    let told = car
        .tyre(&asked(&[3000.0, 1e5], ""))
        .expect_err("it is too much")
        .message()
        .to_string();
    assert!(told.contains("does not carry 100000 N"), "{told}");
}

/// The rolling resistance of a linear tyre is declared as a fraction of its load. The rolling resistance of a property
/// file is `QSY1` of its nominal load, with the unloaded radius in place of the effective radius. `tyre` and `check`
/// tell both.
#[test]
fn the_rolling_resistance_is_a_part_of_the_load() {
    let declared = on_tyre(
        "tyre road: linear(all) { stiffness: 200 kN/m, cornering_stiffness: 60 kN/rad, rolling_resistance: 0.013 }",
    );
    let file = with("VERTICAL_STIFFNESS = 200000\nQSY1 = 0.02");
    for (vehicle, wanted, near) in [
        (Vehicle::of_text("car.txt", &declared), 0.013, 1e-9),
        (car(&file), 0.02, 0.02 * 0.05),
    ] {
        let plausible = Plausibility::of(vehicle.running().expect("it stands"));
        let name = "rolling resistance / load, fl.w";
        let own = plausible.figures.iter().find(|figure| figure.name == name);
        let own = own.expect("it is judged").value;
        assert!((own - wanted).abs() < near, "{own} for {wanted}");
        let told = vehicle.tyre(&asked(&[3000.0], "fl.w")).expect("a tyre");
        let told = value(&told[0], "3000 N", "rolling resistance / load").expect("it is told");
        assert!((told - wanted).abs() < near, "{told} for {wanted}");
    }
}
