//! The last stage before a platform, which keeps all actuators within their limits.

use crate::Unusable;
use crate::platform::Platform;
use crate::pose::Pose;

/// Pose and actuators after a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guarded<const N: usize> {
    /// Pose after the step.
    pub pose: Pose,
    /// Positions of the actuators at this pose.
    pub actuators: [f64; N],
    /// Mean rates of the actuators in the step.
    pub rates: [f64; N],
    /// Fraction of the way to the wanted pose that the platform moves: below 1 if a limit restricts it, 0 for a pose
    /// that is not finite.
    pub share: f64,
}

/// A platform that follows wanted poses as far as its actuators allow.
///
/// The platform moves the largest permitted part of the way from its pose to the wanted pose, found to a hundred
/// thousandth. On this part every actuator stays between its ends, keeps its limits of rate and of acceleration at the
/// start, and can still stop before its ends. An actuator that turns round starts from rest. The platform can always
/// stay in its pose, so no limit is ever exceeded for any wanted pose.
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
    /// Returns an error if the period is not above zero, limits are invalid, or the neutral position is beyond a limit.
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

    /// Pose and actuators after the last step.
    pub fn at(&self) -> &Guarded<N> {
        &self.at
    }

    /// Moves towards a pose.
    #[inline]
    pub fn step(&mut self, wanted: &Pose) -> &Guarded<N> {
        let wanted = self.platform.possible(wanted);
        self.at = match wanted.is_finite() {
            true => {
                let all = self.after(&wanted, 1.0);
                self.unless_beyond(&all).unwrap_or_else(|| self.limited(&wanted, &all))
            }
            false => self.stay(),
        };
        &self.at
    }

    /// The step with the largest permitted share of the way, found to a hundred thousandth.
    ///
    /// Actuators move nearly in proportion to the share, so that one estimate from their rates is usually enough. If they do not, as
    /// on the way to a distant pose, a second and third estimate follow.
    #[cold]
    fn limited(&self, wanted: &Pose, all: &Guarded<N>) -> Guarded<N> {
        let mut tried = *all;
        for _ in 0..LOOKS {
            tried = self.after(wanted, tried.share * CAUTION * self.allowed(&tried));
            if let Some(step) = self.unless_beyond(&tried) {
                return step;
            }
        }
        self.bisected(wanted)
    }

    /// Part of a step that every actuator may take, at most 1.
    fn allowed(&self, step: &Guarded<N>) -> f64 {
        let limits = self.platform.limits();
        (0..N).fold(1.0, |part: f64, k| {
            let (limits, rate) = (&limits[k], step.rates[k]);
            let room = match rate > 0.0 {
                true => limits.greatest - self.at.actuators[k],
                false => self.at.actuators[k] - limits.least,
            };
            let gain = limits.acceleration * self.period;
            // The largest rate with rate² <= 2 acceleration (room - rate period).
            let stop = (gain * gain + 2.0 * limits.acceleration * room.max(0.0)).sqrt() - gain;
            let most = limits.rate.min(self.start(k, rate) + gain).min(stop);
            if most < rate.abs() {
                part.min(most / rate.abs())
            } else {
                part
            }
        })
    }

    /// Rate from which an actuator starts into a step of this rate: its present rate, or zero if the actuator changes
    /// its direction.
    fn start(&self, actuator: usize, rate: f64) -> f64 {
        let own = self.at.rates[actuator];
        match own * rate < 0.0 {
            true => 0.0,
            false => own.abs(),
        }
    }

    /// The step that bisection finds, if the estimates fail.
    fn bisected(&self, wanted: &Pose) -> Guarded<N> {
        let (mut best, mut beyond) = (self.stay(), 1.0);
        for _ in 0..BISECTIONS {
            let middle = 0.5 * (best.share + beyond);
            match self.unless_beyond(&self.after(wanted, middle)) {
                Some(step) => best = step,
                None => beyond = middle,
            }
        }
        best
    }

    /// The step that stays at the pose.
    fn stay(&self) -> Guarded<N> {
        Guarded {
            rates: [0.0; N],
            share: 0.0,
            ..self.at
        }
    }

    /// The step over a share of the way.
    fn after(&self, wanted: &Pose, share: f64) -> Guarded<N> {
        let pose = match share < 1.0 {
            true => self.at.pose.towards(wanted, share),
            false => *wanted,
        };
        let actuators = self.platform.actuators(&pose);
        let rates = core::array::from_fn(|k| (actuators[k] - self.at.actuators[k]) / self.period);
        Guarded {
            pose,
            actuators,
            rates,
            share,
        }
    }

    /// A step, if no limit forbids it.
    fn unless_beyond(&self, step: &Guarded<N>) -> Option<Guarded<N>> {
        let limits = self.platform.limits();
        let allowed = (0..N).all(|k| {
            let (limits, position, rate) = (&limits[k], step.actuators[k], step.rates[k]);
            let room = match rate > 0.0 {
                true => limits.greatest - position,
                false => position - limits.least,
            };
            let can_stop = rate * rate <= 2.0 * limits.acceleration * room.max(0.0);
            let can_start = rate.abs() <= self.start(k, rate) + limits.acceleration * self.period;
            limits.contain(position) && rate.abs() <= limits.rate && can_stop && can_start
        });
        allowed.then_some(*step)
    }

    /// Sets the neutral position at once, without regard to rates, for a platform that has been moved there by other means.
    pub fn reset(&mut self) {
        self.at = Guarded {
            pose: Pose::NEUTRAL,
            actuators: self.platform.actuators(&Pose::NEUTRAL),
            rates: [0.0; N],
            share: 1.0,
        };
    }
}

/// Number of estimates of the permitted share.
const LOOKS: u32 = 3;
/// Factor on the estimated share, for safety.
const CAUTION: f64 = 0.999_99;
/// Number of bisections: to a millionth of the way.
const BISECTIONS: u32 = 20;
