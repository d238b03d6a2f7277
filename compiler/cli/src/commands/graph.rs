//! `wishbone graph`

use crate::arguments::{Graph, Picture};
use crate::declaration::Declaration;
use crate::failure::Failure;
use crate::print;
use wishbone_compiler::report::{graph, pattern, tree};

/// Draws a vehicle.
pub fn run(options: &Graph) -> Result<(), Failure> {
    let declaration = Declaration::of(&options.source)?;
    let draw = match options.kind {
        Picture::Vehicle => graph::svg,
        Picture::Tree => tree::svg,
        Picture::Pattern => pattern::svg,
    };
    print::to(
        options.output.as_deref(),
        &draw(&declaration.compile()?),
        &declaration.files(),
    )
}
