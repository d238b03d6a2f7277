//! The numbers of a file that determine the normal force over the deflection.

use super::units::Units;
use super::{Coefficients, MagicFormula, Reader, Version};
use std::borrow::ToOwned;
use std::format;
use std::string::String;
use std::vec::Vec;

/// Numbers on which the normal force over the deflection stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spring {
    /// `VERTICAL_STIFFNESS`, and `Q_FZ2` if the file gives it.
    Stiffness,
    /// `Q_FZ1` and `Q_FZ2`, which count before `VERTICAL_STIFFNESS`.
    Terms,
    /// `[DEFLECTION_LOAD_CURVE]`, which counts before both.
    Curve,
}

const STIFFNESS: &str = "VERTICAL_STIFFNESS";

/// Deflection under the nominal load, in unloaded radii: the least, usual and greatest deflection of most public files.
const USUAL_DEFLECTION: [f64; 3] = [0.04, 0.06, 0.09];

/// Relative difference of two stiffnesses above which a note says which stiffness is used.
const UNLIKE: f64 = 0.01;

impl Spring {
    /// Keyword or section at which mistakes of the stiffness are reported, and the numbers that the reader should
    /// check.
    fn names(self) -> [&'static str; 2] {
        match self {
            Spring::Stiffness => [STIFFNESS, "the units of FNOMIN, VERTICAL_STIFFNESS and UNLOADED_RADIUS"],
            Spring::Terms => ["Q_FZ1", "Q_FZ1 and Q_FZ2"],
            Spring::Curve => [
                "DEFLECTION_LOAD_CURVE",
                "the units of FNOMIN, UNLOADED_RADIUS and the curve",
            ],
        }
    }
}

impl Reader {
    /// Numbers that determine the normal force; `None` if the file has none of these numbers. A stiffness that is left
    /// out follows from the other numbers.
    pub(super) fn spring(&mut self, given: &mut Vec<String>, has_curve: bool, c: &mut Coefficients) -> Option<Spring> {
        let spring = match (has_curve, c.q_fz1 > 0.0) {
            (true, _) => Some(Spring::Curve),
            (false, true) => Some(Spring::Terms),
            (false, false) => None,
        };
        if spring.is_some() && c.vertical_stiffness == 0.0 {
            let message = "`VERTICAL_STIFFNESS` is 0, and is taken as left out";
            self.warn(self.lines.line_of(STIFFNESS), message.to_owned());
            given.retain(|own| own != STIFFNESS);
        }
        if given.iter().any(|own| own == STIFFNESS) {
            if c.vertical_stiffness <= 0.0 {
                let message = format!("`{STIFFNESS}` is {}; it has to be above zero", c.vertical_stiffness);
                self.mistake(self.lines.line_of(STIFFNESS), message);
            }
            return spring.or(Some(Spring::Stiffness));
        }
        c.vertical_stiffness = match spring {
            Some(_) => slope(c, c.q_fz1),
            None => c.fnomin / (USUAL_DEFLECTION[1] * c.unloaded_radius),
        };
        spring
    }

    /// Reports a file without numbers for the normal force; it is a mistake if a wheel has to stand on the tyre.
    pub(super) fn tell_missing_stiffness(&mut self, units: &Units, given: &[String], c: &Coefficients) {
        let missing = "`VERTICAL_STIFFNESS` is missing, and neither `Q_FZ1` nor `[DEFLECTION_LOAD_CURVE]` gives the load over the deflection";
        let by_unit = |deflection: f64| {
            let stiffness = c.fnomin / (deflection * c.unloaded_radius);
            with_two_digits(stiffness / units.of_coefficient(STIFFNESS))
        };
        let [least, usual, greatest] = USUAL_DEFLECTION.map(by_unit);
        let is_sized = ["FNOMIN", "UNLOADED_RADIUS"]
            .iter()
            .all(|name| given.iter().any(|own| own == name));
        let cure = match is_sized && usual.is_finite() && usual > 0.0 {
            true => format!(
                "add `VERTICAL_STIFFNESS = {usual}`, in the units of the file, or better a measured one: most tyres are deflected by 4 to 9 % of \
                 their radius under FNOMIN, which is a stiffness of {greatest} to {least}"
            ),
            false => "add `VERTICAL_STIFFNESS`".to_owned(),
        };
        match self.has_to_stand {
            true => self.mistake(0, format!("{missing}, so that no wheel can stand on the tyre: {cure}")),
            false => self.warn(
                0,
                format!(
                    "{missing}: no vertical stiffness is told, and no wheel can stand on the tyre; for a vehicle {cure}"
                ),
            ),
        }
    }

    /// Reports terms of the normal force other than the file's stiffness, if these terms give the tyre a different
    /// stiffness.
    pub(super) fn tell_stiffness(&mut self, spring: Spring, given: &[String], tyre: &MagicFormula) {
        let c = &tyre.coefficients;
        let stated = c.vertical_stiffness;
        let own = slope(c, first_term(c));
        let is_like = (own / stated - 1.0).abs() <= UNLIKE;
        if spring == Spring::Curve || is_like || !given.iter().any(|own| own == STIFFNESS) {
            return;
        }
        let name = if spring == Spring::Terms { "Q_FZ1" } else { "Q_FZ2" };
        let written = self.lines.written(name);
        let message = format!(
            "`{written}` takes the place of `VERTICAL_STIFFNESS` in the normal force: {} at the nominal load, and not {}",
            per_millimetre(tyre.vertical_stiffness()),
            per_millimetre(stated * c.lcz * (1.0 + c.pfz1 * tyre.pressure()))
        );
        self.warn(self.lines.line_of(name), message);
    }

    /// Refuses a tyre that is deflected by more than its radius under its nominal load, and warns of a tyre that is hardly deflected.
    /// In both cases numbers are probably in other units than the file declares.
    pub(super) fn judge_size(&mut self, spring: Spring, tyre: &MagicFormula) {
        let c = &tyre.coefficients;
        let [name, look_at] = spring.names();
        let line = self.lines.line_of(name);
        let is_told = self.lines.mistakes.iter().any(|mistake| mistake.line == line);
        if is_told || !(c.fnomin > 0.0 && c.unloaded_radius > 0.0) {
            return;
        }
        let part = tyre.nominal_deflection() / c.unloaded_radius;
        let millimetres = 1e3 * part * c.unloaded_radius;
        let written = self.lines.written(name);
        if part.is_nan() || part <= 0.0 {
            let message =
                format!("`{written}`: the tyre never bears its nominal load; look at Q_FZ1, Q_FZ2, PFZ1 and LCZ");
            self.mistake(line, message);
        } else if part > 1.0 {
            let message = format!(
                "`{written}`: the nominal load deflects the tyre by {millimetres:.0} mm, more than its radius; look at {look_at}"
            );
            self.mistake(line, message);
        } else if part < 1e-3 {
            let message = format!("the nominal load deflects the tyre by {millimetres:.3} mm: look at {look_at}");
            self.warn(line, message);
        }
    }
}

/// The replacement for a number of the normal force that the file does not give.
pub(super) fn taken(spring: Spring, given: &[String], tyre: &MagicFormula) -> Option<String> {
    let c = &tyre.coefficients;
    let by = match spring {
        Spring::Stiffness if tyre.version == Version::Five && c.q_fz2 == 0.0 => {
            return Some("no `Q_FZ1`: the load is in proportion to the deflection, by `VERTICAL_STIFFNESS`".to_owned());
        }
        Spring::Stiffness => {
            let first = first_term(c);
            return Some(format!("no `Q_FZ1`: {first:.4} follows from `VERTICAL_STIFFNESS`"));
        }
        Spring::Terms => "`Q_FZ1` and `Q_FZ2`",
        Spring::Curve => "`[DEFLECTION_LOAD_CURVE]`",
    };
    let is_given = given.iter().any(|own| own == STIFFNESS);
    (!is_given).then(|| {
        let stiffness = per_millimetre(tyre.vertical_stiffness());
        format!("no `VERTICAL_STIFFNESS`: {stiffness} at the nominal load follows from {by}")
    })
}

/// `Q_FZ1`, or the number that takes its place.
fn first_term(c: &Coefficients) -> f64 {
    let tyre = MagicFormula {
        coefficients: *c,
        version: Version::Six,
        side: 1.0,
    };
    tyre.first_stiffness()
}

/// Stiffness at the nominal load, without scaling factor and pressure [N/m]: `(Fz0/R0) √(Q_FZ1² + 4 Q_FZ2)` (Besselink et al. 2010).
fn slope(c: &Coefficients, first: f64) -> f64 {
    c.fnomin / c.unloaded_radius * (first * first + 4.0 * c.q_fz2).sqrt()
}

/// A stiffness in words.
fn per_millimetre(stiffness: f64) -> String {
    format!("{:.2} N/mm", 1e-3 * stiffness)
}

/// A number rounded to two digits.
fn with_two_digits(number: f64) -> f64 {
    let scale = 10f64.powf(number.abs().log10().floor() - 1.0);
    let rounded = (number / scale).round();
    // Powers above 1 are exact, so that a quotient by one of them has no digits of rounding.
    if scale < 1.0 {
        rounded / (1.0 / scale).round()
    } else {
        rounded * scale
    }
}
