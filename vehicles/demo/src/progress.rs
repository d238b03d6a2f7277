//! A bar on the terminal for what takes more than a second; nothing where there is no terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::{Duration, Instant};

/// How far a task has come.
pub struct Progress {
    bar: ProgressBar,
    begun: Instant,
}

impl Progress {
    const PATIENCE: Duration = Duration::from_secs(1);

    /// Of so many steps.
    pub fn new(steps: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        bar.set_style(ProgressStyle::default_bar());
        Self {
            bar,
            begun: Instant::now(),
        }
    }

    /// At this step. Draws to the standard error stream, which is silent unless it is a terminal.
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
