//! `wishbone graph`

use super::json;
use crate::arguments::{Graph, Picture};
use crate::files::Terminal;
use crate::print;
use serde::Serialize;
use wishbone_compiler::report::structure::{self, Cycle, Edge, Structure};
use wishbone_compiler::report::{graph, pattern, tree};
use wishbone_workbench::Problem;
use wishbone_workbench::vehicle::Declaration;

/// Draws a vehicle, or prints the content of the drawing as data.
pub fn run(options: &Graph) -> Result<(), Problem> {
    let declaration = Declaration::of(&options.source.chosen(), &Terminal)?;
    let compiled = declaration.compile()?;
    let text = match options.json {
        true => data(options.kind, &structure::of(&compiled))?,
        false => match options.kind {
            Picture::Vehicle => graph::svg(&compiled),
            Picture::Tree => tree::svg(&compiled),
            Picture::Pattern => pattern::svg(&compiled),
        },
    };
    print::to(options.output.as_deref(), &text)
}

/// Content of the drawing, as JSON.
fn data(kind: Picture, of: &Structure) -> Result<String, Problem> {
    #[derive(Serialize)]
    struct Vehicle<'s> {
        name: &'s str,
        bodies: Vec<&'s str>,
        joints: &'s [Edge],
        loops: &'s [Cycle],
    }
    match kind {
        Picture::Vehicle => json(&Vehicle {
            name: &of.name,
            bodies: of.tree.bodies.iter().map(|body| body.name.as_str()).collect(),
            joints: &of.joints,
            loops: &of.loops,
        }),
        Picture::Tree => json(&of.tree),
        Picture::Pattern => json(&of.pattern),
    }
}
