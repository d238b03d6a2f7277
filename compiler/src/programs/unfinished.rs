//! An evaluation before it is made ready for a processor, or for several threads.

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

/// A program that the passes have made short, and no more.
#[derive(Clone, Debug)]
pub struct Draft {
    /// As traced, with the meaning of its inputs, outputs and regions.
    pub recorded: Recorded,
    /// The same, made short by the passes.
    pub program: Program,
    /// By part of the vehicle that regions are computed for: its subsystem. Subsystems come first, then their sides in lanes.
    pub subsystems: Vec<usize>,
}

impl Draft {
    /// By region: the subsystem that it is computed for, and the time of its operations ([`crate::ir::Count::cost`]), those in lanes
    /// counted once.
    pub fn costs(&self) -> Vec<(usize, usize)> {
        let subsystem = |&(_, part): &(Stage, usize)| self.subsystems[part];
        let subsystems = self.recorded.regions.iter().map(subsystem);
        subsystems
            .zip(self.program.counts_at_once())
            .map(|(of, region)| (of, region.count.cost()))
            .collect()
    }
}
