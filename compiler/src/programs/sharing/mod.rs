//! Sharing of an evaluation among threads: which subsystem is whose, and the program of each thread.
//!
//! A subsystem is computed by one thread, the base by all of them, each for itself: what all subsystems contribute to it are
//! a few dozen numbers, which the threads tell each other once an evaluation. Each thread integrates what it computes, so that
//! several steps need no other meeting.

mod assignment;
mod ownership;
mod portion;
mod portions;
mod time;

pub use ownership::Vehicle;
pub use portion::{Finished, Holdings, Portion, Sharing};
pub use time::{Assumptions, Predicted};

use super::corrections::iterates;
use super::unfinished::Unfinished;
use assignment::Assignment;
use portions::Shared;

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
