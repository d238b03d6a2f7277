//! A figure with its usual range.

use std::ops::RangeInclusive;

/// A figure with its usual range.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// `ride frequency, front`
    pub name: String,
    /// Unit in which it is shown; empty if it has none.
    pub unit: &'static str,
    /// Value in that unit.
    pub value: f64,
    /// Its usual range in that unit.
    pub usual: RangeInclusive<f64>,
    /// Range outside of which the declaration cannot be meant.
    pub possible: RangeInclusive<f64>,
    /// Source of the range.
    pub source: &'static str,
    /// The likely slip, where the figure is unusual.
    pub slip: String,
}

impl Checked {
    /// A figure outside of whose usual range anything is possible.
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

    /// With the slip that is likely where it is unusual.
    #[must_use]
    pub fn likely(mut self, slip: impl Into<String>) -> Self {
        self.slip = slip.into();
        self
    }

    /// With the range outside of which it cannot be meant.
    #[must_use]
    pub fn possible(mut self, range: RangeInclusive<f64>) -> Self {
        self.possible = range;
        self
    }

    /// Whether it lies outside of its usual range. A value that is not finite does.
    pub fn is_unusual(&self) -> bool {
        !self.usual.contains(&self.value)
    }

    /// Whether it cannot be meant. A value that is not a number is unusual only.
    pub fn is_impossible(&self) -> bool {
        self.value < *self.possible.start() || self.value > *self.possible.end()
    }
}
