//! An evaluation before its preparation for a processor, or before its division among several threads.

use super::tracer::Recorded;
use crate::formulation::Stage;
use crate::ir::Program;

/// The evaluation in its editions.
#[derive(Clone, Debug)]
pub struct Unfinished {
    /// One subsystem after the other.
    pub one_by_one: Draft,
    /// Equal subsystems side by side, where the vehicle has lanes.
    pub in_lanes: Option<Draft>,
}

/// A program after the passes, before any further preparation.
#[derive(Clone, Debug)]
pub struct Draft {
    /// As traced, with the meaning of its inputs, outputs and regions.
    pub recorded: Recorded,
    /// The program after the passes.
    pub program: Program,
    /// By part for which regions are computed: its subsystem. Parts are the subsystems, then their sides in lanes.
    pub subsystems: Vec<usize>,
}

impl Draft {
    /// By region: the subsystem for which it is computed, and the time of its operations ([`crate::ir::Count::cost`]).
    /// An operation on all lanes counts once.
    pub fn costs(&self) -> Vec<(usize, usize)> {
        let subsystem = |&(_, part): &(Stage, usize)| self.subsystems[part];
        let subsystems = self.recorded.regions.iter().map(subsystem);
        subsystems
            .zip(self.program.counts_at_once())
            .map(|(of, region)| (of, region.count.cost()))
            .collect()
    }
}
