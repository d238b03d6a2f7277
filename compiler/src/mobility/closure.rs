//! A group of loops, ready to be solved.

use crate::kinematics::Step;
use crate::topology::{Group, Topology};

/// A group of loops, ready to be solved.
#[derive(Clone, Debug)]
pub struct Closure {
    /// Its loops and joints, and the body where it is closed.
    pub group: Group,
    /// Number of the group's independent equations, which is also the number of equations kept and the number of
    /// pivots.
    pub rank: usize,
    /// The equations kept: `(loop, row)`.
    pub rows: Vec<(usize, usize)>,
    /// The equations that follow from those kept.
    pub redundant: Vec<(usize, usize)>,
    /// Elimination order: `(position in rows, speed)`; these speeds depend on all others.
    pub pivots: Vec<(usize, usize)>,
    /// By pivot: its smallest value over several poses near the design position. At run time this size shows when a
    /// pivot is about to vanish or has changed its sign.
    pub pivot_sizes: Vec<f64>,
    /// Steps that place its dependent joints one after the other without iteration; empty if this is not possible.
    pub steps: Vec<Step>,
    /// How a state is corrected if its loops are slightly open.
    pub correction: Correction,
    /// The other speeds of its joints. For each of these speeds: the pivot that the speed would have had instead of the
    /// last pivot, at the pose where this pivot is smallest; zero if no equation was left for it.
    pub independent: Vec<(usize, f64)>,
    /// Number of positions on the group's way at which the equations kept depend on each other, though the mechanism is
    /// not singular.
    pub failures: usize,
}

/// How open loops are closed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Correction {
    /// The independent speeds keep their values, and the dependent speeds follow from them.
    Dependent,
    /// All speeds of the group move, by the least displacement that closes the loops. This is meant for a group that
    /// passes positions in which any choice of independent speeds fails. Such positions are dead centres, or positions
    /// where branches meet, as for a parallelogram whose bars are in line.
    Least {
        /// Lever arm of an angle [m].
        length: f64,
    },
}

impl Closure {
    /// The subsystem to which the group's loops belong: the subsystem of its last joint, because the carrier's joint
    /// comes before the joints of a side. If none of the group's joints moves, the subsystem of the body at which the
    /// group is closed.
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
