//! Property files (`.tir`) of Magic Formula tyres.
//!
//! A file has sections in brackets and lines `KEYWORD = value`; comments begin with `$` or `!`, or are free text after `(COMMENTS)`;
//! tables have the names of their columns in braces. The section of units says in which units the dimensional numbers are; everything is
//! converted to SI. Numbers may have FORTRAN's exponents, `1.0D+05`.
//!
//! # Assumed, and told as a warning
//!
//! - Units that are left out are those of SI. Coefficients of angles are per radian, even if the file has `ANGLE = degrees`, as in
//!   other readers of these files (Project Chrono's, for example). Then only the ranges of the file are in degrees.
//! - Without a side, or with `UNKNOWN`, the tyre was measured on the left. This makes a difference only for a tyre whose two sides
//!   differ.
//! - If `PDY1` and `PKY1` are both below zero, the file has the friction with the opposite sign. `D sin(C atan(B x))` with
//!   `B = K/(C D)` gives the same lateral force for both signs of `D`. The positive sign is used.
//! - A keyword with an empty value counts as left out.
//! - For `SYMMETRIC`, what makes the sides of the tyre differ is zero. A `USE_MODE` below zero turns the side of the measurement.

mod curve;
mod lines;
mod units;

use super::{Coefficients, MagicFormula, Version};
use core::fmt;
use lines::{Entry, Lines, number};
use std::borrow::ToOwned;
use std::format;
use std::string::String;
use std::vec::Vec;
use units::Units;

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
    /// Notes that are not mistakes: assumptions, unknown keywords, and coefficients that the file leaves out.
    pub notes: Vec<String>,
    /// Notes that may influence the forces: assumptions, and effects that the file asks for and the formula leaves out.
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
        let reader = Reader {
            lines: Lines::of(text),
            warnings: Vec::new(),
        };
        reader.finish()
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
    ("VERTICAL_STIFFNESS", true),
    ("PCX1", true),
    ("PDX1", true),
    ("PKX1", true),
    ("PCY1", true),
    ("PDY1", true),
    ("PKY1", false),
    ("PKY2", false),
];

/// Effects of the format on the forces that the formula of this library leaves out: keywords, and the effect.
const LEFT_OUT: &[(&[&str], &str)] = &[
    (
        &["Q_FCX", "Q_FCY", "Q_FCY2"],
        "the longitudinal and lateral force do not change the deflection",
    ),
    (
        &["Q_CAM", "Q_CAM1", "Q_CAM2", "Q_CAM3", "Q_FYS1", "Q_FYS2", "Q_FYS3"],
        "the inclination changes the normal force by Q_FZ3 alone",
    ),
    (
        &[
            "PDXP1", "PDXP2", "PDXP3", "PKYP1", "PDYP1", "PDYP2", "PDYP3", "PDYP4", "PHYP1", "PHYP2", "PHYP3", "PHYP4",
            "PECP1", "PECP2", "QDTP1", "QCRP1", "QCRP2", "QBRP1", "QDRP1", "QDRP2",
        ],
        "turning in place is not felt (turn slip)",
    ),
    (&["BOTTOM_OFFST", "BOTTOM_STIFF"], "the rim does not meet the ground"),
    (
        &["QFCX1", "QFCY1", "QFCG1"],
        "forces and inclination do not change the deflection",
    ),
    (
        &["QRE0", "QV1", "QV2"],
        "the spin changes neither the radius nor the load",
    ),
];

/// Coefficients by which the two sides of a tyre differ.
const ONE_SIDED: &[&str] = &[
    "PEY3", "PHY1", "PHY2", "PVY1", "PVY2", "RHX1", "RBY3", "RVY1", "RVY2", "QSX1", "QHZ1", "QHZ2", "QBZ4", "QDZ3",
    "QDZ6", "QDZ7", "QEZ4", "SSZ1",
];

/// Least cornering stiffness per radian, divided by the nominal load. A smaller value is per degree.
const LEAST_PER_RADIAN: f64 = 1.0;

struct Reader {
    lines: Lines,
    warnings: Vec<Warning>,
}

impl Reader {
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
        let (given, unknown) = self.coefficients(&units, &mut coefficients);
        self.judge_signs(&mut coefficients);
        self.require(&given, &mut coefficients);
        self.judge_ranges(&given, &mut coefficients);
        self.judge_axes(&units, &coefficients);
        self.judge_size(&coefficients);
        self.inflate(&mut coefficients, &given);
        if let Some(message) = units::assumed(&self.lines) {
            self.warn(0, message);
        }
        let side = self.side(&mut coefficients).map(|side| self.turned(side));
        self.tell_use_mode();
        self.tell_resistance(version, &coefficients);
        self.tell_left_out();
        if self.lines.mistakes.is_empty() {
            let taken = curve::take_deflection(&mut self.lines, units.of_curve(), &mut coefficients);
            let told = [taken, curve::bottoming(&self.lines, units.of_curve())];
            told.into_iter()
                .flatten()
                .for_each(|(line, message)| self.warn(line, message));
        }
        self.lines.mistakes.sort_by_key(|mistake| mistake.line);
        match (version, side) {
            (Some(version), Some(side)) if self.lines.mistakes.is_empty() => {
                let told = self.warnings.iter().map(|warning| warning.message.clone());
                Ok(PropertyFile {
                    notes: told
                        .chain(notes(&unknown, &given))
                        .chain([reach(&coefficients)])
                        .collect(),
                    warnings: self.warnings,
                    coefficients,
                    version,
                    side,
                })
            }
            _ => Err(self.lines.mistakes),
        }
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
            let message = format!(
                "`{}` is {}: this scaling factor is not known, and counts as 1",
                entry.written, entry.value
            );
            self.warn(entry.line, message);
        }
    }

    /// Refuses a file without the coefficients that a tyre needs.
    fn require(&mut self, given: &[String], coefficients: &mut Coefficients) {
        for (keyword, is_positive) in REQUIRED {
            let value = coefficients.by_name(keyword).map_or(0.0, |value| *value);
            let is_wrong = if *is_positive { value <= 0.0 } else { value == 0.0 };
            if !given.iter().any(|given| given == keyword) {
                self.mistake(0, format!("`{keyword}` is missing; a tyre cannot do without it"));
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

    /// Refuses coefficients that are outside of the ranges of real tyres.
    fn judge_ranges(&mut self, given: &[String], coefficients: &mut Coefficients) {
        for (name, ([least, greatest], range)) in Coefficients::<f64>::NAMES.iter().zip(Coefficients::<f64>::RANGES) {
            let Some(&mut value) = coefficients.by_name(name) else {
                continue;
            };
            let line = self.lines.line_of(name);
            let is_told = self.lines.mistakes.iter().any(|mistake| mistake.line == line);
            if given.iter().any(|given| given == name) && !is_told && !(value >= *least && value <= *greatest) {
                let written = self.lines.written(name);
                let message = format!(
                    "`{written}` is {value}; tyres have {range}: look at the number, and at the units of the file"
                );
                self.mistake(line, message);
            }
        }
    }

    /// Makes the friction positive if it and the cornering stiffness are both negative: the lateral force is the same.
    fn judge_signs(&mut self, c: &mut Coefficients) {
        if c.pdy1 < 0.0 && c.pky1 < 0.0 {
            (c.pdy1, c.pdy2) = (-c.pdy1, -c.pdy2);
            let message = "`PDY1` and `PKY1` are both below zero: the signs of `PDY1` and `PDY2` are turned, which leaves the lateral force of pure slip \
                           as it is";
            self.warn(self.lines.line_of("PDY1"), message.to_owned());
        }
    }

    /// Refuses a tyre whose lateral force has the sign of the slip angle: its coefficients are for different axes. Also refuses a
    /// tyre whose cornering stiffness is per degree.
    fn judge_axes(&mut self, units: &Units, c: &Coefficients) {
        let Some(line) = self.lines.given("PKY1").map(|entry| entry.line) else {
            return;
        };
        let cornering_stiffness = c.pky1 * (c.pky4 * (1.0 / c.pky2).atan()).sin() * c.lky;
        if cornering_stiffness > 0.0 {
            let message = format!(
                "`PKY1` is {}: a positive slip angle gives a positive lateral force; in the axes of property files (ISO-W) it gives a negative one",
                c.pky1
            );
            return self.mistake(line, message);
        }
        if !units.is_in_degrees {
            return;
        }
        let message = match c.pky1.abs() < LEAST_PER_RADIAN {
            true => {
                let message = format!(
                    "`PKY1` is {}, per degree as it seems; coefficients have to be per radian",
                    c.pky1
                );
                return self.mistake(line, message);
            }
            false => "`ANGLE` is in degrees: the ranges of the file may be, its coefficients are taken per radian",
        };
        let line = self.lines.units.get("ANGLE").map_or(0, |entry| entry.line);
        self.warn(line, message.to_owned());
    }

    /// Refuses a tyre that is deflected by more than its radius under its nominal load, and warns of a tyre that is hardly deflected.
    /// In both cases numbers are probably in other units than the file declares.
    fn judge_size(&mut self, c: &Coefficients) {
        let Some(line) = self.lines.given("VERTICAL_STIFFNESS").map(|entry| entry.line) else {
            return;
        };
        let part = c.fnomin / (c.vertical_stiffness * c.lcz * c.unloaded_radius);
        let millimetres = 1e3 * part * c.unloaded_radius;
        if part > 1.0 {
            let message = format!(
                "`VERTICAL_STIFFNESS`: the nominal load deflects the tyre by {millimetres:.0} mm, more than its radius; look at the units of FNOMIN, \
                 VERTICAL_STIFFNESS and UNLOADED_RADIUS"
            );
            self.mistake(line, message);
        }
        if part > 0.0 && part < 1e-3 {
            let message = format!(
                "the nominal load deflects the tyre by {millimetres:.3} mm: are FNOMIN, VERTICAL_STIFFNESS and UNLOADED_RADIUS in the units of \
                 the file?"
            );
            self.warn(line, message);
        }
    }

    /// Uses the nominal pressure if a file gives no other pressure, and reports this. Refuses pressures that are not above zero.
    fn inflate(&mut self, c: &mut Coefficients, given: &[String]) {
        let is_given = |keyword: &str| given.iter().any(|given| given == keyword);
        for (keyword, value) in [("NOMPRES", c.nompres), ("INFLPRES", c.inflpres)] {
            if is_given(keyword) && value <= 0.0 {
                let (line, written) = (self.lines.line_of(keyword), self.lines.written(keyword));
                let message = format!("`{written}` is {value}; it has to be above zero");
                self.mistake(line, message);
            }
        }
        if is_given("NOMPRES") && !is_given("INFLPRES") {
            c.inflpres = c.nompres;
            let message = "`INFLPRES` is left out: the tyre has the nominal pressure `NOMPRES`";
            self.warn(self.lines.line_of("NOMPRES"), message.to_owned());
        }
    }

    /// Version of the formula: by `FITTYP`, or by the format if `FITTYP` is missing.
    fn version(&mut self) -> Option<Version> {
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

    /// Reports an exponent of the load that version 5.2 does not have in the rolling resistance.
    fn tell_resistance(&mut self, version: Option<Version>, c: &Coefficients) {
        let is_given = self.lines.given("QSY7").is_some() && c.qsy7 != 0.0 && c.qsy1 != 0.0;
        if version == Some(Version::Five) && is_given {
            let message = "not used: QSY7; in version 5.2 the rolling resistance is in proportion to the load";
            self.warn(self.lines.line_of("QSY7"), message.to_owned());
        }
    }

    /// Reports a mode that asks for less than all forces with combined slip. The last digit says which forces there are (4: all,
    /// combined). The other digits say how forces follow the slip; here they always follow it over the relaxation length.
    fn tell_use_mode(&mut self) {
        let Some(entry) = self.lines.given("USE_MODE").cloned() else {
            return;
        };
        let Some(mode) = number(&entry.value).filter(|mode| mode.fract() == 0.0) else {
            return self.warn(entry.line, format!("`USE_MODE` is `{}`, and is not used", entry.value));
        };
        let wanted = match mode.abs() as i64 % 10 {
            0 => "the normal force alone",
            1 => "longitudinal forces alone",
            2 => "lateral forces alone",
            3 => "forces without combined slip",
            _ => return,
        };
        let message =
            format!("`USE_MODE` is {mode} and asks for {wanted}: all forces are computed, with combined slip");
        self.warn(entry.line, message);
    }

    /// Reports effects that are left out although the file has numbers other than zero for them.
    fn tell_left_out(&mut self) {
        for (keywords, effect) in LEFT_OUT {
            let is_felt = |keyword: &&&str| {
                let number = self.lines.given(keyword).and_then(|entry| number(&entry.value));
                // A factor of 1 on the radius changes nothing.
                number.is_some_and(|number| number != 0.0 && (**keyword != "QRE0" || number != 1.0))
            };
            let felt: Vec<&str> = keywords.iter().filter(is_felt).copied().collect();
            if let Some(first) = felt.first() {
                let line = self.lines.line_of(first);
                self.warn(line, format!("not used: {}; {effect}", felt.join(", ")));
            }
        }
    }
}

/// Names of the coefficients of a tyre by which its two sides differ.
fn one_sided(c: &mut Coefficients) -> Vec<&'static str> {
    let differs = |name: &&&str| c.by_name(name).is_some_and(|value| *value != 0.0);
    ONE_SIDED.iter().filter(differs).copied().collect()
}

fn notes(unknown: &[String], given: &[String]) -> Vec<String> {
    let mut defaults = Coefficients::default();
    let (mut zero, mut others) = (Vec::new(), Vec::new());
    for name in Coefficients::<f64>::NAMES {
        let default = defaults.by_name(name).map_or(0.0, |value| *value);
        match default == 0.0 {
            _ if *name == "FZMAX" || given.iter().any(|given| given == name) => {}
            true => zero.push((*name).to_owned()),
            false => others.push(format!("{name} = {default}")),
        }
    }
    let told = [
        ("not used", unknown),
        ("left out, and taken as the format says", &others),
        ("left out, and taken as zero", &zero),
    ];
    let told = told.into_iter().filter(|(_, names)| !names.is_empty());
    told.map(|(what, names)| format!("{what}: {}", names.join(", ")))
        .collect()
}

/// What the tyre does beyond the loads of its measurement.
fn reach(c: &Coefficients) -> String {
    match c.fzmax > 0.0 {
        true => format!(
            "beyond `FZMAX`, {} N, forces and moments are those at `FZMAX` in proportion to the load",
            c.fzmax
        ),
        false => "`FZMAX` is left out: the formula is used at every load, with at least a tenth of the friction at the nominal load".to_owned(),
    }
}
