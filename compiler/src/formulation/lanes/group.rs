//! Which subsystems are computed side by side.

use crate::formulation::method::{Method, Plan};
use crate::kinematics::Mechanism;
use crate::model::{BodyId, DriveId, Joint};
use crate::topology::alike::{Class, Member};

/// Lanes that are computed at once, most first.
const WIDTHS: [usize; 2] = [4, 2];

/// Subsystems computed side by side: member by member, and part by part, they correspond.
#[derive(Clone, Debug)]
pub struct Group {
    /// As many as there are lanes.
    pub members: Vec<Member>,
    /// Drives of joints that carry loops of the first member, by lane: whether those of that member too.
    pub drives: Vec<(DriveId, Vec<bool>)>,
}

impl Group {
    /// The position of the subsystem that is traced for all.
    pub fn first(&self) -> usize {
        self.members[0].position
    }

    /// How many lanes.
    pub fn lanes(&self) -> usize {
        self.members.len()
    }

    /// Whether a subsystem is computed in another's stead.
    pub fn covers(&self, subsystem: usize) -> bool {
        self.members[1..].iter().any(|m| m.position == subsystem)
    }
}

/// The groups of a vehicle, for a plan. Each class of equal subsystems is cut into fours and pairs.
pub fn groups(mechanism: &Mechanism, plan: &Plan) -> Vec<Group> {
    let mut groups = Vec::new();
    for class in &mechanism.topology.alike.subsystems {
        let mut left: Vec<&Member> = members(mechanism, plan, class);
        for width in WIDTHS {
            while left.len() >= width {
                let taken: Vec<Member> = left.drain(..width).cloned().collect();
                match drives(mechanism, &taken) {
                    Some(drives) => groups.push(Group { members: taken, drives }),
                    None => break,
                }
            }
        }
    }
    groups
}

/// Those that may be computed side by side; those whose loops a driven joint carries first.
fn members<'c>(mechanism: &Mechanism, plan: &Plan, class: &'c Class) -> Vec<&'c Member> {
    let fits = |member: &&Member| plan.methods[member.position] == Method::Synthesis && is_by_itself(mechanism, member);
    let mut members: Vec<&Member> = class.members.iter().filter(fits).collect();
    members.sort_by_key(|member| carriers(mechanism, member).next().is_none());
    members
}

/// Whether nothing acts between the subsystem and another one, and nothing but springs and wheels within it.
fn is_by_itself(mechanism: &Mechanism, member: &Member) -> bool {
    let model = mechanism.model;
    let base = mechanism.topology.base;
    let inside = |b: BodyId| b == base || member.bodies.contains(&b);
    let mut springs = member.springs.iter().map(|s| &model.springs[s.index()]);
    let mut driven_from = member.wheels.iter().map(|w| model.wheels[w.index()].driven_from);
    member.forces.is_empty()
        && springs.all(|s| inside(s.first) && inside(s.second) && s.actuator.is_none())
        && driven_from.all(inside)
}

/// Bodies outside that carry the member's loops, the base aside.
fn carriers<'m>(mechanism: &'m Mechanism, member: &'m Member) -> impl Iterator<Item = BodyId> + 'm {
    let ends = member.loops.iter().flat_map(|&l| {
        let joint = mechanism.model.joint(mechanism.topology.loops[l].cut);
        [joint.first, joint.second]
    });
    ends.filter(|b| *b != mechanism.topology.base && !member.bodies.contains(b))
}

/// The drives of what carries the first member's loops, with the lanes in which it does; none where the members differ
/// in more than that.
fn drives(mechanism: &Mechanism, members: &[Member]) -> Option<Vec<(DriveId, Vec<bool>)>> {
    let model = mechanism.model;
    let mut drives: Vec<(DriveId, Vec<bool>)> = Vec::new();
    for k in 0..members[0].loops.len() {
        let cut = |member: &Member| model.joint(mechanism.topology.loops[member.loops[k]].cut);
        for end in [|joint: &Joint| joint.first, |joint: &Joint| joint.second] {
            let body = |member: &Member| end(cut(member));
            if corresponds(mechanism, members, body) {
                continue;
            }
            let (drive, lanes) = carried(mechanism, members, body)?;
            match drives.iter().find(|(known, _)| *known == drive) {
                Some((_, known)) if *known != lanes => return None,
                Some(_) => {}
                None => drives.push((drive, lanes)),
            }
        }
    }
    let spring = |k: usize| move |member: &Member| &model.springs[member.springs[k].index()];
    let springs = (0..members[0].springs.len()).all(|k| {
        corresponds(mechanism, members, |member| spring(k)(member).first)
            && corresponds(mechanism, members, |member| spring(k)(member).second)
    });
    let wheels = (0..members[0].wheels.len()).all(|k| {
        corresponds(mechanism, members, |member| {
            model.wheels[member.wheels[k].index()].carrier
        })
    });
    (springs && wheels).then_some(drives)
}

/// Whether a body of each member is the base, or the same one of its bodies.
fn corresponds(mechanism: &Mechanism, members: &[Member], body: impl Fn(&Member) -> BodyId) -> bool {
    let place = |member: &Member| member.bodies.iter().position(|b| *b == body(member));
    let is_base = |member: &Member| body(member) == mechanism.topology.base;
    let first = place(&members[0]);
    match first {
        Some(_) => members.iter().all(|m| place(m) == first),
        None => members.iter().all(is_base),
    }
}

/// The drive of a body on the base that carries something of the first member, and in which lanes it does; in the others
/// the base does. None where it is otherwise.
fn carried(
    mechanism: &Mechanism,
    members: &[Member],
    body: impl Fn(&Member) -> BodyId,
) -> Option<(DriveId, Vec<bool>)> {
    let topology = mechanism.topology;
    let carrier = body(&members[0]);
    if members[0].bodies.contains(&carrier) || topology.branch(carrier).parent != topology.base {
        return None;
    }
    let drive = topology.joint(carrier).drive?;
    let known = members.iter().all(|m| [carrier, topology.base].contains(&body(m)));
    known.then(|| (drive, members.iter().map(|m| body(m) == carrier).collect()))
}
