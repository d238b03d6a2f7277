//! Dimensions of the graph [px].

/// Height of a body.
pub(super) const BAR: f64 = 36.0;
/// Height of the base.
pub(super) const BASE: f64 = 48.0;
/// Distance between two rows of bodies.
pub(super) const GAP: f64 = 98.0;
/// Distance from the base to the frame of a subsystem.
pub(super) const FRAME: f64 = 12.0;
/// Height of a wheel outward of its carrier, with its name.
pub(super) const WHEEL_ROOM: f64 = 84.0;
/// Height of the name of a subsystem within its frame.
pub(super) const HEADING: f64 = 26.0;
/// Distance between subsystems.
pub(super) const BETWEEN: f64 = 22.0;
