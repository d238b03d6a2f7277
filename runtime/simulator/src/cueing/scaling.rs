//! Scaling and soft limits of the inputs of a washout.

use crate::Unusable;
use crate::motion::Motion;

/// Scaling of one number. The number is multiplied by `factor`. The product `x` is unchanged up to `knee`, and then limited smoothly,
/// so that it never exceeds `limit`:
///
/// ```text
/// knee + (limit - knee) tanh((x - knee) / (limit - knee))   for x above the knee
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// Factor, above zero; 0.5 is common (Deyo & Ingebretsen 1989, 4.1.4.1).
    pub factor: f64,
    /// End of the linear range, after the factor.
    pub knee: f64,
    /// Upper limit of the result's magnitude.
    pub limit: f64,
}

impl Scale {
    /// Checks the numbers.
    ///
    /// # Errors
    /// Returns an error if the factor or the limit is not above zero, or the knee is not between zero and the limit.
    pub fn check(&self) -> Result<(), Unusable> {
        Unusable::unless_positive("factor", self.factor)?;
        Unusable::unless_positive("limit", self.limit)?;
        let between = self.knee >= 0.0 && self.knee < self.limit;
        Unusable::unless(between, "knee", self.knee, "at least zero and below the limit")
    }

    /// The scaled number.
    #[inline]
    pub fn of(&self, number: f64) -> f64 {
        let size = (self.factor * number).abs();
        if size <= self.knee {
            return self.factor * number;
        }
        let room = self.limit - self.knee;
        (self.knee + room * ((size - self.knee) / room).tanh()).copysign(number)
    }
}

/// Scaling of a motion: of the difference of its specific force from rest, and of its angular rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scaling {
    /// Along X, Y and Z [m/s²].
    pub specific_force: [Scale; 3],
    /// About X, Y and Z [rad/s].
    pub angular_rate: [Scale; 3],
}

impl Scaling {
    /// Half of the motion, at most 4 m/s² and 0.6 rad/s.
    pub const HALF: Self = Self {
        specific_force: [Scale {
            factor: 0.5,
            knee: 2.0,
            limit: 4.0,
        }; 3],
        angular_rate: [Scale {
            factor: 0.5,
            knee: 0.3,
            limit: 0.6,
        }; 3],
    };

    /// The unchanged motion, up to 1000 m/s² and 1000 rad/s.
    pub const FULL: Self = {
        let full = [Scale {
            factor: 1.0,
            knee: 999.0,
            limit: 1000.0,
        }; 3];
        Self {
            specific_force: full,
            angular_rate: full,
        }
    };

    /// Checks all scales.
    ///
    /// # Errors
    /// The first scale that is invalid.
    pub fn check(&self) -> Result<(), Unusable> {
        let mut scales = self.specific_force.iter().chain(&self.angular_rate);
        scales.try_for_each(Scale::check)
    }

    /// Scaled difference of specific force from rest [m/s²], and scaled angular rate [rad/s].
    #[inline]
    pub fn of(&self, motion: &Motion) -> ([f64; 3], [f64; 3]) {
        let rest = Motion::REST.specific_force;
        let force = core::array::from_fn(|k| self.specific_force[k].of(motion.specific_force[k] - rest[k]));
        let rate = core::array::from_fn(|k| self.angular_rate[k].of(motion.angular_rate[k]));
        (force, rate)
    }
}
