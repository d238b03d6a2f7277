//! Compiles the vehicles of `vehicles/` to solvers, like a user's build script. Many are unusual on purpose, so
//! warnings are not printed.

use std::path::Path;
use std::{env, fs};
use wishbone_compiler::build::Build;

/// A vehicle of the library that is compiled with its derivatives, too.
const DERIVED: &str = "../vehicles/files/hmmwv.toml";

fn main() {
    println!("cargo::rerun-if-changed=vehicles");
    for entry in fs::read_dir("vehicles").expect("the folder of test vehicles is there") {
        let path = entry.expect("its entries can be read").path();
        let written = Build::new().compile(path).written;
        written.unwrap_or_else(|told| panic!("\n{told}"));
    }
    println!("cargo::rerun-if-changed={DERIVED}");
    let text = fs::read_to_string(DERIVED).expect("the library is in files");
    let text = text.replace("levels = \"all\"", "levels = \"all\"\nderivatives = \"accept\"");
    let path = Path::new(&env::var_os("OUT_DIR").expect("cargo sets it")).join("hmmwv_derived.toml");
    fs::write(&path, text).expect("it can be written");
    let written = Build::new().compile(path).written;
    written.unwrap_or_else(|told| panic!("\n{told}"));
}
