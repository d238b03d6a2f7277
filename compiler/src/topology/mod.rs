//! Analysis of the graph of a vehicle: spanning tree, cut joints, loops, subsystems, chains.
//!
//! The declared [`Model`] is never changed; derived data refer to it by id, with their reasons in words.
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
mod coupling;
mod frames;
mod graph;
mod loops;
mod overrides;
mod reasons;
mod subsystems;
mod ties;
mod tree;

pub use alike::Alike;
pub use coupling::{Group, Nesting, Shared, couple};
pub use loops::Loop;
pub use subsystems::{Chain, Subsystem};
pub use ties::tied;

use crate::diag::Diagnostics;
use crate::model::{BodyId, DriveId, JointId, JointKind, Model};

/// The result of the analysis.
#[derive(Clone, Debug)]
pub struct Topology {
    /// The body from which subsystems hang: the first one, seen from the ground, where the tree branches, unless
    /// another is declared.
    pub base: BodyId,
    /// Moving bodies, depth-first.
    pub order: Vec<BodyId>,
    /// By body: its connection in the tree. The ground has an entry without a joint.
    pub branches: Vec<Branch>,
    /// One for each cut joint, in order of declaration.
    pub loops: Vec<Loop>,
    /// The parts of the tree that hang from the base and share no loop; the first contains the base and the bodies
    /// between it and the ground.
    pub subsystems: Vec<Subsystem>,
    /// Paths of the tree without a junction.
    pub chains: Vec<Chain>,
    /// Subsystems and chains of equal structure.
    pub alike: Alike,
    /// One sentence for each choice: the tree as a whole, each cut, each joint declared to be kept, each body held by
    /// cuts only, each body with its own frame, the base.
    pub reasons: Vec<String>,
}

/// A body's place in the tree.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The inboard body; for the ground, itself.
    pub parent: BodyId,
    /// The inboard joint; none for the ground.
    pub joint: Option<TreeJoint>,
    /// Outboard bodies in order of declaration of their joints.
    pub children: Vec<BodyId>,
    /// The body in whose frame the body's quantities are expressed (possibly itself).
    pub frame: BodyId,
    /// Position in [`Topology::subsystems`].
    pub subsystem: usize,
}

/// A joint of the tree, seen from the inboard body outward.
#[derive(Clone, Debug)]
pub struct TreeJoint {
    /// The declared joint; none for a free joint that the analysis added to a body held by links only.
    pub declared: Option<JointId>,
    /// Its kind, with the axis directed so that the coordinate is that of the outboard body relative to the inboard
    /// one.
    pub kind: JointKind,
    /// The input that prescribes its motion.
    pub drive: Option<DriveId>,
}

impl TreeJoint {
    /// Number of unknown speeds.
    pub fn speeds(&self) -> usize {
        if self.drive.is_some() { 0 } else { self.kind.freedoms() }
    }

    /// Number of coordinates in the state: Euler parameters count as four.
    pub fn coordinates(&self) -> usize {
        if self.drive.is_some() {
            0
        } else {
            self.kind.coordinates()
        }
    }
}

impl Topology {
    /// The body's place in the tree.
    pub fn branch(&self, body: BodyId) -> &Branch {
        &self.branches[body.index()]
    }

    /// The inboard joint of a moving body.
    ///
    /// # Panics
    /// For the ground.
    pub fn joint(&self, body: BodyId) -> &TreeJoint {
        self.branch(body)
            .joint
            .as_ref()
            .expect("a moving body has an inboard joint")
    }

    /// The name of a moving body's inboard joint, or the name of the body if the joint was added.
    ///
    /// # Panics
    /// For the ground.
    pub fn joint_name<'a>(&self, model: &'a Model, body: BodyId) -> &'a str {
        match self.joint(body).declared {
            Some(id) => &model.joint(id).name,
            None => &model.body(body).name,
        }
    }

    /// Whether quantities of other bodies are expressed in this body's frame.
    pub fn is_frame(&self, body: BodyId) -> bool {
        self.branch(body).frame == body
    }

    /// The body, its parent and so on; the ground last.
    pub fn to_ground(&self, body: BodyId) -> impl Iterator<Item = BodyId> + '_ {
        std::iter::successors(Some(body), |&b| (b != BodyId::GROUND).then(|| self.branch(b).parent))
    }

    /// Number of speeds of all tree joints.
    pub fn speeds(&self) -> usize {
        self.order.iter().map(|&b| self.joint(b).speeds()).sum()
    }

    /// Number of coordinates of all tree joints in the state.
    pub fn coordinates(&self) -> usize {
        self.order.iter().map(|&b| self.joint(b).coordinates()).sum()
    }

    /// Number of closure equations of all cuts.
    pub fn equations(&self, model: &Model) -> usize {
        self.loops.iter().map(|l| model.joint(l.cut).kind.equations()).sum()
    }

    /// The bodies of a longest path from the ground outward, the ground excluded; the first of several.
    pub fn longest_chain(&self) -> Vec<BodyId> {
        let depth = |&b: &BodyId| self.to_ground(b).count();
        let tip = self.order.iter().copied().rev().max_by_key(depth);
        let mut chain: Vec<BodyId> = tip.into_iter().flat_map(|b| self.to_ground(b)).collect();
        chain.pop();
        chain.reverse();
        chain
    }
}

/// Analyses the graph of a vehicle.
pub fn analyse(model: &Model) -> Result<Topology, Diagnostics> {
    analyse_with(model, &[])
}

/// Analyses the graph with additional joints cut: for each, a different joint of its loop stays in the tree.
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
