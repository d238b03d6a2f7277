//! Contacts of bodies with the ground: the words of a declaration.

use super::row::Takes::All;
use super::row::ValueShape::{Any, Curve, Quantity};
use super::row::{Class, POINT, Part, attribute, kind};
use crate::front::units::{DAMPING, SPEED, STIFFNESS};

pub(super) static PART: Part = Part {
    keyword: "ground_contact",
    class: Class::Force,
    named: None,
    functions: &[],
    kinds: &[kind(
        "on",
        "A point of a body that may meet the ground.",
        All,
        "ground_contact skid: on(chassis) { at: [-1.3, 0, 0.15] m, rate: 200 kN/m, friction: 0.5, speed: 0.1 m/s }",
    )],
    attributes: &[
        attribute("at", "a point of the body", Any).needed(POINT),
        attribute(
            "rate",
            "stiffness along the ground's normal, or force over overtravel, both above zero: `table(..)`, `cubic(..)`, `polynomial(..)`",
            Curve(&STIFFNESS),
        )
        .needed("200 kN/m"),
        attribute(
            "damping",
            "damping along the ground's normal while they touch",
            Quantity(&[&DAMPING]),
        ),
        attribute(
            "friction",
            "force along the ground by that along its normal, at high speed",
            Any,
        ),
        attribute(
            "speed",
            "speed along the ground at which it is seven tenths of that",
            Quantity(&[&SPEED]),
        ),
    ],
};
