//! Bushings: the words of a declaration.

use super::row::Takes::All;
use super::row::ValueShape::Any;
use super::row::{Class, POINT, Part, attribute, kind};

pub(super) static PART: Part = Part {
    keyword: "bushing",
    class: Class::Force,
    named: None,
    functions: &[],
    kinds: &[kind(
        "between",
        "A rubber bushing between two bodies: stiffness along and about its axes.",
        All,
        "body subframe { mass: 30 kg, com: [-2.6, 0, 0.3] m, inertia: [1, 1, 1] kg*m^2 }\njoint floating: free(chassis, subframe)\nbushing mount: between(chassis, subframe) { at: [-2.6, 0, 0.3] m, stiffness: [2, 2, 1] kN/mm, torsional_stiffness: [1, 1, 1] kN*m/rad, damping: [2, 2, 1] kN*s/m }",
    )],
    attributes: &[
        attribute("at", "its point on both bodies", Any).needed(POINT),
        attribute("axes", "rows of the rotation from its axes to the vehicle's", Any),
        attribute("stiffness", "[x, y, z] or with xy, xz, yz behind", Any),
        attribute(
            "torsional_stiffness",
            "likewise, moment by `2 sin(turn / 2)`, nearly the turn",
            Any,
        ),
        attribute(
            "coupling",
            "nine numbers: what a turn about x, y and z does along x, then y, then z",
            Any,
        ),
        attribute("damping", "[x, y, z] or with xy, xz, yz behind", Any),
        attribute("torsional_damping", "likewise", Any),
        attribute("damping_coupling", "nine numbers, as `coupling`", Any),
        attribute(
            "along_x",
            "force over the deflection of the second body on top, positive where it resists a positive deflection: `table(..)`, `cubic(..)`, `polynomial(..)`",
            Any,
        ),
        attribute("along_y", "likewise", Any),
        attribute("along_z", "likewise", Any),
        attribute(
            "about_x",
            "torque over the turn of the second body on top, positive where it resists a positive turn: `table(..)`, `cubic(..)`, `polynomial(..)`",
            Any,
        ),
        attribute("about_y", "likewise", Any),
        attribute("about_z", "likewise", Any),
    ],
};
