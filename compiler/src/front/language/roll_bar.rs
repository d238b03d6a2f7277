//! Anti-roll bars: the words of a declaration.

use super::row::Takes::All;
use super::row::ValueShape::{Any, Curve, Direction, Name};
use super::row::{Class, POINT, Part, attribute, kind};
use crate::front::units::{DAMPING, STIFFNESS};

pub(super) static PART: Part = Part {
    keyword: "roll_bar",
    class: Class::Force,
    named: None,
    functions: &[],
    kinds: &[kind(
        "between",
        "An anti-roll bar: a spring that resists unequal heights of two points.",
        All,
        "roll_bar bar: between(left.lower, right.lower) { from: [-0.1, 0.5, 0.2] m, to: [-0.1, -0.5, 0.2] m, via: chassis, rate: 20 kN/m }",
    )],
    attributes: &[
        attribute("from", "end on the first body: a point", Any).needed(POINT),
        attribute("to", "end on the second body: a point", Any).needed(POINT),
        attribute("via", "body that carries the bar", Name).needed("chassis"),
        attribute(
            "axis",
            "direction of the carrier along which heights are measured",
            Direction,
        )
        .default("z"),
        attribute(
            "rate",
            "force at each end by the difference of both heights from that at the design position, or over it, positive where the first end is higher: `table(..)`, `cubic(..)`, `polynomial(..)`",
            Curve(&STIFFNESS),
        )
        .needed("20 kN/m"),
        attribute(
            "damping",
            "rate, `split(compression: .., rebound: ..)`, `degressive(rate: .., speed: ..)`, or force over speed: `table(..)`, `cubic(..)`, `polynomial(..)`",
            Curve(&DAMPING),
        ),
    ],
};
