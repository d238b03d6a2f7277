//! Policies for a frame that took too long.

use crate::frame::Grid;
use core::time::Duration;

/// Policy for frames that end after the next one should have begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overrun {
    /// Partners keep the outputs of the last frame. Frames whose time has passed are left out, so that the time of the vehicle falls
    /// behind.
    Hold,
    /// Frames follow each other without a pause until the grid is reached again. If more frames are due than this number, the others
    /// are left out.
    CatchUp(u32),
    /// The vehicle stops in a safe state after this number of consecutive overruns. Fewer overruns are treated like `Hold`.
    Stop(u32),
}

/// Consequence of an overrun.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slip {
    /// Whether the frame ended after the planned beginning of the next frame, because of its work or because it began
    /// late.
    pub late: bool,
    /// Number of frames left out.
    pub left_out: u64,
    /// Whether the vehicle has to stop.
    pub stop: bool,
}

/// Chooses the next frame on the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pace {
    pub(super) policy: Overrun,
    /// Number of the next frame on the grid.
    pub(super) next: u64,
    /// Number of consecutive overruns.
    in_a_row: u32,
    /// Part of the next frame that passed during a pause. The frame may end later by this time.
    begun: Duration,
}

impl Pace {
    pub(super) fn new(policy: Overrun) -> Self {
        Self {
            policy,
            next: 0,
            in_a_row: 0,
            begun: Duration::ZERO,
        }
    }

    /// Begins anew after a pause: frames whose time has passed without work are no overruns.
    pub(super) fn resume(&mut self, grid: &Grid, now: Duration) {
        self.in_a_row = 0;
        let begun = grid.frame(now);
        if begun > self.next {
            self.next = begun + 1;
        }
        self.begun = now.saturating_sub(grid.time(self.next));
    }

    /// Advances to the next frame that has not begun, after a frame without work that ended at `end`. Such a frame is no overrun.
    pub(super) fn rest(&mut self, grid: &Grid, end: Duration) {
        (self.in_a_row, self.begun) = (0, Duration::ZERO);
        self.next += 1;
        if end > grid.time(self.next) {
            self.next = grid.frame(end) + 1;
        }
    }

    /// Advances to the next frame, after a frame that ended at `end`.
    pub(super) fn pass(&mut self, grid: &Grid, end: Duration) -> Slip {
        let allowed = grid.time(self.next + 1) + self.begun;
        if end <= allowed {
            self.rest(grid, end);
            return Slip::default();
        }
        self.begun = Duration::ZERO;
        self.next += 1;
        self.in_a_row = self.in_a_row.saturating_add(1);
        // The current frame of the grid has begun already.
        let first_whole = grid.frame(end) + 1;
        let target = match self.policy {
            Overrun::Hold | Overrun::Stop(_) => first_whole,
            Overrun::CatchUp(most) => first_whole.saturating_sub(u64::from(most)).max(self.next),
        };
        let left_out = target - self.next;
        self.next = target;
        let stop = matches!(self.policy, Overrun::Stop(after) if self.in_a_row >= after.max(1));
        Slip {
            late: true,
            left_out,
            stop,
        }
    }
}
