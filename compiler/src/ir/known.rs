//! The value of each operation that a program has.

use super::{Node, Op, Value};

/// A hash table with open addressing of values by their operations, which stand in the program.
///
/// Written out, and not one of the library, since the compiler runs without optimisation in the macro of a default build:
/// there a look-up in the library's takes several times as long.
#[derive(Debug, Default)]
pub struct Known {
    /// One more than a value, or zero where there is none. Its length is a power of two, of which at most half is in use.
    slots: Vec<u32>,
    count: usize,
}

impl Known {
    /// An empty table with room for so many values.
    pub fn with_capacity(values: usize) -> Self {
        Known {
            slots: vec![0; (2 * values).next_power_of_two()],
            count: 0,
        }
    }

    /// The value of an operation, if it is known.
    pub fn find(&self, op: Op, nodes: &[Node]) -> Option<Value> {
        let slot = self.slot(op.key(), nodes)?;
        self.slots[slot].checked_sub(1).map(Value)
    }

    /// Enters a value whose operation is not known yet.
    pub fn insert(&mut self, value: Value, nodes: &[Node]) {
        if 2 * (self.count + 1) > self.slots.len() {
            self.grow(nodes);
        }
        self.count += 1;
        if let Some(slot) = self.slot(nodes[value.index()].op.key(), nodes) {
            self.slots[slot] = value.0 + 1;
        }
    }

    /// The slot of an operation, or the free one where it would be; none in an empty table.
    fn slot(&self, key: [u64; 2], nodes: &[Node]) -> Option<usize> {
        let last = self.slots.len().checked_sub(1)?;
        let mut slot = hash(key) & last;
        while self.slots[slot] != 0 && nodes[self.slots[slot] as usize - 1].op.key() != key {
            slot = (slot + 1) & last;
        }
        Some(slot)
    }

    fn grow(&mut self, nodes: &[Node]) {
        let before = std::mem::take(&mut self.slots);
        self.slots = vec![0; (2 * before.len()).max(64)];
        for entry in before {
            if entry != 0
                && let Some(slot) = self.slot(nodes[entry as usize - 1].op.key(), nodes)
            {
                self.slots[slot] = entry;
            }
        }
    }
}

/// The upper bits of a product depend on all bits of both factors (Knuth 1973, section 6.4).
fn hash([a, b]: [u64; 2]) -> usize {
    let mixed = (a.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ b).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed >> 32) as usize
}
