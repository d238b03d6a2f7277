//! Leaf springs: the words of a declaration.

use super::row::Takes::All;
use super::row::ValueShape::{Any, Curve, Direction, Quantity};
use super::row::{Class, POINT, Part, attribute, kind};
use crate::front::units::{FORCE, LENGTH, SPEED, STIFFNESS, TIME, TORSIONAL_STIFFNESS};

pub(super) static PART: Part = Part {
    keyword: "leaf_spring",
    class: Class::Force,
    named: None,
    functions: &[],
    kinds: &[
        kind("between", "A leaf spring on a shackle that carries an axle and locates it.", All, "body axle { mass: 60 kg, com: [-2.6, 0, 0.3] m, inertia: [8, 1, 8] kg*m^2 }\njoint hung: free(chassis, axle)\nleaf_spring left_leaf: between(chassis, axle) { fixed_eye: [-2, 0.5, 0.35] m, seat: [-2.6, 0.5, 0.3] m, shackle_eye: [-3.2, 0.5, 0.35] m, shackle: [-3.22, 0.5, 0.45] m, rate: 20 kN/m, free_camber: 180 mm, longitudinal: 2 kN/mm, lateral: 500 N/mm, twist: 500 N*m/rad, friction: 300 N, speed: 5 mm/s }\nleaf_spring right_leaf: between(chassis, axle) { fixed_eye: [-2, -0.5, 0.35] m, seat: [-2.6, -0.5, 0.3] m, shackle_eye: [-3.2, -0.5, 0.35] m, shackle: [-3.22, -0.5, 0.45] m, rate: 20 kN/m, free_camber: 180 mm, longitudinal: 2 kN/mm, lateral: 500 N/mm, twist: 500 N*m/rad, friction: 300 N, speed: 5 mm/s }"),
    ],
    attributes: &[
        attribute("fixed_eye", "eye that turns on the frame: a point", Any).needed(POINT),
        attribute("seat", "middle of the main leaf where the axle clamps it: a point", Any).needed(POINT),
        attribute("shackle_eye", "eye that turns on the shackle: a point", Any).needed(POINT),
        attribute("shackle", "pivot of the shackle on the frame: a point", Any).needed(POINT),
        attribute("axis", "direction from the axle up to the frame; across the line of the eyes if left out", Direction),
        attribute("eye_offset", "height of the centres of both eyes over the main leaf, negative for eyes below it", Quantity(&[&LENGTH])).default("0 m"),
        attribute("rate", "stiffness of both halves together under a load at the seat, or force over camber less the free camber, negative where it carries: `table(..)`, `cubic(..)`, `polynomial(..)`", Curve(&STIFFNESS)).needed("30 kN/m"),
        attribute("free_camber", "height of the line of the eyes over the seat without load", Quantity(&[&LENGTH])),
        attribute("preload", "load at the design position, instead of the free camber; a `rate` that is a curve is then a `table` that rises everywhere", Quantity(&[&FORCE])),
        attribute("longitudinal", "stiffness along the spring, between the seat and the eye on the frame", Quantity(&[&STIFFNESS])).needed("2 kN/mm"),
        attribute("lateral", "stiffness across the spring", Quantity(&[&STIFFNESS])).needed("500 N/mm"),
        attribute("windup", "stiffness of the seat in wind-up; `rate` times the lengths of both halves if left out", Quantity(&[&TORSIONAL_STIFFNESS])),
        attribute("yaw", "stiffness of the seat against turning about `axis`; `lateral` times the lengths of both halves if left out", Quantity(&[&TORSIONAL_STIFFNESS])),
        attribute("twist", "stiffness of the leaves in torsion, as the axle rolls", Quantity(&[&TORSIONAL_STIFFNESS])).default("0 N*m/rad"),
        attribute("damping_time", "damping by stiffness, along, across, in twist, in wind-up and in yaw", Quantity(&[&TIME])).default("0 s"),
        attribute("friction", "friction between the leaves, as a force on the camber, at high speed", Quantity(&[&FORCE])),
        attribute("speed", "rate of the camber at which it is seven tenths of that", Quantity(&[&SPEED])),
    ],
};
