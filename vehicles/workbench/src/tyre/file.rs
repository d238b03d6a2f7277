//! Contents of a tyre property file.

use wishbone::tyre::magic_formula::{Coefficients, PropertyFile, Side, Spring, Version};
use wishbone_studies::findings::Figure;

/// Effects, each with the coefficients that produce it.
const EFFECTS: [(&str, &[&str]); 7] = [
    ("combined slip of the longitudinal force", &["RBX1", "RCX1"]),
    ("combined slip of the lateral force", &["RBY1", "RCY1"]),
    ("aligning moment", &["QBZ1", "QCZ1", "QDZ1"]),
    ("overturning moment", &["QSX1", "QSX2", "QSX3"]),
    ("rolling resistance", &["QSY1", "QSY2"]),
    (
        "lateral force of an inclined tyre",
        &["PVY3", "PVY4", "PHY3", "PKY6", "PKY7"],
    ),
    ("influence of the pressure", &["PPX1", "PPX3", "PPY1", "PPY3"]),
];

/// Ranges of the measurement, with the keywords of the least and the greatest value.
const RANGES: [(&str, &str, &str); 5] = [
    ("load", "FZMIN", "FZMAX"),
    ("slip", "KPUMIN", "KPUMAX"),
    ("slip angle", "ALPMIN", "ALPMAX"),
    ("inclination", "CAMMIN", "CAMMAX"),
    ("pressure", "PRESMIN", "PRESMAX"),
];

/// Format, version, side and units in one line, and the missing effects.
pub fn conditions(file: &PropertyFile, text: &str) -> String {
    let version = match file.version {
        Version::Five => "Magic Formula 5.2",
        Version::Six => "Magic Formula 6.1 or 6.2",
    };
    let side = match file.side {
        Side::Left => "left",
        Side::Right => "right",
    };
    let format = word(text, "PROPERTY_FILE_FORMAT").map_or_else(String::new, |format| format!(" ({format})"));
    let units: Vec<String> = ["LENGTH", "FORCE", "ANGLE", "TIME", "PRESSURE"]
        .iter()
        .filter_map(|keyword| word(text, keyword))
        .collect();
    let units = match units.is_empty() {
        true => "no units".to_owned(),
        false => format!("units {}", units.join(", ")),
    };
    format!("{version}{format}, measured on the {side}, {units}; {}", missing(file))
}

/// Effects that the file leaves out, in one line.
pub fn missing(file: &PropertyFile) -> String {
    let mut coefficients = file.coefficients;
    let mut is_zero = |name: &&str| coefficients.by_name(name).is_none_or(|value| *value == 0.0);
    let effects = EFFECTS.iter().filter(|(_, names)| names.iter().all(&mut is_zero));
    let mut missing: Vec<&str> = effects.map(|(effect, _)| *effect).collect();
    if file.mounted(file.side).relaxation().contains(&None) {
        missing.push("relaxation lengths");
    }
    if file.spring.is_none() {
        missing.push("vertical stiffness");
    }
    match missing.is_empty() {
        true => "no effect is missing".to_owned(),
        false => format!("MISSING: {}", missing.join(", ")),
    }
}

/// Numbers of the file.
pub fn figures(file: &PropertyFile) -> Vec<Figure> {
    let c: &Coefficients = &file.coefficients;
    let of = |name, unit, value, definition| Figure::new("file", name, unit, value, definition);
    let mut all = vec![
        of("nominal load", "N", c.fnomin, "FNOMIN"),
        of("unloaded radius", "m", c.unloaded_radius, "UNLOADED_RADIUS"),
    ];
    if let Some(spring) = file.spring {
        let stiffness = file.mounted(file.side).vertical_stiffness();
        all.push(of("vertical stiffness", "N/mm", 1e-3 * stiffness, by(spring)));
    }
    if c.nompres > 0.0 {
        all.push(of("pressure", "bar", 1e-5 * c.inflpres, "INFLPRES"));
        all.push(of("nominal pressure", "bar", 1e-5 * c.nompres, "NOMPRES"));
    }
    all
}

/// Definition of the vertical stiffness.
fn by(spring: Spring) -> &'static str {
    match spring {
        Spring::Stiffness => {
            "slope of the normal force over the deflection at the nominal load, upright at rest: VERTICAL_STIFFNESS, scaled by LCZ and the pressure"
        }
        Spring::Terms => {
            "slope of the normal force over the deflection at the nominal load, upright at rest: by Q_FZ1 and Q_FZ2, scaled by LCZ and the pressure"
        }
        Spring::Curve => {
            "slope of the normal force over the deflection at the nominal load, upright at rest: by [DEFLECTION_LOAD_CURVE], scaled by LCZ and the pressure"
        }
    }
}

/// Ranges of the measurement, and notes about assumed or unused values, a line each.
pub fn notes(file: &PropertyFile, text: &str) -> Vec<String> {
    let ranges: Vec<String> = RANGES
        .iter()
        .filter_map(|(name, least, greatest)| {
            Some(format!("{name} {} to {}", word(text, least)?, word(text, greatest)?))
        })
        .collect();
    let ranges = match ranges.is_empty() {
        true => "the file tells no range of its measurements".to_owned(),
        false => format!("ranges of the file, in its units: {}", ranges.join("; ")),
    };
    std::iter::once(ranges).chain(assumed(file)).collect()
}

/// Notes about assumed or unused values of a file, a line each.
pub fn assumed(file: &PropertyFile) -> impl Iterator<Item = String> + '_ {
    let warnings = file.warnings.iter().map(|warning| match warning.line {
        0 => warning.message.clone(),
        line => format!("line {line}: {}", warning.message),
    });
    warnings.chain(file.taken.iter().cloned())
}

/// The value of a keyword as written, without quotes and comment.
fn word(text: &str, keyword: &str) -> Option<String> {
    let entries = text.lines().filter_map(|line| {
        let line = line.split(['$', '!']).next().unwrap_or("");
        let (name, value) = line.split_once('=')?;
        name.trim()
            .eq_ignore_ascii_case(keyword)
            .then(|| value.trim().trim_matches(['\'', '"']).trim().to_owned())
    });
    entries.rev().find(|value| !value.is_empty())
}
