//! Spring-dampers: the words of a declaration.

use super::row::Takes::All;
use super::row::ValueShape::{Any, Curve, Listed, Name, Quantity};
use super::row::{Class, POINT, Part, attribute, kind};
use crate::front::units::{DAMPING, FORCE, LENGTH, STIFFNESS};

pub(super) static PART: Part = Part {
    keyword: "spring",
    class: Class::Spring,
    named: None,
    functions: &[],
    kinds: &[kind(
        "between",
        "A spring with a damper between points of two bodies.",
        All,
        "spring helper: between(chassis, arm) { from: [-1.6, 0, 0.3] m, to: [-2, 0, 0.3] m, rate: 10 kN/m, free_length: 0.4 m, damping: 500 N*s/m }",
    )],
    attributes: &[
        attribute("from", "end on the first body: a point", Any).needed(POINT),
        attribute("to", "end on the second body: a point", Any).needed(POINT),
        attribute(
            "rate",
            "stiffness, or force over deflection, positive where it is longer than free and pulls: `table(..)`, `cubic(..)`, `polynomial(..)`",
            Curve(&STIFFNESS),
        ),
        attribute("free_length", "length without elastic force", Quantity(&[&LENGTH])),
        attribute(
            "preload",
            "constant force on top of that of `rate`, positive where it pushes the ends apart",
            Quantity(&[&FORCE]),
        )
        .default("0 N"),
        attribute(
            "damping",
            "rate, `split(compression: .., rebound: ..)`, `degressive(rate: .., speed: ..)`, or force over speed, positive in rebound: `table(..)`, `cubic(..)`, `polynomial(..)`, or over length and speed: `map(..)`",
            Curve(&DAMPING),
        ),
        attribute(
            "window",
            "least and greatest length at which `damping` holds",
            Listed(&LENGTH),
        ),
        attribute("damping_outside", "damping at other lengths", Curve(&DAMPING)),
        attribute(
            "series",
            "rate of a spring in series with the damper",
            Quantity(&[&STIFFNESS]),
        ),
        attribute(
            "bump_stop",
            "`stop(length: .., rate: ..)` or `stop(length: .., overtravel: [..], force: [..])`, both above zero where it pushes back",
            Any,
        ),
        attribute("rebound_stop", "likewise", Any),
        attribute("actuator", "name of the input that gives a force on top", Name),
    ],
};
