//! The synchronisation of a leader and several members. All `unsafe` of the team is in this file.
//!
//! # The protocol
//!
//! The leader writes the task, sets `pending` to the number of members, and publishes it by a release store of the next
//! `epoch`. A member waits for a new epoch (acquire), runs its part, and decrements `pending` (release). The leader
//! runs its own part, and returns when `pending` is zero (acquire). Therefore
//!
//! - the task is written only while no member is between a new epoch and its own decrement: the leader returned from
//!   the last meeting with `pending` zero, and a member that has decremented does not read the task again before the
//!   next epoch;
//! - data written by the leader before a meeting are visible to all parts, and data written by the parts are visible
//!   after it.
//!
//! A waiting thread first spins for the given number of looks, then parks. A leader that is about to park sets the bit
//! [`PARKED`] in `pending`. So the last member knows that it has to wake the leader. A member is unparked at every
//! epoch, which is a single exchange if it was not asleep. An unpark that comes too early is not lost, and every
//! waiting thread checks its condition again after it was woken.
//!
//! # Why the lifetime may be extended
//!
//! The task is a `&'a (dyn Fn(usize) + Sync)` used by threads that outlive `'a`. This is sound because [`Leader::lead`]
//! does not return, not even by a panic, before every member has finished with the reference. A panic of the leader's
//! part is caught and resumed afterwards, and a panic of a member's part is caught on the member's thread. If anything
//! else in between panics, the process is aborted ([`OrAbort`]). There is a single `Leader`, which is not `Clone`, and
//! `lead` borrows it exclusively, so that no two meetings overlap.
#![allow(
    unsafe_code,
    reason = "a borrow is lent to threads that outlive it, for the time of one call"
)]

use super::sync::{Arc, AtomicBool, AtomicUsize, Mutex, Ordering, Thread, UnsafeCell, current, park, spin_loop};
use core::any::Any;
use core::mem::{forget, transmute};
use std::boxed::Box;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::vec::Vec;

/// The task of a meeting: called with the number of the part.
type Task<'a> = &'a (dyn Fn(usize) + Sync);
/// The payload of a panic.
type Payload = Box<dyn Any + Send>;

/// Bit of `pending`: the leader is parked, or about to park.
const PARKED: usize = 1 << (usize::BITS - 1);

/// Aborts the process when dropped.
struct OrAbort;

impl Drop for OrAbort {
    fn drop(&mut self) {
        std::process::abort();
    }
}

/// Padding that keeps data written by different threads on different cache lines.
#[repr(align(128))]
struct Padded<T>(T);

struct Meeting {
    /// Number of the latest meeting.
    epoch: Padded<AtomicUsize>,
    /// Number of members that have not finished it, and [`PARKED`].
    pending: Padded<AtomicUsize>,
    /// Valid from a new epoch until `pending` is zero.
    task: UnsafeCell<Task<'static>>,
    /// Set when there are no more meetings.
    over: AtomicBool,
    /// Number of looks before a member parks.
    patience: AtomicUsize,
    /// The thread to unpark if `pending` says so.
    leader: Mutex<Option<Thread>>,
    /// The first panic of a member in this meeting.
    panicked: Mutex<Option<Payload>>,
}

// SAFETY: every field but `task` is `Sync` itself. `task` is written and read in turns according to the protocol
// above, and the closure behind it is `Sync`.
unsafe impl Sync for Meeting {}
// SAFETY: a reference to a `Sync` value may be sent to another thread; so may the other fields.
unsafe impl Send for Meeting {}

/// The thread that starts meetings.
pub(super) struct Leader {
    meeting: Arc<Meeting>,
    members: usize,
    /// Number of the latest meeting. The epoch is kept here, so that the shared number is written without being read.
    /// For a load with a following store in one thread, loom 0.7.2 tries one interleaving only.
    epoch: usize,
}

/// A thread that takes part in meetings.
pub(super) struct Member {
    meeting: Arc<Meeting>,
    part: usize,
}

/// A leader and this number of members, who run the parts 1, 2, and so on.
pub(super) fn convene(members: usize, patience: usize) -> (Leader, Vec<Member>) {
    let meeting = Arc::new(Meeting {
        epoch: Padded(AtomicUsize::new(0)),
        pending: Padded(AtomicUsize::new(0)),
        task: UnsafeCell::new(&|_| {}),
        over: AtomicBool::new(false),
        patience: AtomicUsize::new(patience),
        leader: Mutex::new(None),
        panicked: Mutex::new(None),
    });
    let member = |part| Member {
        meeting: Arc::clone(&meeting),
        part,
    };
    let all = (1..=members).map(member).collect();
    (
        Leader {
            meeting,
            members,
            epoch: 0,
        },
        all,
    )
}

impl Leader {
    /// Runs all parts of the task, part 0 on this thread; `members` are the threads of all members.
    pub(super) fn lead<'t>(&mut self, task: Task<'_>, members: impl Iterator<Item = &'t Thread>) {
        let meeting = &*self.meeting;
        let until_all_are_done = OrAbort;
        // SAFETY: only the lifetime changes. No thread uses the reference after this function has returned or unwound:
        // see the head of this file.
        let lent = unsafe { transmute::<Task<'_>, Task<'static>>(task) };
        // SAFETY: no member reads the task between its decrement in the last meeting and the epoch below.
        meeting.task.with_mut(|place| unsafe { *place = lent });
        meeting.pending.0.store(self.members, Ordering::Relaxed);
        self.epoch = meeting.publish_after(self.epoch);
        members.for_each(Thread::unpark);

        let own = catch_unwind(AssertUnwindSafe(|| task(0)));
        meeting.wait_for_members();
        forget(until_all_are_done);
        let theirs = locked(&meeting.panicked, Option::take);
        if let Some(payload) = own.err().or(theirs) {
            resume_unwind(payload);
        }
    }

    /// Sets, for both sides, the number of looks before a thread parks, beginning with the next wait.
    pub(super) fn set_patience(&mut self, looks: usize) {
        self.meeting.patience.store(looks, Ordering::Relaxed);
    }

    /// Ends all members; their threads have to be unparked and joined afterwards.
    pub(super) fn dismiss(&mut self) {
        self.meeting.over.store(true, Ordering::Relaxed);
        self.epoch = self.meeting.publish_after(self.epoch);
    }
}

impl Member {
    /// Takes part in all meetings until there are no more.
    pub(super) fn attend(self) {
        let meeting = &*self.meeting;
        let mut attended = 0;
        loop {
            attended = meeting.wait_for_epoch_after(attended);
            if meeting.over.load(Ordering::Relaxed) {
                return;
            }
            // SAFETY: the epoch is new and this member has not decremented: the leader does not write.
            let task = meeting.task.with(|place| unsafe { *place });
            let done = catch_unwind(AssertUnwindSafe(|| task(self.part)));
            if let Err(payload) = done {
                locked(&meeting.panicked, |first| match first {
                    None => *first = Some(payload),
                    // Dropping the payload might panic as well, and then the member would never finish.
                    Some(_) => forget(payload),
                });
            }
            meeting.leave();
        }
    }
}

impl Meeting {
    /// Makes a new epoch known; returns it. Only the leader does so.
    fn publish_after(&self, epoch: usize) -> usize {
        let next = epoch.wrapping_add(1);
        self.epoch.0.store(next, Ordering::Release);
        next
    }

    fn wait_for_epoch_after(&self, attended: usize) -> usize {
        let mut looks = 0;
        loop {
            let epoch = self.epoch.0.load(Ordering::Acquire);
            if epoch != attended {
                return epoch;
            }
            if looks < self.patience.load(Ordering::Relaxed) {
                looks += 1;
                spin_loop();
            } else {
                park();
            }
        }
    }

    fn wait_for_members(&self) {
        for _ in 0..self.patience.load(Ordering::Relaxed) {
            if self.pending.0.load(Ordering::Acquire) == 0 {
                return;
            }
            spin_loop();
        }
        locked(&self.leader, |leader| *leader = Some(current()));
        let mut pending = self.pending.0.fetch_or(PARKED, Ordering::AcqRel);
        while pending & !PARKED != 0 {
            park();
            pending = self.pending.0.load(Ordering::Acquire);
        }
    }

    fn leave(&self) {
        if self.pending.0.fetch_sub(1, Ordering::AcqRel) == PARKED | 1 {
            // The leader may have continued or ended by now: then the unpark has no effect but another look.
            locked(&self.leader, |leader| leader.as_ref().map(Thread::unpark));
        }
    }
}

/// No lock is held while data are incomplete, so that poisoning can be ignored.
fn locked<T, R>(mutex: &Mutex<T>, act: impl FnOnce(&mut T) -> R) -> R {
    act(&mut mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
}
