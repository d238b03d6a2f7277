use super::{called, command, page, printed, refused, target, wishbone};
use std::fs;
use std::io::Write;
use std::process::Stdio;

#[test]
fn a_sound_vehicle_is_summarised_or_passed_over() {
    let summary = page(&["check", "closed.txt"]);
    assert!(
        summary.starts_with("Pendulum\n════════\n2 bodies, 2 joints, 1 link"),
        "{summary}"
    );
    assert_eq!(page(&["check", "closed.txt", "pendulum.txt", "hmmwv", "--quiet"]), "");
}

/// The description of the car comes first; the description of its solver follows only on request.
#[test]
fn the_solver_is_told_where_it_is_asked_for() {
    let [car, both] = [&["check", "closed.txt"][..], &["check", "closed.txt", "--solver"]].map(page);
    for (words, in_car) in [
        ("what can move", true),
        ("closure equations", false),
        ("chains", false),
        ("why", false),
    ] {
        assert_eq!(car.contains(words), in_car, "{words} in {car}");
        assert!(both.contains(words), "{words} in {both}");
    }
    assert!(both.starts_with(car.lines().next().expect("a name")));
}

/// No figure of the vehicles in the library is marked as unusual.
#[test]
fn the_figures_of_the_library_are_usual() {
    for (name, _) in wishbone_workbench::vehicle::library::FILES {
        // A half-shaft of five elements is stiff and gives a warning, so that `printed` would fail.
        let told = super::wishbone(&["check", name]).out;
        let mut marked = told.lines().filter(|line| line.trim_start().starts_with("! "));
        assert_eq!(marked.next(), None, "{name}");
    }
    assert!(printed(&["check", "hmmwv"]).contains("ride frequency, front"));
}

/// A spring in kN/m that was meant in N/m makes the wheel rate a thousand times as large.
#[test]
fn a_slip_of_a_thousand_is_seen() {
    let text = printed(&["convert", "macpherson_car"]);
    let file = target("slip.toml");
    let slipped = text.replace("29770 N/m", "29770 kN/m");
    assert_ne!(slipped, text);
    fs::write(&file, slipped).expect("it can be written");
    let told = printed(&["check", file.to_str().expect("a path is text")]);
    assert!(
        told.lines().any(|line| line.starts_with("! wheel rate, front")),
        "{told}"
    );
}

/// The report says that these vehicles are not judged: a vehicle without wheels, a vehicle that is held, and a train.
#[test]
fn what_does_not_stand_on_its_wheels_is_told() {
    for vehicle in ["closed.txt", "four_bar", "quarter_car"] {
        let told = printed(&["check", vehicle]);
        assert!(told.contains("does not stand on its wheels"), "{vehicle}: {told}");
    }
    assert!(printed(&["check", "tractor_semitrailer"]).contains("suspensions are not judged: several heavy bodies"));
}

/// Rust sources without a vehicle are accepted beside other files, but not alone.
#[test]
fn sources_without_a_vehicle_are_passed_over() {
    assert_eq!(page(&["check", "none.rs", "closed.txt", "--quiet"]), "");
    assert_eq!(
        refused(&["check", "none.rs"], 2),
        "error: no `vehicle! { .. }` in none.rs (inside `macro_rules!` it is a pattern, and is not read)\n"
    );
}

/// Line and column refer to the whole file, also behind letters of two bytes.
#[test]
fn mistakes_are_told_at_their_places_in_the_file() {
    let told = refused(&["check", "two.rs", "--quiet"], 1);
    insta::assert_snapshot!(told);
}

#[test]
fn what_is_sound_is_told_beside_what_is_not() {
    let both = wishbone(&["check", "two.rs"]);
    assert_eq!(both.code, Some(1));
    assert!(
        both.out.starts_with("Swing\n") && both.err.contains("two.rs:11:"),
        "{}{}",
        both.out,
        both.err
    );
    assert!(page(&["check", "two.rs", "--vehicle", "Swing"]).starts_with("Swing\n"));
}

#[test]
fn text_that_is_no_declaration_is_told_as_such() {
    let mut child = command(env!("CARGO_BIN_EXE_wishbone"))
        .args(["check", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tool runs");
    let mut input = child.stdin.take().expect("it is piped");
    input.write_all("\u{feff}Car { body ( }".as_bytes()).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("W0101") && told.contains("standard input:1:"), "{told}");
}

#[test]
fn warnings_are_told_and_are_no_mistakes() {
    let told = wishbone(&["check", "warned.txt", "--quiet"]);
    assert_eq!((told.code, told.out.as_str()), (Some(0), ""), "{}", told.err);
    assert!(told.err.starts_with("warning[W0322]"), "{}", told.err);
}

/// `cargo wishbone check ..` is `cargo-wishbone wishbone check ..`.
#[test]
fn cargo_calls_it_too() {
    let cargo = |arguments: &[&str]| called(command(env!("CARGO_BIN_EXE_cargo-wishbone")).args(arguments));
    let direct = cargo(&["check", "closed.txt"]);
    let through = cargo(&["wishbone", "check", "closed.txt"]);
    assert_eq!((direct.code, through.code), (Some(0), Some(0)), "{}", through.err);
    assert_eq!(direct.out, through.out);
    assert!(
        cargo(&["wishbone", "--help"])
            .out
            .contains("Usage: cargo wishbone <COMMAND>")
    );
}
