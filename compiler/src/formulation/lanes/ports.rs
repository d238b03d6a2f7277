//! What the inputs and outputs of the first member are in each lane.

use super::Group;
use crate::formulation::ports::{InputPort, OutputPort};
use crate::kinematics::Mechanism;
use crate::mobility::{Closure, Mobility};
use std::collections::{BTreeMap, BTreeSet};

/// Coordinates, speeds and wheels of the first members, with those of all members, first to last.
#[derive(Clone, Debug, Default)]
pub struct Ports {
    coordinates: BTreeMap<usize, Vec<usize>>,
    speeds: BTreeMap<usize, Vec<usize>>,
    wheels: BTreeMap<usize, Vec<usize>>,
    /// Of closure equations.
    residuals: BTreeMap<usize, Vec<usize>>,
    /// Loops of the members that others are computed with.
    covered_loops: BTreeSet<usize>,
    /// By subsystem traced: how many lanes it has.
    lanes: BTreeMap<usize, u32>,
    /// By drive, coordinate and speed of what carries loops: the lanes in which it does, as ones.
    masks: BTreeMap<Motion, Vec<f64>>,
    /// By subsystem traced: the lanes in which a body with a speed of its own carries loops of it, as ones.
    carried: BTreeMap<usize, Vec<f64>>,
}

/// Where the motion of a carrier comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Motion {
    Drive(usize),
    Coordinate(usize),
    Speed(usize),
}

impl Ports {
    /// Of these groups.
    pub fn new(mechanism: &Mechanism, groups: &[Group]) -> Self {
        let mut ports = Ports::default();
        let layout = &mechanism.layout;
        for group in groups {
            ports.lanes.insert(group.first(), group.lanes() as u32);
            ports.add_carriers(mechanism, group);
            let first = &group.members[0];
            ports.add_loops(mechanism, group);
            for k in 0..first.bodies.len() {
                let slots: Vec<_> = group.members.iter().map(|m| layout.slot(m.bodies[k])).collect();
                for (i, q) in slots[0].q.clone().enumerate() {
                    ports
                        .coordinates
                        .insert(q, slots.iter().map(|s| s.q.start + i).collect());
                }
                for (i, v) in slots[0].v.clone().enumerate() {
                    ports.speeds.insert(v, slots.iter().map(|s| s.v.start + i).collect());
                }
            }
            for k in 0..first.springs.len() {
                let dampers: Option<Vec<usize>> = group.members.iter().map(|m| layout.damper(m.springs[k])).collect();
                if let Some(dampers) = dampers {
                    ports.coordinates.insert(dampers[0], dampers);
                }
            }
            for k in 0..first.wheels.len() {
                let wheels: Vec<usize> = group.members.iter().map(|m| m.wheels[k].index()).collect();
                let spins: Option<Vec<usize>> = wheels.iter().map(|&w| layout.spins[w]).collect();
                if let Some(spins) = spins {
                    ports.speeds.insert(spins[0], spins);
                }
                ports.wheels.insert(wheels[0], wheels);
            }
        }
        ports
    }

    fn add_carriers(&mut self, mechanism: &Mechanism, group: &Group) {
        for (carrier, carries) in &group.carriers {
            let ones: Vec<f64> = carries.iter().map(|&c| if c { 1.0 } else { 0.0 }).collect();
            let motions = match mechanism.topology.joint(*carrier).drive {
                Some(drive) => vec![Motion::Drive(drive.index())],
                None => {
                    self.carried.insert(group.first(), ones.clone());
                    let slot = mechanism.layout.slot(*carrier);
                    let coordinates = slot.q.clone().map(Motion::Coordinate);
                    coordinates.chain(slot.v.clone().map(Motion::Speed)).collect()
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
                self.residuals
                    .insert(before(l) + r, own.iter().map(|&l| before(l) + r).collect());
            }
            self.covered_loops.extend(&own[1..]);
        }
    }

    /// Whether a loop is computed in the lanes of another.
    pub fn covers_loop(&self, l: usize) -> bool {
        self.covered_loops.contains(&l)
    }

    /// The closures that are computed, be it for others too.
    pub fn computed<'m>(&self, mobility: &'m Mobility) -> impl Iterator<Item = &'m Closure> {
        mobility.closures.iter().filter(|c| !self.covers_loop(c.group.loops[0]))
    }

    /// Lanes of a subsystem.
    pub fn lanes(&self, subsystem: usize) -> u32 {
        self.lanes.get(&subsystem).copied().unwrap_or(1)
    }

    /// The lanes in which an input moves what it carries, as ones; nothing where it has no lanes.
    pub fn mask(&self, port: InputPort) -> Option<&[f64]> {
        let motion = match port {
            InputPort::Drive(d, _) => Motion::Drive(d),
            InputPort::Coordinate(i) => Motion::Coordinate(i),
            InputPort::Speed(i) => Motion::Speed(i),
            _ => return None,
        };
        self.masks.get(&motion).map(Vec::as_slice)
    }

    /// The lanes in which a body with a speed of its own carries loops of a subsystem, as ones; nothing where it is all.
    pub fn carried(&self, subsystem: usize) -> Option<&[f64]> {
        self.carried.get(&subsystem).map(Vec::as_slice)
    }

    /// The speed in each lane.
    pub fn speed(&self, speed: usize) -> Vec<usize> {
        each(&self.speeds, speed, |speed| speed)
    }

    /// What an input is in each lane; nothing where it is another's member of a group.
    pub fn input(&self, port: InputPort) -> Vec<InputPort> {
        match port {
            InputPort::Coordinate(i) => each(&self.coordinates, i, InputPort::Coordinate),
            InputPort::Speed(i) => each(&self.speeds, i, InputPort::Speed),
            InputPort::WheelForce(w, k) => each(&self.wheels, w, |w| InputPort::WheelForce(w, k)),
            InputPort::WheelMoment(w, k) => each(&self.wheels, w, |w| InputPort::WheelMoment(w, k)),
            InputPort::DriveTorque(w) => each(&self.wheels, w, InputPort::DriveTorque),
            InputPort::BrakeTorque(w) => each(&self.wheels, w, InputPort::BrakeTorque),
            other => vec![other],
        }
    }

    /// What an output is in each lane; nothing where it is another's member of a group.
    pub fn output(&self, port: OutputPort) -> Vec<OutputPort> {
        match port {
            OutputPort::Coordinate(i) => each(&self.coordinates, i, OutputPort::Coordinate),
            OutputPort::Speed(i) => each(&self.speeds, i, OutputPort::Speed),
            OutputPort::Residual(i) => each(&self.residuals, i, OutputPort::Residual),
            OutputPort::ResidualRate(i) => each(&self.residuals, i, OutputPort::ResidualRate),
            OutputPort::CoordinateRate(i) => each(&self.coordinates, i, OutputPort::CoordinateRate),
            OutputPort::SpeedRate(i) => each(&self.speeds, i, OutputPort::SpeedRate),
            OutputPort::Wheel(w, vector, k) => each(&self.wheels, w, |w| OutputPort::Wheel(w, vector, k)),
            OutputPort::WheelSpin(w) => each(&self.wheels, w, OutputPort::WheelSpin),
            other => vec![other],
        }
    }
}

fn each<P>(of: &BTreeMap<usize, Vec<usize>>, index: usize, port: impl Fn(usize) -> P) -> Vec<P> {
    match of.get(&index) {
        Some(all) => all.iter().map(|&i| port(i)).collect(),
        None if of.values().flatten().any(|&i| i == index) => Vec::new(),
        None => vec![port(index)],
    }
}
