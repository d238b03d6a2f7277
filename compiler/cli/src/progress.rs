//! Progress of long work on the standard error, where that is a terminal: nothing is ever written into a pipe or a file.

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::LazyLock;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Wall time after which work shows its progress, and time between two pictures of it.
const PATIENCE: Duration = Duration::from_secs(1);
const PICTURE: Duration = Duration::from_millis(200);

/// Bars one below the other: designs are studied at the same time.
static BARS: LazyLock<MultiProgress> = LazyLock::new(MultiProgress::new);

/// Progress of some work, until it is dropped.
pub struct Progress {
    bar: ProgressBar,
    /// Shows the bar, unless the work is done before.
    patient: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Progress of work of so many steps.
    pub fn of(name: &str, steps: usize) -> Self {
        Self::new(
            ProgressBar::hidden().with_prefix(name.to_owned()),
            "{prefix} {msg} {wide_bar} {percent} %, {eta} left",
            steps,
        )
    }

    /// Progress of work that takes so many steps at most, and mostly fewer.
    pub fn bounded(name: &str, steps: usize) -> Self {
        let bar = ProgressBar::hidden().with_prefix(name.to_owned());
        Self::new(bar, "{prefix} {msg} {wide_bar} {elapsed}", steps)
    }

    fn new(bar: ProgressBar, template: &str, steps: usize) -> Self {
        if !io::stderr().is_terminal() {
            return Self { bar, patient: None };
        }
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_length(steps as u64);
        let (done, waiting) = mpsc::channel();
        let own = bar.clone();
        let shower = thread::spawn(move || {
            if let Err(RecvTimeoutError::Timeout) = waiting.recv_timeout(PATIENCE) {
                let _ = BARS.add(own.clone());
                own.enable_steady_tick(PICTURE);
            }
        });
        Self {
            bar,
            patient: Some((done, shower)),
        }
    }

    /// So many steps are done.
    pub fn reached(&self, steps: usize) {
        self.bar.set_position(steps as u64);
    }

    /// One more step is done.
    pub fn step(&self) {
        self.steps(1);
    }

    /// So many more steps are done.
    pub fn steps(&self, steps: usize) {
        self.bar.inc(steps as u64);
    }

    /// The name of what is done now.
    pub fn now(&self, word: &str) {
        self.bar.set_message(word.to_owned());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((done, shower)) = self.patient.take() {
            drop(done);
            // A thread that could not draw has nothing to tell.
            let _ = shower.join();
        }
        self.bar.finish_and_clear();
    }
}
