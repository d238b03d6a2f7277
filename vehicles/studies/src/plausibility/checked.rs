//! A figure with its usual range.

use std::ops::RangeInclusive;

/// A figure with its usual range.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// `ride frequency, front`
    pub name: String,
    /// Unit of the value; empty for none.
    pub unit: &'static str,
    /// Value in that unit.
    pub value: f64,
    /// Its usual range in that unit.
    pub usual: RangeInclusive<f64>,
    /// Range of possible values; outside of it the declaration must be wrong.
    pub possible: RangeInclusive<f64>,
    /// Source of the range.
    pub source: &'static str,
    /// The likely mistake, if the figure is unusual.
    pub slip: String,
}

/// Relative error of a figure that is found by differences.
const ROUNDING: f64 = 1e-6;

impl Checked {
    /// A figure for which any value is possible.
    pub fn new(
        name: impl Into<String>,
        unit: &'static str,
        value: f64,
        usual: RangeInclusive<f64>,
        source: &'static str,
    ) -> Self {
        Self {
            name: name.into(),
            unit,
            value,
            usual,
            possible: f64::NEG_INFINITY..=f64::INFINITY,
            source,
            slip: String::new(),
        }
    }

    /// Adds the likely mistake, for an unusual figure.
    #[must_use]
    pub fn likely(mut self, slip: impl Into<String>) -> Self {
        self.slip = slip.into();
        self
    }

    /// Adds the range of possible values.
    #[must_use]
    pub fn possible(mut self, range: RangeInclusive<f64>) -> Self {
        self.possible = range;
        self
    }

    /// Whether the value lies outside of its usual range. This is true for a value that is not finite. A value at an
    /// end of the range counts as inside, up to the rounding of figures that are found by differences.
    pub fn is_unusual(&self) -> bool {
        let (least, most) = (*self.usual.start(), *self.usual.end());
        let usual = least - ROUNDING * least.abs()..=most + ROUNDING * most.abs();
        !usual.contains(&self.value) || self.value.is_infinite()
    }

    /// Whether the value is impossible. NaN is only unusual.
    pub fn is_impossible(&self) -> bool {
        self.value < *self.possible.start() || self.value > *self.possible.end()
    }
}

#[cfg(test)]
mod tests {
    use super::Checked;

    #[test]
    fn the_ends_of_a_range_are_usual() {
        let is_unusual = |value: f64| Checked::new("rate", "kN/m", value, 100.0..=1500.0, "").is_unusual();
        assert!(!is_unusual(100.0 - 1e-5) && !is_unusual(1500.0 + 1e-4));
        assert!(is_unusual(99.99) && is_unusual(1501.0) && is_unusual(f64::NAN) && is_unusual(f64::INFINITY));
    }
}
