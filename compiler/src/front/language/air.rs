//! Forces of the air: the words of a declaration.

use super::row::Takes::All;
use super::row::ValueShape::{Any, Listed, Quantity};
use super::row::{Class, Part, attribute, function, kind};
use crate::front::units::{AREA, DENSITY, LENGTH, SPEED};

pub(super) static PART: Part = Part {
    keyword: "air",
    class: Class::Equipment,
    named: None,
    functions: &[
        function("table", "Points joined by straight lines, held beyond. A table over the angle of the wind that begins at zero holds for both sides.", "table(angle: [0, 30, 90] deg, coefficient: [0, -0.5, -1])"),
        function("turbulence", "A wind by von Kármán's spectrum along the mean wind, across and up, carried by the mean wind. Another `seed` (1 if left out) gives another wind.", "turbulence(deviations: [1.2, 1, 0.7] m/s, lengths: [70, 35, 10] m)"),
        function("gust", "A wind that rises and falls once along a cosine within `duration`, everywhere at once.", "gust(peak: [0, 12, 0] m/s, start: 2 s, duration: 1 s)"),
        function("crosswind", "A wind in a `range` of X. It rises and falls within the length `edge` (zero if left out), at both ends inside of the range.", "crosswind(velocity: [0, 20, 0] m/s, range: [50, 75] m, edge: 5 m)"),
    ],
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
