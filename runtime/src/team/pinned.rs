//! Threads of a team that are kept on separate cores.

use super::Team;
use super::cores::{self, Seat};
use core::sync::atomic::{AtomicUsize, Ordering};
use core_affinity::CoreId;
use std::vec::Vec;

impl Team {
    /// Binds each thread to a core; the calling thread is bound for the rest of its life. No two threads of the team
    /// share a core, and each thread gets a core to which the teams of this process have bound the fewest threads.
    /// Returns the number of threads that were bound: the system may have fewer cores, or refuse. Threads that this one
    /// starts later begin on its core.
    pub fn pin(&mut self) -> usize {
        let caller = cores::keep_caller(&self.cores());
        usize::from(caller.is_some()) + self.pin_beside(caller)
    }

    /// This function for all threads except the calling thread. The system may continue to move the calling thread,
    /// which belongs to the caller and may have other work later. A core is left to it.
    pub fn pin_others(&mut self) -> usize {
        self.pin_beside(cores::of_caller())
    }

    /// Cores of the threads that are bound.
    fn cores(&self) -> Vec<CoreId> {
        self.seats.iter().flatten().map(Seat::core).collect()
    }

    fn pin_beside(&mut self, caller: Option<CoreId>) -> usize {
        let mut taken = self.cores();
        taken.extend(caller);
        self.seats.resize_with(self.workers.len(), || None);
        for seat in self.seats.iter_mut().filter(|seat| seat.is_none()) {
            *seat = Seat::beside(&taken);
            taken.extend(seat.as_ref().map(Seat::core));
        }
        let seats = core::mem::take(&mut self.seats);
        let bound = AtomicUsize::new(0);
        self.meet(|part| {
            let seat = part.checked_sub(1).and_then(|worker| seats[worker].as_ref());
            if seat.is_some_and(Seat::bind) {
                bound.fetch_add(1, Ordering::Relaxed);
            }
        });
        self.seats = seats;
        bound.into_inner()
    }
}
