//! Numbers that a tyre cannot have.

use core::fmt;

/// A number of a tyre that is out of its range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unfit {
    /// Part of the tyre to which the number belongs; empty for the tyre itself.
    pub part: &'static str,
    /// Name of the number.
    pub number: &'static str,
    /// Load at which the number is checked; empty if it does not depend on the load.
    pub load: &'static str,
    /// The number.
    pub value: f64,
    /// Its requirement: `above zero`.
    pub rule: &'static str,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            part,
            number,
            load,
            value,
            rule,
        } = self;
        match part.is_empty() {
            true => write!(f, "`{number}`")?,
            false => write!(f, "`{number}` of `{part}`")?,
        }
        if !load.is_empty() {
            write!(f, " at {load}")?;
        }
        write!(f, " is {value}, and has to be {rule}")
    }
}

impl core::error::Error for Unfit {}

/// Checks numbers one after the other, and reports each unfit number.
pub(super) struct Check<'a> {
    pub part: &'static str,
    pub load: &'static str,
    pub tell: &'a mut dyn FnMut(Unfit),
}

impl<'a> Check<'a> {
    pub fn new(tell: &'a mut dyn FnMut(Unfit)) -> Self {
        Self {
            part: "",
            load: "",
            tell,
        }
    }

    /// Reports a number that violates a rule. A number that is not finite is always reported.
    pub fn number(&mut self, number: &'static str, value: f64, is_fit: bool, rule: &'static str) {
        let rule = if value.is_finite() { rule } else { "a finite number" };
        if !(is_fit && value.is_finite()) {
            (self.tell)(Unfit {
                part: self.part,
                number,
                load: self.load,
                value,
                rule,
            });
        }
    }

    pub fn positive(&mut self, number: &'static str, value: f64) {
        self.number(number, value, value > 0.0, "above zero");
    }

    pub fn not_negative(&mut self, number: &'static str, value: f64) {
        self.number(number, value, value >= 0.0, "zero or more");
    }

    pub fn finite(&mut self, number: &'static str, value: f64) {
        self.number(number, value, true, "");
    }

    pub fn not_zero(&mut self, number: &'static str, value: f64) {
        self.number(number, value, value != 0.0, "different from zero");
    }
}
