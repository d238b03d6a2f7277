//! Checks a lowered solver: every value is defined before it is used, across functions, and every value that another
//! function fetches is kept.

use super::workspace::{Class, fetched_until};
use super::{Lowered, Routine, Slot};
use crate::ir::Value;
use std::collections::{BTreeMap, BTreeSet};

impl Lowered {
    /// Returns every violation found, in words; empty if all is well.
    pub fn verify(&self) -> Vec<String> {
        let texts = self.texts.iter().chain(&self.batch);
        let mut violations = Vec::new();
        for (name, routine) in texts.flat_map(|text| text.routines()) {
            violations.extend(routine.verify().into_iter().map(|found| format!("{name}: {found}")));
        }
        let reports = self.reports.routine.verify().into_iter();
        violations.extend(reports.map(|found| format!("reports: {found}")));
        violations
    }
}

impl Routine {
    /// Returns every violation found. Operations may be repeated in another function, so that fewer values are kept.
    pub fn verify(&self) -> Vec<String> {
        let program = &self.ported.program;
        let mut violations = Vec::new();
        let regions = self.functions.iter().map(|function| function.region);
        let computed: BTreeSet<u32> = regions.clone().collect();
        if !regions.is_sorted_by(|a, b| a < b) {
            violations.push("functions are not in the order of their regions".to_owned());
        }
        let fetched: BTreeSet<Value> = program.fetched().into_iter().flatten().collect();
        for (value, node) in program.values() {
            let mut complain = |what: &str| violations.push(format!("v{} {what}", value.0));
            let is_late = |operand: Value| operand >= value || program.node(operand).region > node.region;
            if node.op.operands().any(is_late) {
                complain("is computed before one of its operands");
            }
            if fetched.contains(&value) && self.kept[value.index()].is_none() {
                complain("is fetched by another function and not kept");
            }
            if node.op.is_computed() && !self.functions.is_empty() && !computed.contains(&node.region) {
                complain("is computed by no function");
            }
        }
        violations.extend(self.overwritten());
        violations
    }

    /// Values whose place is given to another value before their last fetch.
    fn overwritten(&self) -> Vec<String> {
        let until = fetched_until(self);
        let mut found = Vec::new();
        let mut holds: BTreeMap<(Class, usize), Value> = BTreeMap::new();
        for (value, node) in self.ported.program.values() {
            let Some(Slot { class, index }) = self.kept[value.index()] else {
                continue;
            };
            let before = holds.insert((class, index), value);
            if let Some(before) = before.filter(|before| until[before] >= node.region) {
                found.push(format!(
                    "v{} takes the place of v{}, which is still fetched",
                    value.0, before.0
                ));
            }
        }
        found
    }
}
