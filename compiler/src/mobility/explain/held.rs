//! Pivots and sliders of loops that cannot move, and what holds them.
//!
//! A joint may be at rest in the design position and move elsewhere: a piston at dead centre, or a kingpin whose tie
//! rod is perpendicular to its travel. A joint that cannot move is at rest at every position that the loops can reach.

use super::freedom;
use crate::mobility::linear::{self, ZERO};
use crate::mobility::linkage::{Coordinates, Linkage, Stance};
use crate::mobility::sample;
use crate::model::{Joint, JointId, JointKind};
use nalgebra::DMatrix;

/// Joints of a group of loops that do not move in any motion of the group.
#[derive(Clone, Debug)]
pub struct Held {
    /// The pivots and sliders, in order of declaration.
    pub stuck: Vec<JointId>,
    /// Joints each of which frees a motion if it is opened, with the bodies that then move.
    pub holders: Vec<Holder>,
}

/// Cut joints without which the loops have an additional motion.
#[derive(Clone, Debug)]
pub struct Holder {
    /// One joint, or two joints that hold one motion.
    pub joints: Vec<JointId>,
    /// `` `arm` turns about … ``
    pub motion: String,
}

/// Joints of a group of loops that are held. `free` are the motions of the group, `passed` other positions that it
/// reaches. `None` if no joint is held, or if the group follows a drive.
pub fn find(linkage: &Linkage, stance: &Stance, free: &DMatrix<f64>, passed: &[Coordinates]) -> Option<Held> {
    let (model, topology) = (linkage.mechanism.model, linkage.mechanism.topology);
    let cuts: Vec<JointId> = linkage.loops.iter().map(|(_, l)| l.cut).collect();
    let tree = linkage.bodies.iter().filter_map(|&b| topology.joint(b).declared);
    let mut joints: Vec<JointId> = tree.chain(cuts.iter().copied()).collect();
    joints.sort_unstable();
    if joints.iter().any(|&joint| model.joint(joint).drive.is_some()) {
        return None;
    }
    joints.retain(|&joint| is_pivot_or_slider(&model.joint(joint).kind));
    let stuck = stuck(linkage, stance, free, passed, joints);
    if stuck.is_empty() {
        return None;
    }
    let holders = |choices: Vec<Vec<JointId>>| -> Vec<Holder> {
        let freed = choices
            .into_iter()
            .filter_map(|joints| freed(linkage, stance, free, joints));
        freed.collect()
    };
    let mut found = holders(cuts.iter().map(|&cut| vec![cut]).collect());
    if found.is_empty() {
        let pairs = cuts.iter().enumerate();
        let pairs = pairs.flat_map(|(k, &a)| cuts[k + 1..].iter().map(move |&b| vec![a, b]));
        found = holders(pairs.collect());
    }
    Some(Held { stuck, holders: found })
}

/// Joints that do not move in any motion of the loops, at any of the positions.
fn stuck(
    linkage: &Linkage,
    stance: &Stance,
    free: &DMatrix<f64>,
    passed: &[Coordinates],
    mut joints: Vec<JointId>,
) -> Vec<JointId> {
    let model = linkage.mechanism.model;
    let mut keep_resting = |stance: &Stance, motions: &DMatrix<f64>| {
        let twists = linkage.twists(stance, motions);
        joints.retain(|&joint| rests(model.joint(joint), &twists));
        joints.is_empty()
    };
    if keep_resting(stance, free) {
        return joints;
    }
    let rank = linkage.speeds.len() - free.ncols();
    // A joint may be at rest along each coordinate, and move when two coordinates have changed.
    let passed = passed.iter().map(|other| linkage.at(other, stance));
    for other in passed.chain(sample::beside(linkage)) {
        if keep_resting(&other, &linkage.freedoms(&other, rank)) {
            break;
        }
    }
    joints
}

/// Whether the two bodies of a joint have equal motions; twists are by body and motion.
fn rests(joint: &Joint, twists: &[DMatrix<f64>]) -> bool {
    let relative = &twists[joint.second.index()] - &twists[joint.first.index()];
    relative.iter().all(|part| part.abs() < ZERO)
}

fn is_pivot_or_slider(kind: &JointKind) -> bool {
    !kind.is_link() && !kind.is_fixed() && !kind.has_euler_parameters()
}

/// The additional motion of the loops without these cut joints, if there is exactly one.
fn freed(linkage: &Linkage, stance: &Stance, free: &DMatrix<f64>, joints: Vec<JointId>) -> Option<Holder> {
    let topology = linkage.mechanism.topology;
    let jacobian = linkage.equations(stance).1;
    let places = linkage.places();
    let kept: Vec<usize> = (0..places.len())
        .filter(|&row| !joints.contains(&topology.loops[places[row].0].cut))
        .collect();
    let motions = linear::null_space(&jacobian.select_rows(&kept));
    if motions.ncols() != free.ncols() + 1 {
        return None;
    }
    // An engineer reads the motion from the first body, counted from the body on which the loops hang.
    let first = *linkage.bodies.first()?;
    let leading: Vec<usize> = linkage.mechanism.layout.slot(first).v.clone().collect();
    let freedoms = freedom::of_loops(linkage, stance, &motions, free, &leading);
    let motion = freedoms.into_iter().next()?.words;
    Some(Holder { joints, motion })
}
