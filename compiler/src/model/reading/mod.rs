//! What parts are read with: names and frames, points and directions, curves, inputs.

pub(super) mod context;
pub(super) mod curve;
pub(super) mod damper_map;
mod frame;
pub(super) mod geometry;
pub(super) mod signal;
