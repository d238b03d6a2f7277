//! Measures of the graph [px].

/// Height of a body.
pub(super) const BAR: f64 = 36.0;
/// Height of the base.
pub(super) const BASE: f64 = 48.0;
/// Between two rows of bodies.
pub(super) const GAP: f64 = 98.0;
/// From the base to the frame of a subsystem.
pub(super) const FRAME: f64 = 12.0;
/// What a wheel needs outward of its carrier, its name included.
pub(super) const WHEEL_ROOM: f64 = 84.0;
/// Name of a subsystem, within its frame.
pub(super) const HEADING: f64 = 26.0;
/// Between subsystems.
pub(super) const BETWEEN: f64 = 22.0;
