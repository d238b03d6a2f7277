//! Corrections of the state: of a whole vehicle, and of its parts.

use crate::ir::Program;
use crate::programs::calls::Corrected;
use crate::programs::ports::Port;

/// A program that corrects the state of a vehicle, or of a part of it.
#[derive(Clone, Debug)]
pub struct Correction {
    /// Numbers of the state that it alters.
    pub corrected: Corrected,
    /// The program.
    pub program: Program,
    /// By input: its kind, in each lane.
    pub inputs: Vec<Vec<Port>>,
    /// By output: where it goes, from each lane.
    pub outputs: Vec<Vec<Port>>,
}

/// The corrections of a vehicle, made ready for a processor.
#[derive(Clone, Debug)]
pub struct Corrections {
    /// One subsystem after the other.
    pub one_by_one: Vec<Correction>,
    /// Equal subsystems side by side, where the vehicle has lanes.
    pub in_lanes: Option<Vec<Correction>>,
}

/// The corrections of each part of a vehicle; each part is iterated separately.
#[derive(Clone, Debug)]
pub struct Closing {
    /// Loops and Euler parameters of the base, which every thread corrects for itself.
    pub base: Vec<Correction>,
    /// By thread: the corrections of its subsystems.
    pub threads: Vec<Vec<Correction>>,
}

impl Corrections {
    /// In lanes, where there are any.
    pub fn at_levels(&self) -> &[Correction] {
        self.in_lanes.as_ref().unwrap_or(&self.one_by_one)
    }

    /// One subsystem after the other alone.
    #[must_use]
    pub fn without_lanes(&self) -> Self {
        Corrections {
            one_by_one: self.one_by_one.clone(),
            in_lanes: None,
        }
    }

    /// Every program.
    pub(super) fn each(&self) -> impl Iterator<Item = &Correction> {
        self.one_by_one.iter().chain(self.in_lanes.iter().flatten())
    }
}

impl Closing {
    /// The parts in the order in which a single thread closes them: the base first.
    pub fn parts(&self) -> impl Iterator<Item = &[Correction]> {
        std::iter::once(&self.base).chain(&self.threads).map(Vec::as_slice)
    }
}
