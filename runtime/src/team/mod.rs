//! A few threads that do one thing together, many times over, within microseconds.
//!
//! A step of a vehicle takes microseconds, far less than starting a thread takes or a thread that sleeps takes to wake.
//! So a [`Team`] is made once, and its threads wait for the next meeting by looking at one number. They do not look for
//! ever: after a while they sleep, and the next meeting wakes them, which takes some ten times as long.
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
//! A meeting allocates nothing, and its order of memory accesses is that of a function call: what was written before it
//! is seen by all parts, what the parts wrote is seen after it. The protocol, and the argument for its `unsafe`, stand
//! in `meeting.rs`; `tests/loom.rs` searches its interleavings.
//!
//! Whether a team pays is arithmetic: what it saves must exceed [`Team::hand_off`].

mod meeting;
mod sync;

use self::meeting::{Leader, convene};
use self::sync::{Builder, JoinHandle};
use std::format;
use std::io;
use std::vec::Vec;

/// Looks at the meeting's number before a thread goes to sleep: a fraction of a millisecond.
const PATIENCE: usize = 4000;

/// Threads that meet. Dropping it ends them and waits until they have ended.
pub struct Team {
    leader: Leader,
    workers: Vec<JoinHandle<()>>,
}

impl Team {
    /// A team of so many threads, the one that calls meetings included.
    ///
    /// Where there are fewer cores than that nobody waits awake, for that would keep others from working.
    ///
    /// # Errors
    /// Where no thread is asked for, and what the system says when it cannot start one.
    pub fn new(threads: usize) -> io::Result<Self> {
        Self::with_patience(threads, if crowded(threads) { 0 } else { PATIENCE })
    }

    /// The same, waiting awake for so many looks before it sleeps: none spares the cores, many spare the waking.
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
        };
        for (place, member) in members.into_iter().enumerate() {
            let name = format!("wishbone {}", place + 1);
            team.workers
                .push(Builder::new().name(name).spawn(move || member.attend())?);
        }
        Ok(team)
    }

    /// How many parts a meeting has.
    pub fn threads(&self) -> usize {
        self.workers.len() + 1
    }

    /// How often a thread looks before it sleeps, from now on.
    pub fn set_patience(&mut self, looks: usize) {
        self.leader.set_patience(looks);
    }

    /// Calls `part(0)` on this thread and `part(1)`, `part(2)` and so on beside it, each always on the same thread;
    /// returns when all have returned.
    ///
    /// # Panics
    /// If a part does, after all parts have ended: with its own part's payload, or else with the first other's. The team
    /// can meet again.
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
            // A member catches whatever a part throws; there is nothing left to pass on.
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
    std::thread::available_parallelism().is_ok_and(|cores| threads > cores.get())
}

/// What needs a real clock and real cores.
#[cfg(not(loom))]
mod measured {
    use super::Team;
    use core::sync::atomic::{AtomicUsize, Ordering};
    use std::time::{Duration, Instant};

    /// Meetings that are measured, after as many that are not.
    const MEETINGS: usize = 1001;

    impl Team {
        /// What a meeting costs in which nothing is done: the median of a thousand.
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

        /// Keeps each thread on a core of its own, this one included, for as long as the threads live. Returns how many
        /// threads that succeeded for: the system may have fewer cores, or refuse.
        pub fn pin(&mut self) -> usize {
            let cores = core_affinity::get_core_ids().unwrap_or_default();
            let pinned = AtomicUsize::new(0);
            self.meet(|part| {
                if cores
                    .get(part)
                    .is_some_and(|core| core_affinity::set_for_current(*core))
                {
                    pinned.fetch_add(1, Ordering::Relaxed);
                }
            });
            pinned.into_inner()
        }
    }
}
