//! Property files (`.tir`) of Magic Formula tyres.
//!
//! A file has sections in brackets and lines `KEYWORD = value`; comments begin with `$` or `!`. The first section gives the
//! units; everything is converted to SI. Numbers may have FORTRAN's exponents, `1.0D+05`.

use super::{Coefficients, MagicFormula, Version};
use core::fmt;
use std::borrow::ToOwned;
use std::collections::BTreeMap;
use std::format;
use std::string::String;
use std::vec::Vec;

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
    /// Things to know, none of which is a mistake: unknown keywords, coefficients that the file leaves out.
    pub notes: Vec<String>,
}

/// A mistake in a property file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Line, from 1; 0 where the file as a whole is meant.
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
        let mut reader = Reader::default();
        for (index, line) in text.lines().enumerate() {
            reader.line(index + 1, line);
        }
        reader.finish()
    }

    /// The tyre, mounted on a side: mirrored where it was measured on the other one.
    pub fn mounted(&self, side: Side) -> MagicFormula {
        MagicFormula {
            coefficients: self.coefficients,
            version: self.version,
            side: if side == self.side { 1.0 } else { -1.0 },
        }
    }
}

/// Keywords that describe a tyre and decide nothing here.
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

/// Coefficients that a tyre cannot do without, and whether they have to be above zero.
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

/// Sections whose lines are tables without keywords.
const TABLES: &[&str] = &["SHAPE", "DEFLECTION_LOAD_CURVE", "BOTTOMING_CURVE"];

#[derive(Default)]
struct Reader {
    section: String,
    /// By keyword: its line and value.
    values: BTreeMap<String, (usize, String)>,
    mistakes: Vec<Mistake>,
}

impl Reader {
    fn mistake(&mut self, line: usize, message: String) {
        self.mistakes.push(Mistake { line, message });
    }

    fn line(&mut self, number: usize, line: &str) {
        let line = without_comment(line).trim();
        if line.is_empty() {
            return;
        }
        if let Some(section) = line.strip_prefix('[') {
            match section.split_once(']') {
                Some((name, _)) => self.section = name.trim().to_ascii_uppercase(),
                None => self.mistake(number, format!("`{line}` opens a section and lacks its `]`")),
            }
            return;
        }
        if TABLES.contains(&&*self.section) || line.starts_with('{') {
            return;
        }
        let Some((keyword, value)) = line.split_once('=') else {
            self.mistake(number, format!("`{line}` is neither `[SECTION]` nor `KEYWORD = value`"));
            return;
        };
        let keyword = keyword.trim().to_ascii_uppercase();
        let value = value.trim().trim_matches(['\'', '"']).trim().to_owned();
        if keyword.is_empty() || value.is_empty() {
            self.mistake(number, format!("`{line}` lacks its keyword or its value"));
        } else if let Some((first, _)) = self.values.get(&keyword) {
            let message = format!("`{keyword}` was given in line {first} already; remove one of the two");
            self.mistake(number, message);
        } else {
            let _ = self.values.insert(keyword, (number, value));
        }
    }

    fn finish(mut self) -> Result<PropertyFile, Vec<Mistake>> {
        let version = self.version();
        let side = self.side();
        let units = self.units();
        let mut coefficients = Coefficients::default();
        let (mut unknown, mut given) = (Vec::new(), Vec::new());
        let values: Vec<(String, usize, String)> = self
            .values
            .iter()
            .map(|(keyword, (line, value))| (keyword.clone(), *line, value.clone()))
            .collect();
        for (keyword, line, value) in values {
            let Some(place) = coefficients.by_name(&keyword) else {
                if !DESCRIPTIVE.contains(&&*keyword) {
                    unknown.push(keyword);
                }
                continue;
            };
            match number(&value) {
                Some(number) => *place = number * units.of(&keyword),
                None => self.mistake(line, format!("`{keyword}` is `{value}`, which is not a number")),
            }
            given.push(keyword);
        }
        for (keyword, is_positive) in REQUIRED {
            let value = coefficients.by_name(keyword).map_or(0.0, |value| *value);
            let line = self.values.get(*keyword).map_or(0, |(line, _)| *line);
            let is_wrong = if *is_positive { value <= 0.0 } else { value == 0.0 };
            if !given.iter().any(|given| given == keyword) {
                self.mistake(0, format!("`{keyword}` is missing; a tyre cannot do without it"));
            } else if is_wrong && number(&self.values[*keyword].1).is_some() {
                let range = if *is_positive { "above zero" } else { "other than zero" };
                self.mistake(line, format!("`{keyword}` is {value}; it has to be {range}"));
            }
        }
        self.judge_axes(&coefficients);
        let told = [
            self.judge_size(&coefficients),
            self.inflate(&mut coefficients, &given),
            self.assumed_units(),
        ];
        self.mistakes.sort_by_key(|mistake| mistake.line);
        match (version, side) {
            (Some(version), Some(side)) if self.mistakes.is_empty() => Ok(PropertyFile {
                notes: told.into_iter().flatten().chain(notes(&unknown, &given)).collect(),
                coefficients,
                version,
                side,
            }),
            _ => Err(self.mistakes),
        }
    }

    /// Refuses a tyre that a slip angle pushes further to its own side: its coefficients hold for different axes.
    fn judge_axes(&mut self, c: &Coefficients) {
        let cornering_stiffness = c.pky1 * (c.pky4 * (1.0 / c.pky2).atan()).sin() * c.lky;
        if let (Some((line, _)), true) = (self.values.get("PKY1"), cornering_stiffness > 0.0) {
            let message = format!(
                "`PKY1` is {}: a positive slip angle gives a positive lateral force; in the axes of property files (ISO-W) it gives a negative one",
                c.pky1
            );
            self.mistake(*line, message);
        }
    }

    /// Refuses a tyre that is deflected by more than its radius under its nominal load, and tells of one that is hardly deflected: both have
    /// numbers in units that are not those of the file.
    fn judge_size(&mut self, c: &Coefficients) -> Option<String> {
        let (line, _) = self.values.get("VERTICAL_STIFFNESS")?;
        let part = c.fnomin / (c.vertical_stiffness * c.unloaded_radius);
        let millimetres = 1e3 * part * c.unloaded_radius;
        if part > 1.0 {
            let message = format!(
                "`VERTICAL_STIFFNESS`: the nominal load deflects the tyre by {millimetres:.0} mm, more than its radius; look at the units of FNOMIN, \
                 VERTICAL_STIFFNESS and UNLOADED_RADIUS"
            );
            self.mistake(*line, message);
        }
        let is_stiff = part > 0.0 && part < 1e-3;
        is_stiff.then(|| {
            format!(
                "the nominal load deflects the tyre by {millimetres:.3} mm: are FNOMIN, VERTICAL_STIFFNESS and UNLOADED_RADIUS in the units of \
                 the file?"
            )
        })
    }

    /// Units that the file leaves out.
    fn assumed_units(&self) -> Option<String> {
        let usual = [("LENGTH", "meter"), ("FORCE", "newton"), ("TIME", "second")];
        let left_out = usual.iter().filter(|(keyword, _)| !self.values.contains_key(*keyword));
        let left_out: Vec<String> = left_out.map(|(keyword, unit)| format!("{keyword} = {unit}")).collect();
        (!left_out.is_empty()).then(|| format!("units left out, and taken as SI: {}", left_out.join(", ")))
    }

    /// Takes the nominal pressure where a file gives no other, and tells so. Refuses pressures that are not above zero.
    fn inflate(&mut self, c: &mut Coefficients, given: &[String]) -> Option<String> {
        let is_given = |keyword: &str| given.iter().any(|given| given == keyword);
        for (keyword, value) in [("NOMPRES", c.nompres), ("INFLPRES", c.inflpres)] {
            if let (Some((line, _)), true) = (self.values.get(keyword), is_given(keyword) && value <= 0.0) {
                self.mistake(*line, format!("`{keyword}` is {value}; it has to be above zero"));
            }
        }
        let is_left_out = is_given("NOMPRES") && !is_given("INFLPRES");
        is_left_out.then(|| {
            c.inflpres = c.nompres;
            "`INFLPRES` is left out: the tyre has the nominal pressure `NOMPRES`".to_owned()
        })
    }

    /// Version of the formula: by `FITTYP`, or where that is missing by the format.
    fn version(&mut self) -> Option<Version> {
        if let Some((line, value)) = self.values.get("FITTYP").cloned() {
            let version = match number(&value).filter(|fit| fit.fract() == 0.0).map(|fit| fit as i64) {
                Some(5 | 6 | 21 | 51 | 52) => Some(Version::Five),
                Some(60..=62) => Some(Version::Six),
                _ => None,
            };
            if version.is_none() {
                let message = format!(
                    "`FITTYP` is `{value}`; versions 5, 6, 21, 51, 52 (MF 5.2) and 60 to 62 (MF 6.1, 6.2) can be read"
                );
                self.mistake(line, message);
            }
            return version;
        }
        match self.values.get("PROPERTY_FILE_FORMAT").cloned() {
            Some((_, format)) if ["PAC2002", "MF_05"].contains(&&*format.to_ascii_uppercase()) => Some(Version::Five),
            Some((line, format)) => {
                let message =
                    format!("`PROPERTY_FILE_FORMAT` is `{format}` and `FITTYP` is missing: the version is not known");
                self.mistake(line, message);
                None
            }
            None => {
                self.mistake(
                    0,
                    "`FITTYP` is missing: the version of the formula is not known".to_owned(),
                );
                None
            }
        }
    }

    /// Side of the measurement; left, where the file does not tell.
    fn side(&mut self) -> Option<Side> {
        let Some((line, value)) = self.values.get("TYRESIDE").cloned() else {
            return Some(Side::Left);
        };
        match &*value.to_ascii_uppercase() {
            "LEFT" | "SYMMETRIC" => Some(Side::Left),
            "RIGHT" => Some(Side::Right),
            _ => {
                self.mistake(
                    line,
                    format!("`TYRESIDE` is `{value}`; it is `LEFT`, `RIGHT` or `SYMMETRIC`"),
                );
                None
            }
        }
    }

    fn units(&mut self) -> Units {
        let mut unit = |keyword: &str, known: &[(&str, f64)]| {
            let Some((line, value)) = self.values.get(keyword).cloned() else {
                return 1.0;
            };
            let lower = value.to_ascii_lowercase();
            let found = known.iter().find(|(name, _)| *name == lower);
            if found.is_none() {
                let names: Vec<String> = known.iter().map(|(name, _)| format!("`{name}`")).collect();
                let message = format!("the unit `{keyword}` is `{value}`; it is one of {}", names.join(", "));
                self.mistake(line, message);
            }
            found.map_or(1.0, |(_, factor)| *factor)
        };
        // Coefficients of angles are in radians, whatever the angles of a road file may be in.
        let _ = unit("ANGLE", &[("radians", 1.0), ("radian", 1.0), ("rad", 1.0)]);
        Units {
            length: unit(
                "LENGTH",
                &[
                    ("meter", 1.0),
                    ("metre", 1.0),
                    ("m", 1.0),
                    ("mm", 1e-3),
                    ("millimeter", 1e-3),
                    ("cm", 1e-2),
                    ("centimeter", 1e-2),
                    ("km", 1e3),
                    ("kilometer", 1e3),
                    ("inch", 0.0254),
                    ("in", 0.0254),
                    ("foot", 0.3048),
                    ("ft", 0.3048),
                ],
            ),
            force: unit(
                "FORCE",
                &[
                    ("newton", 1.0),
                    ("n", 1.0),
                    ("kilonewton", 1e3),
                    ("knewton", 1e3),
                    ("kn", 1e3),
                    ("pound_force", 4.448_221_615_260_5),
                    ("lbf", 4.448_221_615_260_5),
                    ("kilogram_force", 9.806_65),
                    ("kg_force", 9.806_65),
                ],
            ),
            time: unit(
                "TIME",
                &[
                    ("second", 1.0),
                    ("sec", 1.0),
                    ("s", 1.0),
                    ("millisecond", 1e-3),
                    ("ms", 1e-3),
                    ("minute", 60.0),
                ],
            ),
            pressure: unit(
                "PRESSURE",
                &[
                    ("pascal", 1.0),
                    ("pa", 1.0),
                    ("kpa", 1e3),
                    ("bar", 1e5),
                    ("psi", 6_894.757_293_168),
                ],
            ),
        }
    }
}

/// Units of a file, in SI.
struct Units {
    length: f64,
    force: f64,
    time: f64,
    pressure: f64,
}

impl Units {
    /// The unit of a coefficient.
    fn of(&self, keyword: &str) -> f64 {
        match keyword {
            "UNLOADED_RADIUS" => self.length,
            "FNOMIN" => self.force,
            "LONGVL" => self.length / self.time,
            "VERTICAL_STIFFNESS" | "LONGITUDINAL_STIFFNESS" | "LATERAL_STIFFNESS" => self.force / self.length,
            "VERTICAL_DAMPING" => self.force * self.time / self.length,
            "NOMPRES" | "INFLPRES" => self.pressure,
            _ => 1.0,
        }
    }
}

/// The line up to its comment; a comment mark inside quotes is none.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            (None, '$' | '!') => return &line[..at],
            _ => {}
        }
    }
    line
}

/// A finite number, also with FORTRAN's exponent.
fn number(text: &str) -> Option<f64> {
    let is_number = |c: char| c.is_ascii_digit() || "+-.eEdD".contains(c);
    if !text.chars().all(is_number) {
        return None;
    }
    let number: f64 = text.replace(['d', 'D'], "e").parse().ok()?;
    number.is_finite().then_some(number)
}

fn notes(unknown: &[String], given: &[String]) -> Vec<String> {
    let mut defaults = Coefficients::default();
    let (mut zero, mut others) = (Vec::new(), Vec::new());
    for name in Coefficients::<f64>::NAMES {
        let default = defaults.by_name(name).map_or(0.0, |value| *value);
        match default == 0.0 {
            _ if given.iter().any(|given| given == name) => {}
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
