//! The spanning tree of a vehicle as a drawing (SVG), layer by layer from the ground on the left.
//!
//! A body is a bar that is as high as all parts that hang from it, so that every tree joint is a straight line from one
//! layer to the next. Every end of a cut has its own row in the bar of its body. From there a dashed line leads to the
//! right, where an arc connects this end with the other end. Hence arcs are the only lines that are crossed. Each
//! subsystem has a frame.

mod paint;
mod place;
mod plan;

use crate::pipeline::Compiled;

/// The drawing as the text of an SVG file. Full names are tooltips; within the frame of a mirrored group, the name of
/// the group is not repeated.
pub fn svg(compiled: &Compiled) -> String {
    let plan = plan::of(compiled);
    let placed = place::all(&plan);
    paint::drawing(&plan, &placed).to_string()
}

#[cfg(test)]
mod tests;
