//! The topology of a vehicle.

use super::alike::Alike;
use super::branch::{Branch, TreeJoint};
use super::loops::Loop;
use super::subsystems::{Chain, Subsystem};
use crate::model::{BodyId, Model};

/// The result of the analysis.
#[derive(Clone, Debug)]
pub struct Topology {
    /// The body from which subsystems hang: the declared base, or the first body, counted from the ground, where the
    /// tree branches.
    pub base: BodyId,
    /// Moving bodies, depth-first.
    pub order: Vec<BodyId>,
    /// By body: its connection in the tree. The ground has an entry without a joint.
    pub branches: Vec<Branch>,
    /// One for each cut joint, in order of declaration.
    pub loops: Vec<Loop>,
    /// The parts of the tree that hang from the base and share no loop; the first part contains the base and the bodies
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

    /// The bodies of a longest path from the ground outward, without the ground; if there are several paths, the first
    /// path.
    pub fn longest_chain(&self) -> Vec<BodyId> {
        let depth = |&b: &BodyId| self.to_ground(b).count();
        let tip = self.order.iter().copied().rev().max_by_key(depth);
        let mut chain: Vec<BodyId> = tip.into_iter().flat_map(|b| self.to_ground(b)).collect();
        chain.pop();
        chain.reverse();
        chain
    }
}
