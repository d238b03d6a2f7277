//! Steerings: the words of a declaration.

use super::row::Takes::{All, Only};
use super::row::ValueShape::{Any, Name, Quantity};
use super::row::{Class, Part, attribute, kind};
use crate::front::units::{ANGLE, FORCE, INERTIA, LENGTH, TORQUE, TORSIONAL_DAMPING, TORSIONAL_STIFFNESS};

pub(super) static PART: Part = Part {
    keyword: "steering",
    class: Class::Equipment,
    named: None,
    functions: &[],
    kinds: &[
        kind(
            "driven",
            "The steering wheel moves a driven joint, exactly.",
            Only(&["per_turn"]),
            "body column { mass: 1 kg, com: [-0.4, 0, 0.5] m, inertia: [0.01, 0.01, 0.01] kg*m^2 }\njoint turning: revolute(chassis, column) { axis: x, at: [-0.4, 0, 0.5] m, drive: pinion }\nsteering hands: driven(pinion) { per_turn: 360 deg }",
        ),
        kind(
            "column",
            "A column with torsion bar between the steering wheel and a free joint.",
            All,
            "steering hands: column(slide) { per_turn: 50 mm, load: assist }",
        ),
    ],
    attributes: &[
        attribute(
            "per_turn",
            "travel of the joint, or of the input that several joints share, for a full turn of the steering wheel to the left",
            Quantity(&[&LENGTH, &ANGLE]),
        )
        .needed("50 mm"),
        attribute(
            "load",
            "load of a column on its joint: a `load` whose size is an input",
            Name,
        )
        .needed("assist"),
        attribute(
            "inertia",
            "moment of inertia of the steering wheel",
            Quantity(&[&INERTIA]),
        )
        .default("0.05 kg*m^2"),
        attribute(
            "stiffness",
            "stiffness of torsion bar and column",
            Quantity(&[&TORSIONAL_STIFFNESS]),
        )
        .default("115 N*m/rad"),
        attribute(
            "damping",
            "damping of torsion bar and column",
            Quantity(&[&TORSIONAL_DAMPING]),
        )
        .default("0.1 N*m*s/rad"),
        attribute("friction", "dry friction of the column", Quantity(&[&TORQUE])).default("0 N*m"),
        attribute(
            "joint_friction",
            "dry friction of the joint",
            Quantity(&[&FORCE, &TORQUE]),
        )
        .default("0 N"),
        attribute(
            "assistance",
            "`table(torque: [..] N*m, assistance: [..] N*m)`: torque at the pinion over that of the torsion bar",
            Any,
        ),
        attribute(
            "over_speed",
            "`table(speed: [..] m/s, factor: [..])`: factor on the assistance",
            Any,
        ),
    ],
};
