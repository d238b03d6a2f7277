//! Groups of subsystems that are computed side by side.

use super::View;
use crate::formulation::method::{Method, Plan};
use crate::kinematics::Mechanism;
use crate::mobility::{Closure, Mobility};
use crate::model::{BodyId, Joint, JointId};
use crate::topology::alike::{Class, Member};

/// Numbers of lanes that are computed at once, largest first.
const WIDTHS: [usize; 2] = [4, 2];

/// Subsystems computed side by side. All members correspond part by part.
#[derive(Clone, Debug)]
pub struct Group {
    /// One member for each lane.
    pub members: Vec<Member>,
    /// Bodies that carry loops of the first member; for each body, whether it carries loops of each lane's member.
    pub carriers: Vec<(BodyId, Vec<bool>)>,
}

impl Group {
    /// The position of the subsystem that is traced for all.
    pub fn first(&self) -> usize {
        self.members[0].position
    }

    /// Number of lanes.
    pub fn lanes(&self) -> usize {
        self.members.len()
    }

    /// Whether shared carriers of loops have identical lane masks in both groups.
    fn agrees_with(&self, other: &Group) -> bool {
        let clashes = |(carrier, lanes): &(BodyId, Vec<bool>)| {
            let theirs = other.carriers.iter().find(|(known, _)| known == carrier);
            theirs.is_some_and(|(_, known)| known != lanes)
        };
        !self.carriers.iter().any(clashes)
    }

    /// Whether a subsystem is computed in the lanes of the first member.
    pub fn covers(&self, subsystem: usize) -> bool {
        self.members[1..].iter().any(|m| m.position == subsystem)
    }
}

/// The groups of a vehicle, for a plan. Each class of equal subsystems is divided into groups of four and of two whose
/// parts differ in numbers only.
pub fn groups(mechanism: &Mechanism, mobility: &Mobility, plan: &Plan) -> Vec<Group> {
    let mut groups = Vec::new();
    for class in &mechanism.topology.alike.subsystems {
        let mut left: Vec<&Member> = members(mechanism, plan, class);
        for width in WIDTHS {
            let mut at = 0;
            while let Some(candidates) = left.get(at..at + width) {
                let group = group(mechanism, mobility, candidates);
                match group.filter(|group| groups.iter().all(|other: &Group| group.agrees_with(other))) {
                    Some(group) => {
                        groups.push(group);
                        left.drain(at..at + width);
                    }
                    None => at += 1,
                }
            }
        }
    }
    groups
}

fn group(mechanism: &Mechanism, mobility: &Mobility, members: &[&Member]) -> Option<Group> {
    let members: Vec<Member> = members.iter().copied().cloned().collect();
    let choice = |member: &Member| choice(mechanism, mobility, member);
    if members.iter().any(|member| choice(member) != choice(&members[0])) {
        return None;
    }
    let group = Group {
        carriers: carriers(mechanism, &members)?,
        members,
    };
    let alone = std::slice::from_ref(&group);
    let differs_in_numbers = View::new(mechanism, mobility, alone).is_ok();
    differs_in_numbers.then_some(group)
}

/// By group of loops: its pivots, each an equation with the speed that it is solved for, by position in the member; and
/// whether its partition lasts.
fn choice(mechanism: &Mechanism, mobility: &Mobility, member: &Member) -> Vec<(Choice, bool)> {
    let slots = member.bodies.iter().map(|&body| mechanism.layout.slot(body).v.clone());
    let speeds: Vec<usize> = slots.flatten().collect();
    let place = |l: usize| member.loops.iter().position(|&own| own == l);
    let own = |closure: &&Closure| closure.group.loops.iter().any(|&l| place(l).is_some());
    let pivot = |closure: &Closure, (row, speed): (usize, usize)| {
        let (l, r) = closure.rows[row];
        (place(l), r, speeds.iter().position(|&s| s == speed))
    };
    let closures = mobility.closures.iter().filter(own);
    let choice = |c: &Closure| (c.pivots.iter().map(|&p| pivot(c, p)).collect(), c.partition_lasts());
    closures.map(choice).collect()
}

/// By pivot: loop, row and speed.
type Choice = Vec<(Option<usize>, usize, Option<usize>)>;

/// Members that may be computed side by side; members with loops on a different body than the base come first.
fn members<'c>(mechanism: &Mechanism, plan: &Plan, class: &'c Class) -> Vec<&'c Member> {
    let fits = |member: &&Member| plan.methods[member.position] == Method::Synthesis && is_by_itself(mechanism, member);
    let mut members: Vec<&Member> = class.members.iter().filter(fits).collect();
    members.sort_by_key(|member| outside(mechanism, member).next().is_none());
    members
}

/// Whether no force acts between the subsystem and another subsystem, and the subsystem has no part that cannot be
/// computed in lanes.
fn is_by_itself(mechanism: &Mechanism, member: &Member) -> bool {
    let model = mechanism.model;
    let base = mechanism.topology.base;
    let inside = |b: BodyId| b == base || member.bodies.contains(&b);
    let mut forces = member.forces.iter().map(|f| &model.forces[f.index()].law);
    let mut springs = member.springs.iter().map(|s| &model.springs[s.index()]);
    // A gear couples two joints, which would have to correspond too.
    let cut = |&l: &usize| &model.joint(mechanism.topology.loops[l].cut).kind;
    let has_gear = member.loops.iter().map(cut).any(|kind| kind.gear().is_some());
    let mut driven_from = member.wheels.iter().map(|w| model.wheels[w.index()].driven_from);
    let tree = member.bodies.iter().map(|&b| mechanism.topology.joint(b).drive);
    let cuts = member
        .loops
        .iter()
        .map(|&l| model.joint(mechanism.topology.loops[l].cut).drive);
    let shares = tree
        .chain(cuts)
        .flatten()
        .any(|d| model.drives[d.index()].share.is_some());
    let has_twins = member.wheels.iter().any(|w| model.wheels[w.index()].twin_of.is_some());
    !has_gear
        && !shares
        && !has_twins
        && forces.all(|law| law.element().goes_in_lanes() && law.bodies(&model.joints).into_iter().all(inside))
        && springs.all(|s| inside(s.first) && inside(s.second) && s.actuator.is_none())
        && driven_from.all(inside)
}

/// Bodies outside the subsystem that carry the member's loops, without the base.
fn outside<'m>(mechanism: &'m Mechanism, member: &'m Member) -> impl Iterator<Item = BodyId> + 'm {
    let ends = member.loops.iter().flat_map(|&l| {
        let joint = mechanism.model.joint(mechanism.topology.loops[l].cut);
        [joint.first, joint.second]
    });
    ends.filter(|b| *b != mechanism.topology.base && !member.bodies.contains(b))
}

/// Bodies, other than the base, that carry loops of the first member, with the lanes in which they carry loops. `None`
/// if the members differ in anything else.
fn carriers(mechanism: &Mechanism, members: &[Member]) -> Option<Vec<(BodyId, Vec<bool>)>> {
    let model = mechanism.model;
    let mut carriers: Vec<(BodyId, Vec<bool>)> = Vec::new();
    for k in 0..members[0].loops.len() {
        let cut = |member: &Member| model.joint(mechanism.topology.loops[member.loops[k]].cut);
        for end in [|joint: &Joint| joint.first, |joint: &Joint| joint.second] {
            let body = |member: &Member| end(cut(member));
            if corresponds(mechanism, members, body) {
                continue;
            }
            let (carrier, lanes) = carried(mechanism, members, body)?;
            match carriers.iter().find(|(known, _)| *known == carrier) {
                Some((_, known)) if *known != lanes => return None,
                Some(_) => {}
                None => carriers.push((carrier, lanes)),
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
    let forces = (0..members[0].forces.len()).all(|k| forces_correspond(mechanism, members, k));
    (springs && wheels && forces).then_some(carriers)
}

/// Whether the force elements at this position act between corresponding bodies in all members, and on corresponding
/// joints.
fn forces_correspond(mechanism: &Mechanism, members: &[Member], k: usize) -> bool {
    let law = |member: &Member| &mechanism.model.forces[member.forces[k].index()].law;
    let ends = law(&members[0]).bodies(&mechanism.model.joints).len();
    let bodies = (0..ends).all(|end| {
        corresponds(mechanism, members, |member| {
            law(member).bodies(&mechanism.model.joints)[end]
        })
    });
    let joint = |member: &Member| {
        law(member)
            .element()
            .joint()
            .map(|joint| place_of_joint(mechanism, member, joint))
    };
    bodies && members.iter().all(|member| joint(member) == joint(&members[0]))
}

/// Position of a joint in a member: the position of the joint's outboard body, or the position of the loop that is cut
/// at the joint.
fn place_of_joint(mechanism: &Mechanism, member: &Member, joint: JointId) -> [Option<usize>; 2] {
    let topology = mechanism.topology;
    let carried = |b: &BodyId| topology.joint(*b).declared == Some(joint);
    let closed = |l: &usize| topology.loops[*l].cut == joint;
    [
        member.bodies.iter().position(carried),
        member.loops.iter().position(closed),
    ]
}

/// Whether the given bodies correspond: in every member the base, or the body at the same position.
fn corresponds(mechanism: &Mechanism, members: &[Member], body: impl Fn(&Member) -> BodyId) -> bool {
    let place = |member: &Member| member.bodies.iter().position(|b| *b == body(member));
    let is_base = |member: &Member| body(member) == mechanism.topology.base;
    let first = place(&members[0]);
    match first {
        Some(_) => members.iter().all(|m| place(m) == first),
        None => members.iter().all(is_base),
    }
}

/// The body on the base that carries a part of the first member, with a drive or with its own speed, and the lanes in
/// which it carries such a part. In the other lanes the base carries it. `None` otherwise.
fn carried(mechanism: &Mechanism, members: &[Member], body: impl Fn(&Member) -> BodyId) -> Option<(BodyId, Vec<bool>)> {
    let topology = mechanism.topology;
    let carrier = body(&members[0]);
    if members[0].bodies.contains(&carrier) || topology.branch(carrier).parent != topology.base {
        return None;
    }
    let known = members.iter().all(|m| [carrier, topology.base].contains(&body(m)));
    known.then(|| (carrier, members.iter().map(|m| body(m) == carrier).collect()))
}
