//! How a mechanism can move: rank of its closure equations, freedoms, and which speeds depend on which.
//!
//! All is found numerically, by the kinematics run on `f64` at a few assembled poses near the design position: rank by
//! singular values, the partition by elimination with the pivots that are largest at the worst of the poses.

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

/// The result.
#[derive(Clone, Debug)]
pub struct Mobility {
    /// Closure equations of all cuts.
    pub equations: usize,
    /// How many of them are independent.
    pub rank: usize,
    /// Freedoms: tree speeds less rank, plus wheel spins.
    pub freedoms: usize,
    /// Gruebler's count: tree speeds less equations, plus wheel spins.
    pub gruebler: isize,
    /// The groups of loops, with what depends on what.
    pub closures: Vec<Closure>,
    /// Why each speed is independent or not.
    pub reasons: Vec<Reason>,
    /// By closure equation: the speeds that it depends on.
    pub jacobian: Vec<ClosureRow>,
    /// The assembled poses near the design position at which all this was found.
    pub poses: Vec<Position<f64>>,
    /// By closure: what there is to say about it.
    pub findings: Vec<Findings>,
    /// Freedoms in words.
    pub motions: Vec<Freedom>,
}

/// Findings about a group of loops at the design position.
#[derive(Clone, Debug)]
pub struct Findings {
    /// Equations that are independent at the design position; fewer than elsewhere if that is singular.
    pub rank_in_design: usize,
    /// Sets of joints that fix the same motion twice.
    pub redundancies: Vec<Redundancy>,
    /// Joints of it that cannot move, and what holds them.
    pub held: Option<Held>,
    /// Its travel to the nearest singular position.
    pub travel: Travel,
}

/// A group of loops, ready to be solved.
#[derive(Clone, Debug)]
pub struct Closure {
    /// Its loops, where it is closed, its joints.
    pub group: Group,
    /// How many of its equations are independent: as many as are kept, and as there are pivots.
    pub rank: usize,
    /// The equations kept: `(loop, row)`.
    pub rows: Vec<(usize, usize)>,
    /// The equations that follow from those.
    pub redundant: Vec<(usize, usize)>,
    /// Elimination order: `(position in rows, speed)`; these speeds depend on all others.
    pub pivots: Vec<(usize, usize)>,
    /// By pivot: its value near the design position, the least of several poses, to tell at run time when it is about to
    /// vanish or has changed its sign.
    pub pivot_sizes: Vec<f64>,
    /// How its dependent joints are placed one after the other without iteration; empty where that cannot be.
    pub steps: Vec<Step>,
    /// How a state in which its loops are a little open is corrected.
    pub correction: Correction,
    /// The other speeds of its joints, each with the pivot that it would have had in the place of the last one, at the
    /// pose where that is smallest; zero where no equation was left for it.
    pub independent: Vec<(usize, f64)>,
}

/// How open loops are closed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Correction {
    /// The dependent speeds follow from the independent ones, which stay.
    Dependent,
    /// All speeds of the group move, by the least that closes the loops. For a group that passes positions in which its
    /// independent speeds fail, whichever are chosen: dead centres, or a position where its branches meet, as those of a
    /// parallelogram in line do.
    Least {
        /// Lever arm of an angle [m].
        length: f64,
    },
}

impl Closure {
    /// The subsystem that its loops belong to: a side, which has the carrier's joint before its own, rather than what
    /// carries it; that of the body where it is closed, if none of its joints moves.
    pub fn subsystem(&self, topology: &Topology) -> usize {
        let last = self.group.joints.last();
        topology.branch(*last.unwrap_or(&self.group.closed_at)).subsystem
    }

    /// Whether the independent speeds determine the others wherever the group may move.
    pub fn partition_lasts(&self) -> bool {
        self.correction == Correction::Dependent
    }

    /// Whether its dependent coordinates and speeds are computed in every evaluation and kept nowhere.
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

/// Examines the mechanism; refuses one that cannot move, and one with redundant closures unless the vehicle accepts
/// them. Beside the result: warnings of what was hardly meant.
pub fn examine(mechanism: &Mechanism) -> Result<(Mobility, Diagnostics), Diagnostics> {
    examine_with(mechanism, &[])
}

/// The same with these speeds kept independent: none of them is solved for.
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

/// A group of loops that has been looked at.
struct Looked {
    findings: Findings,
    motions: Vec<Freedom>,
}

fn look(mechanism: &Mechanism, closure: &Closure) -> Looked {
    let linkage = Linkage::new(mechanism, &closure.group);
    let rank = closure.rows.len();
    let design = linkage.design();
    let rank_in_design = linear::rank(&linkage.equations(&design).1).min(rank);
    // Where the design position is singular, names come from a position beside it.
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

/// All freedoms: those of open chains and of loops in the order of the tree, then the wheels'.
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
