use super::{json, page, printed, refused};
use serde_json::Value;
use wishbone_compiler::formulation::method::Method;

fn number(value: &Value, pointer: &str) -> u64 {
    let found = value.pointer(pointer).and_then(Value::as_u64);
    found.unwrap_or_else(|| panic!("no number at {pointer}"))
}

/// Operations of one kind of count, all kinds together.
fn total(count: &Value) -> u64 {
    let kinds = count.as_object().expect("a count is an object");
    kinds.values().filter_map(Value::as_u64).sum()
}

#[test]
fn the_table_says_what_the_json_says() {
    let (text, counts) = (
        page(&["ops", "quarter_car"]),
        json(&printed(&["ops", "quarter_car", "--json"])),
    );
    let evaluation = total(&counts["evaluation"]);
    assert!(evaluation > 100);
    let row = text
        .lines()
        .find(|line| line.starts_with("one evaluation"))
        .expect("a row");
    assert!(row.ends_with(&format!(" {evaluation}")), "{row}");
    let (critical, workspace) = (
        number(&counts, "/shape/critical_operations"),
        number(&counts, "/workspace_bytes"),
    );
    assert!(0 < critical && critical < evaluation && workspace > 0);
    assert!(
        text.contains(&format!("critical path  {critical} of {evaluation} operations")),
        "{text}"
    );
    assert!(text.contains(&format!("workspace      {workspace} bytes")), "{text}");
    let stages = counts["stages"].as_array().expect("a list");
    assert_eq!(
        stages.iter().map(|stage| total(&stage["count"])).sum::<u64>(),
        evaluation
    );
}

#[test]
fn methods_stand_side_by_side() {
    let all = json(&printed(&["ops", "quarter_car", "--method", "all", "--json"]));
    let names: Vec<&str> = all
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|each| each["method"].as_str())
        .collect();
    let words: Vec<&str> = std::iter::once("auto").chain(Method::ALL.map(Method::word)).collect();
    assert_eq!(names, words);
    let text = page(&["ops", "quarter_car", "--method", "all"]);
    let row = text
        .lines()
        .find(|line| line.starts_with("one evaluation"))
        .expect("a row");
    let shown: Vec<u64> = row.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let counted = all
        .as_array()
        .expect("a list")
        .iter()
        .map(|each| total(&each["counts"]["evaluation"]));
    assert_eq!(shown, counted.collect::<Vec<_>>(), "{text}");
    assert_ne!(shown[1], shown[2], "two methods, two counts");
}

#[test]
fn one_method_can_be_asked_for() {
    let of = |method: &str| total(&json(&printed(&["ops", "quarter_car", "--json", "--method", method]))["evaluation"]);
    assert_ne!(of("recursive"), of("synthesis"));
    assert!(of("auto") <= total(&json(&printed(&["ops", "quarter_car", "--json"]))["evaluation"]));
}

#[test]
fn auto_shows_what_it_tried() {
    let text = page(&["ops", "quarter_car", "--method", "auto"]);
    let counts = json(&printed(&["ops", "quarter_car", "--json", "--method", "auto"]));
    let tried = counts["search"][0]["tried"].as_array().expect("a list");
    assert!(tried.len() > 1, "the quarter car could be cut elsewhere");
    assert_eq!(tried.iter().filter(|choice| choice["taken"] == true).count(), 1);
    for choice in tried {
        let cut = choice["cuts"][0].as_str().expect("a name");
        assert!(text.lines().any(|line| line.starts_with(cut)), "{text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    assert!(!page(&["ops", "quarter_car"]).contains("cuts and coordinates"));
}

#[test]
fn tasks_share_out_the_operations() {
    let tasks = json(&printed(&["ops", "hmmwv", "--tasks", "--json"]));
    let work = tasks["tasks"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|task| total(&task["count"]));
    let all = total(&json(&printed(&["ops", "hmmwv", "--json"]))["evaluation"]);
    assert_eq!(work.sum::<u64>(), all);
    assert!(page(&["ops", "hmmwv", "--tasks"]).contains("what may run side by side"));
    refused(&["ops", "hmmwv", "--tasks", "--method", "all"], 2);
}

#[test]
fn an_unknown_method_is_misuse() {
    let told = refused(&["ops", "quarter_car", "--method", "recursiv"], 2);
    assert!(told.contains("'recursive'"), "{told}");
}
