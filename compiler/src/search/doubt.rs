//! What speaks against a choice of cuts and independent coordinates, whatever it costs.
//!
//! All is measured already: pivots at the worst of the poses near the design position, the travel from there to singular
//! positions, the steps that close a group without iteration. A choice may be no worse than that of the rules; only a
//! pivot may be smaller, by [`PART`].

use super::Analysis;
use super::unit::Unit;
use crate::mobility::{Closure, Findings};

/// Part of the rules' least pivot that the least of another choice must have. A pivot half as large doubles what an error
/// of the closure does to the dependent coordinates, which is one bit of fifty-two, and its singular position is not
/// looked for by this but by [`Quality::singular`]. Far smaller ones are those of coordinates that hardly move.
const PART: f64 = 0.5;

/// Why a choice is not to be taken for all members of a class; none if it may be.
pub fn doubt(rule: &Analysis, choice: &Analysis, unit: &Unit) -> Option<&'static str> {
    let [before, after] = [rule, choice].map(|analysis| Quality::of(analysis, unit));
    if after.equations != before.equations {
        Some("its speeds do not follow from these")
    } else if after.pivot < PART * before.pivot {
        Some("a pivot is too small")
    } else if after.failing > before.failing {
        Some("its loops pass positions where these speeds fail")
    } else if after.closed < before.closed {
        Some("it closes by iteration only")
    } else if after.singular > before.singular {
        Some("a singular position is near")
    } else {
        None
    }
}

struct Quality {
    /// Equations that are solved, by group; sorted, for groups come in order of their loops.
    equations: Vec<usize>,
    /// The least.
    pivot: f64,
    /// Groups whose partition does not last.
    failing: usize,
    /// Groups that close without iteration.
    closed: usize,
    /// Ways to go that end in a singular position.
    singular: usize,
}

impl Quality {
    fn of(analysis: &Analysis, unit: &Unit) -> Self {
        let positions = analysis.closures_of(&unit.bodies());
        let closures: Vec<&Closure> = positions.iter().map(|&c| &analysis.mobility.closures[c]).collect();
        let findings: Vec<&Findings> = positions.iter().map(|&c| &analysis.mobility.findings[c]).collect();
        let mut equations: Vec<usize> = closures.iter().map(|c| c.pivots.len()).collect();
        equations.sort_unstable();
        let ranges = findings.iter().flat_map(|f| &f.travel.ranges);
        let pivots = closures
            .iter()
            .flat_map(|c| c.pivot_sizes.iter().map(|size| size.abs()));
        Quality {
            equations,
            pivot: pivots.fold(f64::INFINITY, f64::min),
            failing: closures.iter().filter(|c| !c.partition_lasts()).count(),
            closed: closures.iter().filter(|c| !c.steps.is_empty()).count(),
            singular: ranges.filter(|range| range.singular.is_some()).count(),
        }
    }
}
