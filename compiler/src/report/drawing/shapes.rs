//! Shapes that all drawings use.

use super::style::{MARGIN, SHEET, TREE, width};
use super::{Element, px};

/// A white page with the vehicle's name, a line about the vehicle, and space for a drawing that extends to this lower
/// right corner.
pub fn page(what: &str, vehicle: &str, about: &str, corner: (f64, f64)) -> Element {
    let (wide, high) = (corner.0 + MARGIN, corner.1 + MARGIN);
    Element::new("svg")
        .set("xmlns", "http://www.w3.org/2000/svg")
        .at("width", wide)
        .at("height", high)
        .set("viewBox", format!("0 0 {} {}", px(wide), px(high)))
        .set("role", "img")
        .with(Element::new("title").text(format!("{what} of {vehicle}")))
        .with(Element::new("style").text(SHEET))
        .with(
            Element::new("rect")
                .set("width", "100%")
                .set("height", "100%")
                .set("fill", "#ffffff"),
        )
        .with(words(vehicle, MARGIN, MARGIN + 8.0).set("class", "title"))
        .with(words(about, MARGIN, MARGIN + 34.0).set("class", "subtitle"))
}

/// Width of the heading of a page.
pub fn heading_width(vehicle: &str, about: &str) -> f64 {
    width(vehicle, 22.0).max(width(about, 14.0))
}

/// A rectangle with horizontal and vertical edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rectangle {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

impl Rectangle {
    pub fn right(&self) -> f64 {
        self.left + self.width
    }

    pub fn bottom(&self) -> f64 {
        self.top + self.height
    }

    pub fn middle(&self) -> (f64, f64) {
        (self.left + self.width / 2.0, self.top + self.height / 2.0)
    }

    /// The edge on the side away from the base.
    pub fn outer(&self, up: bool) -> f64 {
        if up { self.top } else { self.bottom() }
    }
}

/// A text with its middle at this height.
pub fn words(text: &str, x: f64, y: f64) -> Element {
    // Shifted down by a third of an em to centre the letters; not every viewer supports `dominant-baseline`.
    Element::new("text")
        .at("x", x)
        .at("y", y)
        .set("dy", "0.35em")
        .text(text)
}

/// A rectangle with rounded corners.
pub fn rounded(rectangle: &Rectangle, radius: f64) -> Element {
    Element::new("rect")
        .at("x", rectangle.left)
        .at("y", rectangle.top)
        .at("width", rectangle.width)
        .at("height", rectangle.height)
        .at("rx", radius)
}

/// A body with its name in the middle, and its full name as tooltip.
pub fn body(label: &str, name: &str, rectangle: &Rectangle, base: bool) -> Element {
    let (x, y) = rectangle.middle();
    let (fill, class) = if base {
        ("#1f2f46", "body base")
    } else {
        ("#ffffff", "body")
    };
    Element::new("g")
        .with(Element::new("title").text(name))
        .with(
            rounded(rectangle, 9.0)
                .set("class", "bar")
                .set("fill", fill)
                .set("stroke", TREE)
                .set("stroke-width", 1.5),
        )
        .with(words(label, x, y).set("class", class))
}

/// Width of a body with this name.
pub fn body_width(label: &str) -> f64 {
    width(label, 14.0) + 28.0
}

/// A badge with the word `base`, centred on a point.
pub fn tag(x: f64, y: f64) -> Element {
    let badge = Rectangle {
        left: x - TAG / 2.0,
        top: y - 9.0,
        width: TAG,
        height: 18.0,
    };
    Element::new("g")
        .with(rounded(&badge, 9.0).set("fill", "#f8d58a"))
        .with(words("base", x, y).set("class", "tag"))
}

/// Width of the badge with the word `base`.
pub const TAG: f64 = 42.0;

/// A label centred on a point, with a note below the name.
pub fn plate(label: &str, note: Option<&str>, ink: &str, x: f64, y: f64) -> Element {
    let (width, height) = (plate_width(label, note), plate_height(note));
    let plate = Rectangle {
        left: x - width / 2.0,
        top: y - height / 2.0,
        width,
        height,
    };
    let plate = rounded(&plate, 9.0)
        .set("class", "plate")
        .set("fill", "#ffffff")
        .set("stroke", ink)
        .set("stroke-opacity", 0.35);
    let fill = format!("fill: {ink}");
    let first = if note.is_some() { y - 7.0 } else { y };
    let pill = Element::new("g")
        .with(plate)
        .with(words(label, x, first).set("style", &fill));
    match note {
        Some(note) => pill.with(words(note, x, y + 8.0).set("style", &fill).set("font-style", "italic")),
        None => pill,
    }
}

/// Width of a label.
pub fn plate_width(label: &str, note: Option<&str>) -> f64 {
    width(label, 12.0).max(width(note.unwrap_or(""), 12.0)) + 14.0
}

/// Height of a label.
pub fn plate_height(note: Option<&str>) -> f64 {
    if note.is_some() { 34.0 } else { 20.0 }
}
