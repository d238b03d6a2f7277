//! Comparison of two motions by the thresholds of a driver.

use crate::Unusable;
use crate::motion::Motion;
use crate::perception::Thresholds;

/// Difference of two perceived motions in one direction, in multiples of the threshold.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Difference {
    /// Largest magnitude.
    pub largest: f64,
    /// Time at which it was largest [s].
    pub time: f64,
    /// Root of the mean square.
    pub mean: f64,
    /// Share of the samples in which the difference could be felt, from 0 to 1.
    pub felt: f64,
}

/// Comparison of two perceived motions, sample by sample, for instance of two designs of a vehicle, or of vehicle and platform.
///
/// It divides their difference by the thresholds of motion. If the just noticeable difference for motions of this size
/// is known, use it as the thresholds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    thresholds: Thresholds,
    samples: u64,
    /// Differences with sums in place of means.
    sums: [Difference; 6],
}

impl Comparison {
    /// A comparison without samples yet.
    ///
    /// # Errors
    /// If a threshold is not finite and above zero.
    pub fn new(thresholds: Thresholds) -> Result<Self, Unusable> {
        thresholds.check()?;
        Ok(Self {
            thresholds,
            samples: 0,
            sums: [Difference::default(); 6],
        })
    }

    /// Takes one sample of both perceived motions, at `time` [s].
    ///
    /// # Errors
    /// If a number of a motion is not finite; then nothing changes.
    pub fn record(&mut self, time: f64, one: &Motion, other: &Motion) -> Result<(), Unusable> {
        one.check()?;
        other.check()?;
        let (one, other) = (self.thresholds.multiples(one), self.thresholds.multiples(other));
        self.samples += 1;
        for ((sum, one), other) in self.sums.iter_mut().zip(one).zip(other) {
            let difference = (one - other).abs();
            if difference > sum.largest {
                (sum.largest, sum.time) = (difference, time);
            }
            sum.mean += difference * difference;
            sum.felt += f64::from(u8::from(difference >= 1.0));
        }
        Ok(())
    }

    /// The differences, in the order of [`Motion::NAMES`]; zero without samples.
    pub fn differences(&self) -> [Difference; 6] {
        let samples = self.samples.max(1) as f64;
        self.sums.map(|sum| Difference {
            mean: (sum.mean / samples).sqrt(),
            felt: sum.felt / samples,
            ..sum
        })
    }

    /// Whether a driver could distinguish the two motions.
    pub fn can_be_felt(&self) -> bool {
        self.sums.iter().any(|sum| sum.largest >= 1.0)
    }
}
