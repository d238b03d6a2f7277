//! Progress of a run on the standard error, where that is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::{Duration, Instant};

/// Wall time after which a run shows its progress.
const PATIENCE: Duration = Duration::from_secs(1);

/// Progress of a run over time.
pub struct Progress {
    bar: ProgressBar,
    since: Instant,
}

impl Progress {
    /// Progress of a run of this name and duration [s].
    pub fn new(name: &str, duration: f64) -> Self {
        let bar = ProgressBar::with_draw_target(Some(milliseconds(duration)), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{prefix} {wide_bar} {percent} %, {eta} left") {
            bar.set_style(style);
        }
        bar.set_prefix(name.to_owned());
        Self {
            bar,
            since: Instant::now(),
        }
    }

    /// The run is at this time [s].
    pub fn reached(&self, time: f64) {
        if self.since.elapsed() > PATIENCE {
            if self.bar.is_hidden() {
                self.bar.set_draw_target(ProgressDrawTarget::stderr());
            }
            self.bar.set_position(milliseconds(time));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn milliseconds(time: f64) -> u64 {
    (1e3 * time) as u64
}
