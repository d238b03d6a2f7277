//! Requests of a real-time thread to the operating system, made before the first step. The system may refuse them.
//!
//! A request applies to the calling thread. For all threads of a team, call the functions in a meeting.

use core::fmt;
use std::string::{String, ToString};
use thread_priority::{
    RealtimeThreadSchedulePolicy, ThreadPriority, ThreadPriorityValue, ThreadSchedulePolicy,
    set_thread_priority_and_policy, thread_native_id,
};

/// A request that the system refused.
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

/// Gives the calling thread a real-time priority (`SCHED_FIFO`). It then runs until it waits, before all threads with a lower
/// priority or without a real-time priority. `priority`: 1 to 99 on Linux.
///
/// A thread that never waits then occupies its core, and the system cannot work on this core: leave the system one
/// core.
///
/// # Errors
/// If the priority is invalid, or the user has no permission.
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

/// Locks all current and future memory of this process, so that no step waits for swapped-out memory.
///
/// # Errors
/// If the user may not lock as much.
pub fn lock_memory() -> Result<(), Refused> {
    use rustix::mm::{MlockAllFlags, mlockall};
    mlockall(MlockAllFlags::CURRENT | MlockAllFlags::FUTURE).map_err(|why| Refused {
        what: "to keep memory from being swapped out",
        why: why.to_string(),
        help: "allow it by `ulimit -l`, `memlock` in limits.conf or CAP_IPC_LOCK",
    })
}
