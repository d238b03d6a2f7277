//! Loops: one for each cut joint; and the groups of loops that must be solved together.

use super::graph::Chosen;
use super::{Branch, Topology};
use crate::model::{BodyId, JointId, Model};
use petgraph::unionfind::UnionFind;

/// A fundamental loop: the cut joint, and the two ways from its bodies inward to where they meet.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The joint that was opened.
    pub cut: JointId,
    /// Bodies from the cut's first body inward, the junction excluded.
    pub first_path: Vec<BodyId>,
    /// Bodies from the cut's second body inward, the junction excluded.
    pub second_path: Vec<BodyId>,
    /// The body where the two ways meet; possibly the ground.
    pub junction: BodyId,
    /// The body in whose frame the closure is written.
    pub frame: BodyId,
}

impl Loop {
    /// Bodies of both paths.
    pub fn bodies(&self) -> impl Iterator<Item = BodyId> + '_ {
        self.first_path.iter().chain(&self.second_path).copied()
    }
}

/// Loops whose multipliers are coupled, because a joint with freedom carries several of them.
#[derive(Clone, Debug)]
pub struct Group {
    /// Positions in [`Topology::loops`].
    pub loops: Vec<usize>,
    /// The body where the group's multipliers are eliminated.
    pub closed_at: BodyId,
    /// Outboard bodies of the joints with freedom that the group's multipliers act on, in tree order.
    pub joints: Vec<BodyId>,
}

/// The loops of the cut joints.
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
            frame: branches[junction.index()].frame,
        }
    };
    chosen.cut.iter().map(of).collect()
}

/// Groups the loops, each being closed at the body given for it (its junction, or a body further inward where the
/// loop alone has no regular multipliers). Loops that share a joint with freedom are one group, closed at the innermost
/// of their bodies.
pub fn couple(topology: &Topology, closed_at: &[BodyId]) -> Vec<Group> {
    let loops = &topology.loops;
    let mut closed_at = closed_at.to_vec();
    loop {
        let joints: Vec<Vec<BodyId>> = loops
            .iter()
            .zip(&closed_at)
            .map(|(l, &at)| active_joints(topology, l, at))
            .collect();
        let mut together: UnionFind<usize> = UnionFind::new(loops.len());
        for a in 0..loops.len() {
            for b in a + 1..loops.len() {
                if joints[a].iter().any(|j| joints[b].contains(j)) {
                    together.union(a, b);
                }
            }
        }
        let mut groups: Vec<Group> = Vec::new();
        for leader in 0..loops.len() {
            if together.find(leader) != leader {
                continue;
            }
            let members: Vec<usize> = (0..loops.len()).filter(|&l| together.find(l) == leader).collect();
            let at = members
                .iter()
                .map(|&l| closed_at[l])
                .reduce(|a, b| meet(topology, a, b));
            let carried = |b: &BodyId| members.iter().any(|&l| joints[l].contains(b));
            groups.push(Group {
                closed_at: at.unwrap_or(BodyId::GROUND),
                joints: topology.order.iter().copied().filter(carried).collect(),
                loops: members,
            });
        }
        // A loop carried further inward than before acts on more joints, which may couple it to more loops.
        let before = closed_at.clone();
        for group in &groups {
            group.loops.iter().for_each(|&l| closed_at[l] = group.closed_at);
        }
        if closed_at == before {
            groups.sort_by_key(|g| g.loops.iter().copied().min());
            return groups;
        }
    }
}

/// Outboard bodies of the joints with freedom on the loop's paths and between its junction and `closed_at`.
fn active_joints(topology: &Topology, l: &Loop, closed_at: BodyId) -> Vec<BodyId> {
    let carried = topology.to_ground(l.junction).take_while(|&b| b != closed_at);
    l.bodies()
        .chain(carried)
        .filter(|&b| b != BodyId::GROUND && topology.joint(b).speeds() > 0)
        .collect()
}

/// The innermost body that both are, or hang from.
fn meet(topology: &Topology, a: BodyId, b: BodyId) -> BodyId {
    topology
        .to_ground(a)
        .find(|&body| topology.to_ground(b).any(|other| other == body))
        .unwrap_or(BodyId::GROUND)
}
