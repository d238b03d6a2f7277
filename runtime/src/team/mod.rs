//! Several threads that repeatedly work together for microseconds.
//!
//! A step of a vehicle takes microseconds, far less than the start or the waking of a thread. Therefore a [`Team`] is
//! created once, and its threads wait for the next meeting by polling a number. After a while they sleep; then the next
//! meeting wakes them, which takes about ten times as long as a meeting of waiting threads.
//!
//! ```
//! # #[cfg(not(loom))] {
//! use std::sync::atomic::{AtomicU64, Ordering};
//! use wishbone::team::Team;
//!
//! let squares: [AtomicU64; 2] = Default::default();
//! let mut team = Team::new(2)?;
//! for step in 0..100 {
//!     team.meet(|part| {
//!         squares[part].store(step * step, Ordering::Relaxed);
//!     });
//!     assert_eq!(squares[1].load(Ordering::Relaxed), step * step);
//! }
//! # }
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! A meeting does not allocate, and orders memory accesses like a function call. Data written before a meeting are
//! visible to all parts, and data written by the parts are visible after the meeting. The protocol, and the argument
//! for its `unsafe`, are in `meeting.rs`; `tests/loom.rs` explores its interleavings.
//!
//! A team is faster if it saves more than [`Team::hand_off`].

#[cfg(not(loom))]
pub(crate) mod cores;
mod exchange;
mod meeting;
#[cfg(not(loom))]
mod pinned;
mod sync;

pub use self::exchange::{Absent, Exchange};

use self::meeting::{Leader, convene};
use self::sync::{Builder, JoinHandle};
use std::format;
use std::io;
use std::vec::Vec;

/// Number of looks at the meeting's number before a thread sleeps: a fraction of a millisecond.
const PATIENCE: usize = 4000;

/// Threads that work together. Dropping the team ends and joins them.
pub struct Team {
    leader: Leader,
    workers: Vec<JoinHandle<()>>,
    /// By worker: its core, if it is bound to one.
    #[cfg(not(loom))]
    seats: Vec<Option<cores::Seat>>,
}

impl Team {
    /// Creates a team with this number of threads, including the calling one.
    ///
    /// If there are fewer cores than threads, no thread spins, since a spinning thread would keep other threads from
    /// working.
    ///
    /// # Errors
    /// If `threads` is zero, or the system cannot start a thread.
    pub fn new(threads: usize) -> io::Result<Self> {
        Self::with_patience(threads, if crowded(threads) { 0 } else { PATIENCE })
    }

    /// Creates a team in which a waiting thread polls `looks` times before it sleeps. Zero looks save processor time,
    /// and many looks avoid the time to wake.
    ///
    /// # Errors
    /// As [`Team::new`].
    pub fn with_patience(threads: usize, looks: usize) -> io::Result<Self> {
        let workers = threads.checked_sub(1).ok_or_else(|| {
            io::Error::new(
                io::ErrorKind::InvalidInput,
                "a team of 0 threads: ask for 1 at least, the one that calls meetings",
            )
        })?;
        let (leader, members) = convene(workers, looks);
        let mut team = Self {
            leader,
            workers: Vec::with_capacity(workers),
            #[cfg(not(loom))]
            seats: Vec::new(),
        };
        for (place, member) in members.into_iter().enumerate() {
            let name = format!("wishbone {}", place + 1);
            team.workers
                .push(Builder::new().name(name).spawn(move || member.attend())?);
        }
        Ok(team)
    }

    /// Number of parts of a meeting.
    pub fn threads(&self) -> usize {
        self.workers.len() + 1
    }

    /// Sets the number of times that a thread polls before it sleeps, from now on.
    pub fn set_patience(&mut self, looks: usize) {
        self.leader.set_patience(looks);
    }

    /// Calls `part(0)` on this thread, and `part(1)`, `part(2)` and so on in parallel, each always on the same thread.
    /// Returns when all have returned.
    ///
    /// # Panics
    /// Panics if a part panics, after all parts have ended: with the payload of part 0 if part 0 panicked, otherwise
    /// with the payload of the first part that panicked. The team can be used again.
    pub fn meet<F: Fn(usize) + Sync>(&mut self, part: F) {
        self.leader.lead(&part, self.workers.iter().map(JoinHandle::thread));
    }
}

impl core::fmt::Debug for Team {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Team").field("threads", &self.threads()).finish()
    }
}

impl Drop for Team {
    fn drop(&mut self) {
        self.leader.dismiss();
        for worker in self.workers.drain(..) {
            worker.thread().unpark();
            // A member catches all panics of its parts; there is nothing left to resume.
            let _ = worker.join();
        }
    }
}

#[cfg(loom)]
fn crowded(_: usize) -> bool {
    true
}

#[cfg(not(loom))]
fn crowded(threads: usize) -> bool {
    cores::count().is_ok_and(|cores| threads > cores)
}

/// Measurements, which need a real clock and real cores.
#[cfg(not(loom))]
mod measured {
    use super::Team;
    use std::time::{Duration, Instant};

    /// Number of meetings measured, after as many that are not.
    const MEETINGS: usize = 1001;

    impl Team {
        /// Time of an empty meeting: the median of a thousand.
        pub fn hand_off(&mut self) -> Duration {
            let mut times = [Duration::ZERO; MEETINGS];
            for _ in 0..2 {
                for time in &mut times {
                    let begin = Instant::now();
                    self.meet(|_| {});
                    *time = begin.elapsed();
                }
            }
            times.sort_unstable();
            times[MEETINGS / 2]
        }
    }
}
