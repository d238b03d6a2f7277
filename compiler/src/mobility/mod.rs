//! Mobility of a mechanism: the rank of its closure equations, its freedoms, and which speeds depend on which.
//!
//! All results are found numerically: the kinematics run on `f64` at a few assembled poses near the design position.
//! The rank follows from singular values. The partition follows from an elimination with the pivots that are largest at
//! their worst pose.

mod choice;
mod closure;
pub mod equations;
mod explain;
mod jacobian;
mod linear;
mod linkage;
pub mod pattern;
mod result;
mod sample;
mod screw;
mod travel;

pub use closure::{Closure, Correction};
pub use explain::freedom::{Doubt, Freedom};
pub use explain::held::{Held, Holder};
pub use explain::reasons::Reason;
pub use explain::redundancy::Redundancy;
pub use result::{Findings, Mobility};
pub use travel::coordinate::{Coordinate, Height, JointSpeed};
pub use travel::path::Event;
pub use travel::{End, Play, Range, Travel};

use crate::diag::Diagnostics;
use crate::kinematics::{Mechanism, Position};
use explain::{check, freedom, held, reasons, redundancy};
use linkage::{Linkage, Stance};
use nalgebra::DMatrix;

/// Examines the mechanism. Refuses a mechanism that cannot move, and redundant closures unless the vehicle accepts
/// them. Also returns warnings of motions that were probably not intended.
pub fn examine(mechanism: &Mechanism) -> Result<(Mobility, Diagnostics), Diagnostics> {
    examine_with(mechanism, &[])
}

/// Like [`examine`], with these speeds kept independent: no equation is solved for them.
pub fn examine_with(mechanism: &Mechanism, kept: &[usize]) -> Result<(Mobility, Diagnostics), Diagnostics> {
    let sample::Samples { all: samples, rank } = sample::samples(mechanism);
    let equations = samples[0].rows.len();
    let speeds = mechanism.topology.speeds();
    let spins = mechanism.layout.speeds.len() - speeds;
    let poses: Vec<Position<f64>> = samples.iter().map(|sample| sample.position.clone()).collect();
    let closures = choice::close(mechanism, &poses, kept);
    let groups: Vec<Looked> = closures.iter().map(|closure| look(mechanism, closure)).collect();
    let motions = motions(mechanism, &closures, &groups);
    let mobility = Mobility {
        equations,
        rank,
        freedoms: speeds - rank + spins,
        gruebler: (speeds + spins) as isize - equations as isize,
        reasons: reasons::of(mechanism, &closures),
        jacobian: jacobian::pattern(&samples),
        closures,
        findings: groups.into_iter().map(|looked| looked.findings).collect(),
        motions,
        poses,
    };
    let mut diagnostics = Diagnostics::default();
    check::drives(mechanism, &samples, &mut diagnostics);
    check::partitions(mechanism, &mobility.closures, &mut diagnostics);
    check::errors(mechanism, &mobility, &mut diagnostics);
    if !diagnostics.has_errors() {
        check::warnings(mechanism, &mobility, &mut diagnostics);
    }
    diagnostics.finish_with_warnings(mobility)
}

/// The findings about a group of loops, and its freedoms.
struct Looked {
    findings: Findings,
    motions: Vec<Freedom>,
}

fn look(mechanism: &Mechanism, closure: &Closure) -> Looked {
    let linkage = Linkage::new(mechanism, &closure.group);
    let rank = closure.rows.len();
    let design = linkage.design();
    let rank_in_design = linear::rank(&linkage.equations(&design).1).min(rank);
    // If the design position is singular, names are taken from a position near it.
    let stance: Stance = match rank_in_design < rank {
        true => sample::beside(&linkage).unwrap_or(design),
        false => design,
    };
    let dependent: Vec<usize> = closure.pivots.iter().map(|&(_, speed)| speed).collect();
    let independent: Vec<usize> = linkage
        .speeds
        .iter()
        .copied()
        .filter(|s| !dependent.contains(s))
        .collect();
    let free = linkage.freedoms(&stance, rank);
    let unknown = DMatrix::zeros(free.nrows(), 0);
    let (travel, passed) = travel::find(&linkage, closure);
    let findings = Findings {
        rank_in_design,
        redundancies: redundancy::find(&linkage, &stance, rank),
        held: held::find(&linkage, &stance, &free, &passed),
        travel,
    };
    Looked {
        findings,
        motions: freedom::of_loops(&linkage, &stance, &free, &unknown, &independent),
    }
}

/// All freedoms: the freedoms of open chains and of loops in tree order, then the spins of the wheels.
fn motions(mechanism: &Mechanism, closures: &[Closure], groups: &[Looked]) -> Vec<Freedom> {
    let loops = &mechanism.topology.loops;
    let mut told = vec![false; groups.len()];
    let mut motions = Vec::new();
    for &body in &mechanism.topology.order {
        let carries = |c: &Closure| c.group.loops.iter().any(|&l| loops[l].bodies().any(|b| b == body));
        match closures.iter().position(carries) {
            Some(group) if told[group] => {}
            Some(group) => {
                told[group] = true;
                motions.extend(groups[group].motions.iter().cloned());
            }
            None => motions.extend(freedom::of_joint(mechanism, body)),
        }
    }
    motions.extend(freedom::of_wheels(mechanism));
    motions
}

#[cfg(test)]
mod tests;
