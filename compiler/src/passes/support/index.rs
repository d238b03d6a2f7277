//! Values indexed by fingerprint.

use super::fingerprint::Fingerprint;
use crate::ir::Value;

/// The first value of each magnitude, that is, of all values that are equal or opposite. Fingerprints are evenly
/// distributed, so that some of their bits serve as a hash.
pub struct Index {
    places: Vec<Vec<(Fingerprint, Value)>>,
}

impl Index {
    /// An empty index with room for this number of values.
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

    /// Returns the first value that is equal or opposite; enters this one if there is none.
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
