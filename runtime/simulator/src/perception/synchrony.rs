//! Synchrony of motion and picture.

use crate::Unusable;

/// The first time at which a signal reaches its threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Onset {
    threshold: f64,
    time: Option<f64>,
}

impl Onset {
    /// An onset that has not occurred yet.
    ///
    /// # Errors
    /// If the threshold is not finite and above zero.
    pub fn new(threshold: f64) -> Result<Self, Unusable> {
        Unusable::unless_positive("threshold", threshold)?;
        Ok(Self { threshold, time: None })
    }

    /// Takes one sample of the signal at `time` [s].
    ///
    /// # Errors
    /// If the signal is not finite; then nothing changes.
    pub fn record(&mut self, time: f64, signal: f64) -> Result<(), Unusable> {
        Unusable::unless(true, "signal", signal, "finite")?;
        if self.time.is_none() && signal.abs() >= self.threshold {
            self.time = Some(time);
        }
        Ok(())
    }

    /// Time of the onset [s]; `None` before it.
    pub fn time(&self) -> Option<f64> {
        self.time
    }
}

/// Onsets of motion and picture, and the delay between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Synchrony {
    /// Onset of the motion.
    pub motion: Onset,
    /// Onset of the picture.
    pub picture: Onset,
}

impl Synchrony {
    /// Delay of the picture after the motion [s], below zero if the picture comes first; `None` before both onsets.
    pub fn delay(&self) -> Option<f64> {
        Some(self.picture.time? - self.motion.time?)
    }
}
