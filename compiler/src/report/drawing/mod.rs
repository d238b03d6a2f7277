//! Common elements of all drawings: SVG text, colours, shapes, symbols of joints, the legend.

#[cfg(test)]
pub mod checks;
mod glyph;
mod legend;
mod shapes;
pub mod style;
mod svg;

pub use glyph::{Look, WHEEL, colour, earth, far_end, glyph, line};
pub use legend::legend;
pub use shapes::{
    Rectangle, TAG, body, body_width, heading_width, page, plate, plate_height, plate_width, rounded, tag, words,
};
pub use svg::{Element, px};

/// A name without the prefix of the group in whose frame it is shown.
pub fn within<'a>(name: &'a str, group: &str) -> &'a str {
    let inside = name.strip_prefix(group).and_then(|rest| rest.strip_prefix('.'));
    inside.unwrap_or(name)
}
