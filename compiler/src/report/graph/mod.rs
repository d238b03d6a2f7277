//! The graph of a vehicle as a drawing (SVG): bodies are bars, what connects them are wires across.
//!
//! The base lies in the middle. Subsystems grow away from it, one box each: the front ones upward, the rear ones
//! downward, left-hand ones left, so that a car is seen from above. Within a box, bodies lie in rows and every wire
//! (joint, link, spring) runs straight from one row to another in a column of its own; its name stands in that column,
//! just before the outer body. Hence no name can meet another or a body. This is a *visibility representation* of the
//! graph (Tamassia & Tollis 1986), its columns found by local search rather than by a planar embedding: wires that a
//! non-planar graph forces across a body pass behind it.

mod columns;
mod paint;
mod place;
mod plan;
mod style;

use crate::pipeline::Compiled;

/// The drawing, as the text of an SVG file. Names are given in full where the pointer rests on a part; within the box
/// of a mirrored group its name is not repeated.
pub fn svg(compiled: &Compiled) -> String {
    let plan = plan::of(compiled);
    let placed = place::all(&plan);
    paint::drawing(&plan, &placed).to_string()
}

#[cfg(test)]
mod tests;
