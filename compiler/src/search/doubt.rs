//! Reasons to refuse a choice of cuts and independent coordinates, regardless of its cost.
//!
//! All criteria have been evaluated before: the smallest pivots near the design position, the travel from there to
//! singular positions, the steps that close a group without iteration. A choice may not be worse than the choice of the
//! rules, except that a pivot may be smaller, by [`PART`].

use super::Analysis;
use super::class::SubsystemClass;
use crate::mobility::{Closure, Findings};

/// Smallest permitted ratio of the least pivot of a choice to the least pivot of the rules. A pivot half as large
/// doubles the effect of a closure error on the dependent coordinates, which is one bit of fifty-two. Singular
/// positions are not found by pivots but by [`Quality::singular`]. Much smaller pivots belong to coordinates that
/// hardly move.
const PART: f64 = 0.5;

/// The reason to refuse a choice for all members of a class; `None` if it is accepted.
pub fn doubt(rule: &Analysis, choice: &Analysis, class: &SubsystemClass) -> Option<&'static str> {
    let [before, after] = [rule, choice].map(|analysis| Quality::of(analysis, class));
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
    /// Number of equations solved in each group; sorted, because groups are ordered by their loops.
    equations: Vec<usize>,
    /// The smallest pivot.
    pivot: f64,
    /// Number of groups with a partition that fails within the travel.
    failing: usize,
    /// Number of groups that close without iteration.
    closed: usize,
    /// Number of travel directions that end in a singular position.
    singular: usize,
}

impl Quality {
    fn of(analysis: &Analysis, class: &SubsystemClass) -> Self {
        let positions = analysis.closures_of(&class.bodies());
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
            singular: ranges.filter(|range| range.end.is_some()).count(),
        }
    }
}
