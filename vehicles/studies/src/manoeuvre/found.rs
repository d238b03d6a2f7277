//! Findings of a run.

use super::{Facts, Manoeuvre, figures, panels};
use crate::findings::{Findings, Verdict};
use crate::table::Table;

impl Manoeuvre {
    /// Findings from the recorded histories. A run with an event that makes its figures meaningless has no figures,
    /// unless they are requested by `anyway`.
    pub fn findings(&self, facts: &Facts, table: Table, verdict: Verdict, anyway: bool) -> Findings {
        let figures = match verdict.is_as_asked() || anyway {
            true => figures::of(self, facts, &table),
            false => Vec::new(),
        };
        Findings {
            name: self.name.clone(),
            conditions: self.conditions(),
            verdict,
            notes: figures::notes(self, facts, &table, &figures),
            figures,
            panels: panels::of(self, facts, &table),
            table,
            ..Findings::default()
        }
    }
}
