//! Names for the numbers that corrections and evaluations watch: the loop of each equation, and joint and loop of
//! each margin.

use crate::mobility::Closure;
use crate::model::BodyId;
use crate::pipeline::Compiled;
use crate::programs::ports::{Kind, Port};

/// For each equation whose residual a correction delivers, the joint that closes its loop. Equations of all loops are
/// delivered, unless no loop needs iteration.
pub fn equations(compiled: &Compiled) -> Vec<&str> {
    if compiled.mobility.closures.iter().all(Closure::is_explicit) {
        return Vec::new();
    }
    let cuts = compiled.topology.loops.iter();
    let cuts = cuts.map(|closed| compiled.model.joint(closed.cut));
    cuts.flat_map(|cut| std::iter::repeat_n(cut.name.as_str(), cut.kind.equations()))
        .collect()
}

/// For each margin among the outputs of a correction, a speed of the joint whose pivot it is.
pub fn margins(outputs: &[Port]) -> impl Iterator<Item = usize> {
    outputs.iter().filter_map(|port| match port.kind {
        Kind::Margin { speed } => Some(speed),
        _ => None,
    })
}

/// The joint of a margin, which is given by one of the joint's speeds, and the joint that closes its loop.
pub fn pivot(compiled: &Compiled, speed: usize) -> [&str; 2] {
    let body = compiled.layout.owner(speed);
    let joint = compiled.topology.joint_name(&compiled.model, body);
    let cut = compiled.topology.loops[loop_of(compiled, body)].cut;
    [joint, &compiled.model.joint(cut).name]
}

/// A loop whose equations determine the coordinates of the joint.
fn loop_of(compiled: &Compiled, body: BodyId) -> usize {
    let holds = |closure: &&Closure| closure.group.joints.contains(&body);
    let closure = compiled
        .mobility
        .closures
        .iter()
        .find(holds)
        .expect("margins are of loops");
    let is_own = |pivot: &&(usize, usize)| compiled.layout.owner(pivot.1) == body;
    let pivot = closure.pivots.iter().find(is_own);
    pivot.map_or(closure.group.loops[0], |&(row, _)| closure.rows[row].0)
}
