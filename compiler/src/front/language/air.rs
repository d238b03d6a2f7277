//! Forces of the air: the words of a declaration.

use super::row::Takes::All;
use super::row::ValueShape::{Any, Listed, Quantity};
use super::row::{Class, Part, attribute, kind};
use crate::front::units::{AREA, DENSITY, LENGTH, SPEED};

pub(super) static PART: Part = Part {
    keyword: "air",
    class: Class::Equipment,
    named: None,
    kinds: &[
        kind("at", "Forces of the air at a marker.", All, "air shape: at(centre) { area: 2 m^2, drag: 0.35, gusts: [gust(peak: [0, 12, 0] m/s, start: 2 s, duration: 1 s)] }"),
    ],
    attributes: &[
        attribute("area", "reference area", Quantity(&[&AREA])).needed("2.2 m^2"),
        attribute("length", "reference length of the moments", Quantity(&[&LENGTH])).default("1 m"),
        attribute("density", "density of the air", Quantity(&[&DENSITY])).default("1.2 kg/m^3"),
        attribute("drag", "coefficient in wind from ahead, times the cosine of the angle in other winds, or over the angle of the relative wind: `table(angle: [..] deg, coefficient: [..])`", Any).default("0"),
        attribute("side", "coefficient over the angle, of the force to the left; the angle is positive where the air comes from the left, so that the coefficient begins below zero", Any).default("0"),
        attribute("lift", "coefficient, or over the angle, of the force upward", Any).default("0"),
        attribute("roll", "as `side`, of the moment about x", Any).default("0"),
        attribute("pitch", "as `lift`, of the moment about y", Any).default("0"),
        attribute("yaw", "as `side`, of the moment about z", Any).default("0"),
        attribute("ground_effect", "`table(height: [..] m, factor: [..])`: factor on lift and pitch", Any),
        attribute("wind", "mean velocity of the air, [x, y, z]", Listed(&SPEED)).default("[0, 0, 0] m/s"),
        attribute("turbulence", "`turbulence(deviations: [..] m/s, lengths: [..] m, seed: ..)`: turbulence by von Kármán's spectrum along the mean wind, across and up, carried by the mean wind", Any),
        attribute("gusts", "list of `gust(peak: [..] m/s, start: .., duration: ..)` and `crosswind(velocity: [..] m/s, range: [..] m, edge: ..)`, which add up", Any),
    ],
};
