//! Property files (`.tir`) of Magic Formula tyres.
//!
//! A file has sections in brackets and lines `KEYWORD = value`; comments begin with `$` or `!`, or are free text after
//! `(COMMENTS)`; tables have the names of their columns in braces. The section of units states the units of the
//! dimensional numbers; all numbers are converted to SI. Numbers may have FORTRAN's exponents, `1.0D+05`.
//!
//! # Assumed, and reported as a warning
//!
//! - Units that are left out are those of SI. Coefficients of angles are per radian, even if the file has
//!   `ANGLE = degrees`, as in other readers of these files (for example in Project Chrono's reader). Then only the
//!   ranges of the file are in degrees.
//! - Without a side, or with `UNKNOWN`, the tyre was measured on the left. This makes a difference only for a tyre whose two sides
//!   differ.
//! - If `PDY1` and `PKY1` are both below zero, the file has the friction with the opposite sign. `D sin(C atan(B x))` with
//!   `B = K/(C D)` gives the same lateral force for both signs of `D`. The positive sign is used.
//! - A keyword with an empty value counts as left out.
//! - A `PROPERTY_FILE_FORMAT` that is not known is read by `FITTYP`. So is a motorcycle's file of version 5.2, which
//!   may have the coefficients of MF-MCTyre: in those the inclination is within the formula. From version 6.0 on both
//!   have one formula.
//! - Coefficients of the pressure also act in version 5.2, like the coefficients of PAC2002. Magic Formula 5.2 itself
//!   has no pressure.
//! - For `SYMMETRIC`, what makes the sides of the tyre differ is zero. A `USE_MODE` below zero turns the side of the measurement.

mod curve;
mod lines;
mod ranges;
mod spring;
mod told;
mod units;

pub use spring::Spring;

use super::{Coefficients, MagicFormula, Version};
use core::fmt;
use lines::{Entry, Lines, number};
use std::borrow::ToOwned;
use std::format;
use std::string::String;
use std::vec::Vec;
use units::Units;

/// Formats of property files whose coefficients belong to other formulas: motorcycles, older models and physical
/// models.
const OTHER_FORMULAS: [&str; 13] = [
    "PAC_MC",
    "PAC-MC",
    "PAC89",
    "PAC94",
    "MF-MCTYRE",
    "MF_MCTYRE",
    "MCTYRE",
    "FIALA",
    "UA",
    "UATIRE",
    "FTIRE",
    "BRUSH",
    "TMEASY",
];
/// Beginnings of the formats of Magic Formula files: Adams/Tire (`PAC2002`), MF-Tyre and MF-Swift, and user-written
/// tyres that hold their coefficients.
const FORMATS: [&str; 4] = ["PAC2002", "MF", "SWIFT", "USER"];
/// Largest ratio of the pressure of a tyre to its nominal pressure, and of the nominal pressure to the pressure.
const MOST_PRESSED: f64 = 5.0;
/// A pressure that is lower than the pressure of any tyre [Pa].
const LEAST_PRESSURE: f64 = 1e4;

/// Side of a vehicle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Left.
    Left,
    /// Right.
    Right,
}

/// A tyre from a property file.
#[derive(Clone, Debug, PartialEq)]
pub struct PropertyFile {
    /// Its numbers, SI.
    pub coefficients: Coefficients,
    /// Version of the formula.
    pub version: Version,
    /// Side on which it was measured.
    pub side: Side,
    /// Numbers that determine the normal force; `None` for a tyre without these numbers, of which only the forces over
    /// slip are known.
    pub spring: Option<Spring>,
    /// Numbers that replace the numbers that the file does not give, with their values.
    pub taken: Vec<String>,
    /// Notes that are not mistakes: assumptions, unknown keywords, and coefficients that the file leaves out.
    pub notes: Vec<String>,
    /// Notes that may influence the forces: assumptions, and effects that the file requests but the formula leaves out.
    pub warnings: Vec<Warning>,
}

/// An assumption about a property file, or an effect of the file that is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Line, from 1; 0 for the file as a whole.
    pub line: usize,
    /// Message, with the keyword.
    pub message: String,
}

/// A mistake in a property file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Line, from 1; 0 for the file as a whole.
    pub line: usize,
    /// Message, with the keyword.
    pub message: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.message),
            line => write!(f, "line {line}: {}", self.message),
        }
    }
}

impl PropertyFile {
    /// Reads a file.
    ///
    /// # Errors
    /// All mistakes, in the order of the lines.
    pub fn read(text: &str) -> Result<Self, Vec<Mistake>> {
        Reader::of(text, true).finish()
    }

    /// Reads a file that is used only for the forces over slip: it may lack the numbers of the normal force. A tyre
    /// without them has a vertical stiffness that is not a number.
    ///
    /// # Errors
    /// All mistakes, in the order of the lines.
    pub fn read_for_slip(text: &str) -> Result<Self, Vec<Mistake>> {
        Reader::of(text, false).finish()
    }

    /// The tyre, mounted on a side; mirrored if it was measured on the opposite side.
    pub fn mounted(&self, side: Side) -> MagicFormula {
        MagicFormula {
            coefficients: self.coefficients,
            version: self.version,
            side: if side == self.side { 1.0 } else { -1.0 },
        }
    }
}

/// Keywords that describe a tyre and have no influence here.
const DESCRIPTIVE: &[&str] = &[
    "FILE_TYPE",
    "FILE_VERSION",
    "FILE_FORMAT",
    "PROPERTY_FILE_FORMAT",
    "USER_SUB_ID",
    "N_TIRE_STATES",
    "FITTYP",
    "TYRESIDE",
    "LENGTH",
    "FORCE",
    "ANGLE",
    "MASS",
    "TIME",
    "PRESSURE",
    "USE_MODE",
    "VXLOW",
    "ROAD_INCREMENT",
    "ROAD_DIRECTION",
    "FUNCTION_NAME",
    "SWITCH_INTEG",
    "ASPECT_RATIO",
    "WIDTH",
    "RIM_RADIUS",
    "RIM_WIDTH",
    "TIRE_TYPE",
    "MEASID",
];

/// Required coefficients, and whether they have to be above zero.
const REQUIRED: &[(&str, bool)] = &[
    ("FNOMIN", true),
    ("UNLOADED_RADIUS", true),
    ("PCX1", true),
    ("PDX1", true),
    ("PKX1", true),
    ("PCY1", true),
    ("PDY1", true),
    ("PKY1", false),
    ("PKY2", false),
];

/// Shape factors, which reduced files of MF-Tyre leave out, and their usual values (Bakker, Nyborg & Pacejka 1987, SAE 870421).
const REDUCED: [(&str, f64); 2] = [("PCX1", 1.65), ("PCY1", 1.3)];

/// Coefficients by which the two sides of a tyre differ.
const ONE_SIDED: &[&str] = &[
    "PEY3", "PHY1", "PHY2", "PVY1", "PVY2", "RHX1", "RBY3", "RVY1", "RVY2", "QSX1", "QHZ1", "QHZ2", "QBZ4", "QDZ3",
    "QDZ6", "QDZ7", "QEZ4", "SSZ1",
];

struct Reader {
    lines: Lines,
    warnings: Vec<Warning>,
    /// Whether a wheel has to stand on the tyre.
    has_to_stand: bool,
}

impl Reader {
    fn of(text: &str, has_to_stand: bool) -> Self {
        Self {
            lines: Lines::of(text),
            warnings: Vec::new(),
            has_to_stand,
        }
    }

    fn mistake(&mut self, line: usize, message: String) {
        self.lines.mistake(line, message);
    }

    fn warn(&mut self, line: usize, message: String) {
        self.warnings.push(Warning { line, message });
    }

    fn finish(mut self) -> Result<PropertyFile, Vec<Mistake>> {
        let version = self.version();
        let units = Units::of(&mut self.lines);
        let mut coefficients = Coefficients::default();
        let (mut given, unknown) = self.coefficients(&units, &mut coefficients);
        self.judge_signs(&mut coefficients);
        self.require(&given, &mut coefficients);
        self.inflate(&units, &mut coefficients, &given);
        let curve = match self.lines.mistakes.is_empty() {
            true => curve::take_deflection(&mut self.lines, units.of_curve(), &mut coefficients),
            false => None,
        };
        let spring = self.spring(&mut given, curve.is_some(), &mut coefficients);
        let tyre = MagicFormula {
            coefficients,
            version: version.unwrap_or(Version::Six),
            side: 1.0,
        };
        self.judge_ranges(&given, &tyre);
        self.judge_axes(&units, &coefficients);
        match spring {
            Some(spring) => self.judge_size(spring, &tyre),
            None => self.tell_missing_stiffness(&units, &given, &coefficients),
        }
        if let Some(message) = units::assumed(&self.lines) {
            self.warn(0, message);
        }
        let side = self.side(&mut coefficients).map(|side| self.turned(side));
        self.tell_use_mode();
        self.tell_resistance(version, &coefficients);
        self.tell_pressure(version, &mut coefficients);
        self.tell_left_out();
        if self.lines.mistakes.is_empty() {
            self.tell_relaxation(&tyre);
            if let Some(spring) = spring {
                self.tell_stiffness(spring, &given, &tyre);
            }
            let told = [curve, curve::bottoming(&self.lines, units.of_curve())];
            told.into_iter()
                .flatten()
                .for_each(|(line, message)| self.warn(line, message));
        }
        self.lines.mistakes.sort_by_key(|mistake| mistake.line);
        let (Some(version), Some(side), true) = (version, side, self.lines.mistakes.is_empty()) else {
            return Err(self.lines.mistakes);
        };
        let by_spring = spring.and_then(|spring| spring::taken(spring, &given, &tyre));
        let taken: Vec<String> = by_spring.into_iter().chain(told::pressure(&coefficients)).collect();
        let warned = self.warnings.iter().map(|warning| warning.message.clone());
        if spring.is_none() {
            coefficients.vertical_stiffness = f64::NAN;
        }
        Ok(PropertyFile {
            notes: warned
                .chain(taken.iter().cloned())
                .chain(told::notes(spring, &unknown, &given, &tyre))
                .chain([told::reach(&coefficients)])
                .collect(),
            warnings: self.warnings,
            taken,
            coefficients,
            version,
            side,
            spring,
        })
    }

    /// Takes the numbers of all coefficients. Returns the keywords of the coefficients that have a number, and the unknown keywords.
    fn coefficients(&mut self, units: &Units, coefficients: &mut Coefficients) -> (Vec<String>, Vec<String>) {
        let (mut given, mut unknown) = (Vec::new(), Vec::new());
        for (keyword, entry) in self.lines.entries.clone() {
            let Some(place) = coefficients.by_name(&keyword) else {
                self.tell_scaling_factor(&entry);
                if !DESCRIPTIVE.contains(&&*keyword) {
                    unknown.push(keyword);
                }
                continue;
            };
            let written = &entry.written;
            if entry.value.is_empty() {
                self.warn(
                    entry.line,
                    format!("`{written}` has no value, and is taken as left out"),
                );
                continue;
            }
            match number(&entry.value) {
                Some(number) => *place = number * units.of_coefficient(&keyword),
                None => self.mistake(
                    entry.line,
                    format!("`{written}` is `{}`, which is not a number", entry.value),
                ),
            }
            given.push(keyword);
        }
        if coefficients.q_re0 == 0.0 {
            coefficients.q_re0 = 1.0;
            let line = self.lines.line_of("Q_RE0");
            self.warn(
                line,
                "`Q_RE0` is 0, a tyre without radius, and is taken as 1".to_owned(),
            );
        }
        (given, unknown)
    }

    /// Reports an unknown scaling factor that would change something.
    fn tell_scaling_factor(&mut self, entry: &Entry) {
        let is_factor = entry.section.starts_with("SCALING") && entry.written.starts_with('L');
        if is_factor && number(&entry.value).is_some_and(|number| number != 1.0) {
            let reason = match entry.written.as_str() {
                "LMP" => "it scales the moment of turning in place (turn slip), which is left out",
                _ => "this scaling factor is not known, and counts as 1",
            };
            self.warn(entry.line, format!("`{}` is {}: {reason}", entry.written, entry.value));
        }
    }

    /// Refuses a file without the coefficients that a tyre needs.
    fn require(&mut self, given: &[String], coefficients: &mut Coefficients) {
        for (keyword, is_positive) in REQUIRED {
            let value = coefficients.by_name(keyword).map_or(0.0, |value| *value);
            let is_wrong = if *is_positive { value <= 0.0 } else { value == 0.0 };
            if !given.iter().any(|given| given == keyword) {
                let usual = REDUCED.iter().find(|(own, _)| own == keyword);
                let cure = usual.map_or(String::new(), |(_, usual)| {
                    format!(": a reduced file leaves it out; write it, usual is {usual}")
                });
                self.mistake(0, format!("`{keyword}` is missing; a tyre cannot do without it{cure}"));
            } else if is_wrong && self.is_number(keyword) {
                let range = if *is_positive { "above zero" } else { "other than zero" };
                let line = self.lines.line_of(keyword);
                self.mistake(line, format!("`{keyword}` is {value}; it has to be {range}"));
            }
        }
    }

    fn is_number(&self, keyword: &str) -> bool {
        self.lines
            .given(keyword)
            .is_some_and(|entry| number(&entry.value).is_some())
    }

    /// Uses the nominal pressure if a file gives no other pressure, and reports this. Refuses pressures that are not above zero, and two pressures
    /// that are far apart.
    fn inflate(&mut self, units: &Units, c: &mut Coefficients, given: &[String]) {
        let is_given = |keyword: &str| given.iter().any(|given| given == keyword);
        for (keyword, value) in [("NOMPRES", c.nompres), ("INFLPRES", c.inflpres)] {
            if is_given(keyword) && value <= 0.0 {
                let (line, written) = (self.lines.line_of(keyword), self.lines.written(keyword));
                let message = format!("`{written}` is {value}; it has to be above zero");
                self.mistake(line, message);
            }
        }
        let pair = [("INFLPRES", c.inflpres), ("NOMPRES", c.nompres)];
        let known = pair.map(|(keyword, value)| is_given(keyword) && value > 0.0);
        if known == [true, true] && !(1.0 / MOST_PRESSED..=MOST_PRESSED).contains(&(c.inflpres / c.nompres)) {
            let [inflated, nominal] = pair.map(|(keyword, value)| {
                format!(
                    "`{}` is {}",
                    self.lines.written(keyword),
                    value / units.of_coefficient(keyword)
                )
            });
            let message = format!(
                "{inflated}, and {nominal}: the pressure of a tyre is within a factor of {MOST_PRESSED} of its nominal one, in the same unit"
            );
            self.mistake(self.lines.line_of("INFLPRES"), message);
        } else if let Some((keyword, value)) = pair
            .into_iter()
            .find(|(_, value)| *value > 0.0 && *value < LEAST_PRESSURE)
        {
            let message = format!(
                "`{}` is {value} Pa by the units of the file; tyres have more than {} bar: give the unit, such as `PRESSURE = 'bar'`",
                self.lines.written(keyword),
                1e-5 * LEAST_PRESSURE
            );
            self.warn(self.lines.line_of(keyword), message);
        }
        if let Some((keyword, value)) = pair.into_iter().find(|(_, value)| *value > 0.0)
            && units.pressure_follows
        {
            let message = format!(
                "`{}` has no unit, and is {:.3} bar by the units of length and force",
                self.lines.written(keyword),
                1e-5 * value
            );
            self.warn(self.lines.line_of(keyword), message);
        }
        if is_given("NOMPRES") && !is_given("INFLPRES") {
            c.inflpres = c.nompres;
            let message = "`INFLPRES` is left out: the tyre has the nominal pressure `NOMPRES`";
            self.warn(self.lines.line_of("NOMPRES"), message.to_owned());
        }
    }

    /// Version of the formula: by `FITTYP`, or by the format if `FITTYP` is missing. Formats of other formulas are refused.
    fn version(&mut self) -> Option<Version> {
        let format = self.lines.given("PROPERTY_FILE_FORMAT").cloned();
        if let Some(format) = format.filter(|format| OTHER_FORMULAS.contains(&&*format.value.to_ascii_uppercase())) {
            let message = format!(
                "`PROPERTY_FILE_FORMAT` is `{}`, whose coefficients belong to another formula; Magic Formula files MF 5.2, 6.1 and 6.2 can be read",
                format.value
            );
            self.mistake(format.line, message);
            return None;
        }
        self.tell_format();
        if let Some(fit) = self.lines.given("FITTYP").cloned() {
            let version = match number(&fit.value)
                .filter(|fit| fit.fract() == 0.0)
                .map(|fit| fit as i64)
            {
                Some(5 | 6 | 21 | 51 | 52) => Some(Version::Five),
                Some(60..=62) => Some(Version::Six),
                _ => None,
            };
            if version.is_none() {
                let message = format!(
                    "`FITTYP` is `{}`; versions 5, 6, 21, 51, 52 (MF 5.2) and 60 to 62 (MF 6.1, 6.2) can be read",
                    fit.value
                );
                self.mistake(fit.line, message);
            }
            self.tell_motorcycle(version);
            return version;
        }
        let Some(format) = self.lines.given("PROPERTY_FILE_FORMAT").cloned() else {
            let message = "`FITTYP` is missing: the version of the formula is not known";
            self.mistake(0, message.to_owned());
            return None;
        };
        if ["PAC2002", "MF_05"].contains(&&*format.value.to_ascii_uppercase()) {
            return Some(Version::Five);
        }
        let message = format!(
            "`PROPERTY_FILE_FORMAT` is `{}` and `FITTYP` is missing: the version is not known",
            format.value
        );
        self.mistake(format.line, message);
        None
    }

    /// Side of the measurement; left if the file does not give it.
    fn side(&mut self, c: &mut Coefficients) -> Option<Side> {
        let found = self.lines.given("TYRESIDE").cloned();
        let side = found.as_ref().map(|entry| entry.value.to_ascii_uppercase());
        match side.as_deref() {
            Some("LEFT") => Some(Side::Left),
            Some("RIGHT") => Some(Side::Right),
            Some("SYMMETRIC") => {
                let named = one_sided(c);
                if !named.is_empty() {
                    let message = format!(
                        "`TYRESIDE` is `SYMMETRIC`: both sides are alike, and these are taken as zero: {}",
                        named.join(", ")
                    );
                    self.warn(found.map_or(0, |entry| entry.line), message);
                }
                for name in named {
                    if let Some(value) = c.by_name(name) {
                        *value = 0.0;
                    }
                }
                Some(Side::Left)
            }
            None | Some("UNKNOWN" | "NONE" | "BOTH") => {
                let named = one_sided(c);
                if !named.is_empty() {
                    let message = format!(
                        "`TYRESIDE` does not tell the side of the measurement: the left is taken, and it matters to {}",
                        named.join(", ")
                    );
                    self.warn(found.map_or(0, |entry| entry.line), message);
                }
                Some(Side::Left)
            }
            Some(_) => {
                let entry = found?;
                let message = format!(
                    "`TYRESIDE` is `{}`; it is `LEFT`, `RIGHT`, `SYMMETRIC` or `UNKNOWN`",
                    entry.value
                );
                self.mistake(entry.line, message);
                None
            }
        }
    }

    /// The side of the measurement, turned if a mode below zero asks for the mirror image of the tyre.
    fn turned(&mut self, side: Side) -> Side {
        let Some(entry) = self.lines.given("USE_MODE").cloned() else {
            return side;
        };
        if number(&entry.value).is_none_or(|mode| mode >= 0.0) {
            return side;
        }
        let message = format!(
            "`USE_MODE` is {}: below zero it mirrors the tyre, which counts as measured on the other side",
            entry.value
        );
        self.warn(entry.line, message);
        match side {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

/// Names of the coefficients of a tyre by which its two sides differ.
fn one_sided(c: &mut Coefficients) -> Vec<&'static str> {
    let differs = |name: &&&str| c.by_name(name).is_some_and(|value| *value != 0.0);
    ONE_SIDED.iter().filter(differs).copied().collect()
}
