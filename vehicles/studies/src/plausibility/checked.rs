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

    /// Whether the value lies outside of its usual range. This is true for a value that is not finite.
    pub fn is_unusual(&self) -> bool {
        !self.usual.contains(&self.value)
    }

    /// Whether the value is impossible. NaN is only unusual.
    pub fn is_impossible(&self) -> bool {
        self.value < *self.possible.start() || self.value > *self.possible.end()
    }
}
