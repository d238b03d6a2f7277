//! Ranges of the coefficients.

use super::{Coefficients, MagicFormula};
use crate::tyre::check::{Check, Unfit};

/// Coefficients by which the formula divides, and which have to be positive.
const ABOVE_ZERO: &[&str] = &[
    "LONGVL",
    "FNOMIN",
    "UNLOADED_RADIUS",
    "VERTICAL_STIFFNESS",
    "LFZO",
    "LCZ",
    "LIP",
    "LMUX",
    "LMUY",
];

/// Coefficients by which the formula divides.
const NOT_ZERO: &[&str] = &[
    "PCX1", "LCX", "PDX1", "PKX1", "LKX", "PCY1", "LCY", "PDY1", "PKY1", "PKY2", "LKY",
];

impl MagicFormula {
    /// Reports every coefficient that is out of its range. All coefficients have to be finite, and within the range of real tyres.
    /// Coefficients by which the formula divides have to be above zero, or at least not zero.
    pub fn check(&self, tell: &mut dyn FnMut(Unfit)) {
        let mut check = Check::new(tell);
        let mut all = self.coefficients;
        for (name, ([least, greatest], rule)) in Coefficients::<f64>::NAMES.iter().zip(Coefficients::<f64>::RANGES) {
            if let Some(&mut value) = all.by_name(name) {
                let is_judged_below =
                    ABOVE_ZERO.contains(name) && value <= 0.0 || NOT_ZERO.contains(name) && value == 0.0;
                let is_usual = value >= *least && value <= *greatest;
                check.number(name, value, is_usual || is_judged_below, rule);
            }
        }
        for name in ABOVE_ZERO {
            if let Some(value) = all.by_name(name).filter(|value| value.is_finite()) {
                check.positive(name, *value);
            }
        }
        for name in NOT_ZERO {
            if let Some(value) = all.by_name(name).filter(|value| value.is_finite()) {
                check.not_zero(name, *value);
            }
        }
        if self.coefficients.nompres != 0.0 {
            check.positive("NOMPRES", self.coefficients.nompres);
            check.positive("INFLPRES", self.coefficients.inflpres);
        }
        check.number("side", self.side, self.side.abs() == 1.0, "1 or -1");
    }
}
