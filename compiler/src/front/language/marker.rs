//! Markers: the words of a declaration.

use super::row::Takes::All;
use super::row::ValueShape::Any;
use super::row::{Class, POINT, Part, attribute, kind};

pub(super) static PART: Part = Part {
    keyword: "marker",
    class: Class::Force,
    named: None,
    functions: &[],
    kinds: &[kind(
        "on",
        "A point of a body at which something outside the vehicle acts or measures.",
        All,
        "marker hitch: on(chassis) { at: [-3, 0, 0.4] m }",
    )],
    attributes: &[attribute("at", "a point of the body", Any).needed(POINT)],
};
