//! The ports of a group's first member in each lane.

use super::Group;
use crate::kinematics::Mechanism;
use crate::mobility::{Closure, Mobility};
use crate::model::DriveId;
use crate::programs::ports::{Owner, Port};
use crate::topology::alike::Member;
use std::collections::{BTreeMap, BTreeSet};

/// For each coordinate, speed, drive, wheel and equation of a first member: the corresponding numbers of all members.
#[derive(Clone, Debug, Default)]
pub struct Ports {
    members: BTreeMap<(Owner, usize), Vec<usize>>,
    /// Loops of the members that are computed in the lanes of a first member.
    covered_loops: BTreeSet<usize>,
    /// By traced subsystem: its number of lanes.
    lanes: BTreeMap<usize, u32>,
    /// By drive, coordinate and speed of a body that carries loops: 1 in each lane in which the body carries loops,
    /// otherwise 0.
    masks: BTreeMap<(Owner, usize), Vec<f64>>,
    /// By traced subsystem: 1 in each lane in which a body with its own speed carries loops of it, otherwise 0.
    carried: BTreeMap<usize, Vec<f64>>,
}

impl Ports {
    /// The ports of these groups.
    pub fn new(mechanism: &Mechanism, groups: &[Group]) -> Self {
        let mut ports = Ports::default();
        let layout = &mechanism.layout;
        for group in groups {
            ports.lanes.insert(group.first(), group.lanes() as u32);
            ports.add_carriers(mechanism, group);
            let first = &group.members[0];
            ports.add_loops(mechanism, group);
            for k in 0..first.bodies.len() {
                let drive = |m: &Member| mechanism.topology.joint(m.bodies[k]).drive;
                ports.add_drives(group.members.iter().map(drive).collect());
                let slots: Vec<_> = group.members.iter().map(|m| layout.slot(m.bodies[k])).collect();
                for i in 0..slots[0].q.len() {
                    ports.add(Owner::Coordinate, slots.iter().map(|s| s.q.start + i).collect());
                }
                for i in 0..slots[0].v.len() {
                    ports.add(Owner::Speed, slots.iter().map(|s| s.v.start + i).collect());
                }
            }
            for k in 0..first.springs.len() {
                let dampers: Option<Vec<usize>> = group.members.iter().map(|m| layout.damper(m.springs[k])).collect();
                if let Some(dampers) = dampers {
                    ports.add(Owner::Coordinate, dampers);
                }
            }
            for k in 0..first.wheels.len() {
                let wheels: Vec<usize> = group.members.iter().map(|m| m.wheels[k].index()).collect();
                let spins: Option<Vec<usize>> = wheels.iter().map(|&w| layout.spins[w]).collect();
                if let Some(spins) = spins {
                    ports.add(Owner::Speed, spins);
                }
                ports.add(Owner::Wheel, wheels);
            }
        }
        ports
    }

    fn add(&mut self, owner: Owner, members: Vec<usize>) {
        self.members.insert((owner, members[0]), members);
    }

    /// Adds the drives of corresponding joints or links; `None` if these joints or links are not driven.
    fn add_drives(&mut self, drives: Option<Vec<DriveId>>) {
        if let Some(drives) = drives {
            self.add(Owner::Drive, drives.into_iter().map(DriveId::index).collect());
        }
    }

    fn add_carriers(&mut self, mechanism: &Mechanism, group: &Group) {
        for (carrier, carries) in &group.carriers {
            let ones: Vec<f64> = carries.iter().map(|&c| if c { 1.0 } else { 0.0 }).collect();
            let motions = match mechanism.topology.joint(*carrier).drive {
                Some(drive) => vec![(Owner::Drive, drive.index())],
                None => {
                    self.carried.insert(group.first(), ones.clone());
                    let slot = mechanism.layout.slot(*carrier);
                    let coordinates = slot.q.clone().map(|q| (Owner::Coordinate, q));
                    coordinates.chain(slot.v.clone().map(|v| (Owner::Speed, v))).collect()
                }
            };
            self.masks
                .extend(motions.into_iter().map(|motion| (motion, ones.clone())));
        }
    }

    fn add_loops(&mut self, mechanism: &Mechanism, group: &Group) {
        let kind = |l: usize| &mechanism.model.joint(mechanism.topology.loops[l].cut).kind;
        let before = |l: usize| (0..l).map(|earlier| kind(earlier).equations()).sum::<usize>();
        for (k, &l) in group.members[0].loops.iter().enumerate() {
            let own: Vec<usize> = group.members.iter().map(|m| m.loops[k]).collect();
            for r in 0..kind(l).equations() {
                self.add(Owner::Equation, own.iter().map(|&l| before(l) + r).collect());
            }
            let drive = |&l: &usize| mechanism.model.joint(mechanism.topology.loops[l].cut).drive;
            self.add_drives(own.iter().map(drive).collect());
            self.covered_loops.extend(&own[1..]);
        }
    }

    /// Whether a loop is computed in the lanes of another.
    pub fn covers_loop(&self, l: usize) -> bool {
        self.covered_loops.contains(&l)
    }

    /// The closures that are computed, for themselves or for others too.
    pub fn computed<'m>(&self, mobility: &'m Mobility) -> impl Iterator<Item = &'m Closure> {
        mobility.closures.iter().filter(|c| !self.covers_loop(c.group.loops[0]))
    }

    /// Lanes of a subsystem.
    pub fn lanes(&self, subsystem: usize) -> u32 {
        self.lanes.get(&subsystem).copied().unwrap_or(1)
    }

    /// 1 in each lane in which the body moved by this input carries loops, otherwise 0. `None` if the input moves no
    /// such body.
    pub fn mask(&self, input: Port) -> Option<&[f64]> {
        self.masks.get(&input.owner()).map(Vec::as_slice)
    }

    /// 1 in each lane in which a body with its own speed carries loops of a subsystem, otherwise 0. `None` if there
    /// is no such body.
    pub fn carried(&self, subsystem: usize) -> Option<&[f64]> {
        self.carried.get(&subsystem).map(Vec::as_slice)
    }

    /// The speed in each lane.
    pub fn speed(&self, speed: usize) -> Vec<usize> {
        self.each((Owner::Speed, speed))
    }

    /// The port in each lane; empty if the group's first member computes it.
    pub fn each_lane(&self, port: Port) -> Vec<Port> {
        let indices = self.each(port.owner()).into_iter();
        indices.map(|index| Port { index, ..port }).collect()
    }

    fn each(&self, owner: (Owner, usize)) -> Vec<usize> {
        let is_covered = |((kind, _), all): (&(Owner, usize), &Vec<usize>)| *kind == owner.0 && all.contains(&owner.1);
        match self.members.get(&owner) {
            Some(all) => all.clone(),
            None if self.members.iter().any(is_covered) => Vec::new(),
            None => vec![owner.1],
        }
    }
}
