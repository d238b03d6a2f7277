use super::{json, page, printed};
use serde_json::Value;

fn time(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("no time: {value}"))
}

#[test]
fn the_verdict_follows_from_the_times() {
    let plan = |hand_off: &str| json(&printed(&["plan", "semitrailer12", "--hand-off", hand_off, "--json"]));
    let best = |plan: &Value| {
        let on = plan["prediction"]["on"].as_array().expect("a list");
        on.iter().map(|on| time(&on["predicted"]["time"])).min().expect("some")
    };
    let dear = plan("5");
    assert!(best(&dear) > time(&dear["prediction"]["serial"]));
    let text = page(&["plan", "semitrailer12", "--hand-off", "5"]);
    assert!(text.contains("serial, because handing over costs 5.00 us"), "{text}");

    // Threads pay when handing over costs less than the break-even cost that the tool reports.
    let break_even = time(&dear["prediction"]["break_even"]) as f64 / 1e6;
    let cheap = plan(&format!("{}", break_even * 0.5));
    assert!(best(&cheap) < time(&cheap["prediction"]["serial"]));
    assert!(page(&["plan", "semitrailer12", "--hand-off", "0"]).contains(" threads: "));
}

#[test]
fn times_are_those_of_equal_subsystems_in_lanes() {
    let text = page(&["plan", "hmmwv"]);
    assert!(text.contains("equal subsystems in lanes, predicted"), "{text}");
    assert!(text.contains("1, no lanes"), "{text}");
    // The corners are one group of lanes. A driven rack is no work for a second thread, since every thread computes it.
    for vehicle in ["hmmwv", "hmmwv14"] {
        let text = page(&["plan", vehicle]);
        assert!(in_a_line(&text).contains("those in lanes counted once"), "{text}");
    }
}

/// Twice the price is twice the time.
#[test]
fn times_are_those_of_the_operations() {
    let serial = |price: &str| {
        let plan = json(&printed(&["plan", "quarter_car", "--price", price, "--json"]));
        time(&plan["prediction"]["serial"])
    };
    assert_eq!(2 * serial("0.1"), serial("0.2"));
}

/// Folded text in one line.
fn in_a_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}
