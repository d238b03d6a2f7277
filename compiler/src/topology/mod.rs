//! The graph of a vehicle, analysed: spanning tree, cut joints, loops, subsystems, chains.
//!
//! The declared [`Model`] is never altered; what is derived here refers to it by id and says why in words.
//!
//! Invariants of a [`Topology`]:
//! 1. the tree spans all moving bodies, rooted at the ground; `order` is depth-first, parents before children;
//! 2. every declared joint is either a tree joint or the cut of exactly one loop;
//! 3. a distance link is always a cut; a driven joint is always a tree joint;
//! 4. ties are broken by the order of declaration.

mod frames;
mod graph;
mod loops;
mod subsystems;
mod tree;

pub use loops::{Group, Loop, couple};
pub use subsystems::{Chain, Subsystem};

use crate::diag::Diagnostics;
use crate::model::{BodyId, DriveId, JointId, JointKind, Model};

/// The result of the analysis.
#[derive(Clone, Debug)]
pub struct Topology {
    /// The body from which subsystems hang: the first one, seen from the ground, where the tree branches.
    pub base: BodyId,
    /// Moving bodies, depth-first.
    pub order: Vec<BodyId>,
    /// By body: how it hangs in the tree; the ground's entry is a root without joint.
    pub branches: Vec<Branch>,
    /// One for each cut joint, in order of declaration.
    pub loops: Vec<Loop>,
    /// What hangs off the base and closes in itself; the first holds the base and what leads to it.
    pub subsystems: Vec<Subsystem>,
    /// Paths of the tree without junction.
    pub chains: Vec<Chain>,
    /// One sentence for each choice.
    pub reasons: Vec<String>,
}

/// A body's place in the tree.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The inboard body; the ground is its own.
    pub parent: BodyId,
    /// The inboard joint; none for the ground.
    pub joint: Option<TreeJoint>,
    /// Outboard bodies in order of declaration of their joints.
    pub children: Vec<BodyId>,
    /// The body in whose frame this one's quantities are expressed (possibly itself).
    pub frame: BodyId,
    /// Position in [`Topology::subsystems`].
    pub subsystem: usize,
}

/// A joint of the tree, seen from the inboard body outward.
#[derive(Clone, Debug)]
pub struct TreeJoint {
    /// The declared joint; none where the analysis added a free joint to a body that only links hold.
    pub declared: Option<JointId>,
    /// Its kind, the axis such that the coordinate is of the outboard body relative to the inboard one.
    pub kind: JointKind,
    /// The input that prescribes its motion.
    pub drive: Option<DriveId>,
}

impl TreeJoint {
    /// Unknown speeds.
    pub fn speeds(&self) -> usize {
        if self.drive.is_some() { 0 } else { self.kind.freedoms() }
    }

    /// Coordinates of the state: Euler parameters count four.
    pub fn coordinates(&self) -> usize {
        match (self.speeds(), &self.kind) {
            (speeds, JointKind::Spherical { .. } | JointKind::Free { .. }) => speeds + 1,
            (speeds, _) => speeds,
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

    /// Whether quantities of other bodies are expressed in this one's frame.
    pub fn is_frame(&self, body: BodyId) -> bool {
        self.branch(body).frame == body
    }

    /// The body, its parent and so on; the ground last.
    pub fn to_ground(&self, body: BodyId) -> impl Iterator<Item = BodyId> + '_ {
        std::iter::successors(Some(body), |&b| (b != BodyId::GROUND).then(|| self.branch(b).parent))
    }

    /// Speeds of all tree joints.
    pub fn speeds(&self) -> usize {
        self.order.iter().map(|&b| self.joint(b).speeds()).sum()
    }

    /// Coordinates of all tree joints, as the state holds them.
    pub fn coordinates(&self) -> usize {
        self.order.iter().map(|&b| self.joint(b).coordinates()).sum()
    }
}

/// Analyses the graph of a vehicle.
pub fn analyse(model: &Model) -> Result<Topology, Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let mut reasons = Vec::new();
    let chosen = graph::spanning_tree(model, &mut diagnostics, &mut reasons);
    let (order, mut branches) = tree::grow(model, &chosen);
    frames::choose(&mut branches);
    let loops = loops::find(model, &branches, &chosen);
    let base = subsystems::base(&branches, &loops);
    let (subsystems, chains) = subsystems::divide(model, base, &order, &mut branches, &loops);
    reasons.push(match base {
        BodyId::GROUND => "the base is the ground: chains hang directly from it".to_owned(),
        _ => format!(
            "the base is `{}`: the first body, seen from the ground, that carries several chains",
            { &model.body(base).name }
        ),
    });
    diagnostics.finish(Topology {
        base,
        order,
        branches,
        loops,
        subsystems,
        chains,
        reasons,
    })
}
