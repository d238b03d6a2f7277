//! The last stage before a platform: no actuator is sent beyond its limits.

use crate::Unusable;
use crate::platform::Platform;
use crate::pose::Pose;

/// Pose and actuators after a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guarded<const N: usize> {
    /// Where the platform goes.
    pub pose: Pose,
    /// Positions of the actuators there.
    pub actuators: [f64; N],
    /// Their mean rates on the way.
    pub rates: [f64; N],
    /// Part of the way to the wanted pose that it goes: below 1 where a limit holds it back, 0 for a pose that is no number.
    pub share: f64,
}

/// A platform that follows wanted poses as far as its actuators allow.
///
/// Of the way from its pose to the wanted one, the platform goes the largest part on which every actuator stays between its
/// ends, is not faster than its rate and not faster than it can start, and can still stop before its ends. To stay is
/// always possible, so that no limit is ever exceeded, whatever is wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guard<P, const N: usize> {
    platform: P,
    period: f64,
    at: Guarded<N>,
}

impl<P: Platform<N>, const N: usize> Guard<P, N> {
    /// A platform in its neutral position that takes a step every `period` [s].
    ///
    /// # Errors
    /// If the period is not above zero, a limit is wrong, or the neutral position is beyond one.
    pub fn new(platform: P, period: f64) -> Result<Self, Unusable> {
        Unusable::unless_positive("period", period)?;
        let actuators = platform.actuators(&Pose::NEUTRAL);
        for (limits, position) in platform.limits().iter().zip(actuators) {
            limits.check()?;
            let within = limits.contain(position);
            Unusable::unless(within, "neutral position of an actuator", position, "within its limits")?;
        }
        Ok(Self {
            platform,
            period,
            at: Guarded {
                pose: Pose::NEUTRAL,
                actuators,
                rates: [0.0; N],
                share: 1.0,
            },
        })
    }

    /// The platform.
    pub fn platform(&self) -> &P {
        &self.platform
    }

    /// Where it is after the last step.
    pub fn at(&self) -> &Guarded<N> {
        &self.at
    }

    /// Goes towards a pose.
    #[inline]
    pub fn step(&mut self, wanted: &Pose) -> &Guarded<N> {
        let wanted = self.platform.possible(wanted);
        let all = if wanted.is_finite() {
            self.part(&wanted, 1.0)
        } else {
            None
        };
        self.at = all.unwrap_or_else(|| self.limited(&wanted));
        &self.at
    }

    /// The step at the largest share of the way that bisection finds.
    #[cold]
    fn limited(&self, wanted: &Pose) -> Guarded<N> {
        let mut best = Guarded {
            rates: [0.0; N],
            share: 0.0,
            ..self.at
        };
        let mut beyond = 1.0;
        for _ in 0..if wanted.is_finite() { BISECTIONS } else { 0 } {
            let middle = 0.5 * (best.share + beyond);
            match self.part(wanted, middle) {
                Some(step) => best = step,
                None => beyond = middle,
            }
        }
        best
    }

    /// The step that goes a share of the way, if no limit forbids it.
    fn part(&self, wanted: &Pose, share: f64) -> Option<Guarded<N>> {
        let pose = match share < 1.0 {
            true => self.at.pose.towards(wanted, share),
            false => *wanted,
        };
        let actuators = self.platform.actuators(&pose);
        let rates = core::array::from_fn(|k| (actuators[k] - self.at.actuators[k]) / self.period);
        let limits = self.platform.limits();
        let allowed = (0..N).all(|k| {
            let (limits, position, rate) = (&limits[k], actuators[k], rates[k]);
            let room = match rate > 0.0 {
                true => limits.greatest - position,
                false => position - limits.least,
            };
            let can_stop = rate * rate <= 2.0 * limits.acceleration * room.max(0.0);
            let can_start = rate.abs() <= self.at.rates[k].abs() + limits.acceleration * self.period;
            limits.contain(position) && rate.abs() <= limits.rate && can_stop && can_start
        });
        allowed.then_some(Guarded {
            pose,
            actuators,
            rates,
            share,
        })
    }

    /// Back to the neutral position at once, without regard to rates: for a platform that has been led there otherwise.
    pub fn reset(&mut self) {
        self.at = Guarded {
            pose: Pose::NEUTRAL,
            actuators: self.platform.actuators(&Pose::NEUTRAL),
            rates: [0.0; N],
            share: 1.0,
        };
    }
}

/// To a millionth of the way.
const BISECTIONS: u32 = 20;
