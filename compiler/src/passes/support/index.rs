//! Values indexed by fingerprint.

use super::fingerprint::Fingerprint;
use crate::ir::Value;
use rustc_hash::FxHashMap;

/// The first value of each magnitude, that is, of all values that are equal or opposite. Hardly any fingerprint that is asked
/// for is there.
pub struct Index {
    places: FxHashMap<Fingerprint, Value>,
}

impl Index {
    /// An empty index with room for this number of values.
    pub fn with_capacity(values: usize) -> Self {
        Index {
            places: FxHashMap::with_capacity_and_hasher(values, Default::default()),
        }
    }

    /// The first value that is equal or opposite.
    pub fn find(&self, print: Fingerprint) -> Option<Value> {
        self.places.get(&print.magnitude()).copied()
    }

    /// Returns the first value that is equal or opposite; enters this one if there is none.
    pub fn find_or_insert(&mut self, print: Fingerprint, value: Value) -> Value {
        *self.places.entry(print.magnitude()).or_insert(value)
    }
}
