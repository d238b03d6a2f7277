//! Writes the vehicles to `OUT_DIR/NAME_THREADS.rs`: small ones for the tests, and with the feature `large` those that are timed.

#[path = "../../compiler/examples/scaling/large.rs"]
#[allow(dead_code, reason = "the sizes are those of a table elsewhere")]
mod large;

use std::path::Path;
use std::{env, fs};
use wishbone_compiler::{emit, pipeline};

/// Family, size, settings, file.
type Vehicle = (&'static str, usize, &'static str, &'static str);

const SMALL: [Vehicle; 6] = [
    ("truck", 2, "threads: 2", "truck_2_2"),
    ("truck", 3, "threads: 3", "truck_3_3"),
    ("bus", 6, "threads: 2", "bus_6_2"),
    ("truck", 2, "threads: 2 levels: v3", "truck_2_v3"),
    ("truck", 4, "threads: 2 levels: v3 lanes: accept", "truck_4_in_lanes"),
    ("bus", 14, "threads: 2 levels: all lanes: accept", "bus_14_in_lanes"),
];

const LARGE: [Vehicle; 8] = [
    ("truck", 4, "threads: 2 levels: v3 lanes: accept", "truck_4_lanes"),
    ("truck", 4, "threads: 2 levels: v3", "truck_4"),
    ("truck", 10, "threads: 2 levels: v3 lanes: accept", "truck_10_lanes"),
    ("truck", 10, "threads: 2 levels: v3", "truck_10"),
    ("bus", 20, "threads: 2 levels: v3 lanes: accept", "bus_20_lanes"),
    ("bus", 20, "threads: 2 levels: v3", "bus_20"),
    ("bus", 74, "threads: 2 levels: v3 lanes: accept", "bus_74_lanes"),
    ("bus", 74, "threads: 2 levels: v3", "bus_74"),
];

fn main() {
    println!("cargo::rerun-if-changed=../../compiler/examples/scaling/large.rs");
    let large = env::var_os("CARGO_FEATURE_LARGE").map_or(&[][..], |_| &LARGE);
    SMALL.iter().chain(large).for_each(write);
}

fn write(&(family, size, settings, file): &Vehicle) {
    let found = large::FAMILIES.iter().find(|known| known.name.starts_with(family));
    let declared = (found.expect("a family").declare)(size);
    let declared = format!("pub {}", declared.replacen('{', &format!("{{\n    {settings}"), 1));
    let compiled = pipeline::compile_text(&declared).unwrap_or_else(|refused| panic!("{file}: {refused:?}"));
    let folder = env::var_os("OUT_DIR").expect("cargo gives one to build scripts");
    let target = Path::new(&folder).join(format!("{file}.rs"));
    fs::write(target, emit::text(&compiled, "")).expect("the folder is there to be written to");
}
