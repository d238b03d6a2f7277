//! Dry friction in joints: the words of a declaration.

use super::row::Takes::All;
use super::row::ValueShape::Quantity;
use super::row::{Class, Part, attribute, kind};
use crate::front::units::{ANGULAR_SPEED, FORCE, SPEED, TORQUE};

pub(super) static PART: Part = Part {
    keyword: "friction",
    class: Class::Force,
    named: None,
    functions: &[],
    kinds: &[kind(
        "on",
        "Dry friction in a joint.",
        All,
        "friction seal: on(slide) { limit: 50 N, speed: 1 mm/s }",
    )],
    attributes: &[
        attribute(
            "limit",
            "force of a prismatic joint, or torque of another, at high speed",
            Quantity(&[&FORCE, &TORQUE]),
        )
        .needed("50 N"),
        attribute(
            "speed",
            "speed at which it is seven tenths of that",
            Quantity(&[&SPEED, &ANGULAR_SPEED]),
        )
        .needed("1 mm/s"),
    ],
};
