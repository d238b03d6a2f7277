//! Read-only views of a compiled vehicle: what it is in words, what it costs, what it looks like.
//!
//! Every view is a pure function of [`Compiled`](crate::pipeline::Compiled): the same vehicle gives the same text.

pub mod counts;
pub mod graph;
pub mod summary;
mod svg;
mod table;

#[cfg(test)]
mod samples;
