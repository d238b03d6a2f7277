//! Counts in the book's sentences and tables are those of the sources.

use super::text;
use serde_json::Value;
use std::process::Command;

/// Fails unless the page has this text.
fn says(page: &str, words: &str) {
    assert!(text(page).contains(words), "{page} does not say `{words}`");
}

/// Count with a comma before the last three digits, such as `5,736`.
fn grouped(count: usize) -> String {
    match count {
        0..1000 => count.to_string(),
        _ => format!("{},{:03}", count / 1000, count % 1000),
    }
}

/// Operations of one evaluation of a vehicle, from the counts that a test pins.
fn operations(vehicle: &str) -> usize {
    let counts = text("tests/data/counts.txt");
    let row = counts
        .lines()
        .find(|line| line.split_whitespace().next() == Some(vehicle));
    let column = row.and_then(|row| row.split_whitespace().nth(7));
    column
        .and_then(|count| count.parse().ok())
        .unwrap_or_else(|| panic!("no count of {vehicle}"))
}

#[test]
fn operations_are_those_counted() {
    let rows = [
        ("FourBar", "| four-bar |"),
        ("QuarterCar", "| quarter car, spring and tyre port in |"),
        ("Hmmwv", "| HMMWV, springs, dampers, wheel spins and tyre ports in |"),
        ("HmmwvPitman", "| HMMWV with its pitman arm, which needs iteration |"),
        ("Hmmwv14", "| HMMWV, bare, rack free |"),
        ("QuarterSla", "| quarter car, bare |"),
        ("Semitrailer12", "| tractor and semitrailer, bare, open tree |"),
        ("MacphersonCar", "| passenger car on MacPherson struts |"),
        ("DeyoSedan", "| sports sedan |"),
        ("SmallCar", "| small car, 21 bodies, joints of rubber |"),
        (
            "TractorSemitrailer",
            "| tractor and semitrailer on springs, wheels in |",
        ),
    ];
    let page = text("docs/book/speed.md");
    for (vehicle, begin) in rows {
        let row = page.lines().find(|line| line.starts_with(begin));
        let cell = row.and_then(|row| row.split('|').nth(3)).map(str::trim);
        assert_eq!(cell, Some(grouped(operations(vehicle)).as_str()), "{begin}");
    }
    let count = grouped(operations("Hmmwv"));
    says(
        "README.md",
        &format!("| operations of one evaluation, loops closed | {count} |"),
    );
}

/// Cells of the row of a vehicle in the table that the benches print.
fn measured(vehicle: &str) -> Vec<String> {
    let page = text("docs/book/speed/solvers.md");
    let row = page.lines().find(|line| line.starts_with(&format!("| {vehicle} |")));
    let cells = row.expect("the table has the vehicle").split('|').skip(1);
    cells.map(|cell| cell.trim().to_owned()).collect()
}

#[test]
fn times_of_the_front_page_are_those_measured() {
    let least = |cell: &str| cell.split(' ').next().unwrap_or_default().to_owned();
    let row = measured("Hmmwv");
    let (evaluation, step) = (least(&row[3]), least(&row[4]));
    says(
        "README.md",
        &format!("four corners in lanes | {evaluation} ns | [speed](docs/book/speed/solvers.md) |"),
    );
    says(
        "README.md",
        &format!("| one step, loops closed | {step} ns | [speed](docs/book/speed/solvers.md) |"),
    );
}

#[test]
fn the_truck_is_as_told() {
    let found = Command::new(env!("CARGO_BIN_EXE_wishbone"))
        .args(["check", "hmmwv", "--json"])
        .output();
    let found: Value = serde_json::from_slice(&found.expect("the tool runs").stdout).expect("it prints JSON");
    let structure = &found[0]["structure"];
    let count = |value: &Value| value.as_array().map_or(0, Vec::len);
    let told = format!(
        "{} bodies, {} wheel spins, {} loops",
        count(&structure["tree"]["bodies"]),
        structure["mobility"]["spins"],
        count(&structure["loops"]),
    );
    says("README.md", &told);
    says("docs/book/start/install.md", &told);
}

#[test]
fn examples_of_the_reference_are_counted() {
    let examples = text("docs/language.md").matches("\n```text\n").count();
    says("docs/book/proof.md", &format!("| {examples} examples |"));
}

#[test]
fn templates_of_chrono_are_counted() {
    let source = text("vehicles/workbench/src/import/chrono/suspension/mod.rs");
    let arms = source
        .lines()
        .filter(|line| line.trim_start().starts_with('"') && line.contains("(own, root, wheel"));
    let count = arms.count();
    says("docs/book/declare/import.md", &format!("all {count} templates"));
    says("docs/book/proof.md", &format!("; {count} templates of Chrono::Vehicle"));
}

#[test]
fn the_front_page_is_short() {
    let bytes = text("README.md").len();
    assert!(bytes <= 6 * 1024, "README.md has {bytes} bytes");
}
