//! What a file leaves out or asks for in vain, in words.

use super::super::vertical::{SHORTEST, USUAL};
use super::lines::{Entry, number};
use super::{Coefficients, FORMATS, MagicFormula, Reader, Spring, Version};
use std::borrow::ToOwned;
use std::format;
use std::string::String;
use std::vec::Vec;

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

/// Coefficients that version 5.2 alone uses.
const OF_FIVE: &[&str] = &["PTX1", "PTX2", "PTX3", "PTY1", "PTY2", "PHY3", "LSGKP", "LSGAL"];

/// Coefficients that version 6 alone uses.
const OF_SIX: &[&str] = &[
    "LONGITUDINAL_STIFFNESS",
    "LATERAL_STIFFNESS",
    "PCFX1",
    "PCFX2",
    "PCFX3",
    "PCFY1",
    "PCFY2",
    "PCFY3",
    "PEY5",
    "PKY4",
    "PKY5",
    "PKY6",
    "PKY7",
    "PPY5",
    "QDZ10",
    "QDZ11",
    "QSX10",
    "QSX11",
    "QSY7",
    "RBX3",
    "RBY4",
];

/// Coefficients of the pressure.
const PRESSED: &[&str] = &[
    "PPX1", "PPX2", "PPX3", "PPX4", "PPY1", "PPY2", "PPY3", "PPY4", "PPY5", "PPZ1", "PPZ2", "PPMX1", "PFZ1", "QSY8",
];

/// Coefficients whose absence does not mean zero. Other notes tell what holds without them.
const TOLD_ELSEWHERE: &[&str] = &[
    "FZMAX",
    "NOMPRES",
    "INFLPRES",
    "VERTICAL_STIFFNESS",
    "Q_FZ1",
    "LONGITUDINAL_STIFFNESS",
    "LATERAL_STIFFNESS",
];

/// Coefficients of the relaxation lengths along and across, by version.
const RELAXATION: [[&[&str]; 2]; 2] = [
    [&["PTX1", "PTX2", "PTX3"], &["PTY1", "PTY2"]],
    [&["LONGITUDINAL_STIFFNESS"], &["LATERAL_STIFFNESS"]],
];

impl Reader {
    /// Reports relaxation lengths that the file does not give, or that are shorter than the shortest length, with the
    /// lengths that replace them.
    pub(super) fn tell_relaxation(&mut self, tyre: &MagicFormula) {
        let lengths = tyre.relaxation();
        let names = relaxation(tyre.version);
        let radius = tyre.coefficients.unloaded_radius;
        let missing: Vec<usize> = (0..2).filter(|&k| lengths[k].is_none()).collect();
        if let Some(&first) = missing.first() {
            let (what, named) = match missing[..] {
                [_, _] => (
                    "no relaxation lengths",
                    [names[0][0], names[1][0]].map(quoted).join(", "),
                ),
                [0] => ("no relaxation length along the wheel", quoted(names[0][0])),
                _ => ("no relaxation length across the wheel", quoted(names[1][0])),
            };
            let taken = 1e3 * USUAL * radius;
            let message = format!("{what} ({named}): half of the radius, {taken:.0} mm, is taken");
            self.warn(self.lines.line_of(names[first][0]), message);
        }
        for (k, direction) in ["along", "across"].into_iter().enumerate() {
            if let Some(length) = lengths[k].filter(|length| *length < SHORTEST * radius) {
                let (own, taken) = (1e3 * length, 1e3 * SHORTEST * radius);
                let message = format!(
                    "the relaxation length {direction} the wheel is {own:.1} mm at the nominal load: a twentieth of the radius, {taken:.1} mm, is taken"
                );
                self.warn(self.lines.line_of(names[k][0]), message);
            }
        }
    }

    /// Reports an exponent of the load that version 5.2 does not have in the rolling resistance.
    pub(super) fn tell_resistance(&mut self, version: Option<Version>, c: &Coefficients) {
        let is_given = self.lines.given("QSY7").is_some() && c.qsy7 != 0.0 && c.qsy1 != 0.0;
        if version == Some(Version::Five) && is_given {
            let message = "not used: QSY7; in version 5.2 the rolling resistance is in proportion to the load";
            self.warn(self.lines.line_of("QSY7"), message.to_owned());
        }
    }

    /// Reports a format that is not known.
    pub(super) fn tell_format(&mut self) {
        let Some(format) = self.lines.given("PROPERTY_FILE_FORMAT").cloned() else {
            return;
        };
        let name = format.value.to_ascii_uppercase();
        if self.lines.given("FITTYP").is_some() && !FORMATS.iter().any(|known| name.starts_with(known)) {
            let message = format!(
                "`PROPERTY_FILE_FORMAT` is `{}`, which is not known: the file is read as Magic Formula, in the version of `FITTYP`",
                format.value
            );
            self.warn(format.line, message);
        }
    }

    /// Reports a motorcycle's tyre in a version in which motorcycles had a separate formula.
    pub(super) fn tell_motorcycle(&mut self, version: Option<Version>) {
        let kind = self.lines.given("TYPE").cloned();
        let is_motorcycle = |kind: &Entry| kind.value.eq_ignore_ascii_case("MOTORCYCLE");
        if let Some(kind) = kind.filter(is_motorcycle).filter(|_| version == Some(Version::Five)) {
            let message = "`TYPE` is `MOTORCYCLE`: files of this version mostly have the coefficients of MF-MCTyre, another formula; they are read as Magic Formula 5.2";
            self.warn(kind.line, message.to_owned());
        }
    }

    /// Reports coefficients of the pressure that act in version 5.2, if the pressure differs from the nominal pressure.
    pub(super) fn tell_pressure(&mut self, version: Option<Version>, c: &mut Coefficients) {
        let format = self.lines.given("PROPERTY_FILE_FORMAT");
        let is_adams = format.is_some_and(|format| format.value.to_ascii_uppercase().starts_with("PAC2002"));
        if version != Some(Version::Five) || is_adams || c.nompres <= 0.0 || c.inflpres == c.nompres {
            return;
        }
        let acts = |name: &&&str| c.by_name(name).is_some_and(|value| *value != 0.0);
        let acting = PRESSED.iter().filter(|name| !OF_SIX.contains(name)).filter(acts);
        let acting: Vec<&str> = acting.copied().collect();
        if let Some(first) = acting.first() {
            let [own, nominal] = ["INFLPRES", "NOMPRES"].map(|key| self.lines.written(key).to_owned());
            let message = format!(
                "`{own}` is not `{nominal}`, and these change the forces: {}; Magic Formula 5.2 has no pressure, so write `{own}` = `{nominal}` if the file does not mean them",
                acting.join(", ")
            );
            self.warn(self.lines.line_of(first), message);
        }
    }

    /// Reports a mode that asks for less than all forces with combined slip. The last digit says which forces there are
    /// (4: all, combined). The other digits state how forces follow the slip; in this law they always follow it over
    /// the relaxation length.
    pub(super) fn tell_use_mode(&mut self) {
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

    /// Reports effects that are left out although the file has nonzero numbers for them.
    pub(super) fn tell_left_out(&mut self) {
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

/// Coefficients of the relaxation lengths along and across.
fn relaxation(version: Version) -> [&'static [&'static str]; 2] {
    match version {
        Version::Five => RELAXATION[0],
        Version::Six => RELAXATION[1],
    }
}

fn quoted(name: &str) -> String {
    format!("`{name}`")
}

/// Keywords that are not used, and coefficients that the file leaves out, with their replacements.
pub(super) fn notes(spring: Option<Spring>, unknown: &[String], given: &[String], tyre: &MagicFormula) -> Vec<String> {
    let mut defaults = Coefficients::default();
    let (mut zero, mut others) = (Vec::new(), Vec::new());
    let mut is_told: Vec<&str> = TOLD_ELSEWHERE.to_vec();
    let (of_other, other) = match tyre.version {
        Version::Five => (OF_SIX, "not used in version 5.2, since they belong to version 6"),
        Version::Six => (OF_FIVE, "not used in version 6, since they belong to version 5.2"),
    };
    is_told.extend(of_other);
    let mut own = tyre.coefficients;
    let mut value = |name: &str| own.by_name(name).map_or(0.0, |value| *value);
    let mut unused = Vec::new();
    for name in of_other.iter().filter(|name| given.iter().any(|given| given == **name)) {
        let default = defaults.by_name(name).map_or(0.0, |value| *value);
        if value(name) != default {
            unused.push((*name).to_owned());
        }
    }
    if spring == Some(Spring::Curve) {
        is_told.push("Q_FZ2");
    }
    let missing = relaxation(tyre.version).into_iter().zip(tyre.relaxation());
    is_told.extend(
        missing
            .filter(|(_, length)| length.is_none())
            .flat_map(|(names, _)| names),
    );
    for name in Coefficients::<f64>::NAMES {
        let default = defaults.by_name(name).map_or(0.0, |value| *value);
        match default == 0.0 {
            _ if is_told.contains(name) || given.iter().any(|given| given == name) => {}
            true => zero.push((*name).to_owned()),
            false => others.push(format!("{name} = {default}")),
        }
    }
    let told = [
        (other, &unused[..]),
        ("not used", unknown),
        ("left out, and taken as the format says", &others),
        ("left out, and taken as zero", &zero),
    ];
    let told = told.into_iter().filter(|(_, names)| !names.is_empty());
    told.map(|(what, names)| format!("{what}: {}", names.join(", ")))
        .collect()
}

/// Pressure of a tyre whose file does not give it.
pub(super) fn pressure(c: &Coefficients) -> Option<String> {
    let told = match (c.nompres > 0.0, c.inflpres > 0.0) {
        (true, _) => return None,
        (false, true) => "no `NOMPRES`: the tyre has its nominal pressure, and `INFLPRES` changes nothing",
        (false, false) => "no `NOMPRES` and no `INFLPRES`: the tyre has its nominal pressure",
    };
    Some(told.to_owned())
}

/// What the tyre does beyond the loads of its measurement.
pub(super) fn reach(c: &Coefficients) -> String {
    match c.fzmax > 0.0 {
        true => format!(
            "beyond `FZMAX`, {} N, forces and moments are those at `FZMAX` in proportion to the load",
            c.fzmax
        ),
        false => "`FZMAX` is left out: the formula is used at every load, with at least a tenth of the friction at the nominal load".to_owned(),
    }
}
