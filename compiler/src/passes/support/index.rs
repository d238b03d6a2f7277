//! Values indexed by fingerprint.

use super::field::Residue;
use super::fingerprint::Fingerprint;
use crate::ir::Value;

/// The first value of each magnitude. Equal and opposite values have equal magnitudes.
///
/// This is a hash table with open addressing. Nearly all fingerprints that are looked up are missing. Nearly all of
/// these are recognised by the first of their two residues, from a single bit of a set that fits into a processor's
/// cache (Bloom 1970). The second residue is then not even computed.
pub struct Index {
    /// Set of the bits that the entries occupy; [`BITS`] bits for each entry in the capacity.
    marks: Vec<u64>,
    /// One more than a position among the entries, or zero. The length is a power of two; at most half of the slots are
    /// in use.
    slots: Vec<u32>,
    entries: Vec<(Fingerprint, Value)>,
}

/// Bits of the set for each entry. With this number of entries, a missing fingerprint seldom shares a bit with an
/// entry.
const BITS: usize = 16;

impl Index {
    /// An empty index for at most this number of values.
    pub fn with_capacity(values: usize) -> Self {
        Index {
            marks: vec![0; (BITS * values.max(1)).next_power_of_two().div_ceil(64)],
            slots: vec![0; (2 * values.max(1)).next_power_of_two()],
            entries: Vec::with_capacity(values),
        }
    }

    /// Finds the first value whose fingerprint is, up to sign, `operation` applied to `a` and `b`. Also returns whether
    /// its sign is opposite.
    pub fn find(
        &self,
        operation: impl Fn(Residue, Residue) -> Residue,
        a: Fingerprint,
        b: Fingerprint,
    ) -> Option<(Value, bool)> {
        let ([a0, a1], [b0, b1]) = (a.residues(), b.residues());
        let first = operation(a0, b0);
        let (word, bit) = self.mark(first);
        if self.marks[word] & bit == 0 {
            return None;
        }
        let slot = self.slot(self.start(first), Fingerprint::new([first, operation(a1, b1)]));
        self.at(slot)
            .map(|(print, value)| (value, print.residues()[0] != first))
    }

    /// Returns the first value that is equal or opposite. If there is none, enters this value and returns it.
    pub fn find_or_insert(&mut self, print: Fingerprint, value: Value) -> Value {
        let slot = self.slot(self.start(print.residues()[0]), print);
        if let Some((_, first)) = self.at(slot) {
            return first;
        }
        assert!(
            2 * self.entries.len() < self.slots.len(),
            "no more values than there is room for"
        );
        self.entries.push((print, value));
        let (word, bit) = self.mark(print.residues()[0]);
        self.marks[word] |= bit;
        self.slots[slot] = u32::try_from(self.entries.len()).expect("fewer than 2^32 values");
        value
    }

    fn at(&self, slot: usize) -> Option<(Fingerprint, Value)> {
        let entry = self.slots[slot].checked_sub(1)?;
        Some(self.entries[entry as usize])
    }

    /// The slot at which the search for a magnitude begins.
    fn start(&self, first: Residue) -> usize {
        hash(first) & (self.slots.len() - 1)
    }

    /// Word and bit of the set that belong to a magnitude.
    fn mark(&self, first: Residue) -> (usize, u64) {
        let hash = hash(first);
        ((hash >> 6) & (self.marks.len() - 1), 1 << (hash & 63))
    }

    /// The slot of a fingerprint up to sign, or the free slot where it would be entered.
    fn slot(&self, start: usize, print: Fingerprint) -> usize {
        let opposite = -print;
        let mut slot = start;
        while let Some((known, _)) = self.at(slot)
            && known != print
            && known != opposite
        {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        slot
    }
}

fn hash(first: Residue) -> usize {
    (first.magnitude().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_equal_and_opposite_values_is_found() {
        let of = Fingerprint::of;
        let mut index = Index::with_capacity(3);
        assert_eq!(index.find_or_insert(of(5.0), Value(0)), Value(0));
        assert_eq!(index.find_or_insert(of(0.5), Value(1)), Value(1));
        assert_eq!(index.find_or_insert(of(-5.0), Value(2)), Value(0));
        assert_eq!(index.find(|a, b| a + b, of(2.0), of(3.0)), Some((Value(0), false)));
        assert_eq!(index.find(|a, b| a - b, of(2.0), of(7.0)), Some((Value(0), true)));
        assert_eq!(index.find(|a, b| a * b, of(2.0), of(0.25)), Some((Value(1), false)));
        assert_eq!(index.find(|a, b| a * b, of(2.0), of(3.0)), None);
    }
}
