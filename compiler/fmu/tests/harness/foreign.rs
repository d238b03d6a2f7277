//! FMUs as parts of vehicles that are driven, declared in manoeuvres.

#[allow(dead_code, reason = "shared with the tests of the package that runs FMUs")]
#[path = "../../../../vehicles/foreign/tests/foreign/packed.rs"]
pub mod small;

use crate::packed::CAR;
use small::{ALL, engine};
use std::fs;
use std::path::PathBuf;
use wishbone_workbench::files::Disk;
use wishbone_workbench::manoeuvre;
use wishbone_workbench::progress::silent;
use wishbone_workbench::studies::findings::Findings;
use wishbone_workbench::vehicle::Vehicle;

/// The example of the book.
fn example() -> String {
    let page = include_str!("../../../../docs/book/elsewhere/fmu.md");
    let section = page.split("## An FMU in our vehicle").nth(1).expect("a section");
    let text = section.split("```toml").nth(1).expect("an example");
    text.split("```").next().unwrap_or_default().to_owned()
}

/// A manoeuvre beside FMUs of the engine: what comes of it.
fn driven(text: &str, name: &str) -> Result<Findings, String> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("foreign_{}_{name}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    for version in [2, 3] {
        let content = engine(version, ALL, "N.m");
        fs::write(folder.join(format!("engine{version}.fmu")), content).expect("it is written");
    }
    let path = folder.join("launch.toml");
    fs::write(&path, text).expect("it is written");
    let found = manoeuvre::find(&path.to_string_lossy(), &Disk).map_err(|problem| problem.message());
    let vehicle = Vehicle::load(CAR, &Disk).expect("a vehicle of the library");
    let findings = found.and_then(|own| vehicle.drive(&own, &silent).map_err(|problem| problem.message()));
    let _ = fs::remove_dir_all(folder);
    findings.map(|own| own.findings)
}

/// The engine of the book drives the car, as an FMU of either standard: two wheels with 300 N m each accelerate the car
/// by Newton's law.
#[test]
fn a_foreign_engine_drives_the_car() {
    let example = example();
    let [two, three] = ["engine2.fmu", "engine3.fmu"].map(|file| {
        let text = example.replace("engine.fmu", file);
        driven(&text, file).unwrap_or_else(|reason| panic!("{reason}"))
    });
    assert!(
        three
            .notes
            .iter()
            .any(|note| note.contains("`engine3.fmu` makes steps of 1 ms")),
        "{:?}",
        three.notes
    );
    let speed = |findings: &Findings| {
        let table = &findings.table;
        let column = table
            .columns
            .iter()
            .position(|own| own.name == "speed")
            .expect("a speed");
        let at = |row: usize| table.rows[row][column];
        (at(0), at(table.rows.len() - 1), table.rows[table.rows.len() - 1][0])
    };
    assert_eq!(two.table.rows.len(), three.table.rows.len());
    let bits =
        |findings: &Findings| -> Vec<u64> { findings.table.rows.iter().flatten().map(|own| own.to_bits()).collect() };
    assert_eq!(bits(&two), bits(&three));
    let (first, last, time) = speed(&three);
    let coasting = example
        .replace("throttle = [0, 0, 1]", "throttle = [0, 0, 0]")
        .replace("engine.fmu", "engine3.fmu");
    let (_, slower, _) = speed(&driven(&coasting, "coasting").expect("it coasts"));
    println!("from {first} to {last} m/s in {time} s, coasting to {slower} m/s");
    assert!(last > slower + 1.0, "{first} {slower} {last}");
}

/// Messages name the manoeuvre, the part, the mistake and the remedy.
#[test]
fn mistakes_of_a_manoeuvre_are_told() {
    let example = example().replace("engine.fmu", "engine3.fmu");
    let cases = [
        (
            example.replace("engine3.fmu", "missing.fmu"),
            "`foreign.engine`: missing.fmu: ",
        ),
        (
            example.replace("front_left.tyre.drive_torque", "front_left.tyre.drive_torq"),
            "(did you mean `wheel.front_left.tyre.drive_torque`?)",
        ),
        (
            example
                .replace("\npedal = ", "\npedale = ")
                .replace("{ pedal = ", "{ pedale = "),
            "(did you mean `pedal`?)",
        ),
        (
            example.replace("speed = ", "method = \"sbdf2\"\nspeed = "),
            "choose an explicit method",
        ),
        (
            example.split("[pace.pedals]").next().unwrap_or_default().to_owned() + &foreign(&example),
            "add `[pace.pedals]`",
        ),
        (
            example.replace("start = { torque = 300", "start = { end = 0.5, torque = 300"),
            "`engine3.fmu` refuses the step: it discards the step",
        ),
        (example.replace("file = ", "fiel = "), "did you mean `file`?"),
    ];
    for (text, wanted) in cases {
        let told = match driven(&text, "mistakes") {
            Err(reason) => reason,
            Ok(findings) => findings.notes.join("\n") + &format!("{:?}", findings.verdict),
        };
        assert!(told.contains(wanted), "{wanted}: {told}\n{text}");
        // A part that makes its own steps knows no implicit method.
        assert!(!told.contains("`--method sbdf2` may help"), "{told}");
    }
}

/// The part of the example that declares the engine.
fn foreign(example: &str) -> String {
    let part = example.split("[foreign.").nth(1).unwrap_or_default();
    format!("[foreign.{part}")
}
