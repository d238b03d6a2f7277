//! Detection of false cues.

use crate::Unusable;
use crate::motion::Motion;
use crate::perception::Thresholds;

/// The worst false cue in one direction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FalseCue {
    /// Size in multiples of the threshold; a false cue is felt from 1 on.
    pub size: f64,
    /// Time at which it was largest [s].
    pub time: f64,
}

/// Search for false cues in two perceived motions: of a vehicle, and of the platform that simulates it.
///
/// A false cue is a sensation on the platform in the opposite direction to the vehicle, such as the undershoot of a washout after a
/// step. If nothing is felt in the vehicle, the excess over the vehicle's sensation is a false cue, too. Other sensations in the
/// right direction are no false cues, however weak.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FalseCues {
    thresholds: Thresholds,
    worst: [FalseCue; 6],
}

impl FalseCues {
    /// A search that has found nothing yet.
    ///
    /// # Errors
    /// If a threshold is not finite and above zero.
    pub fn new(thresholds: Thresholds) -> Result<Self, Unusable> {
        thresholds.check()?;
        Ok(Self {
            thresholds,
            worst: [FalseCue::default(); 6],
        })
    }

    /// Takes one sample of both perceived motions, at `time` [s].
    ///
    /// # Errors
    /// If a number of a motion is not finite; then nothing changes.
    pub fn record(&mut self, time: f64, vehicle: &Motion, platform: &Motion) -> Result<(), Unusable> {
        vehicle.check()?;
        platform.check()?;
        let vehicle = self.thresholds.multiples(vehicle);
        let platform = self.thresholds.multiples(platform);
        for ((worst, vehicle), platform) in self.worst.iter_mut().zip(vehicle).zip(platform) {
            let size = match (vehicle * platform < 0.0, vehicle.abs() < 1.0) {
                (true, _) => platform.abs(),
                (false, true) => platform.abs() - vehicle.abs(),
                (false, false) => 0.0,
            };
            if size > worst.size {
                *worst = FalseCue { size, time };
            }
        }
        Ok(())
    }

    /// The worst false cue of each direction, in the order of [`Motion::NAMES`].
    pub fn worst(&self) -> &[FalseCue; 6] {
        &self.worst
    }

    /// Whether a false cue was felt.
    pub fn is_felt(&self) -> bool {
        self.worst.iter().any(|cue| cue.size >= 1.0)
    }
}
