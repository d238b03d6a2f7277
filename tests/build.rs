//! Compiles the vehicles of `vehicles/` to solvers, as a user's build script would. Many are odd on purpose: what the
//! compiler doubts of them is not told.

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
