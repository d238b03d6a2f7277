use super::{json, printed, refused, target, wishbone};
use std::fs;

/// Writes a file of limits and returns its path.
fn limits(name: &str, text: &str) -> String {
    let file = target(name);
    fs::write(&file, text).expect("it can be written");
    file.to_str().expect("a path is text").to_owned()
}

/// A limit slightly beyond the value of `kc` is kept, a limit before it is not. The margin is the difference of the two.
#[test]
fn a_figure_is_held_against_its_limit() {
    let found = json(&printed(&["kc", "hmmwv", "--json"]));
    let figures = found[0]["studies"][0]["figures"].as_array().expect("figures");
    let caster = figures
        .iter()
        .find(|own| own["subject"] == "front_left.tyre" && own["name"] == "caster")
        .expect("a caster");
    let value = caster["value"].as_f64().expect("a number");
    let above = limits(
        "above.toml",
        &format!(
            "[kc]\nfront_left.tyre.caster = \"[{}, {}] deg\"\n",
            value - 1.0,
            value + 0.25
        ),
    );
    let kept = &json(&printed(&["gate", "hmmwv", "--limits", &above, "--json"]))[0];
    assert_eq!(kept["is_kept"], true, "{kept}");
    let margin = kept["held"][0]["margin"].as_f64().expect("a margin");
    assert!((margin - 0.25).abs() < 1e-12, "{margin}");
    let below = limits(
        "below.toml",
        &format!("[kc]\nfront_left.tyre.caster = \"<= {} deg\"\n", value - 0.5),
    );
    let failed = wishbone(&["gate", "hmmwv", "--limits", &below]);
    assert_eq!(failed.code, Some(1), "{}", failed.err);
    assert!(
        failed.out.contains("-0.500000  FAILS") && failed.out.contains("1 of 1 limits"),
        "{}",
        failed.out
    );
}

/// The count is the count that `ops` prints; a variant is a design with its own table.
#[test]
fn operations_have_limits_design_by_design() {
    let file = limits(
        "ops.toml",
        "[ops]\noperations = \"<= 100000\"\nposition.operations = \">= 1\"\n",
    );
    let found = json(&printed(&[
        "gate",
        "quarter_sla",
        "--limits",
        &file,
        "--variant",
        "gravity = 9.8 m/s^2",
        "--json",
    ]));
    assert_eq!(found.as_array().map(Vec::len), Some(2));
    let counted = json(&printed(&["ops", "quarter_sla", "--json"]));
    let sum = counted["evaluation"]
        .as_object()
        .expect("counts")
        .values()
        .map(|count| count.as_u64().expect("a count"));
    assert_eq!(found[0]["held"][0]["value"].as_f64(), Some(sum.sum::<u64>() as f64));
    assert_eq!(found[0]["held"].as_array().map(Vec::len), Some(2));
}

/// A limit on a figure that only one of two designs has is judged in that design, and fails in the other design.
/// Without such a figure in any design it is a mistake.
#[test]
fn a_figure_of_one_design_is_not_kept_by_the_other() {
    let file = limits(
        "rear.toml",
        "[kc]\nrear.wheel_rate = \">= 1 N/mm\"\nfront.wheel_rate = \">= 1 N/mm\"\n",
    );
    let failed = wishbone(&["gate", "hmmwv", "quarter_car", "--limits", &file, "--json"]);
    assert_eq!(failed.code, Some(1), "{}", failed.err);
    let found = json(&failed.out);
    let held = |design: usize| found[design]["held"].as_array().map(Vec::len);
    assert_eq!((held(0), &found[0]["is_kept"]), (Some(4), &true.into()), "{found}");
    assert_eq!(found[1]["is_kept"], false);
    let ended = found[1]["ended"].to_string();
    assert!(ended.contains("there is no figure `rear.wheel_rate`"), "{ended}");
}

#[test]
fn limits_that_mean_nothing_are_misuse() {
    let file = limits(
        "wrong.toml",
        "[kc]\ncastor = \"<= 5 deg\"\ncamber = \"<= 5 mm\"\nfront.tow = \"<= 1 deg\"\n",
    );
    let told = refused(&["gate", "hmmwv", "--limits", &file], 2);
    assert!(
        told.contains("`castor`; did you mean `") && told.contains("caster"),
        "{told}"
    );
    assert!(told.contains("`camber` is in `deg`"), "{told}");
    assert!(told.contains("`front.tow`; did you mean `front.toe`?"), "{told}");
    let told = refused(&["gate", "hmmwv", "--limits", "no_such.toml"], 2);
    assert!(told.contains("cannot read no_such.toml"), "{told}");
}

/// A manoeuvre that ends before its planned end keeps none of its limits.
#[test]
fn a_run_that_ends_early_keeps_no_limit() {
    let file = limits(
        "overturns.toml",
        "[drive.steady_circle]\nundersteer_gradient = \"<= 1 deg/(m/s^2)\"\n",
    );
    let failed = wishbone(&[
        "gate",
        "tricycle.toml",
        "--limits",
        &file,
        "--set",
        "chassis.com = [-0.5, 0, 1.5] m",
    ]);
    assert_eq!(failed.code, Some(1), "{}{}", failed.out, failed.err);
    assert!(
        failed.out.contains("FAILS: drive steady_circle: ") && !failed.out.contains("limits are kept"),
        "{}",
        failed.out
    );
}
