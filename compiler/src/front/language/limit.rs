//! Stops of joints: the words of a declaration.

use super::row::Takes::All;
use super::row::ValueShape::{Any, Quantity};
use super::row::{Class, Part, attribute, kind};
use crate::front::units::{ANGLE, DAMPING, LENGTH, TORSIONAL_DAMPING};

pub(super) static PART: Part = Part {
    keyword: "limit",
    class: Class::Force,
    named: None,
    functions: &[],
    kinds: &[kind(
        "on",
        "Stops of a joint.",
        All,
        "limit ends: on(slide) { min: -80 mm, max: 80 mm, rate: 500 kN/m }",
    )],
    attributes: &[
        attribute(
            "min",
            "least coordinate that no stop resists",
            Quantity(&[&LENGTH, &ANGLE]),
        ),
        attribute(
            "max",
            "greatest coordinate that no stop resists",
            Quantity(&[&LENGTH, &ANGLE]),
        ),
        attribute(
            "rate",
            "stiffness of the stops, or force or torque over overtravel, both above zero: `table(..)`, `cubic(..)`, `polynomial(..)`",
            Any,
        )
        .needed("500 N/mm"),
        attribute(
            "damping",
            "damping while a stop is met",
            Quantity(&[&DAMPING, &TORSIONAL_DAMPING]),
        ),
    ],
};
