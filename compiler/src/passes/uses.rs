//! Who uses a value.

use crate::ir::{Program, Value};

/// Uses of every value, by operations and by outputs.
pub struct Uses {
    /// By value: how many there are.
    pub count: Vec<usize>,
    /// By value: the last operation that uses it, if any does.
    user: Vec<Option<Value>>,
}

impl Uses {
    /// Counts them.
    pub fn of(program: &Program) -> Self {
        let mut count = vec![0; program.nodes.len()];
        let mut user = vec![None; program.nodes.len()];
        for (value, node) in program.values() {
            for operand in node.op.operands() {
                count[operand.index()] += 1;
                user[operand.index()] = Some(value);
            }
        }
        program.outputs.iter().for_each(|o| count[o.value.index()] += 1);
        Uses { count, user }
    }

    /// The one operation that uses the value, once; none if there are more uses, or an output.
    pub fn only(&self, value: Value) -> Option<Value> {
        self.user[value.index()].filter(|_| self.count[value.index()] == 1)
    }
}
