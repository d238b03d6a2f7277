//! Cores of the process to which threads are bound: a thread gets the core with the fewest threads.
//!
//! A thread that is bound to a core sees this core alone, and so do the threads that it starts. So the largest set of
//! cores that any thread has seen counts as the set of the process.

use core::sync::atomic::{AtomicUsize, Ordering};
use core_affinity::{CoreId, get_core_ids, set_for_current};
use std::cell::RefCell;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;
use std::vec::Vec;

/// Each core, and the number of threads that are kept on it.
struct Cores(Vec<(CoreId, usize)>);

static CORES: Mutex<Cores> = Mutex::new(Cores(Vec::new()));

/// Most threads that could ever run at the same time: a quota of the system may permit fewer threads than there are
/// cores.
static MOST: AtomicUsize = AtomicUsize::new(0);

std::thread_local! {
    /// The core of a thread that calls meetings.
    static OWN: RefCell<Option<Seat>> = const { RefCell::new(None) };
}

impl Cores {
    /// The cores that the process is known to have.
    fn known() -> MutexGuard<'static, Self> {
        let mut known = CORES.lock().unwrap_or_else(PoisonError::into_inner);
        known.learn(get_core_ids().unwrap_or_default());
        known
    }

    /// Uses these cores as the cores of the process if they are more.
    fn learn(&mut self, seen: Vec<CoreId>) {
        if seen.len() > self.0.len() {
            let before = core::mem::take(&mut self.0);
            let users = |id: CoreId| {
                before
                    .iter()
                    .find(|(other, _)| *other == id)
                    .map_or(0, |(_, users)| *users)
            };
            self.0 = seen.into_iter().map(|id| (id, users(id))).collect();
        }
    }

    /// The core with the fewest threads that is not among these cores; if several are equal, the first.
    fn idlest(&self, without: &[CoreId]) -> Option<CoreId> {
        let others = self.0.iter().filter(|(id, _)| !without.contains(id));
        others.min_by_key(|(_, users)| *users).map(|(id, _)| *id)
    }

    fn users(&mut self, of: CoreId) -> Option<&mut usize> {
        self.0.iter_mut().find(|(id, _)| *id == of).map(|(_, users)| users)
    }
}

/// A thread's place on a core, which is given back at its end.
#[derive(Debug)]
pub(super) struct Seat(CoreId);

impl Seat {
    /// Binds the thread to the core with the fewest threads that is not among these cores; `None` if there is no other
    /// core.
    pub(super) fn beside(taken: &[CoreId]) -> Option<Self> {
        let mut cores = Cores::known();
        let idlest = cores.idlest(taken)?;
        *cores.users(idlest)? += 1;
        Some(Self(idlest))
    }

    /// The core.
    pub(super) fn core(&self) -> CoreId {
        self.0
    }

    /// Binds the calling thread to the core; whether the system lets it.
    pub(super) fn bind(&self) -> bool {
        set_for_current(self.0)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        if let Some(users) = Cores::known().users(self.0) {
            *users = users.saturating_sub(1);
        }
    }
}

/// Binds the calling thread to a core that is not among these cores, for the rest of its life, and always to this core.
/// None if the system refuses.
pub(super) fn keep_caller(taken: &[CoreId]) -> Option<CoreId> {
    OWN.with_borrow_mut(|own| {
        let seat = own.take().or_else(|| Seat::beside(taken)).filter(Seat::bind);
        *own = seat;
        own.as_ref().map(Seat::core)
    })
}

/// The core to which the calling thread is bound; otherwise the first core, which is reserved for this thread.
pub(super) fn of_caller() -> Option<CoreId> {
    let own = OWN.with_borrow(|own| own.as_ref().map(Seat::core));
    own.or_else(|| Cores::known().0.first().map(|(id, _)| *id))
}

/// Number of threads that can run at the same time.
///
/// # Errors
/// If the system does not report it.
pub(crate) fn count() -> io::Result<usize> {
    let seen = available_parallelism()?.get();
    Ok(MOST.fetch_max(seen, Ordering::Relaxed).max(seen))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec;

    fn ids(ids: &[usize]) -> Vec<CoreId> {
        ids.iter().map(|&id| CoreId { id }).collect()
    }

    #[test]
    fn each_thread_gets_the_core_with_fewest() {
        let mut cores = Cores(Vec::new());
        cores.learn(ids(&[4, 5, 6]));
        let mut given = Vec::new();
        for without in [&[4][..], &[4], &[], &[], &[4, 6], &[4, 5, 6]] {
            let core = cores.idlest(&ids(without));
            if let Some(users) = core.and_then(|core| cores.users(core)) {
                *users += 1;
            }
            given.push(core.map(|core| core.id));
        }
        assert_eq!(given, [Some(5), Some(6), Some(4), Some(4), Some(5), None]);
    }

    /// A bound thread sees one core. Others may see more cores later, and threads keep their cores.
    #[test]
    fn the_largest_set_counts() {
        let mut cores = Cores(Vec::new());
        for seen in [&[1][..], &[0, 1], &[1]] {
            cores.learn(ids(seen));
            if let Some(users) = cores.users(CoreId { id: 1 }) {
                *users += 1;
            }
        }
        assert_eq!(cores.0, vec![(CoreId { id: 0 }, 0), (CoreId { id: 1 }, 3)]);
    }
}
