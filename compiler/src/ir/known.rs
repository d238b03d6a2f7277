//! The values of a program, found by their operations.

use super::{Node, Op, Value};

/// A hash table with open addressing: values by their operations. The operations themselves are in the program.
///
/// It is written here because the compiler runs without optimisation in the macro of a default build. There, a look-up
/// in the library's hash table takes several times as long.
#[derive(Debug, Default)]
pub struct Known {
    /// The length is a power of two; at most half of the slots are in use.
    slots: Vec<Slot>,
    count: usize,
}

/// A place for a value, with the hash of its operation. Comparing the hash nearly always avoids reading the operation
/// itself.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    hash: u32,
    /// One more than the value's index, or zero for a free slot.
    value: u32,
}

impl Known {
    /// An empty table with room for this number of values.
    pub fn with_capacity(values: usize) -> Self {
        Known {
            slots: vec![Slot::default(); (2 * values).next_power_of_two()],
            count: 0,
        }
    }

    /// Returns the value of an operation. If the operation is not known yet, it is entered as the operation of `new`,
    /// and `None` is returned.
    pub fn find_or_insert(&mut self, op: Op, new: Value, nodes: &[Node]) -> Option<Value> {
        if 2 * (self.count + 1) > self.slots.len() {
            self.grow();
        }
        let key = op.key();
        let hash = hash(key);
        let is_same = |slot: Slot| slot.hash == hash && nodes[slot.value as usize - 1].op.key() == key;
        let place = self.place(hash, is_same);
        if let Some(known) = self.slots[place].value.checked_sub(1) {
            return Some(Value(known));
        }
        self.slots[place] = Slot { hash, value: new.0 + 1 };
        self.count += 1;
        None
    }

    /// The first slot that is free or contains this operation; the search begins at the slot of the hash.
    fn place(&self, hash: u32, is_same: impl Fn(Slot) -> bool) -> usize {
        let last = self.slots.len() - 1;
        let mut place = hash as usize & last;
        while self.slots[place].value != 0 && !is_same(self.slots[place]) {
            place = (place + 1) & last;
        }
        place
    }

    fn grow(&mut self) {
        let before = std::mem::take(&mut self.slots);
        self.slots = vec![Slot::default(); (2 * before.len()).max(64)];
        for slot in before.into_iter().filter(|slot| slot.value != 0) {
            let place = self.place(slot.hash, |_| false);
            self.slots[place] = slot;
        }
    }
}

/// The upper bits of a product depend on all bits of both factors (Knuth 1973, section 6.4).
fn hash([a, b]: [u64; 2]) -> u32 {
    let mixed = (a.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ b).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed >> 32) as u32
}
