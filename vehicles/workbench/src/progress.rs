//! Progress of long work.

use std::sync::atomic::{AtomicUsize, Ordering};

/// A function that receives progress: the completed fraction of the work, from 0 to 1, and the name of the work.
/// Several designs are studied in parallel, so the function is called from several threads.
pub type Told<'a> = &'a (dyn Fn(f64, &str) + Sync);

/// Ignores the progress.
pub fn silent(_: f64, _: &str) {}

/// Counts the steps of one piece of work.
pub(crate) struct Steps<'a> {
    told: Told<'a>,
    work: String,
    count: usize,
    done: AtomicUsize,
}

impl<'a> Steps<'a> {
    /// Begins work of a number of steps.
    pub(crate) fn of(told: Told<'a>, work: String, count: usize) -> Self {
        told(0.0, &work);
        Self {
            told,
            work,
            count: count.max(1),
            done: AtomicUsize::new(0),
        }
    }

    /// Counts further steps as done.
    pub(crate) fn more(&self, steps: usize) {
        let done = self.done.fetch_add(steps, Ordering::Relaxed) + steps;
        (self.told)((done as f64 / self.count as f64).min(1.0), &self.work);
    }
}

impl Drop for Steps<'_> {
    fn drop(&mut self) {
        (self.told)(1.0, &self.work);
    }
}
