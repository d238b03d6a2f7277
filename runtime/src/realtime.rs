//! What a thread with deadlines asks the system for. Both are asked once, before the first step, and may be refused.
//!
//! A thread asks for itself: to ask for all of a team, call them in a meeting.

use core::fmt;
use std::string::{String, ToString};
use thread_priority::{
    RealtimeThreadSchedulePolicy, ThreadPriority, ThreadPriorityValue, ThreadSchedulePolicy,
    set_thread_priority_and_policy, thread_native_id,
};

/// What the system would not give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    what: &'static str,
    why: String,
    help: &'static str,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, why, help } = self;
        write!(f, "the system refuses {what} ({why}); {help}")
    }
}

impl core::error::Error for Refused {}

/// Puts this thread before all that have no real-time priority, and before those whose priority is lower: it runs until
/// it waits (`SCHED_FIFO`). `priority`: 1 to 99 on Linux.
///
/// A thread that never waits then keeps its core for itself, the system's own work included: leave it one core.
///
/// # Errors
/// Where the priority is none, or the user may not.
pub fn prioritise(priority: u8) -> Result<(), Refused> {
    let refused = |why: String| Refused {
        what: "a real-time priority",
        why,
        help: "allow it by `ulimit -r`, `rtprio` in limits.conf or CAP_SYS_NICE, and take one from 1 to 99",
    };
    let value = ThreadPriorityValue::try_from(priority).map_err(|why| refused(why.to_string()))?;
    let policy = ThreadSchedulePolicy::Realtime(RealtimeThreadSchedulePolicy::Fifo);
    set_thread_priority_and_policy(thread_native_id(), ThreadPriority::Crossplatform(value), policy)
        .map_err(|why| refused(std::format!("{why:?}")))
}

/// Keeps all memory of this process, present and future, from being swapped out: no step waits for a disk.
///
/// # Errors
/// Where the user may not lock as much.
pub fn lock_memory() -> Result<(), Refused> {
    use rustix::mm::{MlockAllFlags, mlockall};
    mlockall(MlockAllFlags::CURRENT | MlockAllFlags::FUTURE).map_err(|why| Refused {
        what: "to keep memory from being swapped out",
        why: why.to_string(),
        help: "allow it by `ulimit -l`, `memlock` in limits.conf or CAP_IPC_LOCK",
    })
}
