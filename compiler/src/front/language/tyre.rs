//! Tyres: the words of a declaration.

use super::row::Takes::Only;
use super::row::ValueShape::{Any, File, Listed, Quantity, Words};
use super::row::Without::{Default, Needed};
use super::row::{Class, Part, attribute, function, kind};
use crate::front::units::{
    ANGLE, COUPLING_STIFFNESS, DAMPING, FORCE, LENGTH, LENGTH_PER_FORCE, PER_ANGLE, PER_FORCE, PER_SQUARE_FORCE,
    PRESSURE, SPEED, STIFFNESS,
};

pub(super) static PART: Part = Part {
    keyword: "tyre",
    class: Class::Equipment,
    named: None,
    functions: &[
        function("characteristic", "Forces of `tmeasy` over slip, each at the nominal load and at twice of it: `slope` at zero slip, `peak` force at `peak_slip`, `sliding` force from `sliding_slip` on.", "characteristic(slope: [80, 150] kN, peak: [3.2, 6] kN, peak_slip: [0.1, 0.11], sliding: [2.8, 5] kN, sliding_slip: [0.4, 0.5])"),
        function("trail", "Trail of `tmeasy` by the length of the contact, each at the nominal load and at twice of it: its value at zero slip, the slip of its zero, and the slip from which it stays zero.", "trail(at_zero: [0.17, 0.2], zero_slip: [0.2, 0.2], end_slip: [0.4, 0.4])"),
        function("rim", "Further `stiffness` from a `deflection` on, where the rim meets the ground.", "rim(deflection: 80 mm, stiffness: 1 MN/m)"),
        function("sheet", "Forces or moments of `tables`: at the first load over all slips, then at the second load; after all loads of the first inclination those of the second.", "sheet(angle: [-12, 0, 12] deg, force: [1.9, 0, -1.9, 4.5, 0, -4.5] kN)"),
        function("cams", "Short unevenness as an effective plane: two cams, `spacing` apart, with half axes `length` and `height` (the radius if left out) and the `order` of their outline (1.8 if left out).", "cams(spacing: 90 mm)"),
        function("coefficients", "The wheel steers and leans under its load, by `steer_by_lateral_force`, `steer_by_longitudinal_force`, `inclination_by_lateral_force` and `steer_by_aligning_moment`, zero if left out. The angles follow with the time constant `lag` (10 ms if left out).", "coefficients(steer_by_lateral_force: -0.05 deg/kN, steer_by_aligning_moment: 0.3 deg/kN/m)"),
    ],
    kinds: &[
        kind("linear", "Straight slopes, bounded by the friction.", Only(&["response", "stiffness", "damping", "longitudinal_stiffness", "cornering_stiffness", "camber_stiffness", "friction", "pneumatic_trail", "rolling_resistance", "low_speed", "envelope", "compliance"]), "tyre road: linear(all) { stiffness: 200 kN/m, cornering_stiffness: 55 kN/rad, longitudinal_stiffness: 80 kN, compliance: coefficients(steer_by_lateral_force: -0.1 deg/kN) }"),
        kind("tmeasy", "TMeasy: a few numbers with a meaning, at the nominal load and at twice of it.", Only(&["response", "stiffness", "damping", "rolling_resistance", "width", "progression", "bottoming", "nominal_load", "greatest_load", "longitudinal", "lateral", "trail", "camber", "carcass", "envelope", "compliance"]), "tyre road: tmeasy(all) {
    width: 200 mm, stiffness: 200 kN/m, nominal_load: 3 kN, carcass: [400, 200] kN/m,
    longitudinal: characteristic(slope: [80, 150] kN, peak: [3.2, 6] kN, peak_slip: [0.1, 0.11], sliding: [2.8, 5] kN, sliding_slip: [0.4, 0.5]),
    lateral: characteristic(slope: [60, 110] kN, peak: [3, 5.6] kN, peak_slip: [0.18, 0.2], sliding: [2.7, 4.9] kN, sliding_slip: [0.6, 0.7]),
    trail: trail(at_zero: [0.17, 0.2], zero_slip: [0.2, 0.2], end_slip: [0.4, 0.4])
}").with(&[("longitudinal", Needed("characteristic(slope: [..] N, ..)")), ("lateral", Needed("characteristic(slope: [..] N, ..)")), ("camber", Default("1"))]),
        kind("brush", "Elastic bristles under a parabolic pressure: combined slip, aligning moment and camber from stiffness, friction and length of the contact.", Only(&["response", "stiffness", "damping", "nominal_load", "longitudinal_stiffness", "cornering_stiffness", "half_length", "friction", "load_sensitivity", "camber", "rolling_resistance", "carcass", "low_speed", "envelope", "compliance"]), "tyre road: brush(all) {
    stiffness: 200 kN/m, nominal_load: 3 kN, longitudinal_stiffness: 60 kN, cornering_stiffness: 60 kN/rad,
    half_length: 55 mm, friction: 1, load_sensitivity: 0.1, carcass: [400, 200] kN/m
}").with(&[("longitudinal_stiffness", Needed("60 kN")), ("cornering_stiffness", Needed("60 kN/rad")), ("camber", Default("1"))]),
        kind("magic_formula", "A Magic Formula by its property file, version 5.2, 6.1 or 6.2.", Only(&["response", "file", "envelope", "compliance"]), "tyre road: magic_formula(all) { file: \"tyre.tir\", envelope: cams(spacing: 100 mm) }"),
        kind("tables", "Tables of a test stand over load, slip and inclination; combined slip by similarity. The same on both sides.", Only(&["response", "vertical", "damping", "rolling_resistance", "loads", "inclinations", "longitudinal", "lateral", "aligning", "camber", "relaxation", "envelope", "compliance"]), "tyre road: tables(all) {
    vertical: table(deflection: [0, 20, 40] mm, force: [0, 4, 9] kN), loads: [2, 5] kN, relaxation: [0.2, 0.5] m,
    longitudinal: sheet(slip: [-0.3, -0.1, 0, 0.1, 0.3], force: [-1.8, -2.1, 0, 2.1, 1.8, -4.2, -5, 0, 5, 4.2] kN),
    lateral: sheet(angle: [-12, -5, 0, 5, 12] deg, force: [1.9, 1.6, 0, -1.6, -1.9, 4.5, 3.6, 0, -3.6, -4.5] kN),
    aligning: sheet(angle: [-12, -5, 0, 5, 12] deg, moment: [-5, -35, 0, 35, 5, -20, -120, 0, 120, 20] N*m)
}").with(&[("longitudinal", Needed("sheet(slip: [-0.1, 0, 0.1], force: [-3, 0, 3] kN)")), ("lateral", Needed("sheet(angle: [-6, 0, 6] deg, force: [3, 0, -3] kN)")), ("camber", Default("0"))]),
        kind("calspan", "A side force that saturates by a polynomial of third order, by the numbers of the Cornell Aeronautical Laboratory; nothing along the wheel, no memory.", Only(&["response", "stiffness", "a0", "a1", "a2", "a3", "a4", "b1", "b3", "b4", "sn", "trail_by_load", "low_speed", "envelope", "compliance"]), "tyre road: calspan(all) {
    stiffness: 460 kN/m, a0: 2625 N/rad, a1: 14.47 rad^-1, a2: 12930 N, a3: 2.29 rad^-1, a4: 18175 N,
    b1: -4.64e-5 N^-1, b3: 1.216, b4: 2.18e-11 N^-2, sn: 1.0274, trail_by_load: 1.71e-5 m/N
}").with(&[("response", Default("steady"))]),
    ],
    attributes: &[
        attribute("file", "property file of a Magic Formula tyre, `.tir`", File).needed("\"tyres/front.tir\""),
        attribute("response", "`relaxed`: the carcass deflects, for every speed; `steady`: without memory, for rolling vehicles. `linear`, `tmeasy` and `brush` know both; `magic_formula` and `tables` are always relaxed, `calspan` is always steady", Words(&["relaxed", "steady"])).default("relaxed"),
        attribute("stiffness", "vertical stiffness", Quantity(&[&STIFFNESS])).needed("200 kN/m"),
        attribute("damping", "vertical damping", Quantity(&[&DAMPING])).default("0 N*s/m"),
        attribute("longitudinal_stiffness", "longitudinal force per longitudinal slip; of `brush` at the nominal load, and in proportion to the load", Quantity(&[&FORCE])).default("0 N"),
        attribute("cornering_stiffness", "lateral force per slip angle, positive; of `brush` at the nominal load, and in proportion to the load", Quantity(&[&COUPLING_STIFFNESS])).default("0 N/rad"),
        attribute("camber_stiffness", "lateral force per inclination, positive", Quantity(&[&COUPLING_STIFFNESS])).default("0 N/rad"),
        attribute("half_length", "half of the length of the contact at the nominal load; it grows with the root of the load", Quantity(&[&LENGTH])).needed("60 mm"),
        attribute("friction", "coefficient of friction, or [along, across]; of `brush` one number, at the nominal load", Any).default("1"),
        attribute("load_sensitivity", "relative decrease of the friction by the relative increase of the load, at the nominal load: at 0.1, a load that is greater by a tenth has a friction that is less by a hundredth", Any).default("0"),
        attribute("pneumatic_trail", "distance of the lateral force behind the contact point", Quantity(&[&LENGTH])).default("0 m"),
        attribute("rolling_resistance", "rolling resistance per normal force", Any).default("0"),
        attribute("low_speed", "speed below which slips are regularised", Quantity(&[&SPEED])).default("1 m/s"),
        attribute("width", "width of the contact patch", Quantity(&[&LENGTH])).needed("200 mm"),
        attribute("progression", "growth of the vertical stiffness with the deflection", Quantity(&[&PRESSURE])).default("0 Pa"),
        attribute("bottoming", "`rim(deflection: .., stiffness: ..)`: stiffness that is added where the rim is met", Any),
        attribute("nominal_load", "load to which the first numbers belong", Quantity(&[&FORCE])).needed("4 kN"),
        attribute("greatest_load", "load beyond which forces along the ground do not grow", Quantity(&[&FORCE])),
        attribute("longitudinal", "`characteristic(slope: [..] N, peak: [..] N, peak_slip: [..], sliding: [..] N, sliding_slip: [..])`, each at the nominal load and at twice of it; of `tables` `sheet(slip: [..], force: [..] N)`: all slips at the first load, then at the second; all loads at the first inclination, then at the second", Any),
        attribute("lateral", "likewise; of `tables` `sheet(angle: [..] deg, force: [..] N)`, which is negative where the slip angle is positive", Any),
        attribute("aligning", "`sheet(angle: [..] deg, moment: [..] N*m)`", Any).needed("sheet(angle: [-6, 0, 6] deg, moment: [-50, 0, 50] N*m)"),
        attribute("vertical", "`table(deflection: [..] mm, force: [..] N)` from zero", Any).needed("table(deflection: [0, 20, 40] mm, force: [0, 4, 9] kN)"),
        attribute("loads", "loads of the tables", Listed(&FORCE)).needed("[2, 4, 6] kN"),
        attribute("inclinations", "inclinations of the tables, positive with the top to the right", Listed(&ANGLE)).default("[0] deg"),
        attribute("relaxation", "relaxation lengths, [along, across]", Listed(&LENGTH)).needed("[0.2, 0.5] m"),
        attribute("trail", "`trail(at_zero: [..], zero_slip: [..], end_slip: [..])`, each at the nominal load and at twice of it", Any).needed("trail(at_zero: [0.17, 0.2], zero_slip: [0.2, 0.2], end_slip: [0.4, 0.4])"),
        attribute("camber", "part of the camber that acts, from 0 to 1; of `tables` the slip angle that acts as a unit of inclination beyond them", Any),
        attribute("carcass", "stiffness of the carcass, [along, across]", Listed(&STIFFNESS)).needed("[400, 200] kN/m"),
        attribute("a0", "slip stiffness at zero load", Quantity(&[&COUPLING_STIFFNESS])).default("0 N/rad"),
        attribute("a1", "growth of the slip stiffness with the load", Quantity(&[&PER_ANGLE])).needed("14.5 rad^-1"),
        attribute("a2", "load at which the slip stiffness is `a0` again", Quantity(&[&FORCE])).needed("13 kN"),
        attribute("a3", "growth of the inclination stiffness with the load", Quantity(&[&PER_ANGLE])).default("0 rad^-1"),
        attribute("a4", "load at which it is zero again", Quantity(&[&FORCE])),
        attribute("b1", "growth of the friction with the load, mostly below zero", Quantity(&[&PER_FORCE])).default("0 N^-1"),
        attribute("b3", "friction at zero load", Any).needed("1.2"),
        attribute("b4", "growth of the friction with the square of the load", Quantity(&[&PER_SQUARE_FORCE])).default("0 N^-2"),
        attribute("sn", "factor of the friction, the ratio of the skid numbers", Any).default("1"),
        attribute("trail_by_load", "pneumatic trail by load, less that of the side force", Quantity(&[&LENGTH_PER_FORCE])).default("0 m/N"),
        attribute("envelope", "`cams(spacing: .., length: .., height: .., order: ..)`: two cams that stand for the envelope of the tyre over short unevenness; length and height of half a cam, the radius if left out, and the order of its outline, 1.8", Any),
        attribute("compliance", "`coefficients(steer_by_lateral_force: .., steer_by_aligning_moment: .., steer_by_longitudinal_force: .., inclination_by_lateral_force: .., lag: ..)`: the wheel steers and leans under its load; numbers of the left side, mirrored on the right", Any),
    ],
};
