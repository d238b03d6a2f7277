//! Coupling of loops: loops that share joints with freedom, loops inside other loops, and groups of loops that have to
//! be solved together.

use super::{Loop, Topology};
use crate::model::{BodyId, Model};
use petgraph::unionfind::UnionFind;

/// Loops whose multipliers are coupled, because a joint with freedom carries several of them.
#[derive(Clone, Debug)]
pub struct Group {
    /// Positions in [`Topology::loops`].
    pub loops: Vec<usize>,
    /// The body where the group's multipliers are eliminated.
    pub closed_at: BodyId,
    /// Outboard bodies of the joints with freedom that the group's multipliers act on, in tree order.
    pub joints: Vec<BodyId>,
    /// The edges of the coupling graph of its loops, which is connected.
    pub shared: Vec<Shared>,
}

/// An edge of the coupling graph: two loops whose multipliers act on the same joints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    /// Positions in [`Topology::loops`], the lower first.
    pub loops: [usize; 2],
    /// Outboard bodies of the joints with freedom that both loops act on, in tree order.
    pub joints: Vec<BodyId>,
    /// Whether one loop lies inside the other.
    pub nesting: Nesting,
}

/// Whether all bodies of one loop, its junction included, belong to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nesting {
    /// Neither lies inside the other.
    Apart,
    /// The first lies inside the second.
    FirstInside,
    /// The second lies inside the first.
    SecondInside,
    /// Both have the same bodies.
    Same,
}

impl Group {
    /// Sentences without full stops: the body where the group is closed, and each edge of its coupling graph.
    pub fn sentences(&self, model: &Model, topology: &Topology) -> Vec<String> {
        let cut = |l: usize| format!("`{}`", model.joint(topology.loops[l].cut).name);
        let at = &model.body(self.closed_at).name;
        let loops: Vec<String> = self.loops.iter().map(|&l| cut(l)).collect();
        let mut sentences = vec![match loops.as_slice() {
            [only] => format!("the loop of {only} is closed at `{at}`, by itself"),
            _ => format!("the loops of {} are closed together, at `{at}`", loops.join(", ")),
        }];
        sentences.extend(self.shared.iter().map(|shared| {
            let [first, second] = shared.loops.map(cut);
            let joints: Vec<String> = shared
                .joints
                .iter()
                .map(|&b| format!("`{}`", topology.joint_name(model, b)))
                .collect();
            let nesting = match shared.nesting {
                Nesting::Apart => String::new(),
                Nesting::FirstInside => format!("; that of {first} lies inside that of {second}"),
                Nesting::SecondInside => format!("; that of {second} lies inside that of {first}"),
                Nesting::Same => "; they lead over the same bodies".to_owned(),
            };
            format!("the loops of {first} and {second} share {}{nesting}", joints.join(", "))
        }));
        sentences
    }
}

/// Groups loops that share a joint with freedom. `closed_at` gives for each loop the body where it is closed: its
/// junction, or a body further inward if the loop alone has no regular multipliers. A group is closed at the innermost
/// of these bodies.
pub fn couple(topology: &Topology, closed_at: &[BodyId]) -> Vec<Group> {
    let mut closed_at = closed_at.to_vec();
    loop {
        let groups = groups(topology, &closed_at);
        // A loop that is closed further inward than before acts on more joints, which may couple it to more loops.
        let before = closed_at.clone();
        for group in &groups {
            group.loops.iter().for_each(|&l| closed_at[l] = group.closed_at);
        }
        if closed_at == before {
            return groups;
        }
    }
}

/// The groups, in order of their first loops, with each loop closed at the given body.
fn groups(topology: &Topology, closed_at: &[BodyId]) -> Vec<Group> {
    let loops = &topology.loops;
    let joints: Vec<Vec<BodyId>> = loops
        .iter()
        .zip(closed_at)
        .map(|(l, &at)| active_joints(topology, l, at))
        .collect();
    let shared = shared(loops, &joints);
    let mut together: UnionFind<usize> = UnionFind::new(loops.len());
    for Shared { loops: [a, b], .. } in &shared {
        together.union(*a, *b);
    }
    let mut leaders: Vec<usize> = Vec::new();
    for l in 0..loops.len() {
        if !leaders.contains(&together.find(l)) {
            leaders.push(together.find(l));
        }
    }
    let group = |leader: usize| {
        let is_member = |l: usize| together.find(l) == leader;
        let members: Vec<usize> = (0..loops.len()).filter(|&l| is_member(l)).collect();
        let at = members.iter().map(|&l| closed_at[l]);
        let carried = |b: &BodyId| members.iter().any(|&l| joints[l].contains(b));
        Group {
            closed_at: at.reduce(|a, b| meet(topology, a, b)).unwrap_or(BodyId::GROUND),
            joints: topology.order.iter().copied().filter(carried).collect(),
            shared: shared.iter().filter(|s| is_member(s.loops[0])).cloned().collect(),
            loops: members,
        }
    };
    leaders.into_iter().map(group).collect()
}

/// All pairs of loops that act on a common joint; `joints` has the joints by loop, in tree order.
fn shared(loops: &[Loop], joints: &[Vec<BodyId>]) -> Vec<Shared> {
    let mut shared = Vec::new();
    for a in 0..loops.len() {
        for b in a + 1..loops.len() {
            let both: Vec<BodyId> = joints[a].iter().copied().filter(|j| joints[b].contains(j)).collect();
            if !both.is_empty() {
                shared.push(Shared {
                    loops: [a, b],
                    joints: both,
                    nesting: nesting(&loops[a], &loops[b]),
                });
            }
        }
    }
    shared
}

fn nesting(first: &Loop, second: &Loop) -> Nesting {
    let is_inside = |inner: &Loop, outer: &Loop| inner.round().all(|body| outer.round().any(|other| other == body));
    match (is_inside(first, second), is_inside(second, first)) {
        (false, false) => Nesting::Apart,
        (true, false) => Nesting::FirstInside,
        (false, true) => Nesting::SecondInside,
        (true, true) => Nesting::Same,
    }
}

/// Outboard bodies of the joints with freedom on the loop's paths and between its junction and `closed_at`, in tree
/// order.
fn active_joints(topology: &Topology, l: &Loop, closed_at: BodyId) -> Vec<BodyId> {
    let carried: Vec<BodyId> = topology.to_ground(l.junction).take_while(|&b| b != closed_at).collect();
    let acts_on = |b: &BodyId| l.bodies().any(|other| other == *b) || carried.contains(b);
    let order = topology.order.iter().copied();
    order
        .filter(|b| acts_on(b) && topology.joint(*b).speeds() > 0)
        .collect()
}

/// The innermost common body of the paths from both to the ground.
fn meet(topology: &Topology, a: BodyId, b: BodyId) -> BodyId {
    topology
        .to_ground(a)
        .find(|&body| topology.to_ground(b).any(|other| other == body))
        .unwrap_or(BodyId::GROUND)
}
