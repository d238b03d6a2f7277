//! Signs, axes and ranges of the numbers of a file.

use super::units::Units;
use super::{Coefficients, MagicFormula, Reader};
use std::borrow::ToOwned;
use std::format;
use std::string::String;
use std::vec::Vec;

/// Least cornering stiffness per radian, divided by the nominal load. A smaller value is per degree.
const LEAST_PER_RADIAN: f64 = 1.0;

impl Reader {
    /// Refuses coefficients outside of the ranges of real tyres, and warns of coefficients for which the forces are
    /// still usable.
    pub(super) fn judge_ranges(&mut self, given: &[String], tyre: &MagicFormula) {
        let mut outside: Vec<(&str, f64, &str, bool)> = Vec::new();
        tyre.each_outside(&mut |name, value, range, is_refused| outside.push((name, value, range, is_refused)));
        for (name, value, range, is_refused) in outside {
            let line = self.lines.line_of(name);
            let is_told = self.lines.mistakes.iter().any(|mistake| mistake.line == line);
            if is_told || !given.iter().any(|given| given == name) {
                continue;
            }
            let written = self.lines.written(name);
            let message =
                format!("`{written}` is {value}; tyres have {range}: look at the number, and at the units of the file");
            match is_refused {
                true => self.mistake(line, message),
                false => self.warn(line, message),
            }
        }
    }

    /// Makes the friction positive if the friction and the cornering stiffness are both negative: the lateral force
    /// does not change.
    pub(super) fn judge_signs(&mut self, c: &mut Coefficients) {
        if c.pdy1 < 0.0 && c.pky1 < 0.0 {
            (c.pdy1, c.pdy2) = (-c.pdy1, -c.pdy2);
            let message = "`PDY1` and `PKY1` are both below zero: the signs of `PDY1` and `PDY2` are turned, which leaves the lateral force of pure slip \
                           as it is";
            self.warn(self.lines.line_of("PDY1"), message.to_owned());
        }
    }

    /// Refuses a tyre whose lateral force has the sign of the slip angle: its coefficients are for different axes. Also refuses a
    /// tyre whose cornering stiffness is per degree.
    pub(super) fn judge_axes(&mut self, units: &Units, c: &Coefficients) {
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
}
