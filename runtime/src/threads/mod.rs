//! One vehicle on several threads.
//!
//! A vehicle declared with `threads: 2` implements [`Threaded`] beside [`Solver`]. Each thread computes some of its
//! subsystems, and all threads compute the base. Once per evaluation the threads exchange the contributions of the
//! subsystems to the base. `OnThreads` (feature `threads`) runs such a vehicle. Every thread steps its own simulation.
//! This simulation integrates the numbers that the thread computes, and leaves the rest of the vehicle unchanged. So no
//! other numbers have to be exchanged. Loops that need iteration are closed part by part, each part with as many
//! iterations as it needs: the loops of the base, and the loops of each thread's subsystems.
//!
//! All threads do the operations of a single thread, on equal numbers, so results are equal to the last bit.

#[cfg(all(feature = "threads", not(loom)))]
mod alike;
#[cfg(all(feature = "threads", not(loom)))]
mod brakes;
mod closing;
#[cfg(all(feature = "threads", not(loom)))]
mod meetings;
#[cfg(all(feature = "threads", not(loom)))]
mod on_threads;
#[cfg(all(feature = "threads", not(loom)))]
mod part;
#[cfg(all(feature = "threads", not(loom)))]
mod share;
#[cfg(all(feature = "threads", not(loom)))]
mod shareable;
#[cfg(all(feature = "threads", not(loom)))]
mod spins;
#[cfg(all(feature = "threads", not(loom)))]
mod stopped;
#[cfg(all(feature = "threads", not(loom)))]
mod tyres;

#[cfg(all(feature = "threads", not(loom)))]
pub use brakes::OwnBrakes;
#[cfg(all(feature = "threads", not(loom)))]
pub use on_threads::OnThreads;
#[cfg(all(feature = "threads", not(loom)))]
pub use part::Part;
#[cfg(all(feature = "threads", not(loom)))]
pub use share::Share;
#[cfg(all(feature = "threads", not(loom)))]
pub use shareable::Shareable;
#[cfg(all(feature = "threads", not(loom)))]
pub use stopped::Stopped;
#[cfg(all(feature = "threads", not(loom)))]
pub use tyres::OwnTyres;

#[doc(hidden)]
pub use closing::{close, correct_position, correct_velocity};

use crate::solver::Solver;
use crate::stabilise::Gap;
use core::ops::Range;

/// Part of a vehicle that a thread computes: positions in the solver's arrays, ascending; positions in the state are
/// given as ranges. The holdings of every thread contain everything that belongs to the base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holdings {
    /// Coordinates of the state.
    pub coordinates: &'static [Range<usize>],
    /// Speeds of the state.
    pub speeds: &'static [Range<usize>],
    /// Wheels: their motion is known, and their loads are used.
    pub wheels: &'static [usize],
    /// By wheel of these wheels: the position of its spin among the speeds of the state; `None` if the wheel has no
    /// spin.
    pub spins: &'static [Option<usize>],
    /// Markers whose motion is known.
    pub markers: &'static [usize],
    /// Margins of the loops that it closes.
    pub margins: &'static [usize],
    /// Number of numbers that it sends to the others in an evaluation.
    pub told: usize,
}

/// A vehicle that several threads compute together.
///
/// Each thread has its own solver. An evaluation is `kinematics_of`; then the loads of its wheels are written; then follow `tell`,
/// `meanwhile` and `hear`, with arrays as long as [`Threaded::THREADS`] says. With shorter arrays, or for a thread that does not exist,
/// nothing is computed. Numbers of the solver that are not among a thread's [`Holdings`] stay unchanged.
pub trait Threaded: Solver {
    /// Holdings of each thread.
    const THREADS: &'static [Holdings];

    /// [`Solver::kinematics`] of a thread.
    fn kinematics_of(&mut self, thread: usize, state: &Self::State, inputs: &Self::Inputs);

    /// The numbers that a thread sends to the others.
    fn tell(&mut self, thread: usize, inputs: &Self::Inputs, sent: &mut [f64]);

    /// The work that needs no number of another thread.
    fn meanwhile(&mut self, thread: usize, inputs: &Self::Inputs);

    /// Writes the rates of a thread's coordinates and speeds. They are computed from the numbers that all threads have
    /// sent, in the order of the threads. Other rates are not written.
    fn hear(&mut self, thread: usize, inputs: &Self::Inputs, received: &[f64], rate: &mut Self::State);

    /// [`Solver::correct_position`] for the subsystems of one thread (loops and Euler parameters); with `None`, for the base. The loops
    /// of the base depend on nothing but the base.
    fn correct_position_of(&mut self, thread: Option<usize>, state: &mut Self::State, inputs: &Self::Inputs) -> Gap;

    /// [`Solver::correct_velocity`] of the same loops.
    fn correct_velocity_of(&mut self, thread: Option<usize>, state: &mut Self::State, inputs: &Self::Inputs) -> Gap;
}
