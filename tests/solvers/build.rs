//! Compiles the vehicles of `tests/vehicles` to solvers, like a user's build script. Many are unusual on purpose, so
//! warnings are not printed.

use std::path::Path;
use std::{env, fs};
use wishbone_compiler::build::Build;

/// Vehicles that are also compiled with derivatives, each with a passage of its declaration and the replacement for
/// this passage.
const DERIVED: [(&str, [&str; 2]); 4] = [
    (
        "../../vehicles/workbench/files/hmmwv.toml",
        ["levels = \"all\"", "levels = \"all\"\nderivatives = \"accept\""],
    ),
    (
        "../../vehicles/workbench/files/quarter_sla.toml",
        ["levels = \"all\"", "levels = \"all\"\nderivatives = \"accept\""],
    ),
    (
        "../vehicles/batched.txt",
        ["levels: all", "levels: all derivatives: accept"],
    ),
    (
        "../vehicles/top.txt",
        ["{", "{ levels: all batch: accept derivatives: accept"],
    ),
];

fn main() {
    println!("cargo::rerun-if-changed=../vehicles");
    for entry in fs::read_dir("../vehicles").expect("the folder of test vehicles is there") {
        let path = entry.expect("its entries can be read").path();
        let written = Build::new().compile(path).written;
        written.unwrap_or_else(|told| panic!("\n{told}"));
    }
    let folder = env::var_os("OUT_DIR").expect("cargo sets it");
    for (vehicle, [line, instead]) in DERIVED {
        println!("cargo::rerun-if-changed={vehicle}");
        let text = fs::read_to_string(vehicle).expect("the vehicle is in a file");
        let vehicle = Path::new(vehicle);
        let [name, kind] =
            [vehicle.file_stem(), vehicle.extension()].map(|part| part.unwrap_or_default().to_string_lossy());
        let path = Path::new(&folder).join(format!("{name}_derived.{kind}"));
        fs::write(&path, text.replacen(line, instead, 1)).expect("it can be written");
        let written = Build::new().compile(path).written;
        written.unwrap_or_else(|told| panic!("\n{told}"));
    }
}
