//! Ranges of the coefficients.

use super::{Coefficients, MagicFormula};
use crate::tyre::check::{Check, Unfit};

impl MagicFormula {
    /// Tells every coefficient that is out of its range: all are finite, and those by which the formula divides are above zero, or at
    /// least not zero.
    pub fn check(&self, tell: &mut dyn FnMut(Unfit)) {
        let mut check = Check::new(tell);
        let mut all = self.coefficients;
        for name in Coefficients::<f64>::NAMES {
            if let Some(value) = all.by_name(name) {
                check.finite(name, *value);
            }
        }
        let above_zero = [
            "LONGVL",
            "FNOMIN",
            "UNLOADED_RADIUS",
            "VERTICAL_STIFFNESS",
            "LFZO",
            "LMUX",
            "LMUY",
        ];
        for name in above_zero {
            if let Some(value) = all.by_name(name).filter(|value| value.is_finite()) {
                check.positive(name, *value);
            }
        }
        for name in [
            "PCX1", "LCX", "PDX1", "PKX1", "LKX", "PCY1", "LCY", "PDY1", "PKY1", "PKY2", "LKY",
        ] {
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
