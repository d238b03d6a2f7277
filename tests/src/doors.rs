//! A declaration through both doors: grammar and TOML.

use wishbone_compiler::diag::to_text::render_sources;
use wishbone_compiler::emit;
use wishbone_compiler::front::file;
use wishbone_compiler::front::toml::print;
use wishbone_compiler::pipeline::{Compiled, compile};

fn read(name: &str, text: &str) -> Compiled {
    let reading = file::read_text(name, text, &mut file::no_files);
    let compiled = reading.vehicle.and_then(|vehicle| compile(&vehicle));
    compiled.unwrap_or_else(|found| panic!("\n{}", render_sources(&found, &reading.sources)))
}

/// Asserts that a declaration in the grammar gives the same solver as the same declaration as a TOML file.
pub fn assert_both_doors(declaration: &str) {
    let parsed = file::read_text("declaration", declaration, &mut file::no_files).vehicle;
    let toml = print::vehicle(&parsed.expect("the declaration can be read"));
    let [one, other] =
        [read("declaration", declaration), read("declaration.toml", &toml)].map(|compiled| emit::text(&compiled, ""));
    assert!(one == other, "the doors differ for\n{toml}");
}
