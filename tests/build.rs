//! Compiles the vehicles of `vehicles/` to solvers, like a user's build script. Many are unusual on purpose, so
//! warnings are not printed.

use std::fs;
use wishbone_compiler::build::Build;

fn main() {
    println!("cargo::rerun-if-changed=vehicles");
    for entry in fs::read_dir("vehicles").expect("the folder of test vehicles is there") {
        let path = entry.expect("its entries can be read").path();
        let written = Build::new().compile(path).written;
        written.unwrap_or_else(|told| panic!("\n{told}"));
    }
}
