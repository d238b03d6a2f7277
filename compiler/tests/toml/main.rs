//! Vehicles in TOML give the same tree as the grammar of `vehicle! { .. }`, and no character of the file is ignored.

mod convert;
mod damage;
mod doors;
mod include;
mod mistakes;
mod recovery;

use std::collections::BTreeMap;
use wishbone_compiler::diag::to_text::render_sources;
use wishbone_compiler::front::file::{self, Reading};
use wishbone_compiler::front::syntax::Vehicle;

/// An axle with every kind of item and value, in TOML.
const AXLE: &str = include_str!("axle.toml");

/// The same axle in the grammar of the macro.
const AXLE_IN_GRAMMAR: &str = include_str!("axle.txt");

/// Reads the first of these files, which may include the others.
fn read(files: &[(&str, &str)]) -> Reading {
    let texts: BTreeMap<&str, &str> = files.iter().copied().collect();
    let (main, _) = files.first().expect("there is a file to read");
    file::read(main, &mut |path| {
        let text = texts.get(path).map(|text| (*text).to_owned());
        text.ok_or_else(|| "there is no such file".to_owned())
    })
}

/// Messages as a user sees them.
fn told(files: &[(&str, &str)]) -> String {
    let reading = read(files);
    let found = reading
        .vehicle
        .and_then(|vehicle| wishbone_compiler::pipeline::compile(&vehicle).map(drop));
    let found = found.expect_err("there is a mistake");
    render_sources(&found, &reading.sources)
}

/// The tree of files that have no mistakes.
fn tree(files: &[(&str, &str)]) -> Vehicle {
    let reading = read(files);
    let vehicle = reading.vehicle;
    vehicle.unwrap_or_else(|found| panic!("\n{}", render_sources(&found, &reading.sources)))
}
