//! One leader, several members, and the meetings they hold: all `unsafe` of the team is in this file.
//!
//! # The protocol
//!
//! The leader writes the task, sets `pending` to the number of members, and publishes by a release store of the next
//! `epoch`. A member waits for an epoch it has not attended (acquire), runs its part, and takes itself off `pending`
//! (release). The leader runs its own part, and returns when `pending` is nil (acquire). So
//!
//! - the task is written only while no member is between a new epoch and its own decrement: the leader returned from
//!   the last meeting with `pending` nil, and a member that has decremented does not look at the task again before the
//!   next epoch;
//! - what the leader wrote before a meeting is seen by all parts, and what the parts wrote is seen after it.
//!
//! Who waits spins first, for as long as was asked, then parks. A leader that is about to park says so in `pending`
//! itself, by the bit [`PARKED`], so that the member that takes off the last one knows whom to wake; a member is woken
//! at every epoch, which is one exchange where it did not sleep. An unpark that comes first is not lost, and every wait
//! looks again after it was woken.
//!
//! # Why the borrow may be passed on
//!
//! The task is a `&'a (dyn Fn(usize) + Sync)` that threads use which outlive `'a`. That is sound because
//! [`Leader::lead`] does not return, not even by a panic, before every member is done with it: a panic of the leader's
//! part is caught and passed on afterwards, one of a member's part is caught on the member's thread, and should anything
//! else in between panic, the process ends ([`OrAbort`]). `Leader` is one and not `Clone`, and `lead` takes it exclusively: no two meetings overlap.
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

/// What a meeting is about: called with the number of the part.
type Task<'a> = &'a (dyn Fn(usize) + Sync);
/// What a panic carries.
type Payload = Box<dyn Any + Send>;

/// In `pending`: the leader sleeps, or is about to.
const PARKED: usize = 1 << (usize::BITS - 1);

/// Ends the process where it is dropped.
struct OrAbort;

impl Drop for OrAbort {
    fn drop(&mut self) {
        std::process::abort();
    }
}

/// Keeps what one side writes off the other side's cache line.
#[repr(align(128))]
struct Padded<T>(T);

struct Meeting {
    /// Number of the latest meeting.
    epoch: Padded<AtomicUsize>,
    /// Members that are not done with it, and [`PARKED`].
    pending: Padded<AtomicUsize>,
    /// Valid from a new epoch until `pending` is nil.
    task: UnsafeCell<Task<'static>>,
    /// No more meetings.
    over: AtomicBool,
    /// How often a member looks before it parks.
    patience: AtomicUsize,
    /// Whom to wake, where `pending` says so.
    leader: Mutex<Option<Thread>>,
    /// The first panic of a member in this meeting.
    panicked: Mutex<Option<Payload>>,
}

// SAFETY: all but `task` is `Sync` by itself. `task` is written and read in turns, as the protocol above says, and what
// it refers to is `Sync`.
unsafe impl Sync for Meeting {}
// SAFETY: a reference to what is `Sync` may go to another thread; so may all else.
unsafe impl Send for Meeting {}

/// Calls meetings.
pub(super) struct Leader {
    meeting: Arc<Meeting>,
    members: usize,
}

/// Attends meetings, on a thread of its own.
pub(super) struct Member {
    meeting: Arc<Meeting>,
    part: usize,
}

/// A leader and so many members, whose parts are 1, 2, and so on.
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
    (Leader { meeting, members }, all)
}

impl Leader {
    /// Runs all parts of the task, part 0 on this thread, `members` being the threads of all members.
    pub(super) fn lead<'t>(&mut self, task: Task<'_>, members: impl Iterator<Item = &'t Thread>) {
        let meeting = &*self.meeting;
        let until_all_are_done = OrAbort;
        // SAFETY: only the lifetime changes. Nobody uses the reference after this function has returned or unwound: see
        // the head of this file.
        let lent = unsafe { transmute::<Task<'_>, Task<'static>>(task) };
        // SAFETY: no member reads the task between its decrement in the last meeting and the epoch below.
        meeting.task.with_mut(|place| unsafe { *place = lent });
        meeting.pending.0.store(self.members, Ordering::Relaxed);
        meeting.publish();
        members.for_each(Thread::unpark);

        let own = catch_unwind(AssertUnwindSafe(|| task(0)));
        meeting.wait_for_members();
        forget(until_all_are_done);
        let theirs = locked(&meeting.panicked, Option::take);
        if let Some(payload) = own.err().or(theirs) {
            resume_unwind(payload);
        }
    }

    /// How often each side looks before it parks, from the next wait on.
    pub(super) fn set_patience(&mut self, looks: usize) {
        self.meeting.patience.store(looks, Ordering::Relaxed);
    }

    /// Sends all members home; their threads are to be woken and joined then.
    pub(super) fn dismiss(&mut self) {
        self.meeting.over.store(true, Ordering::Relaxed);
        self.meeting.publish();
    }
}

impl Member {
    /// Attends all meetings until there are no more.
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
                    // Dropping it might panic in its turn, and then nobody would leave.
                    Some(_) => forget(payload),
                });
            }
            meeting.leave();
        }
    }
}

impl Meeting {
    fn publish(&self) {
        // Only the leader writes the epoch.
        let next = self.epoch.0.load(Ordering::Relaxed).wrapping_add(1);
        self.epoch.0.store(next, Ordering::Release);
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
            // The leader may be off to another meeting by now, or gone: then it is woken for nothing, and looks again.
            locked(&self.leader, |leader| leader.as_ref().map(Thread::unpark));
        }
    }
}

/// Nothing that is done with a lock held can leave things half done: poison means nothing here.
fn locked<T, R>(mutex: &Mutex<T>, act: impl FnOnce(&mut T) -> R) -> R {
    act(&mut mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
}
