//! A class of equal subsystems, with alternative cuts of its loops and alternative independent speeds.
//!
//! - Instead of a cut: any other joint of its loop that would leave at most [`MORE`] more equations, except links,
//!   driven joints, joints with a declared `tree`, joints of a gear, and free joints.
//! - Instead of an independent speed: any dependent speed of its group, except speeds of balls. Euler parameters cannot
//!   be held as coordinates, and no step closes a ball that is partly dependent.

use super::{Analysis, Decisions, Outcome, Searched, Tried};
use crate::kinematics::Mechanism;
use crate::model::{BodyId, Joint, JointId, Model};
use crate::topology::{Loop, Topology};
use std::collections::BTreeSet;

/// Largest number of additional equations: the number for a universal joint instead of a ball. A revolute joint would
/// leave two more equations: cut in the corners of the HMMWV, it costs a tenth more operations.
const MORE: usize = 1;
/// Number of alternative cuts up to which all combinations are tried; above this number, one loop at a time.
const MOST_CUTS: usize = 12;
/// Largest number of choices tried, which limits the time.
const MOST: usize = 24;

/// A class of equal subsystems.
pub struct SubsystemClass {
    /// Operations of the first member are counted; the others are treated alike.
    members: Vec<Member>,
}

struct Member {
    name: String,
    /// Its bodies, in corresponding order.
    bodies: Vec<BodyId>,
    /// Positions of its loops, in corresponding order.
    loops: Vec<usize>,
}

/// For each loop of a member: the position in the member of the body whose inboard joint is cut instead.
type Cuts = Vec<Option<usize>>;

/// All classes with loops, in order of their first members. Classes with a loop for which no partition lasts are left
/// out.
pub fn classes(model: &Model, rule: &Analysis) -> Vec<SubsystemClass> {
    let topology = &rule.topology;
    let classes = &topology.alike.subsystems;
    let mut found: Vec<(usize, SubsystemClass)> = Vec::new();
    for class in classes {
        let members = class.members.iter().map(|member| Member {
            name: topology.subsystems[member.position].name.clone(),
            bodies: member.bodies.clone(),
            loops: member.loops.clone(),
        });
        let members = members.collect();
        found.push((class.members[0].position, SubsystemClass { members }));
    }
    let is_alone = |s: &usize| !classes.iter().flat_map(|c| &c.members).any(|m| m.position == *s);
    for position in (1..topology.subsystems.len()).filter(is_alone) {
        let subsystem = &topology.subsystems[position];
        let ends = |l: &Loop| [model.joint(l.cut).first, model.joint(l.cut).second];
        let own = |l: &usize| ends(&topology.loops[*l]).iter().any(|b| subsystem.bodies.contains(b));
        let member = Member {
            name: subsystem.name.clone(),
            bodies: subsystem.bodies.clone(),
            loops: (0..topology.loops.len()).filter(own).collect(),
        };
        let members = vec![member];
        found.push((position, SubsystemClass { members }));
    }
    found.sort_by_key(|&(position, _)| position);
    let classes = found.into_iter().map(|(_, class)| class);
    classes
        .filter(|class| {
            let closures = rule.closures_of(&class.bodies());
            let mut own = closures.iter().map(|&c| &rule.mobility.closures[c]);
            !closures.is_empty() && own.all(|closure| closure.partition_lasts())
        })
        .collect()
}

impl SubsystemClass {
    /// Bodies of all members.
    pub fn bodies(&self) -> Vec<BodyId> {
        self.members.iter().flat_map(|m| m.bodies.iter().copied()).collect()
    }

    /// Position of the first member among the subsystems.
    pub fn first_in(&self, topology: &Topology) -> usize {
        topology.branch(self.members[0].bodies[0]).subsystem
    }

    /// All choices, each with the vehicle analysed accordingly. The choice of the rules comes first.
    pub fn choices(&self, model: &Model, rule: &Analysis) -> Vec<(Decisions, Analysis)> {
        let mut choices: Vec<(Decisions, Analysis)> = Vec::new();
        for cuts in self.cuts(model, &rule.topology) {
            let decisions = Decisions {
                cuts: self.cut_joints(&rule.topology, &cuts),
                ..Decisions::default()
            };
            let Ok(analysis) = Analysis::new(model, &decisions) else {
                continue;
            };
            if !self.is_as_meant(&rule.topology, &analysis.topology, &cuts) {
                continue;
            }
            let partitions = self.partitions(&analysis.mechanism(model), &analysis);
            choices.push((decisions.clone(), analysis));
            for independent in partitions {
                let decisions = Decisions {
                    independent,
                    ..decisions.clone()
                };
                if choices.len() < MOST
                    && let Ok(analysis) = Analysis::new(model, &decisions)
                {
                    choices.push((decisions, analysis));
                }
            }
            if choices.len() >= MOST {
                break;
            }
        }
        choices
    }

    /// Alternative cuts of the loops of a member; the cuts of the rules come first.
    fn cuts(&self, model: &Model, topology: &Topology) -> Vec<Cuts> {
        let first = &self.members[0];
        let others: Vec<Vec<usize>> = first
            .loops
            .iter()
            .map(|&l| self.alternatives(model, topology, &topology.loops[l]))
            .collect();
        let count = others.iter().fold(1_usize, |n, o| n.saturating_mul(1 + o.len()));
        let none: Cuts = vec![None; others.len()];
        if count > MOST_CUTS {
            let one_by_one = others.iter().enumerate().flat_map(|(l, others)| {
                others.iter().map({
                    let none = &none;
                    move |&other| {
                        let mut cuts = none.clone();
                        cuts[l] = Some(other);
                        cuts
                    }
                })
            });
            return std::iter::once(none.clone()).chain(one_by_one).collect();
        }
        others.iter().enumerate().fold(vec![none], |all, (l, others)| {
            let with = |cuts: Cuts| {
                let instead = others.iter().filter(|other| !cuts.contains(&Some(**other)));
                let instead: Vec<Cuts> = instead
                    .map(|&other| {
                        let mut cuts = cuts.clone();
                        cuts[l] = Some(other);
                        cuts
                    })
                    .collect();
                std::iter::once(cuts).chain(instead)
            };
            all.into_iter().flat_map(with).collect()
        })
    }

    /// Bodies of the first member with an inboard joint that could be cut instead of a loop's cut.
    fn alternatives(&self, model: &Model, topology: &Topology, l: &Loop) -> Vec<usize> {
        let cut = model.joint(l.cut);
        if cut.kind.is_link() || cut.tree.is_some() {
            return Vec::new();
        }
        let may_be_cut = |id: JointId| {
            let joint = model.joint(id);
            let is_free = joint.kind.is_free();
            joint.drive.is_none()
                && joint.tree.is_none()
                && !is_free
                && !is_geared(model, id)
                && joint.kind.equations() <= cut.kind.equations() + MORE
        };
        let bodies = self.members[0].bodies.iter().enumerate();
        let on_loop = bodies.filter(|(_, body)| l.bodies().any(|b| b == **body));
        on_loop
            .filter(|(_, body)| topology.joint(**body).declared.is_some_and(may_be_cut))
            .map(|(position, _)| position)
            .collect()
    }

    /// The joints cut in all members.
    fn cut_joints(&self, topology: &Topology, cuts: &Cuts) -> Vec<JointId> {
        let members = self.members.iter();
        let joint = |member: &Member, position: usize| topology.joint(member.bodies[position]).declared;
        members
            .flat_map(|member| cuts.iter().flatten().filter_map(|&position| joint(member, position)))
            .collect()
    }

    /// Whether exactly the intended loops are cut elsewhere: the subsystems are unchanged, and no body is held by cuts
    /// only.
    fn is_as_meant(&self, rule: &Topology, found: &Topology, cuts: &Cuts) -> bool {
        let opened = |topology: &Topology| topology.loops.iter().map(|l| l.cut).collect::<BTreeSet<JointId>>();
        let mut expected = opened(rule);
        for member in &self.members {
            for (&l, _) in member.loops.iter().zip(cuts).filter(|(_, cut)| cut.is_some()) {
                expected.remove(&rule.loops[l].cut);
            }
        }
        expected.extend(self.cut_joints(rule, cuts));
        let added = |topology: &Topology| {
            let joints = topology.order.iter().map(|&b| topology.joint(b));
            joints.filter(|joint| joint.declared.is_none()).count()
        };
        let divided = |topology: &Topology| {
            let bodies = topology.subsystems.iter().map(|s| s.bodies.iter().copied().collect());
            bodies.collect::<BTreeSet<BTreeSet<BodyId>>>()
        };
        opened(found) == expected && added(found) == added(rule) && divided(found) == divided(rule)
    }

    /// Alternative sets of independent speeds, for all members.
    fn partitions(&self, mechanism: &Mechanism, analysis: &Analysis) -> Vec<Vec<(BodyId, usize)>> {
        let first = &self.members[0];
        // Position of the body in the member, and number of the speed in its joint.
        let place = |speed: usize| {
            let owner = mechanism.layout.owner(speed);
            let position = first.bodies.iter().position(|&b| b == owner)?;
            Some((position, speed - mechanism.layout.slot(owner).v.start))
        };
        let is_ball = |speed: usize| {
            let owner = mechanism.layout.owner(speed);
            mechanism.topology.joint(owner).kind.has_euler_parameters()
        };
        let mut partitions = Vec::new();
        for c in analysis.closures_of(&first.bodies) {
            let closure = &analysis.mobility.closures[c];
            let independent: Option<Vec<_>> = closure.independent.iter().map(|&(speed, _)| place(speed)).collect();
            let Some(independent) = independent else { continue };
            let dependent = closure.pivots.iter().map(|&(_, speed)| speed);
            for other in dependent.filter(|&speed| !is_ball(speed)).filter_map(place) {
                for k in 0..independent.len() {
                    let mut instead = independent.clone();
                    instead[k] = other;
                    let members = self.members.iter();
                    let of = |m: &Member| instead.iter().map(|&(b, nth)| (m.bodies[b], nth)).collect::<Vec<_>>();
                    partitions.push(members.flat_map(of).collect());
                }
            }
        }
        partitions
    }

    /// The report entry of a choice, without a result.
    pub fn told(&self, model: &Model, analysis: &Analysis) -> Tried {
        let mechanism = Mechanism::new(model, &analysis.topology);
        let first = &self.members[0];
        let closures = analysis.closures_of(&first.bodies);
        let closures: Vec<_> = closures.iter().map(|&c| &analysis.mobility.closures[c]).collect();
        let cut = |l: &usize| model.joint(analysis.topology.loops[*l].cut);
        let cuts = closures.iter().flat_map(|c| &c.group.loops).map(cut);
        let independent = closures.iter().flat_map(|c| &c.independent);
        Tried {
            cuts: cuts
                .filter(|joint: &&Joint| !joint.kind.is_link())
                .map(|joint| joint.name.clone())
                .collect(),
            independent: independent
                .map(|&(speed, _)| mechanism.layout.speeds[speed].clone())
                .collect(),
            outcome: Outcome::Refused("no method can be used"),
            taken: false,
        }
    }

    /// The report entry of the class, with these choices.
    pub fn searched(&self, tried: Vec<Tried>) -> Searched {
        Searched {
            subsystems: self.members.iter().map(|m| m.name.clone()).collect(),
            tried,
        }
    }
}

fn is_geared(model: &Model, id: JointId) -> bool {
    let gears = model.joints.iter().filter_map(|joint| joint.kind.gear());
    gears.flatten().any(|wheel| wheel == id)
}
