//! Sharing of an evaluation among threads: which subsystem is whose, and the program of each thread.
//!
//! A subsystem is computed by one thread, the base by all of them, each for itself: what all subsystems contribute to it are
//! a few dozen numbers, which the threads tell each other once an evaluation. Each thread integrates what it computes, so that
//! several steps need no other meeting.

mod assignment;
mod ownership;
mod portions;
mod time;

pub use time::{Assumptions, Predicted};

use super::Stage;
use super::corrections::iterates;
use super::ports::Port;
use super::state::StateLayout;
use super::unfinished::Unfinished;
use crate::ir::{Phase, Program};
use crate::kinematics::Layout;
use crate::mobility::Mobility;
use crate::model::Model;
use crate::topology::Topology;
use assignment::Assignment;
use portions::Shared;

/// Position of the base among the subsystems.
const BASE: usize = 0;

/// The evaluation of a vehicle on several threads.
#[derive(Clone, Debug)]
pub struct Sharing {
    /// By subsystem: its thread; none if all threads compute it.
    pub subsystems: Vec<Option<usize>>,
    /// By thread: its program, one subsystem after the other.
    pub portions: Vec<Portion>,
    /// By thread: its program with equal subsystems side by side, where the vehicle has lanes. It holds the same numbers.
    pub in_lanes: Option<Vec<Portion>>,
}

/// The program of one thread.
#[derive(Clone, Debug)]
pub struct Portion {
    /// The program.
    pub program: Program,
    /// By input: what it is, in each lane.
    pub inputs: Vec<Vec<Port>>,
    /// By output: where it goes, from each lane.
    pub outputs: Vec<Vec<Port>>,
    /// By region: when it is computed, and for which subsystem or side of one; for the base what all threads compute.
    pub regions: Vec<(Phase, Stage, usize)>,
    /// Room for the numbers that it tells the others: as many as one by one or in lanes, whichever are more.
    pub messages: usize,
    /// Work that no other thread does, but all do where it belongs to the base.
    pub holdings: Holdings,
}

/// Numbers of the solver that a thread computes, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holdings {
    /// Coordinates of the state.
    pub coordinates: Vec<usize>,
    /// Speeds of the state.
    pub speeds: Vec<usize>,
    /// Wheels.
    pub wheels: Vec<usize>,
    /// Margins of an evaluation.
    pub margins: Vec<usize>,
}

/// A vehicle as far as it has to be known to be shared.
#[derive(Clone, Copy)]
pub struct Vehicle<'a> {
    /// As declared.
    pub model: &'a Model,
    /// As analysed.
    pub topology: &'a Topology,
    /// Freedoms.
    pub mobility: &'a Mobility,
    /// Coordinates and speeds of its joints.
    pub layout: &'a Layout,
    /// Numbers of the state.
    pub state: &'a StateLayout,
}

impl Sharing {
    /// By thread: its program where the instruction set has lanes.
    pub fn at_levels(&self) -> &[Portion] {
        self.in_lanes.as_ref().unwrap_or(&self.portions)
    }
}

/// An evaluation made ready for threads: the programs of one thread, which add in the order of the threads.
#[derive(Clone, Debug)]
pub struct Finished {
    /// One subsystem after the other.
    pub one_by_one: Program,
    /// Equal subsystems side by side, where the vehicle has lanes.
    pub in_lanes: Option<Program>,
}

/// Finishes an evaluation for so many threads: the program of one thread, which adds in the same order, and that of each.
///
/// # Errors
/// If the vehicle cannot be computed by so many threads: the reason.
pub fn shared(vehicle: Vehicle, unfinished: &Unfinished, threads: usize) -> Result<(Finished, Sharing), &'static str> {
    if iterates(vehicle.mobility) {
        return Err("some of its loops need iteration");
    }
    let assignment = Assignment::new(vehicle, unfinished, threads)?;
    let shared = |draft| Shared::new(draft, &assignment, threads);
    let one_by_one = shared(&unfinished.one_by_one);
    let in_lanes = unfinished.in_lanes.as_ref().map(shared);
    let mut told: Vec<usize> = one_by_one.told().collect();
    for (most, count) in told.iter_mut().zip(in_lanes.iter().flat_map(Shared::told)) {
        *most = count.max(*most);
    }
    let sharing = Sharing {
        portions: one_by_one.portions(&told),
        in_lanes: in_lanes.as_ref().map(|shared| shared.portions(&told)),
        subsystems: assignment.subsystems.clone(),
    };
    let mut pairs = sharing.portions.iter().zip(sharing.at_levels());
    debug_assert!(pairs.all(|(one, other)| one.holdings == other.holdings));
    let finished = Finished {
        one_by_one: one_by_one.program,
        in_lanes: in_lanes.map(|shared| shared.program),
    };
    Ok((finished, sharing))
}

/// Whether a stage is computed before the loads are known.
fn is_early(stage: Stage) -> bool {
    stage <= Stage::Velocity
}
