use super::{json, page, printed, refused, wishbone};
use serde_json::Value;

/// The lines about parts, which stand between two tables. The figures in the tables depend on the compiler.
fn parts(text: &str) -> String {
    let sections: Vec<&str> = text.split("\n\n").collect();
    let [first, between @ .., last] = &sections[..] else {
        panic!("two tables: {text}");
    };
    assert!(first.contains("bodies") && last.contains("one evaluation"), "{text}");
    between.join("\n\n")
}

#[test]
fn parts_are_told_with_what_became_of_them() {
    let text = page(&["diff", "pendulum.txt", "closed.txt"]);
    insta::assert_snapshot!(parts(&text));
    let freedoms = text.lines().find(|line| line.starts_with("freedoms")).expect("a row");
    assert_eq!(
        freedoms.split_whitespace().collect::<Vec<_>>(),
        ["freedoms", "2", "3", "+1", "+50.0", "%"]
    );
}

#[test]
fn the_json_says_the_same() {
    let difference = json(&printed(&["diff", "pendulum.txt", "closed.txt", "--json"]));
    let parts = difference["parts"].as_array().expect("a list");
    let of = |kind: &str| {
        parts
            .iter()
            .find(|parts| parts["kind"] == kind)
            .expect("that kind differs")
    };
    assert_eq!(of("joints and links")["added"], serde_json::json!(["rod"]));
    assert_eq!(of("outputs")["removed"], serde_json::json!(["angle"]));
    let change = &of("bodies")["changed"][0]["attributes"][0];
    assert_eq!(
        *change,
        serde_json::json!({ "attribute": "mass", "old": "2 kg", "new": "2.5 kg" })
    );
    assert!(difference["total"]["new"].as_u64() > difference["total"]["old"].as_u64());
}

/// The limit applies to the total growth. Growth equal to the limit is no finding.
#[test]
fn growth_above_the_limit_is_a_finding() {
    let total = &json(&printed(&["diff", "pendulum.txt", "closed.txt", "--json"]))["total"];
    let count = |which: &str| total[which].as_u64().expect("a count") as f64;
    let growth = 100.0 * (count("new") / count("old") - 1.0);
    let limited = |old: &str, new: &str, limit: f64| wishbone(&["diff", old, new, "--fail-above", &limit.to_string()]);
    assert_eq!(limited("pendulum.txt", "closed.txt", growth + 0.01).code, Some(0));
    let above = limited("pendulum.txt", "closed.txt", growth - 0.01);
    assert_eq!(above.code, Some(1));
    assert!(above.err.starts_with("error: the number of operations changed by +") && above.out.contains("freedoms"));
    assert_eq!(
        limited("closed.txt", "pendulum.txt", 0.0).code,
        Some(0),
        "less is no growth"
    );
    assert_eq!(limited("closed.txt", "closed.txt", 0.0).code, Some(0));
    assert_eq!(
        limited("closed.txt", "closed.txt", -1.0).code,
        Some(1),
        "less may be asked for"
    );
}

#[test]
fn a_vehicle_does_not_differ_from_itself() {
    let text = page(&["diff", "hmmwv", "hmmwv"]);
    assert!(text.contains("the same parts") && !text.contains('%'), "{text}");
}

#[test]
fn each_file_may_have_its_own_vehicle() {
    let told = refused(&["diff", "two.rs", "closed.txt"], 2);
    assert!(
        told.contains("two.rs declares several vehicles: `Swing`, `Bigger`"),
        "{told}"
    );
    let text = page(&[
        "diff",
        "two.rs",
        "closed.txt",
        "--vehicle",
        "Swing",
        "--vehicle",
        "Pendulum",
    ]);
    assert!(text.starts_with("Swing to Pendulum\n"), "{text}");
    refused(&["diff", "two.rs", "closed.txt", "--vehicle", "Swing"], 2);
}

#[test]
fn a_limit_that_is_no_number_is_misuse() {
    for limit in ["much", "nan", "inf"] {
        let told = refused(&["diff", "closed.txt", "closed.txt", "--fail-above", limit], 2);
        assert!(told.contains("not a number of percent"), "{told}");
    }
    let _: Value = json(&printed(&[
        "diff",
        "closed.txt",
        "closed.txt",
        "--json",
        "--fail-above",
        "2.5%",
    ]));
}

/// A moved tie-rod end changes no part and no count, but bump steer. The difference is that between the two results of `kc`.
#[test]
fn a_moved_point_is_told_by_the_figures_that_it_changes() {
    const MOVED: &str = "front_left.tie_outer.z += 3 mm";
    let difference = json(&printed(&["diff", "hmmwv", "--variant", MOVED, "--json"]));
    assert_eq!(difference["total"]["old"], difference["total"]["new"]);
    let changed = difference["behaviour"]["changed"].as_array().expect("a list");
    let is_steer = |own: &&Value| {
        own["study"] == "bounce" && own["subject"] == "front_left.tyre" && own["name"] == "toe by travel"
    };
    let steer = changed.iter().find(is_steer).expect("bump steer changes");
    for (side, change) in [("old", "front_left.tie_outer.z += 0 mm"), ("new", MOVED)] {
        let measured = json(&printed(&["kc", "hmmwv", "--set", change, "--json"]));
        let studies = measured[0]["studies"].as_array().expect("studies");
        let bounce = studies.iter().find(|study| study["name"] == "bounce").expect("bounce");
        let figures = bounce["figures"].as_array().expect("figures");
        let own = figures
            .iter()
            .find(|own| own["subject"] == "front_left.tyre" && own["name"] == "toe by travel")
            .expect("bump steer");
        assert_eq!(steer[side], own["value"], "{side}");
    }
    assert_eq!(json(&printed(&["diff", "hmmwv", "--set", MOVED, "--json"])), difference);
    let told = refused(&["diff", "hmmwv"], 2);
    assert!(told.contains("nothing to compare with"), "{told}");
}
