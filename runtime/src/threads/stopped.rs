//! Reasons why steps on several threads end early.

use crate::refused::Refused;
use crate::team::Absent;
use core::fmt;
use core::time::Duration;

/// Steps that a thread has made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ran {
    pub(super) steps: usize,
    pub(super) end: End,
}

/// Reason why a thread makes no more steps; the first reason is reported.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    /// It cannot, or waits for a thread in vain.
    Stopped(Stopped),
    /// Another thread has stopped.
    Left,
    /// There are no more.
    Complete,
}

/// Reason why steps on several threads have ended early. The simulation is then at the end of the last step that all threads
/// have made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stopped {
    /// A step was refused: [`Simulation::step`](crate::simulation::Simulation::step). If several numbers are not
    /// finite, or several loops do not close, one of them is named. Near a singular position a step is compared with
    /// the step before it. Each thread compares the least margin of its own loops; a single thread compares the least
    /// margin of all loops.
    Refused(Refused),
    /// A thread did not come to a meeting.
    Late {
        /// The thread, from 0.
        thread: usize,
        /// Time for which another has waited.
        waited: Duration,
    },
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stopped::Refused(refused) => refused.fmt(f),
            Stopped::Late { thread, waited } => write!(
                f,
                "thread {thread} has not come to a meeting for {:.1} s: the system gave its core to another program, or a \
                 subsystem on it takes too long",
                waited.as_secs_f64()
            ),
        }
    }
}

impl core::error::Error for Stopped {}

impl Ran {
    pub(super) const NONE: Self = Self {
        steps: 0,
        end: End::Complete,
    };

    pub(super) fn stopped(self) -> Option<Stopped> {
        match self.end {
            End::Stopped(stopped) => Some(stopped),
            End::Left | End::Complete => None,
        }
    }
}

impl End {
    /// Of a thread whose step was refused, perhaps because another was absent.
    pub(super) fn of(refused: Refused, absent: Option<Absent>, waited: Duration) -> Self {
        match absent {
            None => End::Stopped(Stopped::Refused(refused)),
            Some(Absent::Left) => End::Left,
            Some(Absent::Late(thread)) => End::Stopped(Stopped::Late { thread, waited }),
        }
    }
}
