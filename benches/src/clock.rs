//! Time of a call, as processor time of this thread, so that other load on the machine has little effect.

use rustix::time::{ClockId, clock_gettime};
use std::time::{Duration, Instant};

/// Nanoseconds of one call.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// Time in the fastest pass.
    pub least: f64,
    /// Median over all passes.
    pub median: f64,
}

/// Processor time of this thread so far [ns].
fn spent() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// Times passes of `calls` calls repeatedly: for half a second, but at least five times. Several short passes are timed
/// together, because reading the clock takes a third of a microsecond.
pub fn time(calls: usize, mut pass: impl FnMut()) -> Times {
    const WHILE: Duration = Duration::from_millis(500);
    const FEWEST: usize = 5;
    /// Shortest time between two readings [ns].
    const SHORTEST: f64 = 1e5;
    pass();
    let begin = spent();
    pass();
    let at_once = (SHORTEST / (spent() - begin).max(1.0)).ceil() as usize;
    let begun = Instant::now();
    let mut passes = Vec::new();
    while passes.len() < FEWEST || begun.elapsed() < WHILE {
        let begin = spent();
        (0..at_once).for_each(|_| pass());
        passes.push((spent() - begin) / (at_once * calls) as f64);
    }
    passes.sort_unstable_by(f64::total_cmp);
    let median = passes[passes.len() / 2];
    // The clock of a virtual machine may stop for a moment, so passes faster than half the median are ignored.
    let least = passes.into_iter().find(|&pass| pass > median / 2.0);
    Times {
        least: least.unwrap_or(median),
        median,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hint::black_box;

    #[test]
    fn only_work_counts() {
        let asleep = time(1, || std::thread::sleep(Duration::from_millis(5)));
        assert!(asleep.median < 2e6, "{asleep:?}");
        let work = |times: u64| (0..times).fold(0_u64, |sum, x| black_box(sum ^ x));
        // A hundred times the work takes more than three times as long, even if the machine is busy.
        let (few, many) = (time(1, || _ = work(10_000)), time(1, || _ = work(1_000_000)));
        assert!(
            few.least <= few.median && many.least > 3.0 * few.least,
            "{few:?} {many:?}"
        );
    }
}
