//! Loads: the words of a declaration.

use super::row::Takes::All;
use super::row::ValueShape::{Any, Direction, Name, QuantityOrName};
use super::row::{Class, POINT, Part, attribute, kind};
use crate::front::units::{FORCE, TORQUE};

pub(super) static PART: Part = Part {
    keyword: "load",
    class: Class::Force,
    named: None,
    functions: &[],
    kinds: &[kind(
        "on",
        "A force or torque on a body or in a joint, constant or an input.",
        All,
        "load push: on(chassis) { force: thrust, at: [-2, 0, 0.5] m, axis: x, in: chassis }",
    )],
    attributes: &[
        attribute(
            "force",
            "its size, or the name of the input that gives it",
            QuantityOrName(&FORCE),
        ),
        attribute("torque", "likewise", QuantityOrName(&TORQUE)),
        attribute("at", "where a force acts: a point of the body", Any)
            .needed(POINT)
            .unless("for a force on a body"),
        attribute(
            "axis",
            "its direction: an axis such as `x` or `-z`, or a vector",
            Direction,
        )
        .needed("x")
        .unless("for a load on a body"),
        attribute(
            "in",
            "body in which its direction is fixed; `ground`: in the world",
            Name,
        ),
        attribute("against", "body on which its reaction acts", Name),
    ],
};
