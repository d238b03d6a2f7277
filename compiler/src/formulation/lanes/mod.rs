//! Equal subsystems computed side by side.
//!
//! Subsystems of one structure take the same operations on other numbers. So one of them, the first, is traced for all,
//! on numbers that are several: one in each *lane*. What a member's number is stands in its lane; the mirror image of a
//! suspension is no more than other points. The base is computed once; what each member does to it is summed over the
//! lanes, always in the same order.
//!
//! A body on the base (a steering rack), driven or free, may carry loops of some members where those of the others end on
//! the base itself: in the lanes of these its motion is none. A free one joins what it carries to one subsystem, which is
//! taken apart first (`sides.rs`).

mod group;
mod laws;
mod numbers;
mod ports;
mod sides;

pub use group::{Group, groups};
pub use numbers::Merged;
pub use ports::Ports;
pub use sides::{Apart, apart};

use crate::kinematics::Step;
use crate::mobility::Mobility;
use crate::model::{BodyId, Model};
use crate::topology::Topology;
use numbers::Merger;

/// A vehicle whose first members have numbers with lanes; the bodies of the others are in no tree order.
pub struct Laned {
    /// The numbers of the members' parts in those of the first one.
    pub model: Model,
    /// The same.
    pub topology: Topology,
    /// The same.
    pub mobility: Mobility,
    /// By parameter of the model behind the declared ones.
    pub merged: Vec<Merged>,
}

/// The vehicle with the numbers of all members in the first of each group; none where their parts differ in more than
/// numbers.
pub fn laned(model: &Model, topology: &Topology, mobility: &Mobility, groups: &[Group]) -> Option<Laned> {
    let mut merger = Merger::new(model);
    let mut laned = Laned {
        model: model.clone(),
        topology: topology.clone(),
        mobility: mobility.clone(),
        merged: Vec::new(),
    };
    for group in groups {
        bodies(&mut merger, model, topology, group, &mut laned)?;
        loops(&mut merger, model, topology, group, &mut laned)?;
        elements(&mut merger, model, group, &mut laned)?;
        steps(&mut merger, mobility, group, &mut laned)?;
    }
    let covered = |body: &BodyId| groups.iter().any(|g| g.covers(topology.branch(*body).subsystem));
    laned.topology.order.retain(|body| !covered(body));
    laned.model.parameters = merger.parameters();
    laned.merged = merger.numbers;
    Some(laned)
}

fn bodies(merger: &mut Merger, model: &Model, topology: &Topology, group: &Group, into: &mut Laned) -> Option<()> {
    for (k, &first) in group.members[0].bodies.iter().enumerate() {
        let ids: Vec<_> = group.members.iter().map(|m| m.bodies[k]).collect();
        let all: Vec<_> = ids.iter().map(|&b| model.body(b)).collect();
        let own = &mut into.model.bodies[first.index()];
        own.mass = merger.number(&numbers::each(&all, |b| &b.mass));
        own.com = merger.point(&numbers::each(&all, |b| &b.com));
        own.inertia = merger.tensor(&numbers::each(&all, |b| &b.inertia));
        let joints: Vec<_> = ids.iter().map(|&b| topology.joint(b)).collect();
        let kind = merger.joint(&numbers::each(&joints, |j| &j.kind))?;
        into.topology.branches[first.index()].joint.as_mut()?.kind = kind;
    }
    Some(())
}

fn loops(merger: &mut Merger, model: &Model, topology: &Topology, group: &Group, into: &mut Laned) -> Option<()> {
    for k in 0..group.members[0].loops.len() {
        let cuts: Vec<_> = group.members.iter().map(|m| topology.loops[m.loops[k]].cut).collect();
        let joints: Vec<_> = cuts.iter().map(|&j| model.joint(j)).collect();
        into.model.joints[cuts[0].index()].kind = merger.joint(&numbers::each(&joints, |j| &j.kind))?;
    }
    Some(())
}

fn elements(merger: &mut Merger, model: &Model, group: &Group, into: &mut Laned) -> Option<()> {
    for (k, first) in group.members[0].springs.iter().enumerate() {
        let all: Vec<_> = group
            .members
            .iter()
            .map(|m| &model.springs[m.springs[k].index()])
            .collect();
        into.model.springs[first.index()] = merger.spring(&all)?;
    }
    for (k, first) in group.members[0].forces.iter().enumerate() {
        let all: Vec<_> = group
            .members
            .iter()
            .map(|m| &model.forces[m.forces[k].index()].law)
            .collect();
        into.model.forces[first.index()].law = laws::merged(merger, model, &all, &mut into.model)?;
    }
    for (k, first) in group.members[0].wheels.iter().enumerate() {
        let all: Vec<_> = group
            .members
            .iter()
            .map(|m| &model.wheels[m.wheels[k].index()])
            .collect();
        into.model.wheels[first.index()] = merger.wheel(&all)?;
    }
    Some(())
}

/// Steps that close loops name points of their own, and the branch.
fn steps(merger: &mut Merger, mobility: &Mobility, group: &Group, into: &mut Laned) -> Option<()> {
    let closures = |member: usize| {
        let own = move |c: &&crate::mobility::Closure| group.members[member].loops.contains(&c.group.loops[0]);
        mobility.closures.iter().enumerate().filter(move |(_, c)| own(c))
    };
    for (index, closure) in closures(0) {
        // The others' closures are found by their first loop.
        let place = group.members[0]
            .loops
            .iter()
            .position(|l| *l == closure.group.loops[0])?;
        let mut all = Vec::new();
        for member in 0..group.members.len() {
            let same = |l: usize| group.members[member].loops[place] == l;
            let (_, theirs) = closures(member).find(|(_, c)| same(c.group.loops[0]))?;
            if theirs.steps.len() != closure.steps.len() {
                return None;
            }
            all.push(&theirs.steps);
        }
        let merged: Option<Vec<Step>> = (0..closure.steps.len())
            .map(|s| merger.step(group, &all.iter().map(|steps| &steps[s]).collect::<Vec<&Step>>()))
            .collect();
        into.mobility.closures[index].steps = merged?;
    }
    Some(())
}
