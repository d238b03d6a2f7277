//! Clocks, and the grid of times at which frames begin.

use crate::Unusable;
use core::cell::Cell;
use core::time::Duration;
use std::time::Instant;

/// A monotonic clock.
pub trait Clock {
    /// Time since the beginning of the clock.
    fn now(&self) -> Duration;

    /// Waits until this time; returns at once if it has passed.
    fn wait_until(&self, time: Duration);
}

/// The monotonic clock of the system. A wait sleeps until shortly before the time, and then polls.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    begin: Instant,
    /// Time at the end of a wait in which the clock polls: longer than the system needs to wake a thread.
    pub awake: Duration,
}

impl SystemClock {
    /// A clock that starts now, and polls in the last 100 µs of a wait.
    pub fn start() -> Self {
        Self {
            begin: Instant::now(),
            awake: Duration::from_micros(100),
        }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.begin.elapsed()
    }

    fn wait_until(&self, time: Duration) {
        if let Some(sleep) = time.checked_sub(self.now() + self.awake) {
            std::thread::sleep(sleep);
        }
        while self.now() < time {
            core::hint::spin_loop();
        }
    }
}

/// A clock that advances only on request, for tests and for runs as fast as possible.
#[derive(Clone, Debug, Default)]
pub struct ManualClock {
    now: Cell<Duration>,
}

impl ManualClock {
    /// Advances the clock.
    pub fn pass(&self, time: Duration) {
        self.now.set(self.now.get() + time);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Duration {
        self.now.get()
    }

    fn wait_until(&self, time: Duration) {
        self.now.set(self.now.get().max(time));
    }
}

impl<C: Clock> Clock for &C {
    fn now(&self) -> Duration {
        (*self).now()
    }

    fn wait_until(&self, time: Duration) {
        (*self).wait_until(time);
    }
}

/// Times at which frames begin. Each time is computed from the number of its frame, so that errors do not accumulate: after a day at
/// 3 kHz the error is less than a nanosecond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    rate: u32,
    origin: Duration,
}

impl Grid {
    /// A grid with this many frames a second.
    ///
    /// # Errors
    /// If the rate is not from 1 to 100 000 frames a second.
    pub fn new(rate: u32, origin: Duration) -> Result<Self, Unusable> {
        let possible = (1..=100_000).contains(&rate);
        Unusable::unless(possible, "rate", f64::from(rate), "from 1 to 100 000 frames a second")?;
        Ok(Self { rate, origin })
    }

    /// Time at which a frame begins.
    pub fn time(&self, frame: u64) -> Duration {
        let (seconds, rest) = (frame / u64::from(self.rate), frame % u64::from(self.rate));
        let nanoseconds = rest * 1_000_000_000 / u64::from(self.rate);
        self.origin + Duration::from_secs(seconds) + Duration::from_nanos(nanoseconds)
    }

    /// Number of the frame at a time; zero before the first frame.
    pub fn frame(&self, time: Duration) -> u64 {
        let passed = time.saturating_sub(self.origin);
        let rate = u64::from(self.rate);
        let near = passed.as_secs() * rate + u64::from(passed.subsec_nanos()) * rate / 1_000_000_000;
        // Times are rounded down to nanoseconds.
        near + u64::from(self.time(near + 1) <= time)
    }

    /// Length of a frame [s].
    pub fn period(&self) -> f64 {
        1.0 / f64::from(self.rate)
    }

    /// Length of a frame.
    pub fn deadline(&self) -> Duration {
        Duration::from_nanos(1_000_000_000 / u64::from(self.rate))
    }
}
