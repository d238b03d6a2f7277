//! Loops: one for each cut joint.

use super::Branch;
use super::chosen::Chosen;
use crate::model::{BodyId, JointId, Model};

/// A fundamental loop: the cut joint, and the paths from its two bodies inward to their junction.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The cut joint.
    pub cut: JointId,
    /// Bodies from the cut's first body inward, the junction excluded.
    pub first_path: Vec<BodyId>,
    /// Bodies from the cut's second body inward, the junction excluded.
    pub second_path: Vec<BodyId>,
    /// The body where the two paths meet; possibly the ground.
    pub junction: BodyId,
    /// The body in whose frame the closure is written.
    pub frame: BodyId,
}

impl Loop {
    /// Bodies of both paths.
    pub fn bodies(&self) -> impl Iterator<Item = BodyId> + '_ {
        self.first_path.iter().chain(&self.second_path).copied()
    }

    /// All bodies in the order of the loop: from the cut's first body to the junction, and back to its second body.
    pub fn round(&self) -> impl Iterator<Item = BodyId> + '_ {
        let back = self.second_path.iter().rev();
        self.first_path.iter().chain([&self.junction]).chain(back).copied()
    }
}

/// The loops of the cut joints. Their frames are set later.
pub fn find(model: &Model, branches: &[Branch], chosen: &Chosen) -> Vec<Loop> {
    let path = |mut body: BodyId| {
        let mut path = vec![body];
        while body != BodyId::GROUND {
            body = branches[body.index()].parent;
            path.push(body);
        }
        path
    };
    let of = |&cut: &JointId| {
        let joint = model.joint(cut);
        let (mut first_path, mut second_path) = (path(joint.first), path(joint.second));
        let junction = first_path
            .iter()
            .copied()
            .find(|b| second_path.contains(b))
            .unwrap_or(BodyId::GROUND);
        first_path.truncate(first_path.iter().take_while(|&&b| b != junction).count());
        second_path.truncate(second_path.iter().take_while(|&&b| b != junction).count());
        Loop {
            cut,
            first_path,
            second_path,
            junction,
            frame: BodyId::GROUND,
        }
    };
    chosen.cut.iter().map(of).collect()
}
