//! A progress bar for tasks of more than a second, if there is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::{Duration, Instant};

/// Progress of a task.
pub struct Progress {
    bar: ProgressBar,
    begun: Instant,
}

impl Progress {
    const PATIENCE: Duration = Duration::from_secs(1);

    /// Progress of a task with this number of steps.
    pub fn new(steps: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        bar.set_style(ProgressStyle::default_bar());
        Self {
            bar,
            begun: Instant::now(),
        }
    }

    /// Sets the current step. Draws to the standard error stream if it is a terminal.
    pub fn at(&self, step: usize) {
        if !step.is_multiple_of(64) {
            return;
        }
        if self.bar.is_hidden() && self.begun.elapsed() > Self::PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_position(step as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
