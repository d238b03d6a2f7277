//! Wheels: the words of a declaration.

use super::row::Takes::All;
use super::row::ValueShape::{Any, Direction, Name, Quantity, Words};
use super::row::{Class, POINT, Part, attribute, kind};
use crate::front::units::{ANGLE, INERTIA, LENGTH, MASS};

pub(super) static PART: Part = Part {
    keyword: "wheel",
    class: Class::Wheel,
    named: None,
    functions: &[],
    kinds: &[kind(
        "on",
        "A wheel on its carrier: tyre forces act on it, and its spin is a state.",
        All,
        "body dolly { mass: 15 kg, com: [-2.6, 0, 0.3] m, inertia: [0.3, 0.3, 0.3] kg*m^2 }\njoint column: prismatic(chassis, dolly) { axis: z }\nwheel third: on(dolly) { centre: [-2.6, 0, 0.3] m, radius: 300 mm, mass: 10 kg, spin_inertia: 0.8 kg*m^2 }",
    )],
    attributes: &[
        attribute("centre", "wheel centre: a point", Any).needed(POINT),
        attribute("axis", "direction of the spindle, to the left", Direction).default("y"),
        attribute(
            "toe",
            "toe-in by which the spindle is turned at the design position",
            Quantity(&[&ANGLE]),
        )
        .default("0 deg"),
        attribute(
            "camber",
            "camber likewise, positive with the top outboard",
            Quantity(&[&ANGLE]),
        )
        .default("0 deg"),
        attribute("radius", "unloaded radius of the tyre", Quantity(&[&LENGTH])).needed("0.33 m"),
        attribute(
            "twin_of",
            "wheel beside it on the same spindle, whose spin and axis it has; `spin_inertia` adds to that wheel's",
            Name,
        ),
        attribute(
            "driven_from",
            "body that takes the reaction to the drive torque: the chassis behind a half-shaft; the carrier, as with a motor in the hub, if left out",
            Name,
        ),
        attribute("mass", "mass of the rotor", Quantity(&[&MASS])).default("0 kg"),
        attribute(
            "spin_inertia",
            "moment of inertia about the spindle; a wheel without it does not turn, and slides",
            Quantity(&[&INERTIA]),
        ),
        attribute(
            "diametral_inertia",
            "moment of inertia across the spindle",
            Quantity(&[&INERTIA]),
        ),
        attribute(
            "shaft_inertia",
            "moment of inertia about the spindle of a shaft that turns with the wheel; the rest of it is the carrier's",
            Quantity(&[&INERTIA]),
        ),
        attribute(
            "carrier",
            "`with_rotor`: mass and inertia of the carrier are those with the wheel, of which the spin inertia is taken out",
            Words(&["with_rotor"]),
        ),
    ],
};
