//! Analysis of the graph of a vehicle: spanning tree, cut joints, loops, subsystems, chains.
//!
//! The declared [`Model`] is never changed. Derived data refer to it by id and give their reasons in words.
//!
//! Invariants of a [`Topology`]:
//! 1. the tree spans all moving bodies, rooted at the ground; `order` is depth-first, parents before children;
//! 2. every declared joint is either a tree joint or the cut of exactly one loop;
//! 3. a distance link is always a cut; a driven joint is always a tree joint; declarations of kept and cut joints are
//!    met;
//! 4. ties are broken by the order of declaration;
//! 5. no loop leads through the base, and every body that is not between the base and the ground hangs from the base
//!    and belongs to loops outboard of it only.

pub mod alike;
mod branch;
mod chosen;
mod coupling;
mod frames;
mod graph;
mod loops;
mod overrides;
mod reasons;
mod subsystems;
mod ties;
mod tree;
mod whole;

pub use alike::Alike;
pub use branch::{Branch, TreeJoint};
pub use coupling::{Group, Nesting, Shared, couple};
pub use loops::Loop;
pub use subsystems::{Chain, Subsystem};
pub use ties::tied;
pub use whole::Topology;

use crate::diag::Diagnostics;
use crate::model::{JointId, Model};

/// Analyses the graph of a vehicle.
pub fn analyse(model: &Model) -> Result<Topology, Diagnostics> {
    analyse_with(model, &[])
}

/// Analyses the graph with additional joints cut; in return, for each of them a different joint of its loop stays in
/// the tree.
pub fn analyse_with(model: &Model, cuts: &[JointId]) -> Result<Topology, Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let mut declared = overrides::Declared::of(model, &mut diagnostics);
    declared.cut.extend(cuts);
    let chosen = graph::spanning_tree(model, &declared, &mut diagnostics);
    let (order, mut branches) = tree::grow(model, &chosen);
    let mut loops = loops::find(model, &branches, &chosen);
    let base = overrides::base(model, &branches, &loops, &mut diagnostics);
    let owners = frames::choose(&mut branches, &mut loops, base, model.base.is_some());
    let (subsystems, chains) = subsystems::divide(model, base, &order, &mut branches, &loops);
    let mut topology = Topology {
        base,
        order,
        branches,
        loops,
        subsystems,
        chains,
        alike: Alike::default(),
        reasons: Vec::new(),
    };
    topology.alike = alike::find(model, &topology);
    topology.reasons = reasons::of(model, &topology, &chosen, &owners, cuts);
    diagnostics.finish(topology)
}
