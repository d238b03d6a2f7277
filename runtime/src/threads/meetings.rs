//! The meetings of the threads of a vehicle in an evaluation.
//!
//! 1. Where a driveline joins wheels of different threads, spins. They are numbers of the state. A thread sends its
//!    spins before it closes its loops and moves its bodies. It needs the spins of other threads afterwards, to compute
//!    loads.
//! 2. The contributions of the subsystems to the base.
//!
//! Each meeting has a separate exchange. All threads come to both meetings in this order, and equally often. The
//! threads make equal steps with equal evaluations, and place the bodies at equal moments, because prescribed motions
//! are common.

use super::Threaded;
use crate::team::Exchange;
use core::time::Duration;
use std::vec::Vec;

/// Exchanges of a vehicle.
#[derive(Debug)]
pub(super) struct Meetings {
    pub(super) contributions: Exchange,
    pub(super) spins: Option<Exchange>,
}

impl Meetings {
    /// For a vehicle whose surroundings read all spins, or only the spins of some wheels. A waiting thread looks for
    /// another thread this number of times, and gives up after this time.
    pub(super) fn new<S: Threaded>(looks: usize, limit: Duration, reads_spins: bool) -> Self {
        let [told, wheels]: [Vec<usize>; 2] = [
            S::THREADS.iter().map(|holdings| holdings.told).collect(),
            S::THREADS.iter().map(|holdings| holdings.wheels.len()).collect(),
        ];
        Self {
            contributions: Exchange::new(&told, looks, limit),
            spins: reads_spins.then(|| Exchange::new(&wheels, looks, limit)),
        }
    }

    /// Leaves: threads that wait, now or later, are informed.
    pub(super) fn leave(&self) {
        self.each().for_each(Exchange::leave);
    }

    /// Begins anew. No thread may be in a meeting.
    pub(super) fn restart(&self) {
        self.each().for_each(Exchange::restart);
    }

    fn each(&self) -> impl Iterator<Item = &Exchange> {
        core::iter::once(&self.contributions).chain(&self.spins)
    }
}
