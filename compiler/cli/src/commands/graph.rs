//! `wishbone graph`

use crate::arguments::{Graph, Picture};
use crate::failure::Failure;
use crate::{declaration, print};
use wishbone_compiler::report::{graph, pattern, tree};

/// Draws a vehicle.
pub fn run(options: &Graph) -> Result<(), Failure> {
    let declaration = declaration::one(&options.source.source, options.source.vehicle.as_deref())?;
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
