//! Uses of values.

use crate::ir::{Program, Value};

/// Uses of every value by operations and outputs.
pub struct Uses {
    /// By value: number of uses.
    pub count: Vec<usize>,
    /// By value: the last operation that uses it, if any.
    user: Vec<Option<Value>>,
}

impl Uses {
    /// Counts the uses of each value.
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

    /// The only operation that uses the value, if it is used exactly once and by no output.
    pub fn only(&self, value: Value) -> Option<Value> {
        self.user[value.index()].filter(|_| self.count[value.index()] == 1)
    }
}
