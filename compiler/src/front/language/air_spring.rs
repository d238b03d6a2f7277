//! Air springs: the words of a declaration.

use super::row::Takes::All;
use super::row::ValueShape::{Any, Curve, Quantity};
use super::row::{Class, POINT, Part, attribute, kind};
use crate::front::units::{AREA, DAMPING, FORCE, PRESSURE, VOLUME};

pub(super) static PART: Part = Part {
    keyword: "air_spring",
    class: Class::Force,
    named: None,
    functions: &[],
    kinds: &[kind(
        "between",
        "A bellows of gas between points of two bodies.",
        All,
        "air_spring bellows: between(chassis, arm) { from: [-1.6, 0, 0.3] m, to: [-2, 0, 0.3] m, area: 100 cm^2, volume: 3 L, pressure: 3 bar }",
    )],
    attributes: &[
        attribute("from", "end on the first body: a point", Any).needed(POINT),
        attribute("to", "end on the second body: a point", Any).needed(POINT),
        attribute("area", "effective area", Quantity(&[&AREA])).needed("0.03 m^2"),
        attribute(
            "volume",
            "volume of the bellows at the design position",
            Quantity(&[&VOLUME]),
        )
        .needed("5 L"),
        attribute(
            "auxiliary",
            "volume of a rigid reservoir beside it",
            Quantity(&[&VOLUME]),
        )
        .default("0 L"),
        attribute(
            "pressure",
            "absolute pressure at the design position",
            Quantity(&[&PRESSURE]),
        ),
        attribute(
            "preload",
            "force at the design position, instead of the pressure",
            Quantity(&[&FORCE]),
        ),
        attribute("ambient", "absolute ambient pressure", Quantity(&[&PRESSURE])).default("101325 Pa"),
        attribute(
            "exponent",
            "polytropic exponent, from 1, isothermal, to 1.67; 1.4 if left out",
            Any,
        )
        .default("1.4"),
        attribute(
            "damping",
            "rate, `split(compression: .., rebound: ..)`, `degressive(rate: .., speed: ..)`, or force over speed, positive in rebound: `table(..)`, `cubic(..)`, `polynomial(..)`",
            Curve(&DAMPING),
        ),
    ],
};
