//! Units of a property file.

use super::LEAST_PRESSURE;
use super::lines::{Entry, Lines, number};
use std::format;
use std::string::String;
use std::vec::Vec;

/// Units of a file, as multiples of SI units.
pub(super) struct Units {
    length: f64,
    force: f64,
    time: f64,
    pressure: f64,
    /// Whether the unit of pressures follows from the units of length and force, because the file gives no unit of
    /// pressure and the pressure would be too low in pascals.
    pub pressure_follows: bool,
    /// Whether angles are in degrees.
    pub is_in_degrees: bool,
}

/// Words for a unit, with its value in SI.
type Words = &'static [(&'static str, f64)];

const LENGTHS: Words = &[
    ("meter", 1.0),
    ("metre", 1.0),
    ("meters", 1.0),
    ("m", 1.0),
    ("mm", 1e-3),
    ("millimeter", 1e-3),
    ("millimetre", 1e-3),
    ("cm", 1e-2),
    ("centimeter", 1e-2),
    ("km", 1e3),
    ("kilometer", 1e3),
    ("inch", 0.0254),
    ("in", 0.0254),
    ("foot", 0.3048),
    ("ft", 0.3048),
];

const FORCES: Words = &[
    ("newton", 1.0),
    ("newtons", 1.0),
    ("n", 1.0),
    ("kilonewton", 1e3),
    ("knewton", 1e3),
    ("kn", 1e3),
    ("pound_force", 4.448_221_615_260_5),
    ("lbf", 4.448_221_615_260_5),
    ("kilogram_force", 9.806_65),
    ("kg_force", 9.806_65),
];

const TIMES: Words = &[
    ("second", 1.0),
    ("seconds", 1.0),
    ("sec", 1.0),
    ("s", 1.0),
    ("millisecond", 1e-3),
    ("ms", 1e-3),
    ("minute", 60.0),
];

const PRESSURES: Words = &[
    ("pascal", 1.0),
    ("pa", 1.0),
    ("kpascal", 1e3),
    ("kpa", 1e3),
    ("mpa", 1e6),
    ("bar", 1e5),
    ("psi", 6_894.757_293_168),
];

const ANGLES: Words = &[
    ("radians", 1.0),
    ("radian", 1.0),
    ("rad", 1.0),
    ("degrees", core::f64::consts::PI / 180.0),
    ("degree", core::f64::consts::PI / 180.0),
    ("deg", core::f64::consts::PI / 180.0),
];

/// Units that a file has to give, with the SI units that are assumed if they are missing.
const USUAL: &[(&str, &str)] = &[("LENGTH", "meter"), ("FORCE", "newton"), ("TIME", "second")];

impl Units {
    /// The units of a file; SI units if it gives none. Unknown units are mistakes.
    pub fn of(lines: &mut Lines) -> Self {
        let [length, force] = [unit(lines, "LENGTH", LENGTHS), unit(lines, "FORCE", FORCES)];
        let follows = force / (length * length);
        let pressures =
            ["NOMPRES", "INFLPRES"].map(|keyword| lines.given(keyword).and_then(|entry| number(&entry.value)));
        let is_pressure = |value: f64| value >= LEAST_PRESSURE;
        let pressure_follows = declared(lines, "PRESSURE").is_none()
            && pressures
                .iter()
                .flatten()
                .any(|&value| !is_pressure(value) && is_pressure(follows * value));
        Self {
            length,
            force,
            time: unit(lines, "TIME", TIMES),
            pressure: match pressure_follows {
                true => follows,
                false => unit(lines, "PRESSURE", PRESSURES),
            },
            pressure_follows,
            is_in_degrees: unit(lines, "ANGLE", ANGLES) != 1.0,
        }
    }

    /// The unit of a coefficient.
    pub fn of_coefficient(&self, keyword: &str) -> f64 {
        match keyword {
            "UNLOADED_RADIUS" => self.length,
            "FNOMIN" | "FZMAX" => self.force,
            "LONGVL" => self.length / self.time,
            "VERTICAL_STIFFNESS" | "LONGITUDINAL_STIFFNESS" | "LATERAL_STIFFNESS" => self.force / self.length,
            "VERTICAL_DAMPING" => self.force * self.time / self.length,
            "NOMPRES" | "INFLPRES" => self.pressure,
            _ => 1.0,
        }
    }

    /// Units of a row of a curve: a deflection and a load.
    pub fn of_curve(&self) -> [f64; 2] {
        [self.length, self.force]
    }
}

/// Units that the file leaves out, in words.
pub(super) fn assumed(lines: &Lines) -> Option<String> {
    let left_out = USUAL.iter().filter(|(keyword, _)| declared(lines, keyword).is_none());
    let left_out: Vec<String> = left_out.map(|(keyword, unit)| format!("{keyword} = {unit}")).collect();
    (!left_out.is_empty()).then(|| format!("units left out, and taken as SI: {}", left_out.join(", ")))
}

/// Entry of a unit: in the section of units, or in another section if its value is a word.
fn declared<'l>(lines: &'l Lines, keyword: &str) -> Option<&'l Entry> {
    let elsewhere = || lines.given(keyword).filter(|entry| number(&entry.value).is_none());
    let entry = lines.units.get(keyword).filter(|entry| !entry.value.is_empty());
    entry.or_else(elsewhere)
}

fn unit(lines: &mut Lines, keyword: &str, known: Words) -> f64 {
    let Some(entry) = declared(lines, keyword).cloned() else {
        return 1.0;
    };
    let lower = entry.value.to_ascii_lowercase();
    if let Some((_, factor)) = known.iter().find(|(name, _)| *name == lower) {
        return *factor;
    }
    let names: Vec<String> = known.iter().map(|(name, _)| format!("`{name}`")).collect();
    let message = format!(
        "the unit `{keyword}` is `{}`; it is one of {}",
        entry.value,
        names.join(", ")
    );
    lines.mistake(entry.line, message);
    1.0
}
