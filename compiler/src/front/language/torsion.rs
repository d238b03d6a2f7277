//! Torsion springs: the words of a declaration.

use super::row::Takes::All;
use super::row::ValueShape::{Curve, Name, Quantity};
use super::row::{Class, Part, attribute, kind};
use crate::front::units::{ANGLE, TORQUE, TORSIONAL_DAMPING, TORSIONAL_STIFFNESS};

pub(super) static PART: Part = Part {
    keyword: "torsion",
    class: Class::Force,
    named: None,
    functions: &[],
    kinds: &[kind(
        "on",
        "A torsion spring with a damper in a joint that turns.",
        All,
        "torsion bar: on(pivot) { rate: 500 N*m/rad, damping: 10 N*m*s/rad }",
    )],
    attributes: &[
        attribute(
            "rate",
            "stiffness, or torque over deflection, positive where it resists a greater angle: `table(..)`, `cubic(..)`, `polynomial(..)`",
            Curve(&TORSIONAL_STIFFNESS),
        ),
        attribute(
            "free_angle",
            "angle of the joint without elastic torque",
            Quantity(&[&ANGLE]),
        ),
        attribute("preload", "torque at the free angle", Quantity(&[&TORQUE])),
        attribute(
            "damping",
            "rate, `degressive(rate: .., speed: ..)`, or torque over speed, positive where it resists: `table(..)`, `cubic(..)`, `polynomial(..)`",
            Curve(&TORSIONAL_DAMPING),
        ),
        attribute("actuator", "name of the input that gives a torque on top", Name),
    ],
};
