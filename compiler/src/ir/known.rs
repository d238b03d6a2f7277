//! The value of each operation that a program has.

use super::{Node, Op, Value};

/// A hash table with open addressing of values by their operations, which stand in the program.
///
/// Written out, and not one of the library, since the compiler runs without optimisation in the macro of a default build:
/// there a look-up in the library's takes several times as long.
#[derive(Debug, Default)]
pub struct Known {
    /// Their number is a power of two, of which at most half is in use.
    slots: Vec<Slot>,
    count: usize,
}

/// A place for a value, with the hash of its operation, which nearly always tells without a look at the operation itself.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    hash: u32,
    /// One more than the value, or zero where there is none.
    value: u32,
}

impl Known {
    /// An empty table with room for so many values.
    pub fn with_capacity(values: usize) -> Self {
        Known {
            slots: vec![Slot::default(); (2 * values).next_power_of_two()],
            count: 0,
        }
    }

    /// The value of an operation; if it is not known yet, none, and the operation is entered as that of `new`.
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

    /// The first place from that of the hash onward that is free or the same.
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
