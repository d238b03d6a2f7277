//! The graph of a vehicle as a drawing (SVG): bodies are horizontal bars, and connections between bodies are vertical
//! wires.
//!
//! The base lies in the middle. Subsystems extend away from the base, one box each: front subsystems upward, rear
//! subsystems downward, left-hand subsystems on the left. So a car is seen from above. Within a box, bodies lie in
//! rows. Every wire (joint, link, spring) runs straight from one row to another in its own column, with its name just
//! before the outer body. Hence no name overlaps another name or a body. This is a *visibility representation* of the
//! graph (Tamassia & Tollis 1986). The columns of the wires are found by local search rather than by a planar
//! embedding: wires that cross a body because the graph is not planar pass behind it.

mod columns;
mod paint;
mod place;
mod plan;
mod style;

use crate::pipeline::Compiled;

/// The drawing as the text of an SVG file. Full names are tooltips; within the box of a mirrored group, the name of the
/// group is not repeated.
pub fn svg(compiled: &Compiled) -> String {
    let plan = plan::of(compiled);
    let placed = place::all(&plan);
    paint::drawing(&plan, &placed).to_string()
}

#[cfg(test)]
mod tests;
