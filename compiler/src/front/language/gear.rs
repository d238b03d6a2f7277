//! Gears: the words of a declaration.

use super::row::Takes::All;
use super::row::ValueShape::Any;
use super::row::{Class, Part, attribute, kind};

pub(super) static PART: Part = Part {
    keyword: "gear",
    class: Class::Joint,
    named: None,
    functions: &[],
    kinds: &[kind(
        "between",
        "Proportion of the coordinates of two joints.",
        All,
        "body roller { mass: 1 kg, com: [-2.2, 0, 0.8] m, inertia: [0.01, 0.01, 0.01] kg*m^2 }\njoint axle: revolute(chassis, roller) { axis: y, at: [-2.2, 0, 0.8] m }\ngear mesh: between(pivot, axle) { ratio: -2 }",
    )],
    attributes: &[attribute(
        "ratio",
        "coordinate of the second joint over that of the first, or `polynomial(second: [..], first: ..)`",
        Any,
    )
    .needed("2")],
};
