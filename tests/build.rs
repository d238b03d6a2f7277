//! Compiles the vehicles of `vehicles/` to solvers, as a user's build script would.

use std::path::Path;
use std::{env, fs};
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::{emit, pipeline};

fn main() {
    println!("cargo::rerun-if-changed=vehicles");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    for entry in fs::read_dir("vehicles").expect("the folder of test vehicles is there") {
        let path = entry.expect("its entries can be read").path();
        let text = fs::read_to_string(&path).expect("a declaration is text");
        let name = path.file_stem().and_then(|n| n.to_str()).expect("its name is too");
        let compiled = pipeline::compile_text(&text)
            .unwrap_or_else(|d| panic!("\n{}", render(&d, &path.display().to_string(), &text)));
        let target = Path::new(&out).join(format!("{name}.rs"));
        fs::write(target, emit::text(&compiled, &text)).expect("OUT_DIR can be written");
    }
}
