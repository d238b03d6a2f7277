//! Measures and colours. Lengths are pixels.

/// Colours of the wires, also of their names.
pub(super) const TREE: &str = "#334155";
pub(super) const CUT: &str = "#c81e5b";
pub(super) const LINK: &str = "#6d28d9";
pub(super) const SPRING: &str = "#0b7f74";
pub(super) const DRIVE: &str = "#c2620a";

/// Background and frame of each subsystem, in turn.
pub(super) const TINTS: [(&str, &str); 6] = [
    ("#fdf6e7", "#dfc48a"),
    ("#eef4fd", "#a9c4ea"),
    ("#eff8f0", "#a5d0ac"),
    ("#f5f1fc", "#c4b0e6"),
    ("#fdf0f0", "#e6b3b3"),
    ("#ecf8f9", "#9fcfd5"),
];

/// Classes of text and shapes.
pub(super) const SHEET: &str = "text { font-family: Inter, 'Segoe UI', 'DejaVu Sans', Arial, sans-serif; font-size: 12px; \
text-anchor: middle; fill: #1e293b } \
.title { font-size: 22px; font-weight: 700; text-anchor: start } \
.subtitle { font-size: 14px; text-anchor: start; fill: #64748b } \
.group { font-size: 14px; font-weight: 700; fill: #475569 } \
.body { font-size: 14px; font-weight: 600 } \
.base { fill: #ffffff } \
.tag { font-size: 11px; font-weight: 700; fill: #1e293b } \
.legend { text-anchor: start; fill: #475569 }";

/// Width of a letter over its size: that of a wide font, so that names fit in any.
pub(super) const LETTER: f64 = 0.64;

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
/// Around the drawing.
pub(super) const MARGIN: f64 = 32.0;

/// Estimated width of a text.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * LETTER
}
