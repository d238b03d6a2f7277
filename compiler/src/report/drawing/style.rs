//! Dimensions and colours. Lengths are in pixels.

/// Colours of wires and of their names.
pub const TREE: &str = "#334155";
pub const CUT: &str = "#c81e5b";
pub const LINK: &str = "#6d28d9";
pub const SPRING: &str = "#0b7f74";
pub const DRIVE: &str = "#c2620a";

/// Background and frame colours of the subsystems, in turn.
pub const TINTS: [(&str, &str); 6] = [
    ("#fdf6e7", "#dfc48a"),
    ("#eef4fd", "#a9c4ea"),
    ("#eff8f0", "#a5d0ac"),
    ("#f5f1fc", "#c4b0e6"),
    ("#fdf0f0", "#e6b3b3"),
    ("#ecf8f9", "#9fcfd5"),
];

/// Style sheet with the classes of text and shapes.
pub const SHEET: &str = "text { font-family: Inter, 'Segoe UI', 'DejaVu Sans', Arial, sans-serif; font-size: 12px; \
text-anchor: middle; fill: #1e293b } \
.title { font-size: 22px; font-weight: 700; text-anchor: start } \
.subtitle { font-size: 14px; text-anchor: start; fill: #64748b } \
.group { font-size: 14px; font-weight: 700; fill: #475569 } \
.body { font-size: 14px; font-weight: 600 } \
.base { fill: #ffffff } \
.tag { font-size: 11px; font-weight: 700; fill: #1e293b } \
.legend { text-anchor: start; fill: #475569 }";

/// Width of a letter relative to the font size, for a wide font, so that names fit in any font.
pub const LETTER: f64 = 0.64;

/// Margin around the drawing.
pub const MARGIN: f64 = 32.0;

/// Estimated width of a text.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * LETTER
}
