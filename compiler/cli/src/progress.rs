//! Progress of long work on the standard error, only if that is a terminal: nothing is ever written into a pipe or a file.

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{LazyLock, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Wall time after which work shows its progress, and time between two redraws of the bar.
const PATIENCE: Duration = Duration::from_secs(1);
const PICTURE: Duration = Duration::from_millis(200);

/// Bars one below the other, since several designs are studied at the same time.
static BARS: LazyLock<MultiProgress> = LazyLock::new(MultiProgress::new);

/// Number of steps of a bar.
const STEPS: usize = 1000;

/// Bars of all work that is in progress, by the name of the work.
#[derive(Default)]
pub struct Bars(Mutex<BTreeMap<String, Progress>>);

impl Bars {
    /// Shows how much of a piece of work is done, as a share from 0 to 1. The bar disappears at 1.
    pub fn told(&self, share: f64, work: &str) {
        let Ok(mut bars) = self.0.lock() else { return };
        if share >= 1.0 {
            drop(bars.remove(work));
            return;
        }
        bars.entry(work.to_owned())
            .or_insert_with(|| Progress::of(work, STEPS))
            .reached(share);
    }
}

/// Bar of one piece of work; removed when dropped.
struct Progress {
    bar: ProgressBar,
    /// Thread that shows the bar after [`PATIENCE`], and the channel that ends the thread's wait.
    patient: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Progress of work with this many steps.
    fn of(name: &str, steps: usize) -> Self {
        Self::new(
            ProgressBar::hidden().with_prefix(name.to_owned()),
            "{prefix} {msg} {wide_bar} {percent} %, {eta} left",
            steps,
        )
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

    /// Sets the share that is done, from 0 to 1.
    fn reached(&self, share: f64) {
        self.bar.set_position((share * STEPS as f64) as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((done, shower)) = self.patient.take() {
            drop(done);
            // A thread that failed only leaves the bar hidden.
            let _ = shower.join();
        }
        self.bar.finish_and_clear();
    }
}
