//! Durations of steps: a histogram of fixed size that keeps the worst case.

use core::time::Duration;

/// Number of bins between two powers of two.
const FINE: u64 = 32;
/// Number of bins: the bins resolve times up to 2^37 ns, more than two minutes.
const BOXES: usize = 33 * FINE as usize;

/// Histogram of the durations of steps, with the longest duration and the number of missed deadlines. The width of a bin is at most
/// 1/32 of its duration.
///
/// Recording costs a few operations and never allocates.
///
/// ```
/// use core::time::Duration;
/// use wishbone::timing::StepTimes;
///
/// let mut times = StepTimes::new(Duration::from_micros(1000));
/// for microseconds in [100, 110, 105, 1200] {
///     times.record(Duration::from_micros(microseconds));
/// }
/// assert_eq!((times.steps(), times.missed()), (4, 1));
/// assert_eq!(times.worst(), Duration::from_micros(1200));
/// assert!(times.percentile(50.0) < Duration::from_micros(110));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepTimes {
    boxes: [u64; BOXES],
    deadline: Duration,
    steps: u64,
    missed: u64,
    total: Duration,
    worst: Duration,
}

impl StepTimes {
    /// An empty histogram with the deadline of a step.
    pub const fn new(deadline: Duration) -> Self {
        Self {
            boxes: [0; BOXES],
            deadline,
            steps: 0,
            missed: 0,
            total: Duration::ZERO,
            worst: Duration::ZERO,
        }
    }

    /// Records the duration of one step.
    pub fn record(&mut self, time: Duration) {
        self.boxes[place(nanoseconds(time))] += 1;
        self.steps += 1;
        self.missed += u64::from(time > self.deadline);
        self.total = self.total.saturating_add(time);
        self.worst = self.worst.max(time);
    }

    /// Adds the steps of another histogram, for instance of another thread. Its missed deadlines are added as it counted them.
    pub fn add(&mut self, other: &Self) {
        for (own, more) in self.boxes.iter_mut().zip(&other.boxes) {
            *own += more;
        }
        self.steps += other.steps;
        self.missed += other.missed;
        self.total = self.total.saturating_add(other.total);
        self.worst = self.worst.max(other.worst);
    }

    /// Number of steps.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Number of steps that took longer than the deadline.
    pub fn missed(&self) -> u64 {
        self.missed
    }

    /// The longest duration, exactly; zero without steps.
    pub fn worst(&self) -> Duration {
        self.worst
    }

    /// The mean [rounded down to nanoseconds]; zero without steps.
    pub fn mean(&self) -> Duration {
        let mean = self.total.as_nanos() / u128::from(self.steps.max(1));
        Duration::from_nanos(u64::try_from(mean).unwrap_or(u64::MAX))
    }

    /// The time within which `percent` of all steps were done. It is never below the exact value, at most 1/32 above it, and never
    /// above the longest duration. Zero without steps. Beyond two minutes, the longest duration.
    pub fn percentile(&self, percent: f64) -> Duration {
        // Less rounding: 99.9 % of a thousand steps are 999 and no more.
        let wanted = percent / 100.0 * self.steps as f64 * (1.0 - 1e-12);
        let mut within = 0;
        for (place, count) in self.boxes.iter().enumerate() {
            within += count;
            if *count > 0 && within as f64 >= wanted {
                let end = if place + 1 == BOXES {
                    Duration::MAX
                } else {
                    Duration::from_nanos(last(place))
                };
                return end.min(self.worst);
            }
        }
        self.worst
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// The bin of a time [ns]: the time itself below 2 `FINE`. Longer times are binned by their power of two and their next log2(`FINE`)
/// binary digits.
fn place(time: u64) -> usize {
    let shift = (time | 1).ilog2().saturating_sub(FINE.ilog2());
    let place = u64::from(shift) * FINE + (time >> shift);
    // The last bin takes all longer times.
    (place as usize).min(BOXES - 1)
}

/// The longest time of a bin [ns].
fn last(place: usize) -> u64 {
    let place = place as u64;
    if place < 2 * FINE {
        return place;
    }
    let shift = place / FINE - 1;
    ((place % FINE + FINE + 1) << shift) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_follow_each_other_and_are_narrow() {
        for box_ in 0..BOXES - 1 {
            let end = last(box_);
            assert_eq!((place(end), place(end + 1)), (box_, box_ + 1), "{box_}");
            let begin = if box_ == 0 { 0 } else { last(box_ - 1) + 1 };
            assert!((end - begin) * FINE <= begin, "{box_}: {begin} to {end}");
        }
        assert!(last(BOXES - 2) > 120_000_000_000);
        assert_eq!(place(u64::MAX), BOXES - 1);
    }
}
