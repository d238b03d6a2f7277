//! Values by fingerprint.

use super::fingerprint::Fingerprint;
use crate::ir::Value;

/// The first value of each magnitude: of values that are equal or opposite. Fingerprints are spread evenly, so that a
/// part of their bits finds the place.
pub struct Index {
    places: Vec<Vec<(Fingerprint, Value)>>,
}

impl Index {
    /// For so many values.
    pub fn with_capacity(values: usize) -> Self {
        Index {
            places: vec![Vec::new(); (2 * values).next_power_of_two()],
        }
    }

    /// The first value that is equal or opposite.
    pub fn find(&self, print: Fingerprint) -> Option<Value> {
        let magnitude = print.magnitude();
        let place = &self.places[self.place(magnitude)];
        place
            .iter()
            .find(|(known, _)| *known == magnitude)
            .map(|&(_, value)| value)
    }

    /// The same; if there is none, it is this one from now on.
    pub fn find_or_insert(&mut self, print: Fingerprint, value: Value) -> Value {
        self.find(print).unwrap_or_else(|| {
            let (magnitude, place) = (print.magnitude(), self.place(print.magnitude()));
            self.places[place].push((magnitude, value));
            value
        })
    }

    fn place(&self, magnitude: Fingerprint) -> usize {
        (magnitude.word() & (self.places.len() as u64 - 1)) as usize
    }
}
