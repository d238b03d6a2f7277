//! Mobility of a mechanism: the rank of its closure equations, its freedoms, and which speeds depend on which.
//!
//! Everything is found numerically, by the kinematics run on `f64` at a few assembled poses near the design position.
//! The rank follows from singular values. The partition follows from an elimination with the pivots that are largest at
//! their worst pose.

mod choice;
pub mod equations;
mod explain;
mod linear;
mod linkage;
pub mod pattern;
mod sample;
mod screw;
mod travel;

pub use explain::freedom::{Doubt, Freedom};
pub use explain::held::{Held, Holder};
pub use explain::reasons::Reason;
pub use explain::redundancy::Redundancy;
pub use travel::coordinate::{Coordinate, Height, JointSpeed};
pub use travel::path::Event;
pub use travel::{End, Play, Range, Travel};

use crate::diag::Diagnostics;
use crate::kinematics::{Mechanism, Position, Step};
use crate::topology::{Group, Topology};
use equations::ClosureRow;
use explain::{check, freedom, held, reasons, redundancy};
use linkage::{Linkage, Stance};
use nalgebra::DMatrix;

/// The result of the examination.
#[derive(Clone, Debug)]
pub struct Mobility {
    /// Closure equations of all cuts.
    pub equations: usize,
    /// Number of independent closure equations.
    pub rank: usize,
    /// Freedoms: tree speeds less rank, plus wheel spins.
    pub freedoms: usize,
    /// Gruebler's count: tree speeds less equations, plus wheel spins.
    pub gruebler: isize,
    /// The groups of loops, with the dependences of their speeds.
    pub closures: Vec<Closure>,
    /// Why each speed is independent or not.
    pub reasons: Vec<Reason>,
    /// By closure equation: the speeds that it depends on.
    pub jacobian: Vec<ClosureRow>,
    /// The assembled poses near the design position at which all this was found.
    pub poses: Vec<Position<f64>>,
    /// By closure: findings about it.
    pub findings: Vec<Findings>,
    /// Freedoms in words.
    pub motions: Vec<Freedom>,
}

/// Findings about a group of loops at the design position.
#[derive(Clone, Debug)]
pub struct Findings {
    /// Number of equations that are independent at the design position. It is smaller than elsewhere if the design
    /// position is singular.
    pub rank_in_design: usize,
    /// Sets of joints that fix the same motion twice.
    pub redundancies: Vec<Redundancy>,
    /// Joints of the group that cannot move, and the joints that hold them.
    pub held: Option<Held>,
    /// Its travel to the nearest singular position.
    pub travel: Travel,
}

/// A group of loops, ready to be solved.
#[derive(Clone, Debug)]
pub struct Closure {
    /// Its loops and joints, and the body where it is closed.
    pub group: Group,
    /// Number of its independent equations, which is also the number of equations kept and of pivots.
    pub rank: usize,
    /// The equations kept: `(loop, row)`.
    pub rows: Vec<(usize, usize)>,
    /// The equations that follow from those kept.
    pub redundant: Vec<(usize, usize)>,
    /// Elimination order: `(position in rows, speed)`; these speeds depend on all others.
    pub pivots: Vec<(usize, usize)>,
    /// By pivot: its smallest value over several poses near the design position. At run time it shows when a pivot is
    /// about to vanish or has changed its sign.
    pub pivot_sizes: Vec<f64>,
    /// Steps that place its dependent joints one after the other without iteration; empty if this is not possible.
    pub steps: Vec<Step>,
    /// How a state is corrected if its loops are slightly open.
    pub correction: Correction,
    /// The other speeds of its joints. For each: the pivot that it would have had instead of the last pivot, at the
    /// pose where that is smallest; zero if no equation was left for it.
    pub independent: Vec<(usize, f64)>,
    /// Number of positions on its way at which the equations kept depend on each other, though the mechanism is not singular.
    pub failures: usize,
}

/// How open loops are closed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Correction {
    /// The independent speeds keep their values, and the dependent speeds follow from them.
    Dependent,
    /// All speeds of the group move, by the least displacement that closes the loops. This is for a group that passes
    /// positions in which any choice of independent speeds fails. Such positions are dead centres, or positions where
    /// branches meet, as for a parallelogram whose bars are in line.
    Least {
        /// Lever arm of an angle [m].
        length: f64,
    },
}

impl Closure {
    /// The subsystem to which its loops belong: that of its last joint, because the carrier's joint comes before those
    /// of a side. If none of its joints moves, the subsystem of the body where it is closed.
    pub fn subsystem(&self, topology: &Topology) -> usize {
        let last = self.group.joints.last();
        topology.branch(*last.unwrap_or(&self.group.closed_at)).subsystem
    }

    /// Whether the independent speeds determine the others wherever the group may move.
    pub fn partition_lasts(&self) -> bool {
        self.correction == Correction::Dependent
    }

    /// Whether its dependent coordinates and speeds are computed in every evaluation and are not stored.
    pub fn is_explicit(&self) -> bool {
        !self.steps.is_empty() && self.partition_lasts()
    }
}

impl Mobility {
    /// Steps of all groups that close without iteration, in order.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.closures.iter().flat_map(|closure| &closure.steps)
    }

    /// Speeds that follow from the others, in elimination order.
    pub fn dependent(&self) -> impl Iterator<Item = usize> + '_ {
        self.closures
            .iter()
            .flat_map(|c| c.pivots.iter().map(|&(_, speed)| speed))
    }
}

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
        jacobian: equations::jacobian(&samples),
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
    // If the design position is singular, names are taken from a position beside it.
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

/// All freedoms: those of open chains and of loops in tree order, then the spins of the wheels.
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
