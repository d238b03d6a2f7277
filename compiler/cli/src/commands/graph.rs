//! `wishbone graph`

use crate::arguments::{Graph, Picture};
use crate::files::Terminal;
use crate::print;
use wishbone_compiler::report::{graph, pattern, tree};
use wishbone_workbench::Problem;
use wishbone_workbench::vehicle::Declaration;

/// Draws a vehicle.
pub fn run(options: &Graph) -> Result<(), Problem> {
    let declaration = Declaration::of(&options.source.chosen(), &Terminal)?;
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
