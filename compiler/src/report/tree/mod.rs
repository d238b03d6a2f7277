//! The spanning tree of a vehicle as a drawing (SVG), layer by layer from the ground on the left.
//!
//! A body is a bar as tall as all that hangs from it, so that every tree joint is a straight line from one layer to the
//! next. Every end of a cut has a row of its own in the bar of its body, from which a dashed line leaves to the right,
//! where an arc joins it with the other end. Hence nothing crosses anything but arcs. Subsystems stand in frames of
//! their own.

mod paint;
mod place;
mod plan;

use crate::pipeline::Compiled;

/// The drawing, as the text of an SVG file. Names are given in full where the pointer rests on a part; within the frame
/// of a mirrored group its name is not repeated.
pub fn svg(compiled: &Compiled) -> String {
    let plan = plan::of(compiled);
    let placed = place::all(&plan);
    paint::drawing(&plan, &placed).to_string()
}

#[cfg(test)]
mod tests;
