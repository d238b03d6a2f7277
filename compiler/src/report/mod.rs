//! Read-only views of a compiled vehicle: descriptions, costs, drawings.
//!
//! Every view is a pure function of [`Compiled`](crate::pipeline::Compiled): for a given vehicle the text is always the
//! same.

pub mod counts;
pub mod diff;
mod drawing;
pub mod graph;
pub mod kim_wang;
pub mod methods;
mod motion;
pub mod parameters;
pub mod pattern;
pub mod plan;
pub mod search;
pub mod structure;
pub mod summary;
mod table;
pub mod tasks;
pub mod tree;

#[cfg(test)]
pub(crate) mod samples;

/// Joins the sections that are not empty, with a blank line between them.
fn joined<const N: usize>(sections: [String; N]) -> String {
    let sections: Vec<String> = sections.into_iter().filter(|section| !section.is_empty()).collect();
    sections.join("\n")
}
