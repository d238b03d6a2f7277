//! Vehicles in TOML, and files that include others.

use super::{json, page, printed, refused, target};

#[test]
fn every_command_takes_toml() {
    let summary = page(&["check", "swing.toml"]);
    assert!(summary.starts_with("Swing\n═════\n1 body, 1 joint"), "{summary}");
    assert_eq!(page(&["check", "--vehicle", "Swing", "--quiet", "swing.toml"]), "");
    assert!(printed(&["graph", "swing.toml"]).starts_with("<svg"));
    assert!(json(&printed(&["ops", "--json", "swing.toml"])).is_object());
    assert!(printed(&["diff", "swing.toml", "swing.toml"]).contains("Swing"));
    let text = printed(&["emit", "swing.toml"]);
    assert!(text.contains("impl ::wishbone::solver::Solver for Swing"), "{text}");
}

#[test]
fn mistakes_in_toml_are_told_at_their_places() {
    insta::assert_snapshot!(refused(&["check", "broken.toml"], 1));
    let told = refused(&["check", "swing.toml", "--vehicle", "Swng"], 2);
    assert!(told.contains("did you mean `Swing`?"), "{told}");
}

/// Macros resolve paths from the folder of their package; the tool does the same, wherever it is called.
#[test]
fn rust_sources_may_name_files() {
    let summary = page(&["check", "files.rs"]);
    assert!(
        summary.starts_with("Swing\n") && summary.contains("\nBench\n"),
        "{summary}"
    );
    assert_eq!(
        printed(&["emit", "files.rs", "--vehicle", "Swing"]),
        printed(&["emit", "swing.toml"])
    );
}

/// The written file declares the same vehicle.
#[test]
fn a_vehicle_is_converted() {
    let file = target("converted.toml");
    let path = file.to_str().expect("a path is text");
    assert_eq!(printed(&["convert", "two.rs", "--vehicle", "Swing", "-o", path]), "");
    let solver = |text: String| {
        text.split_once("pub const DECLARATION")
            .map(|(before, _)| before.to_owned())
    };
    let [converted, original] = [
        printed(&["emit", path]),
        printed(&["emit", "two.rs", "--vehicle", "Swing"]),
    ]
    .map(solver);
    assert!(converted.is_some() && converted == original);
    assert!(refused(&["convert", "broken.toml"], 1).contains("did you mean `seat`?"));
}
