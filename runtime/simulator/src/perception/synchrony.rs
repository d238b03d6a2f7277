//! Synchrony of motion and picture.

use crate::Unusable;

/// The first moment at which a signal is as large as its threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Onset {
    threshold: f64,
    time: Option<f64>,
}

impl Onset {
    /// An onset that is still to come.
    ///
    /// # Errors
    /// If the threshold is not finite and above zero.
    pub fn new(threshold: f64) -> Result<Self, Unusable> {
        Unusable::unless_positive("threshold", threshold)?;
        Ok(Self { threshold, time: None })
    }

    /// Takes one sample of the signal at `time` [s].
    pub fn record(&mut self, time: f64, signal: f64) {
        if self.time.is_none() && signal.abs() >= self.threshold {
            self.time = Some(time);
        }
    }

    /// When it was [s]; none before.
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
    /// How much later than the motion the picture sets in [s], below zero if it comes first; none before both have set in.
    pub fn delay(&self) -> Option<f64> {
        Some(self.picture.time? - self.motion.time?)
    }
}
