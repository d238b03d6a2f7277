//! Sharing of an evaluation among threads: the thread of each subsystem, and the program of each thread.
//!
//! One thread computes a subsystem, and every thread computes the base for itself. The subsystems contribute a few
//! dozen numbers to the base, which the threads exchange once per evaluation. Each thread integrates the numbers that
//! it computes, so several steps need no further meeting of the threads. Loops that need iteration lie in one subsystem
//! each, and the thread of the subsystem closes them. Each part of the vehicle is iterated separately, on one thread
//! and on several threads alike.

mod assignment;
mod correction;
mod division;
mod ownership;
mod portion;
mod portions;
mod time;

pub use correction::{Closing, Correction, Corrections};
pub use ownership::Vehicle;
pub use portion::{Finished, Holdings, Portion, Sharing};
pub use time::{Assumptions, Predicted};

use super::unfinished::Unfinished;
use crate::model::equipment::joins_wheels;
use assignment::Assignment;
use portions::Shared;

/// Finishes an evaluation for the given number of threads: the program for one thread, which adds in the order of the
/// threads, and the program of each thread. It also divides the corrections among the threads.
///
/// # Errors
/// If the vehicle cannot be computed by this number of threads: the reason.
pub fn shared(
    vehicle: Vehicle,
    unfinished: &Unfinished,
    corrections: &Corrections,
    threads: usize,
) -> Result<(Finished, Sharing), &'static str> {
    let assignment = Assignment::new(vehicle, unfinished, corrections, threads)?;
    let shared = |draft| Shared::new(draft, &assignment, threads);
    let one_by_one = shared(&unfinished.one_by_one);
    let in_lanes = unfinished.in_lanes.as_ref().map(shared);
    let mut told: Vec<usize> = one_by_one.told().collect();
    for (most, count) in told.iter_mut().zip(in_lanes.iter().flat_map(Shared::told)) {
        *most = count.max(*most);
    }
    let closing = |whole: &Vec<Correction>| Closing::new(whole, &assignment, threads);
    let sharing = Sharing {
        portions: one_by_one.portions(&told),
        in_lanes: in_lanes.as_ref().map(|shared| shared.portions(&told)),
        closing: closing(&corrections.one_by_one),
        closing_in_lanes: corrections.in_lanes.as_ref().map(closing),
        subsystems: assignment.subsystems.clone(),
        tells_spins: joins_wheels(&vehicle.model.equipment),
    };
    let mut pairs = sharing.portions.iter().zip(sharing.at_levels());
    debug_assert!(pairs.all(|(one, other)| one.holdings == other.holdings));
    let finished = Finished {
        one_by_one: one_by_one.program,
        in_lanes: in_lanes.map(|shared| shared.program),
    };
    Ok((finished, sharing))
}
