//! Result of the examination of a mechanism.

use super::closure::Closure;
use super::explain::freedom::Freedom;
use super::explain::held::Held;
use super::explain::reasons::Reason;
use super::explain::redundancy::Redundancy;
use super::jacobian::ClosureRow;
use super::travel::Travel;
use crate::kinematics::{Position, Step};

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
    /// Sets of joints that fix a motion twice.
    pub redundancies: Vec<Redundancy>,
    /// Joints of the group that cannot move, and the joints that hold them.
    pub held: Option<Held>,
    /// Its travel to the nearest singular position.
    pub travel: Travel,
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
