//! Prints a page of the book with the measurements of criterion, one table for each group.
//!
//! `benches/pages.sh` measures and prints all pages; this one alone:
//! `cargo bench -p wishbone-benches --features derivatives`, then `cargo run --release -p wishbone-benches --bin page`.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// What criterion writes about a bench.
#[derive(Deserialize)]
struct Bench {
    group_id: String,
    function_id: Option<String>,
    value_str: Option<String>,
    throughput: Option<Throughput>,
}

/// Calls of one iteration.
#[derive(Deserialize)]
struct Throughput {
    #[serde(rename = "Elements")]
    elements: f64,
}

/// What criterion writes about the timed samples of a bench.
#[derive(Deserialize)]
struct Samples {
    /// Iterations of each sample.
    iters: Vec<f64>,
    /// Time of each sample [ns].
    times: Vec<f64>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    let mut found = Vec::new();
    results(&target.join("criterion"), &mut found)?;
    let mut groups: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for folder in found {
        let bench: Bench = serde_json::from_str(&fs::read_to_string(folder.join("benchmark.json"))?)?;
        let samples: Samples = serde_json::from_str(&fs::read_to_string(folder.join("sample.json"))?)?;
        let calls = bench.throughput.map_or(1.0, |throughput| throughput.elements);
        let name = [bench.function_id, bench.value_str].into_iter().flatten();
        let name = name.collect::<Vec<_>>().join(", ");
        // A bench of its own has its name behind that of its group.
        let (group, name) = match bench.group_id.split_once('/') {
            Some((group, own)) if name.is_empty() => (group.to_owned(), own.to_owned()),
            _ => (bench.group_id, name),
        };
        groups.entry(group).or_default().insert(name, shown(&samples, calls));
    }
    for (group, rows) in groups {
        println!("\n## {group}\n\n| | least (median) |\n|---|---|");
        rows.iter().for_each(|(name, time)| println!("| {name} | {time} |"));
    }
    Ok(())
}

/// Folders with the newest result of each bench.
fn results(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.ends_with("new") && path.join("sample.json").exists() {
            found.push(path);
        } else if path.is_dir() {
            results(&path, found)?;
        }
    }
    Ok(())
}

/// Least and median time of one call.
fn shown(samples: &Samples, calls: f64) -> String {
    let each = samples
        .times
        .iter()
        .zip(&samples.iters)
        .map(|(time, iterations)| time / iterations / calls);
    let mut each: Vec<f64> = each.collect();
    each.sort_unstable_by(f64::total_cmp);
    let (least, median) = (each[0], each[each.len() / 2]);
    let (unit, scale) = match median {
        ..1e4 => ("ns", 1.0),
        ..1e7 => ("us", 1e-3),
        _ => ("ms", 1e-6),
    };
    format!("{} ({}) {unit}", digits(least * scale), digits(median * scale))
}

/// Three digits: `1.23`, `12.3`, `123`.
fn digits(value: f64) -> String {
    match value {
        ..10.0 => format!("{value:.2}"),
        ..100.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}
