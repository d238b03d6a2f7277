//! What each thread computes.

use super::correction::Closing;
use crate::formulation::Stage;
use crate::ir::{Phase, Program};
use crate::programs::ports::Port;

/// The evaluation of a vehicle on several threads.
#[derive(Clone, Debug)]
pub struct Sharing {
    /// By subsystem: its thread; `None` if all threads compute it.
    pub subsystems: Vec<Option<usize>>,
    /// By thread: its program, one subsystem after the other.
    pub portions: Vec<Portion>,
    /// By thread: its program with equal subsystems side by side, if the vehicle has lanes. It holds the same numbers.
    pub in_lanes: Option<Vec<Portion>>,
    /// Corrections of each part of the vehicle.
    pub closing: Closing,
    /// The same with equal subsystems side by side, where the vehicle has lanes.
    pub closing_in_lanes: Option<Closing>,
    /// Whether the vehicle has a powertrain, for which threads exchange the spins of their wheels before they compute loads.
    pub tells_spins: bool,
}

/// The program of one thread.
#[derive(Clone, Debug)]
pub struct Portion {
    /// The program.
    pub program: Program,
    /// By input: its kind, in each lane.
    pub inputs: Vec<Vec<Port>>,
    /// By output: where it goes, from each lane.
    pub outputs: Vec<Vec<Port>>,
    /// By region: the time of its computation, and its subsystem or side; for the base, the regions that all threads
    /// compute.
    pub regions: Vec<(Phase, Stage, usize)>,
    /// Room for the numbers that the thread sends to other threads: the greater of two counts, one by one and in lanes.
    pub messages: usize,
    /// Work that no other thread does; if the work belongs to the base, all threads do it.
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
    /// By wheel of these wheels: the position of its spin among the speeds of the state; `None` if the wheel has no
    /// spin.
    pub spins: Vec<Option<usize>>,
    /// Markers.
    pub markers: Vec<usize>,
    /// Margins of an evaluation.
    pub margins: Vec<usize>,
}

/// An evaluation prepared for threads: the programs of one thread, which add in the order of the threads.
#[derive(Clone, Debug)]
pub struct Finished {
    /// One subsystem after the other.
    pub one_by_one: Program,
    /// Equal subsystems side by side, where the vehicle has lanes.
    pub in_lanes: Option<Program>,
}

impl Sharing {
    /// By thread: its program where the instruction set has lanes.
    pub fn at_levels(&self) -> &[Portion] {
        self.in_lanes.as_ref().unwrap_or(&self.portions)
    }

    /// The corrections of each part where the instruction set has lanes.
    pub fn closing_at_levels(&self) -> &Closing {
        self.closing_in_lanes.as_ref().unwrap_or(&self.closing)
    }
}
